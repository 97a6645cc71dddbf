package page

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// TestUse goes through the pages as a visitor does.
func TestUse(t *testing.T) {
	path := chromium(t)
	h := serve(t, Config{Source: sourceOf("old.db", explored(t, "minecraft-41"))})
	ctx := browser(t, path)
	is := func(what, js string) {
		t.Helper()
		if !eval[bool](t, ctx, js) {
			t.Errorf("%s: not so: %s", what, js)
		}
	}
	place := `document.querySelector('#stage > svg').style.transform`

	t.Run("tree", func(t *testing.T) {
		open(t, ctx, h.URL+"/tree")
		// A click tells why an item is believed to be had, and the address says what is shown.
		do(t, ctx, chromedp.Click(`a.box[data-name="iron_ingot"] rect`, chromedp.NodeVisible), until(`document.querySelector('#panel h2')?.textContent === 'iron_ingot'`))
		is("panel", `document.querySelector('#panel').innerText.includes('There is no other way') && new URL(location).searchParams.get('item') === 'iron_ingot'`)
		is("chosen", `document.querySelector('a.box.chosen').dataset.name === 'iron_ingot'`)
		address := eval[string](t, ctx, `location.href`)
		open(t, ctx, address)
		do(t, ctx, until(`document.querySelector('#panel h2')?.textContent === 'iron_ingot'`)) // the shared address shows the same

		// Search by keys: it marks, and goes there.
		was := eval[string](t, ctx, place)
		press(t, ctx, "/", `document.activeElement.id === 'find'`)
		do(t, ctx,
			chromedp.Evaluate[chromedp.Void](`{ document.activeElement.value = '' }`), // a real key press leaves nothing
			chromedp.KeyEvent("gold_ingot"+kb.Enter))
		do(t, ctx, until(fmt.Sprintf(`%s !== %q`, place, was)))
		is("found", `[...document.querySelectorAll('a.box.found')].map(a => a.dataset.name).join() === 'gold_ingot'`)

		// Keys move and zoom; the place is in the address, and is found again.
		for _, k := range []string{"+", "-", kb.ArrowLeft, kb.ArrowDown, "0"} {
			was := eval[string](t, ctx, place)
			do(t, ctx, chromedp.Focus("#stage"), chromedp.KeyEvent(k), until(fmt.Sprintf(`%s !== %q`, place, was)))
		}
		do(t, ctx, chromedp.KeyEvent("+"), until("location.hash.endsWith(new DOMMatrix("+place+").a.toFixed(3))"))
		was, address = eval[string](t, ctx, place), eval[string](t, ctx, `location.href`)
		do(t, ctx, chromedp.Navigate("about:blank"))
		open(t, ctx, address)
		is("same place", fmt.Sprintf(`Math.abs(new DOMMatrix(%s).a - new DOMMatrix(%q).a) < 0.01`, place, was))

		// A pointer drags, and a drag is no click.
		do(t, ctx, chromedp.DragAndDropXY(400, 400, 480, 430, 8))
		is("dragged", `document.querySelector('#panel h2') !== null`)
	})
	t.Run("folded", func(t *testing.T) {
		open(t, ctx, h.URL+"/tree?fold=level")
		is("groups", `document.querySelectorAll('a.box').length === document.querySelectorAll('[data-kind=group].box').length`)
		do(t, ctx, chromedp.Click(`a.box[data-name="level 4"] rect`, chromedp.NodeVisible), until(`document.querySelector('a.box[data-name="wooden_pickaxe"]')`))
	})
	t.Run("replay", func(t *testing.T) {
		open(t, ctx, h.URL+"/run")
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`{ const s = document.getElementById('slider'); s.value = 0; s.dispatchEvent(new Event('input')); }`),
			until(`document.querySelectorAll('a.unknown').length === document.querySelectorAll('a.box').length`))
		do(t, ctx, chromedp.Click("#play"), until(`document.getElementById('slider').value === document.getElementById('slider').max && document.getElementById('play').textContent === 'play'`))
		is("all is certified", `document.querySelectorAll('a.was-certified').length === document.querySelectorAll('a.box').length`)
	})
	t.Run("walk", func(t *testing.T) {
		// From a plan's step to the claim, to a trial, to the next entry.
		open(t, ctx, h.URL+"/plan?goal=iron+pickaxe")
		do(t, ctx, chromedp.Click("table tbody tr td:nth-child(4) a"), until(`document.querySelector('main.item article p a')`),
			chromedp.Click("main.item article p a"), until(`document.querySelector('main.entry a[rel=next]')`))
		was := eval[string](t, ctx, `document.querySelector('h1').textContent`)
		do(t, ctx, chromedp.Click("a[rel=next]"), until(fmt.Sprintf(`document.querySelector('h1').textContent !== %q`, was)))
	})
	t.Run("labels", func(t *testing.T) {
		for _, p := range []string{"/tree", "/run", "/plan", "/audit", "/tasks"} {
			open(t, ctx, h.URL+p)
			bad := eval[string](t, ctx, `[...document.querySelectorAll('a, button, input:not([type=hidden]), select, [tabindex], [role]')].filter(e => !e.closest('[aria-hidden], [role=status]') &&
				!(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length || e.placeholder)).map(e => e.outerHTML.slice(0, 80)).join('; ')`)
			if bad != "" {
				t.Errorf("%s has no label for %s", p, bad)
			}
			is("title and language", `document.title !== '' && document.documentElement.lang === 'en' && document.querySelectorAll('main, nav, h1').length === 3`)
		}
	})
	t.Run("print", func(t *testing.T) {
		open(t, ctx, h.URL+"/tree?item=iron_ingot")
		pdf, err := chromedp.Run(ctx, chromedp.PrintToPDF())
		if err != nil || !strings.HasPrefix(string(pdf), "%PDF") {
			t.Fatalf("%.20s, %v", pdf, err)
		}
	})
}

