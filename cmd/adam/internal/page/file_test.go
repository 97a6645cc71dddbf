package page

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
)

// A file is whole: it shows the tree and the evidence with no server, its script runs under
// its own policy, and nothing of a world gets out of its place.
func TestFile(t *testing.T) {
	path := chromium(t)
	names := []string{`<script>window.hurt=1</script>`, `</style><script>window.hurt=1</script>`, `"><img src=x onerror="window.hurt=1">`}
	ctx := browser(t, path)
	for name, l := range map[string]*graphstore.Memory{"known": explored(t, "minecraft-41"), "hostile": hostile(t, names)} {
		var b bytes.Buffer
		if err := WriteFile(t.Context(), &b, l, export.Look{View: export.ViewDAG}); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), name+".html")
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		do(t, ctx, chromedp.Navigate("file://"+file), until(`document.querySelector('#stage > svg')?.style.transform`))
		if !eval[bool](t, ctx, `window.hurt === undefined && document.querySelectorAll('main img, main script').length === 0 && document.querySelectorAll('a.box').length > 2 &&
			[...document.querySelectorAll('a[href], svg a')].every(a => { const h = a.getAttribute('href'); return h[0] === '#' && document.getElementById(h.slice(1)) })`) {
			t.Errorf("%s: a link leads nowhere, or something got out of its place", name)
		}
		if name == "known" && !eval[bool](t, ctx, `[...document.querySelectorAll('section')].some(s => s.innerText.includes('iron_ingot') && s.innerText.includes('There is no other way'))`) {
			t.Error("it has no evidence")
		}
		if strings.Contains(b.String(), "http://") && strings.Count(b.String(), "http://") != strings.Count(b.String(), "http://www.w3.org/2000/svg") {
			t.Errorf("%s: it names other places", name)
		}
	}
}
