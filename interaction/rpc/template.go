package rpc

import _ "embed"

//go:embed template.py
var template string

// Template is a whole world in Python, to begin one's own with.
func Template() string { return template }