// What comes of a run while it goes on is shown without being asked for.
func TestLive(t *testing.T) {
	path := chromium(t)
	all := explored(t, "tiny")
	l := &graphstore.Memory{}
	var rest []graphstore.Entry
	for e, err := range all.Since(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if len(rest) > 0 || e.Kind == graphstore.KindFinding { // as yet nothing is claimed
			rest = append(rest, e)
		} else if err := l.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	h := serve(t, Config{Source: sourceOf("tiny.db", l)})
	ctx := browser(t, path)
	open(t, ctx, h.URL+"/tree")
	before := eval[int](t, ctx, `document.querySelectorAll('a.box rect.certified').length`)
	do(t, ctx, until(`document.getElementById('live').textContent !== ''`))
	if err := l.Append(context.Background(), rest...); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(fmt.Sprintf(`document.querySelectorAll('a.box rect.certified').length > %d && document.getElementById('live').textContent.includes('ended')`, before)))

	// So are the steps of a task, and what the run page lists.
	open(t, ctx, h.URL+"/tasks")
	e, err := graphstore.NewEntry(graphstore.StepEntry{Task: "an axe", N: 1, Goal: "axe", Action: "a", Verdict: "succeeded"})
	if err == nil {
		err = l.Append(context.Background(), e)
	}
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(`document.getElementById('tasks').innerText.includes('an axe') && document.querySelectorAll('#task tbody tr').length === 1`))
	if e, err = graphstore.NewEntry(graphstore.StepEntry{Task: "a log", N: 1, Goal: "log", Action: "a", Verdict: "succeeded"}); err == nil {
		err = l.Append(context.Background(), e)
	}
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(`document.getElementById('tasktitle').textContent === 'a log' && document.querySelector('#task tbody').innerText.includes('log')`))
	open(t, ctx, h.URL+"/run")
	last := eval[string](t, ctx, `document.getElementById('slider').max`)
	if err := l.Append(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(fmt.Sprintf(`document.getElementById('slider').max !== %q && document.getElementById('slider').value === document.getElementById('slider').max`, last)))

	// A replay goes on while there is more, and at its end the tree is that of now, and follows again.
	do(t, ctx, chromedp.Click("#play"), chromedp.Evaluate[chromedp.Void](`document.dispatchEvent(new CustomEvent('renewed', {detail: document.getElementById('slider').max}))`),
		until(`document.getElementById('play').textContent === 'play' && document.getElementById('slider').value === document.getElementById('slider').max && !document.querySelector('svg.replay')`),
		chromedp.Evaluate[chromedp.Void](`document.querySelector('svg.tree').dataset.old = 1`))
	if err := l.Append(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, until(`!('old' in document.querySelector('svg.tree').dataset)`))
}

