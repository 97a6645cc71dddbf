module github.com/adam-discovery/adam

go 1.26.8

require (
	github.com/agnivade/levenshtein v1.2.2
	github.com/dominikbraun/graph v0.23.0
	github.com/mattn/go-sqlite3 v1.14.52
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	gonum.org/v1/gonum v0.17.0
)

require golang.org/x/text v0.28.0 // indirect
