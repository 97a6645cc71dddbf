package rpc

import _ "embed"

//go:embed template.py
var template string

//go:embed adam_world.py
var base string

// BaseFile is the name of the file that [Base] is to be kept in.
const BaseFile = "adam_world.py"

// Template is a whole world in Python, to begin one's own with.
func Template() string { return template }

// Base is a base class in Python for worlds that are lived in.
func Base() string { return base }
