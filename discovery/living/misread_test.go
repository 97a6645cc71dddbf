package living_test

import (
	"context"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// seen is a toy that has to be perceived, by somebody who says how often he errs.
type seen struct {
	toy
	misread float64
}

func (w seen) Spec() interaction.Spec {
	s := w.toy.Spec()
	s.Misread = w.misread
	return s
}

func (w seen) Open(context.Context) (interaction.Session, error) {
	return &seenSession{toySession: toySession{toy: w.toy}}, nil
}

type seenSession struct {
	toySession
	steps int
}

func (s *seenSession) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	s.steps++
	return s.toySession.Step(ctx, a)
}

func (s *seenSession) Sure() float64     { return .9 }
func (s *seenSession) Contradicted() int { return s.steps / 10 }

// What is perceived is certified where so many successes can't all be misread, and says how probable that is; else it
// isn't certified. The check computes that again, and the ledger has what was believed, how surely.
func TestWhatIsPerceived(t *testing.T) {
	for _, c := range []struct {
		misread   float64
		certified int
	}{{1e-4, 2}, {.4999, 0}} {
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), seen{misread: c.misread}, l, config(1), pool.Config{Sessions: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if sum.ActionsCertified != c.certified || sum.Contradicted == 0 {
			t.Errorf("misread %g: %d certified, want %d; %d beliefs contradicted; not learned: %v", c.misread, sum.ActionsCertified, c.certified, sum.Contradicted, sum.NotLearned)
		}
		report, err := graphstore.Check(t.Context(), l)
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("misread %g: %v %v", c.misread, err, report.Problems)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		said := 0 // of many successes it is less than the least number there is
		for _, a := range folded.Graph.Actions {
			for _, e := range a.Effects {
				if c.certified == 0 {
					continue
				}
				if e.Certificate.Misread > 0 {
					said++
				}
				if e.Certificate.Misread > e.Certificate.Budget*graphstore.MisreadShare {
					t.Errorf("%s: the certificate says %g of a budget of %g", e.Factor, e.Certificate.Misread, e.Certificate.Budget)
				}
			}
			if c.certified == 0 && a.Learned {
				t.Errorf("%s is learned by what may all be misread", a.ID)
			}
		}
		if c.certified > 0 && said == 0 {
			t.Error("no certificate says how probable it is")
		}
		believed := 0
		for _, e := range entries(t, l) {
			if e.Kind == graphstore.KindOutcome && strings.Contains(string(e.Body), `"b":0.81`) {
				believed++
			}
		}
		if believed == 0 {
			t.Error("no outcome says how surely it was perceived")
		}
	}
}