// TestHostileNames: a world's words stay where they are put, whatever is in them.
func TestHostileNames(t *testing.T) {
	path := chromium(t)
	names := []string{`<script>window.hurt=1</script>`, `"><img src=x onerror="window.hurt=1">`, `javascript:window.hurt=1`, `</title></svg><script>window.hurt=1</script>`,
		`{{.Links}}`, `' onload='window.hurt=1`, strings.Repeat("long", 2500), `a&b#c?d=e`}
	l := hostile(t, names)
	h := serve(t, Config{Source: sourceOf("<script>window.hurt=1</script>.db", l), With: sourceOf("b", l)})
	ctx := browser(t, path)
	for _, p := range []string{"/tree", "/tree?view=and-or", "/tree?fold=station", "/run", "/audit", "/diff", "/plan?goal=" + "x%22%3E%3Cscript%3Ewindow.hurt%3D1%3C%2Fscript%3E",
		"/tree?find=%3Cscript%3E", "/tree?item=" + query("", "a", names[0])[3:], "/item?item=" + query("", "a", names[6])[3:], "/item?item=" + query("", "a", names[7])[3:]} {
		open(t, ctx, h.URL+p)
		if !eval[bool](t, ctx, `window.hurt === undefined && document.querySelectorAll('main img, main script, svg script, svg img').length === 0 &&
			[...document.querySelectorAll('a')].every(a => new URL(a.href.baseVal ?? a.href, location).protocol === 'http:')`) {
			t.Errorf("%s: something got out of its place", p)
		}
		// Nothing is wider than the page, and what turns text around is spelled out.
		if !eval[bool](t, ctx, `document.documentElement.scrollWidth <= innerWidth && !/[\u202a-\u202e\u2066-\u2069]/.test(document.documentElement.innerHTML)`) {
			t.Errorf("%s: a name takes more than its place", p)
		}
	}
	open(t, ctx, h.URL+"/tree")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll('a.box')].find(a => a.dataset.name === %q).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))`, names[0])),
		until(`document.querySelector('#panel h2')?.textContent.includes('<script>')`))
	if !eval[bool](t, ctx, `window.hurt === undefined`) {
		t.Error("a click let something out")
	}
}

// hostile is a ledger of a world with these names for its items, in which each action gives one.
func hostile(t testing.TB, names []string) *graphstore.Memory {
	t.Helper()
	l := &graphstore.Memory{}
	world := graphstore.WorldEntry{ID: "hostile", Fingerprint: "f", Stock: 64}
	labels := graphstore.LabelsEntry{Labels: map[interaction.Action]string{}}
	factors := graphstore.FactorsEntry{}
	var page graphstore.Page
	for i, n := range names {
		a := interaction.Action(fmt.Sprintf("a%d", i))
		world.Actions = append(world.Actions, a)
		labels.Labels[a] = n + "\u202egnp.exe"
		factors.Factors = append(factors.Factors, interaction.Factor{Name: n, Ample: 64})
	}
	page.Add(graphstore.NewEntry(world))
	page.Add(graphstore.NewEntry(labels))
	page.Add(graphstore.NewEntry(graphstore.RunEntry{Delta: .01, Config: []byte(`{"Goal":"<script>window.hurt=1</script>"}`)}))
	page.Add(graphstore.NewEntry(factors))
	for i, n := range names {
		e := &graphstore.Effect{Factor: n, Grade: graphstore.Proven, Unconditional: i == 0, Ways: []graphstore.Way{{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}}}
		if i > 0 {
			e.Ways[0].Members = graphstore.Members{{Factors: []string{names[i-1]}, Count: 1, Consumed: 1}}
		}
		page.Add(graphstore.NewFindingEntry(graphstore.Finding{Action: world.Actions[i], Effect: e}))
		page.Add(graphstore.NewFindingEntry(graphstore.Finding{Action: world.Actions[i], Reason: "because of " + n}))
	}
	if err := page.AppendTo(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	return l
}

// BenchmarkFluid measures how soon a tree of 1,800 actions is seen, and how many pictures a
// second Chromium shows while it is moved and zoomed: folded, as it is shown unless asked for
// otherwise, and whole.
func BenchmarkFluid(b *testing.B) {
	path := chromium(b)
	h := serve(b, Config{Source: sourceOf("minecraft-1.19.db", explored(b, "minecraft-1.19"))})
	ctx := browser(b, path)
	open(b, ctx, h.URL+"/run") // what the browser itself takes long for at first isn't ours
	for _, c := range []struct{ name, path string }{{"folded", "/tree"}, {"whole", "/tree?fold=none"}, {"and-or", "/tree?view=and-or"}} {
		b.Run(c.name, func(b *testing.B) {
			first, pan, zoom := 0.0, 0.0, 0.0
			for b.Loop() {
				open(b, ctx, h.URL+c.path)
				do(b, ctx, until(`performance.getEntriesByName('first-contentful-paint').length`))
				first += eval[float64](b, ctx, `performance.getEntriesByName('first-contentful-paint')[0].startTime`)
				pan += eval[float64](b, ctx, frames(`stage.set(stage.x - 12, stage.y - 5, stage.k)`))
				zoom += eval[float64](b, ctx, frames(`stage.zoom(i < 60 ? 1.02 : 1 / 1.02)`))
			}
			n := float64(b.N)
			b.ReportMetric(first/n, "ms/first")
			b.ReportMetric(pan/n, "pan-fps")
			b.ReportMetric(zoom/n, "zoom-fps")
		})
	}
}

// frames is how many pictures a second are shown while something is done before each of 120.
func frames(js string) string {
	return `(async () => { const { all } = await import('/static/pan.js'), stage = all[0];
		const next = () => new Promise(requestAnimationFrame);
		await next(); const t = performance.now();
		for (let i = 0; i < 120; i++) { ` + js + `; await next(); }
		return 120e3 / (performance.now() - t); })()`
}
