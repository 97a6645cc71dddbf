// Package docs has the documents as the program carries them.
//
// The invariant it exists for: a document is a page of this folder, whole and as it is.
package docs

import (
	"embed"
	"path"
	"strings"
)

//go:embed *.md
var files embed.FS

// Document is one page.
type Document struct {
	// Name is that of the file without its ending, Title its first heading.
	Name, Title string
	// Text is Markdown.
	Text string
}

// All lists the documents, ascending by name, without the list of them.
func All() []Document {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // they are part of the program
	}
	var out []Document
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err) // as above
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		if name := strings.TrimSuffix(e.Name(), path.Ext(e.Name())); name != "README" {
			out = append(out, Document{name, title, string(text)})
		}
	}
	return out
}
