package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
)

// fileView is a page that is whole in itself.
type fileView struct {
	World, Policy string
	Style         template.CSS
	Script        template.JS
	SVG           template.HTML
	Counts        counts
	Shown, All    int
	Delta         float64
	Items         []fileItem
	Reasons       []reason
	Unlearned     int
}

type fileItem struct {
	ID string
	*itemView
}

// WriteFile writes the tree of a ledger with its evidence as one file that needs no server:
// the drawing as look says, and for each factor in it the claims with their first trials.
func WriteFile(ctx context.Context, w io.Writer, l graphstore.Ledger, look export.Look) error {
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return err
	}
	const most = 3 // trials of each kind
	all, err := graphstore.WhyAll(ctx, l, most)
	if err != nil {
		return err
	}
	why := map[string]*graphstore.Explanation{}
	for _, x := range all {
		why[x.Factor] = x
	}
	snap := &snapshot{Folded: f}
	v := &fileView{World: f.Graph.World, Counts: snap.counts(), All: len(f.Graph.Factors), Delta: f.Graph.Delta}
	v.Reasons, v.Unlearned = reasons(snap)
	ids := map[string]string{}
	for _, x := range f.Graph.Factors {
		if look.Only != nil && !look.Only[x.Name] {
			continue
		}
		v.Shown++
		ids[x.Name] = fmt.Sprintf("f%d", x.Number)
		i := snap.item(x.Name, why[x.Name])
		i.Alone = true
		v.Items = append(v.Items, fileItem{ids[x.Name], i})
	}
	look.Link = func(t export.Target) string {
		if ids[t.Name] == "" {
			return ""
		}
		return "#" + ids[t.Name]
	}
	var svg bytes.Buffer
	if err := export.Draw(&svg, f.Graph, look); err != nil {
		return err
	}
	v.SVG = template.HTML(svg.String()) //nolint:gosec // Draw escapes all that comes from a world
	css, err := static.ReadFile("static/page.css")
	if err != nil {
		return err
	}
	js, err := static.ReadFile("static/pan.js")
	if err != nil {
		return err
	}
	// Ours, and fixed: no word of a world is in them.
	v.Style = template.CSS(export.PageStyle() + string(css))                                                         //nolint:gosec
	v.Script = template.JS("\n" + string(js) + "\ndocument.documentElement.classList.add('scripted');\nstages();\n") //nolint:gosec
	v.Policy = fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'",
		digest(string(v.Style)), digest(string(v.Script)))
	pages, err := parse()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, "file", v); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// digest is how a policy names a script or a style sheet.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}
