package explore_test

import (
	"context"
	"regexp"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

var designs = regexp.MustCompile(`"design":[0-9]+`)

// A run that another design began isn't continued: it would ask for other trials, and
// number items otherwise. A new one begins with everything the ledger knows.
func TestOtherDesign(t *testing.T) {
	cfg := config(2)
	cfg.Budget = 200
	f := load(t, "minecraft-41-paper")
	old := &graphstore.Memory{}
	if _, err := run(t.Context(), t, f, cfg, old, 3, nil); err != nil {
		t.Fatal(err)
	}
	l := &graphstore.Memory{}
	for e, err := range old.Since(context.Background(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		body := designs.ReplaceAllString(string(e.Body), `"design":1`)
		if (e.Kind == graphstore.KindRun) != (body != string(e.Body)) {
			t.Fatalf("a %s entry says %s", e.Kind, e.Body)
		}
		e.Body = []byte(body)
		if err := l.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	cfg.Budget = 0
	if _, err := run(t.Context(), t, f, cfg, l, 3, nil); err != nil {
		t.Fatal(err)
	}
	runs := 0
	for e := range l.Since(context.Background(), 0) {
		if e.Kind == graphstore.KindRun {
			runs++
		}
	}
	report, err := graphstore.Check(t.Context(), l)
	if err != nil || !report.OK() || runs != 2 {
		t.Errorf("%d runs, %v, %v", runs, report, err)
	}
}
