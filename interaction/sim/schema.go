package sim

import (
	_ "embed"
	"slices"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (draft 2020-12) of world files, for editors and
// other programs. [Parse] checks more: that names are known, that chances sum to
// 1, and that what an action did can be read from the start.
func Schema() []byte { return slices.Clone(schema) }
