package living

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Away has lives lived elsewhere, by workers that each hold a [Replica]. What a job's bytes say, these know; equal bytes
// are the same life. log is what came of all lives before, for the replicas. take is told what is reported of the i-th
// job, or that it is lost; its error says that the report can't be. Calls of take don't overlap.
type Away interface {
	Live(ctx context.Context, jobs, log [][]byte, take func(i int, report []byte, lost string) error) error
}

// Afar explores a world of episodes as World does, but its lives are lived elsewhere. A life is a function of the
// configuration, of what is known when it is chosen, and of its number: so who lives it changes nothing of what is found.
// Where episodes take long to begin, each life begins its own here, too, while World goes on in that of the life before.
// A session is opened here, to see what actions are done to. The errors are World's, the Away's, and
// ErrLongLife.
func Afar(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg explore.Config, away Away, show func(explore.Progress)) (explore.Summary, error) {
	if w.Spec().Caps.Starts != interaction.Episodes {
		return explore.Summary{}, interaction.ErrNoStarts
	}
	return live(ctx, w, l, cfg, 0, show, manner{wanted: (*knowledge).questions}, away)
}

// job says which life is to be lived.
type job struct {
	Terms  terms  `json:"terms"`
	After  int    `json:"after"` // how many lives came before it was chosen
	Number int    `json:"number"`
	Limit  int    `json:"limit"` // steps
	Log    string `json:"log"`   // see heard: of the lives before
	Plan   string `json:"plan"`  // see planOf
}

// terms are what of the configuration says what is asked.
type terms struct {
	Seed    string          `json:"seed"` // decimal: not every reader of JSON is exact
	Width   int             `json:"width"`
	Delta   float64         `json:"delta"`
	Floor   float64         `json:"floor"`
	Stock   int             `json:"stock"`
	Proved  bool            `json:"proved,omitempty"`
	Chances explore.Chances `json:"chances"`
}

