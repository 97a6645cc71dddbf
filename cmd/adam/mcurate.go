package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// agreementFile is where a folder of recordings keeps what other raters said.
const agreementFile = "agreement.json"

// ratedJSON is what became of a rater.
type ratedJSON struct {
	Rater     string       `json:"rater"`
	Agreement mcu.Agreeing `json:"agreement"`
	Trust     mcu.Trust    `json:"trust"`
	// Distrust says why the rater can't be relied on; empty: nothing speaks against it.
	Distrust string `json:"distrust"`
}

func newMCURate() *cobra.Command {
	var rater, written, world string
	var pairs, singles int
	var seed uint64
	var flags modelFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rate DIR",
		Short: "Have a vision model rate recordings, and say how far it agrees with the exact rater",
		Long: `Have a vision model compare recordings of the same scenes, and grade single ones, in six
dimensions: it is shown one picture in 30 steps, and says its evidence before its grades.
Every comparison is made twice, with the recordings swapped: who takes the first both
times, refuses, or gives all the same grade is found out, and the exit code is 1.

Raters: model (see --llm-...), or a stand-in: played-careful, played-refuses,
played-rubbish, played-flatters. What was found is kept in DIR for adam mcu report.`,
		Example: `  adam mcu rate games --rater played-careful --pairs 20 --singles 20
  adam mcu rate games --rater model --llm-model some-model --llm-base-url http://localhost:8000/v1`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if pairs < 0 || singles < 0 || pairs+singles == 0 {
				return usage(errorf("there must be pairs or singles to rate"))
			}
			var ask llm.Completer
			name := rater
			switch rater {
			case "model":
				m, merr := flags.open(seed)
				if merr != nil {
					return merr
				}
				defer m.finish(cmd.ErrOrStderr(), &err)
				ask, name = m.metered(), m.cfg.Model
			case "played-careful", "played-refuses", "played-rubbish", "played-flatters":
				server, err := llmsim.Serve(llmsim.Config{Say: mcu.PlayedJudge{Kind: rater[len("played-"):]}.Say})
				if err != nil {
					return err
				}
				defer server.Close()
				cfg := llm.Default()
				cfg.Model, cfg.BaseURL = rater, server.URL()
				ask = llm.NewClient(cfg, llm.Secret{})
			default:
				return usage(errorf("--rater %q: it is model, played-careful, played-refuses, played-rubbish or played-flatters", rater))
			}
			var texts map[string]map[mcu.Dimension]string
			if written != "" {
				if texts, err = readCriteria(written); err != nil {
					return err
				}
			}
			dir := args[0]
			rows, _, err := readRows(filepath.Join(dir, rowsFile))
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				return inputf("there are no rows in %s", dir)
			}
			mcu.SortRows(rows)
			families := map[string]mcu.Family{}
			for _, r := range rows {
				families[r.Task] = r.Family
			}
			open := func(r mcu.Row) (*mcu.Trace, error) { return readTrace(recording(dir, r)) }
			first, err := open(rows[0])
			if err != nil {
				return err
			}
			g, err := openRecorded(first.World, world)
			if err != nil {
				return err
			}
			rng := rand.New(rand.NewPCG(seed, 0x72617465))
			those, err := drawPairs(rng, rows, pairs, open)
			if err != nil {
				return err
			}
			var alone []*mcu.Trace
			for range singles {
				t, err := open(rows[rng.IntN(len(rows))])
				if err != nil {
					return err
				}
				alone = append(alone, t)
			}
			j := &mcu.Judge{Game: g, Ask: ask, Model: name, Every: 30, Most: 12, Texts: texts}
			a, err := j.Agree(cmd.Context(), those, alone, func(task string) mcu.Family { return families[task] })
			if mute := (*llm.Fault)(nil); errors.As(err, &mute) {
				return hinted(fmt.Errorf("the model doesn't answer: %w", err), "see to its server and key (--llm-base-url, OPENAI_API_KEY): nothing is said of it")
			}
			if err != nil {
				return err
			}
			out := ratedJSON{name, a, j.Trust(), j.Trust().Verdict()}
			if err := keepAgreement(dir, out); err != nil {
				return err
			}
			err = show(cmd.OutOrStdout(), out, nil, asJSON, func(w io.Writer) {
				fmt.Fprintf(w, "%s: %d comparisons, %d single ratings; F1 %.1f, %s\n", name, a.Pairs, a.Singles, 100*a.F1["all"], a.Kendall())
				fmt.Fprintf(w, "of %d comparisons made both ways in one dimension it kept to %d\n", out.Trust.Swapped, out.Trust.Consistent)
				if out.Distrust != "" {
					fmt.Fprintf(w, "it can't be relied on: %s\n", out.Distrust)
				}
			})
			if err == nil && out.Distrust != "" {
				err = errNo
			}
			return err
		},
	}
	recordedFlag(cmd, &world)
	f := cmd.Flags()
	f.StringVar(&rater, "rater", "model", "model, played-careful, played-refuses, played-rubbish or played-flatters")
	f.IntVar(&pairs, "pairs", 30, "how many pairs of recordings are compared")
	f.IntVar(&singles, "singles", 30, "how many recordings are graded")
	f.Uint64Var(&seed, "seed", 1, "by which recordings are drawn")
	f.StringVar(&written, "criteria", "", "tell the model the criteria in this file, of adam mcu criteria --json, for the tasks that it has")
	flags.add(cmd)
	f.BoolVar(&asJSON, "json", false, "write JSON: agreement, trust, distrust")
	return cmd
}

// drawPairs draws that number of pairs of recordings of the same scenes, or as many as it finds. The rows are sorted by scene.
func drawPairs(rng *rand.Rand, rows []mcu.Row, pairs int, open func(mcu.Row) (*mcu.Trace, error)) (those []mcu.Pair, err error) {
	alike := func(i, k int) bool { // two of a scene
		return i != k && k < len(rows) && rows[i].Task == rows[k].Task && rows[i].Difficulty == rows[k].Difficulty && rows[i].Episode == rows[k].Episode
	}
	for n := 0; len(those) < pairs && n < 100*pairs; n++ {
		i := rng.IntN(len(rows))
		k := (i + 1 + rng.IntN(len(rows))) % len(rows)
		if !alike(i, k) {
			k = i + 1 // beside it are others of the same scene
		}
		if !alike(i, k) {
			continue
		}
		var p mcu.Pair
		if p.A, err = open(rows[i]); err != nil {
			return nil, err
		}
		if p.B, err = open(rows[k]); err != nil {
			return nil, err
		}
		those = append(those, p)
	}
	return those, nil
}

// recording is where that of a row is.
func recording(dir string, r mcu.Row) string {
	return filepath.Join(dir, fileName(r.Agent), fileName(r.Task), fmt.Sprintf("%s-%d.jsonl", r.Difficulty, r.Episode+1))
}

// keepAgreement puts what a rater said beside what others said.
func keepAgreement(dir string, r ratedJSON) error {
	all, err := readAgreement(dir)
	if err != nil {
		return err
	}
	all[r.Rater] = r
	data, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, agreementFile), append(data, '\n'))
}

// readAgreement is what other raters said; nothing if nobody did.
func readAgreement(dir string) (map[string]ratedJSON, error) {
	all := map[string]ratedJSON{}
	path := filepath.Join(dir, agreementFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err == nil {
		if jerr := json.Unmarshal(data, &all); jerr != nil {
			return nil, inputf("%s: %w", path, jerr)
		}
	}
	return all, err
}
