package page

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// TestDisputeShows: what a task disputed isn't certified any more, in the chart, the replay and the list of milestones as in
// the figures, until it is learned again.
func TestDisputeShows(t *testing.T) {
	f, err := scenarios.Load("minecraft-41")
	if err != nil {
		t.Fatal(err)
	}
	l := learned(t, f)
	folded, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	disputed := ""
	for _, a := range folded.Graph.Actions {
		if len(a.Effects) == 1 {
			e, err := graphstore.NewEntry(graphstore.DisputeEntry{Action: a.ID, Reason: "it took more"})
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Append(t.Context(), e); err != nil {
				t.Fatal(err)
			}
			disputed = a.Effects[0].Factor
			break
		}
	}
	run, moments := shownOf(t, l)
	for _, text := range []string{"now 55 of 56", "55 of 56 effects certified", "<bdi>" + disputed + "</bdi> disputed"} {
		if !strings.Contains(run, text) {
			t.Errorf("after a dispute the page of the run lacks %q", text)
		}
	}
	if last := moments[len(moments)-1]; last[2] != disputed || last[3] != "disputed" {
		t.Errorf("the replay ends with %v", last)
	}
	if _, err := living.World(t.Context(), sim.New(f), l, explore.Default(), pool.Config{Sessions: 1, Timeout: time.Minute}, func(explore.Progress) {}); err != nil {
		t.Fatal(err)
	}
	run, _ = shownOf(t, l)
	for _, text := range []string{"now 56 of 56", "56 of 56 effects certified"} {
		if !strings.Contains(run, text) {
			t.Errorf("learned again, the page of the run lacks %q", text)
		}
	}
}

// shownOf is the page of the run, and what its replay is told.
func shownOf(t *testing.T, l *graphstore.Memory) (run string, moments [][4]any) {
	t.Helper()
	h := serve(t, Config{Source: sourceOf("a.db", l)})
	get := func(path string) []byte {
		r, err := http.Get(h.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatal(r.Status, err)
		}
		return text
	}
	if err := json.Unmarshal(get("/moments.json"), &moments); err != nil {
		t.Fatal(err)
	}
	return string(get("/run")), moments
}