// planOf is a checksum of what the life is to bring about and to try, and of how: who chooses the same life has the same.
func planOf(l *life) string {
	h := sha256.New()
	for _, s := range slices.Concat(l.situations, l.play.situations) {
		fmt.Fprintf(h, "%q %q\n", s.key, s.plans)
		for _, q := range s.asks {
			fmt.Fprintf(h, "%q %d\n", q.action.id, q.times)
		}
	}
	if l.practice != nil {
		for _, q := range l.practice {
			fmt.Fprintf(h, "%q\n", q.action.id)
		}
		fmt.Fprintln(h, l.play.first, l.play.without, l.play.whole, l.play.needless)
	}
	if l.plans != nil {
		for _, x := range l.plans.Rules() {
			fmt.Fprintln(h, x.Action, x.Factor, x.Ways)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// heard is a running checksum of what came of lives in their order, as a ledger holds it: before, and then the life, once
// knowledge took it. Why one broke, no ledger holds.
func heard(before string, l *life) string {
	r := reportOf(l)
	r.Broken = ""
	text, err := json.Marshal(r)
	if err != nil {
		text = []byte(err.Error()) // it can't be told either
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s %s", before, text)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// report is what came of a life.
type report struct {
	// Turn: behind this life it was considered what is known by then.
	Turn         bool                        `json:"turn,omitempty"`
	Limits       []graphstore.LimitEntry     `json:"limits,omitempty"` // what was asked for no more of by then, at a turn
	Number       int                         `json:"number"`
	Begun        int                         `json:"begun"`
	Continues    int                         `json:"continues,omitempty"`
	Steps        int                         `json:"steps"`
	Ended        string                      `json:"ended"`
	Broken       string                      `json:"broken,omitempty"`
	Trials       []deed                      `json:"trials,omitempty"`
	Failed       []string                    `json:"failed,omitempty"`
	Done         []string                    `json:"done,omitempty"`
	Lessons      []interaction.Lesson        `json:"lessons,omitempty"`
	Felt         map[string]interaction.Felt `json:"felt,omitempty"`
	Contradicted int                         `json:"contradicted,omitempty"`
}

// deed is a trial of a life.
type deed struct {
	Action  interaction.Action `json:"a"`
	Start   map[string]int     `json:"s,omitempty"`
	Changes map[string]int     `json:"c,omitempty"` // gains
	Step    int                `json:"i"`
	Sure    float64            `json:"b,omitempty"`
	Ended   bool               `json:"e,omitempty"` // the episode ended before it did
	Broke   bool               `json:"f,omitempty"` // the session broke
	Why     string             `json:"w,omitempty"`
}

// longest is how many bytes a report has at most before it is packed, and turnRoom how many of these are left for what tells of a turn.
const (
	longest  = 64 << 20
	turnRoom = 1 << 20
)

// ErrLongLife is wrapped by the error of [Afar] where a life was lived on one machine of which more came than can be told.
var ErrLongLife = fmt.Errorf("what came of a life takes more than %d MiB", longest>>20)

// told is what came of a life, or, where that can't be told, that it is a broken one.
func told(l *life) ([]byte, error) {
	data, err := packed(l, false)
	if !errors.Is(err, ErrLongLife) {
		return data, err
	}
	return packed(&life{number: l.number, begun: l.begun, steps: l.steps, ended: broken, err: err}, false)
}

// reportOf is what came of a life, but for a turn.
func reportOf(l *life) report {
	r := report{Number: l.number, Begun: l.begun, Continues: l.continues, Steps: l.steps, Ended: l.ended, Failed: compact(l.failed), Done: compact(l.done),
		Lessons: l.lessons, Felt: l.felt, Contradicted: l.contradicted}
	if l.err != nil {
		r.Broken = l.err.Error()
	}
	for _, t := range l.trials {
		d := deed{Action: t.Trial.Action, Start: t.Trial.Start.Map(), Step: t.Step, Sure: t.Sure, Ended: t.Status == interaction.Truncated, Broke: t.Status == interaction.Faulted, Why: t.Why}
		for _, c := range t.Changes {
			if d.Changes == nil {
				d.Changes = map[string]int{}
			}
			d.Changes[c.Factor] = c.Gain()
		}
		r.Trials = append(r.Trials, d)
	}
	return r
}

// packed writes what came of a life; it fails with ErrLongLife.
func packed(l *life, turn bool) ([]byte, error) {
	r := reportOf(l)
	if turn {
		r.Turn, r.Limits = true, l.limits
	}
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if most := longest - turnRoom; !turn && len(text) > most || len(text) > longest {
		return nil, ErrLongLife
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// unpacked reads what came of a life in a world with these actions; what can't be is an error.
func unpacked(data []byte, has func(interaction.Action) bool) (*life, bool, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, false, fmt.Errorf("no report: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(z, longest+1))
	if err == nil && len(text) > longest {
		err = fmt.Errorf("it has more than %d bytes", longest)
	}
	if err != nil {
		return nil, false, fmt.Errorf("no report: %w", err)
	}
	var r report
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, false, fmt.Errorf("no report: %w", err)
	}
	l := &life{number: r.Number, begun: r.Begun, continues: r.Continues, steps: r.Steps, ended: r.Ended, failed: r.Failed, done: r.Done, lessons: r.Lessons, felt: r.Felt, contradicted: r.Contradicted, limits: r.Limits}
	if err := r.possible(); err != nil {
		return nil, false, err
	}
	if r.Broken != "" {
		l.err = errors.New(r.Broken)
	}
	seen := map[interaction.Key]bool{}
	for i, d := range r.Trials {
		t, err := d.trial(r.Number)
		switch {
		case err == nil && !has(d.Action):
			err = errors.New("the world doesn't have it")
		case err == nil && seen[t.Trial.Key()]:
			err = errors.New("it is there twice")
		}
		if err != nil {
			return nil, false, fmt.Errorf("trial %d, of %.40q: %w", i, d.Action, err)
		}
		seen[t.Trial.Key()] = true
		l.trials = append(l.trials, t)
	}
	return l, r.Turn, nil
}

// possible reports what of a report, but for its trials, can't be.
func (r *report) possible() error {
	const most = 10 * lifetime
	if min(r.Number, r.Begun, r.Continues, r.Steps, r.Contradicted) < 0 || max(r.Begun, r.Steps, r.Contradicted) > most || !slices.Contains([]string{done, "steps", "ended", broken}, r.Ended) {
		return fmt.Errorf("life %d of %d steps and %d episodes ended so: %.20q", r.Number, r.Steps, r.Begun, r.Ended)
	}
	if (r.Broken != "") != (r.Ended == broken) {
		return fmt.Errorf("a life that ended so: %.20q, with the reason %.100q", r.Ended, r.Broken)
	}
	for _, s := range slices.Concat(r.Failed, r.Done) {
		if !interaction.Plain(s) {
			return fmt.Errorf("a situation called %.100q", s)
		}
	}
	for _, l := range r.Lessons {
		if l.Thing == "" || !interaction.Plain(l.Thing+string(l.Is)+string(l.By)) || l.After < 0 || l.After > most {
			return fmt.Errorf("a lesson of %.100q", fmt.Sprint(l))
		}
	}
	for _, l := range r.Limits {
		names := slices.Concat(l.Factors, []string{l.Factor}, slices.Collect(maps.Keys(l.Beside)))
		least, most := min(l.Most, l.Slots, l.Alone), max(l.Most, l.Slots, l.Alone)
		for _, n := range l.Beside {
			least, most = min(least, n), max(most, n)
		}
		if slices.ContainsFunc(names, func(name string) bool { return !interaction.Plain(name) }) || l.Factor == "" && l.Slots < 1 || least < 0 || most > interaction.MaxLevel {
			return fmt.Errorf("a limit of %.100q to %d", fmt.Sprint(names), max(l.Most, l.Slots))
		}
	}
	for v, f := range r.Felt {
		if !interaction.Plain(v) || min(f.Low, f.LowBlows, f.High, f.HighBlows) < 0 || max(f.Low, f.LowBlows, f.High, f.HighBlows) > most {
			return fmt.Errorf("%.100q was felt so: %v", v, f)
		}
	}
	return nil
}

// trial is the trial of the life with that number.
func (d *deed) trial(number int) (trial, error) {
	for name, n := range d.Start {
		if name == "" || !interaction.Plain(name) || n < 1 || n > interaction.MaxLevel {
			return trial{}, fmt.Errorf("it began with %d of %.100q", n, name)
		}
	}
	short := d.Ended || d.Broke
	if d.Step < 0 || !(d.Sure >= 0 && d.Sure <= 1) || short && len(d.Changes) > 0 || !short && d.Why != "" || d.Ended && d.Broke {
		return trial{}, fmt.Errorf("it was step %d, believed at %g, and %d factors changed", d.Step, d.Sure, len(d.Changes))
	}
	start := interaction.StateOf(d.Start)
	t := interaction.Trial{Action: d.Action, Start: start, Episode: number, Step: d.Step}
	if short {
		status := map[bool]interaction.Status{false: interaction.Truncated, true: interaction.Faulted}[d.Broke]
		return trial{t, interaction.Outcome{Key: t.Key(), Status: status, Why: d.Why}}, nil
	}
	var changes []interaction.Change
	for name, n := range d.Changes {
		was := start.Level(name)
		if name == "" || !interaction.Plain(name) || n == 0 || n < -was || n > interaction.MaxLevel-was {
			return trial{}, fmt.Errorf("%.100q changed by %d from %d", name, n, was)
		}
		changes = append(changes, interaction.Change{Factor: name, From: was, To: was + n})
	}
	o := t.Completed(start, start.After(changes))
	o.Sure = d.Sure
	return trial{t, o}, nil
}

// note keeps what came of a life, which knowledge took, for the replicas, where there are any.
func (r *run) note(l *life) {
	if r.away == nil {
		return
	}
	data, err := packed(l, false)
	if err != nil && r.untold == nil {
		r.untold = fmt.Errorf("life %d can't be told to workers: %w; go on without them", l.number, err)
	}
	r.log = append(r.log, data)
	r.latest, r.heard = l, heard(r.heard, l)
}

// turned works out what can be brought about with what is known after some lives, and notes that it did.
func (r *run) turned() {
	r.k.survey()
	if n := len(r.log); n > 0 {
		r.latest.limits = r.k.limits
		if data, err := packed(r.latest, true); err == nil { // else it is untold already
			r.log[n-1] = data
		}
	}
}

// ask has the lives lived elsewhere.
func (r *run) ask(ctx context.Context, lives []*life, limit int) error {
	if r.untold != nil {
		return r.untold
	}
	jobs := make([][]byte, len(lives))
	for i, l := range lives {
		var err error
		if jobs[i], err = json.Marshal(job{r.terms(), len(r.log), l.number, limit, r.heard, planOf(l)}); err != nil {
			return err
		}
	}
	err := r.away.Live(ctx, jobs, r.log, func(i int, data []byte, lost string) error {
		l := lives[i]
		if lost != "" {
			l.ended, l.err = broken, errors.New(lost)
			return nil
		}
		got, _, err := unpacked(data, func(a interaction.Action) bool { return r.k.byID[a] != nil })
		if err == nil && got.number != l.number {
			err = fmt.Errorf("it is of life %d, not %d", got.number, l.number)
		}
		if err != nil {
			return err
		}
		got.seed, got.situations, got.practice, got.play = l.seed, l.situations, l.practice, l.play
		*l = *got
		return nil
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (r *run) terms() terms {
	return terms{fmt.Sprint(r.cfg.Seed), r.cfg.Width, r.cfg.Delta, r.cfg.Floor, r.cfg.Stock, r.cfg.Proved, r.cfg.Chances}
}
