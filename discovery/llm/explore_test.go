package llm_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/explore/replies"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// settings are those of a test: nothing waits for long.
func settings(url string) llm.Config {
	cfg := llm.Default()
	cfg.Model, cfg.BaseURL, cfg.Backoff, cfg.Timeout = "simulated", url, time.Millisecond, 5*time.Second
	return cfg
}

// explored is an exploration with a model.
type explored struct {
	explore.Summary
	score  scenarios.Score
	report llm.Report
	fresh  llm.Usage
	total  llm.Usage
}

// run explores over the ledger with the server's model.
func run(ctx context.Context, t testing.TB, f *sim.File, cfg llm.Config, l graphstore.Ledger, change func(*explore.Config)) explored {
	t.Helper()
	out, err := tryRun(ctx, f, cfg, l, change)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func tryRun(ctx context.Context, f *sim.File, cfg llm.Config, l graphstore.Ledger, change func(*explore.Config)) (explored, error) {
	meter := &llm.Meter{}
	cache := replies.New(l, llm.Connect(cfg, llm.Secret{}, 1, meter), meter)
	h := llm.New(cfg, cache, statistical.Hypothesizer{})
	x := design(h)
	if change != nil {
		change(&x)
	}
	sum, err := bench.ExploreInto(ctx, f, x, l)
	if err != nil {
		return explored{Summary: sum}, err
	}
	folded, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return explored{}, err
	}
	return explored{sum, scenarios.NewScore(scenarios.NewTruth(f), folded.Graph), h.Report(), cache.Fresh(), meter.Total()}, nil
}

func load(t testing.TB, name string) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Whatever the quality of the model, what is learned is exact; and the second run
// of the same exploration makes no call.
func TestEveryQualityIsExact(t *testing.T) {
	for _, world := range []string{"minecraft-41", "minecraft-41-modified"} {
		f := load(t, world)
		for _, level := range llmsim.Levels {
			if level.Modified != (world == "minecraft-41-modified") {
				continue
			}
			t.Run(world+"/"+level.Name, func(t *testing.T) {
				t.Parallel()
				s := llmsim.Start(llmsim.Config{Quality: level.Quality(), Seed: 1})
				defer s.Close()
				l := &graphstore.Memory{}
				got := run(t.Context(), t, f, settings(s.URL()), l, nil)
				if got.score.SHD != 0 || got.score.WaysExact != got.score.WaysTotal || len(got.score.WrongCertificates) > 0 || !got.Complete {
					t.Errorf("SHD %d, %d of %d ways, not learned %v", got.score.SHD, got.score.WaysExact, got.score.WaysTotal, got.NotLearned)
				}
				if got.report.Questions < 41 || got.fresh.Calls < 20 || got.total != got.fresh {
					t.Errorf("hardly anything was asked: %+v, %+v of %+v", got.report, got.fresh, got.total)
				}
				t.Logf("%d trials, %+v, %+v", got.Trials, got.report, got.total)
				if world == "minecraft-41" && level.Name != "gpt-3.5-turbo" {
					return // once more takes as long again, with the race detector
				}
				calls := len(s.Requests())
				again := run(t.Context(), t, f, settings(s.URL()), l, nil)
				if n := len(s.Requests()) - calls; n != 0 || again.fresh != (llm.Usage{}) || again.NewTrials != 0 {
					t.Errorf("the second run made %d calls, %d trials", n, again.NewTrials)
				}
				if again.total != got.total || again.Mark != got.Mark {
					t.Errorf("the second run is another: %+v and %+v", again.total, got.total)
				}
			})
		}
	}
}

// No prompt of a whole exploration holds the name of an item or an action, whole or
// in part, of any embedded world.
func TestPromptsLeakNothing(t *testing.T) {
	for _, world := range scenarios.Names() {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			f := load(t, world)
			// Names as words, however they may be joined: crafting_table, crafting-table.
			names := f.AllFactors()
			for _, a := range f.Actions {
				names = append(names, a.Label)
			}
			leak := func(text string) string {
				text = plain(text)
				for _, n := range names {
					if n = plain(n); n != "  " && (strings.Contains(text, n) || strings.Contains(text, strings.TrimRight(n, " ")+"s ")) {
						return n
					}
				}
				return ""
			}
			if some := names[0]; leak("some_"+some+"s, too") == "" || leak("Do "+strings.ToUpper(names[len(names)-1])+"!") == "" {
				t.Fatalf("a prompt with %q would pass", some)
			}
			s := llmsim.Start(llmsim.Config{Quality: llmsim.Quality{Omission: .3, Redundancy: 1}, Seed: 1})
			defer s.Close()
			asked := 0
			cfg := settings(s.URL())
			l := &graphstore.Memory{}
			meter := &llm.Meter{}
			listen := llm.CompleterFunc(func(ctx context.Context, r llm.Request) (llm.Reply, error) {
				asked++
				text := string(r.Schema)
				// The words of JSON Schema itself are the same for every question.
				text = strings.NewReplacer(`"type":"string"`, "", `"type":"array","items"`, "").Replace(text)
				for _, m := range r.Messages {
					text += "\n" + m.Text
				}
				if n := leak(text); n != "" {
					t.Errorf("a prompt holds %q", n)
				}
				return llm.Connect(cfg, llm.Secret{}, 1, meter).Complete(ctx, r)
			})
			x := design(llm.New(cfg, replies.New(l, listen, meter), statistical.Hypothesizer{}))
			if len(f.Actions) > 100 {
				x.Goal, x.Budget = "wooden_pickaxe", 1500 // the whole of it takes many minutes
			}
			if _, err := bench.ExploreInto(t.Context(), f, x, l); err != nil {
				t.Fatal(err)
			}
			if asked < 4 {
				t.Errorf("only %d requests", asked)
			}
			t.Logf("%d requests", asked)
		})
	}
}

// plain is the text as lower-case words with single spaces between and around.
func plain(text string) string {
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "world.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
