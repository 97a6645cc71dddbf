package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

// Interventions says which synthetic effects to learn, one cell for each
// combination: how many trials does it take to find and certify the precondition
// of one effect, with no hypothesis and an unknown chance?
type Interventions struct {
	Items    []int     // numbers of factors n
	Causes   []int     // members k of the one way
	Ways     []int     // alternatives of one item, beside a core of two
	Chances  []float64 // p
	Worlds   int       // per cell, at least 1
	Seed     uint64
	Delta    float64 // error per effect
	Width    int     // trials per round for the column of rounds
	Parallel int
	Tries    int // of the one-at-a-time baseline
}

// Spread is a mean and a 95th percentile.
type Spread struct {
	Mean float64 `json:"mean"`
	P95  float64 `json:"p95"`
}

// Cell is one row: a kind of effect, ours, the baseline and the bounds.
type Cell struct {
	Items  int     `json:"n"`
	Causes int     `json:"k"`
	Ways   int     `json:"ways"`
	Chance float64 `json:"chance"`
	Worlds int     `json:"worlds"`
	// Group is ours at width 1, Rounds ours at the stated width.
	Group  Spread `json:"group_trials"`
	Rounds Spread `json:"group_rounds"`
	// Wrong and RoundsWrong are the shares of worlds in which what was certified at
	// width 1, and at the stated width, is wrong; None and RoundsNone those in which
	// nothing was certified.
	Wrong       float64 `json:"group_wrong"`
	None        float64 `json:"group_none"`
	RoundsWrong float64 `json:"group_rounds_wrong"`
	RoundsNone  float64 `json:"group_rounds_none"`
	// OneAtATime removes one factor after the other from everything, a fixed
	// number of tries each, as published.
	OneAtATime      Spread  `json:"one_at_a_time_trials"`
	OneAtATimeWrong float64 `json:"one_at_a_time_wrong"`
	// Information, Certificate and Joint are lower bounds, the last of both together;
	// Ratio is the mean of Group to the largest.
	Information float64 `json:"bound_information"`
	Certificate float64 `json:"bound_certificate"`
	Joint       float64 `json:"bound_joint"`
	Ratio       float64 `json:"ratio"`
}

// Run measures every cell; show, if not nil, is called with each as it is done.
func (b Interventions) Run(ctx context.Context, show func(Cell)) ([]Cell, error) {
	var cells []Cell
	run := func(n, k, ways int, p float64) error {
		c, err := b.cell(ctx, n, k, ways, p)
		if err != nil {
			return err
		}
		cells = append(cells, c)
		if show != nil {
			show(c)
		}
		return nil
	}
	for _, n := range b.Items {
		for _, p := range b.Chances {
			for _, k := range b.Causes {
				if k > n {
					continue
				}
				if err := run(n, k, 1, p); err != nil {
					return cells, err
				}
			}
			for _, w := range b.Ways {
				if w == 1 || w+2 > n || n > 200 {
					continue
				}
				if err := run(n, 3, w, p); err != nil {
					return cells, err
				}
			}
		}
	}
	return cells, nil
}

// effectWorld is one effect with a hidden precondition.
type effectWorld struct {
	causes int // the factors that may be causes; the one after them is the effect
	v      *interaction.Vocabulary
	ways   []discovery.Way
	chance float64
	rng    *rand.Rand
}

func (w *effectWorld) try(at interaction.State) bool {
	return slices.ContainsFunc(w.ways, func(v discovery.Way) bool { return discovery.MetBy(v, at) }) && w.rng.Float64() < w.chance
}

// newEffectWorld draws a core of items that are always needed and, with more than
// one way, a group of alternatives for the last of them.
func newEffectWorld(n, k, ways int, p float64, seed uint64) *effectWorld {
	rng := rand.New(rand.NewPCG(seed, uint64(n*1000+k*10+ways)))
	perm := rng.Perm(n)
	core := perm[:k-1]
	w := &effectWorld{causes: n, v: interaction.NewVocabulary(1, nil), chance: p, rng: rng}
	for i := range n + 1 {
		w.v.Add(fmt.Sprint(i))
	}
	for _, last := range perm[k-1 : k-1+ways] {
		items := append(slices.Clone(core), last)
		slices.Sort(items)
		var v discovery.Way
		for _, i := range items {
			v = append(v, discovery.One(i, 1))
		}
		w.ways = append(w.ways, v)
	}
	slices.SortFunc(w.ways, compareWays)
	return w
}

func compareWays(a, b discovery.Way) int {
	return slices.CompareFunc(a, b, discovery.CompareMembers[int])
}

// all is the start that holds everything.
func (w *effectWorld) all() interaction.State { return w.v.Cut(interaction.Plenty, w.causes) }

// end is how an effect was learned.
type end int

const (
	right end = iota
	wrong
	none // nothing was certified
)

// certify learns the effect.
func (w *effectWorld) certify(width int, delta float64) (trials, rounds int, ended end) {
	all := w.all()
	h := discovery.NewHistory(w.v)
	q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: refine.Group{}, History: h, Budget: delta})
	ceilings := discovery.FixedCeilings(all)
	const limit = 200000
	for trials < limit {
		ask := slices.Repeat([]interaction.State{all}, width)
		var step inquiry.Step
		if len(h.Effects()) > 0 {
			step = q.Next(ceilings, width)
			ask = step.Ask
		}
		if len(ask) == 0 {
			var ways []discovery.Way // a class stands for several
			for _, v := range step.Ways {
				ways = append(ways, v.Pure()...)
			}
			slices.SortFunc(ways, compareWays)
			switch {
			case step.Phase != inquiry.Settled:
				ended = none
			case !slices.EqualFunc(ways, w.ways, discovery.Way.Equal):
				ended = wrong
			}
			return trials, rounds, ended
		}
		rounds++
		for _, at := range ask {
			trials++
			if w.try(at) {
				h.Add(at, []interaction.Level{{Factor: w.causes, Level: 1}})
			} else {
				h.Add(at, nil)
			}
		}
	}
	return trials, rounds, none
}

// removeOneByOne is the published loop without a guess: three samples of
// everything, then each factor is removed and tried a fixed number of times.
func (w *effectWorld) removeOneByOne(tries int) (trials int, ok bool) {
	at := w.all()
	for hits := 0; hits < 3 && trials < 1000; trials++ {
		if w.try(at) {
			hits++
		}
	}
	for i := range w.causes {
		at = at.With(i, 0)
		worked := false
		for t := 0; t < tries && !worked; t++ {
			trials++
			worked = w.try(at)
		}
		if !worked {
			at = at.With(i, 1)
		}
	}
	var found discovery.Way
	for i := range at.All() {
		found = append(found, discovery.One(i, 1))
	}
	return trials, len(w.ways) == 1 && found.Equal(w.ways[0])
}

func (b Interventions) cell(ctx context.Context, n, k, ways int, p float64) (Cell, error) {
	type one struct {
		trials, rounds, published float64
		ended, wideEnded          end
		publishedWrong            bool
	}
	out := make([]one, b.Worlds)
	err := each(ctx, b.Worlds, b.Parallel, func(i int) {
		seed := b.Seed + uint64(i)
		t, _, ended := newEffectWorld(n, k, ways, p, seed).certify(1, b.Delta)
		_, r, wideEnded := newEffectWorld(n, k, ways, p, seed).certify(b.Width, b.Delta)
		m, okm := newEffectWorld(n, k, ways, p, seed).removeOneByOne(b.Tries)
		out[i] = one{float64(t), float64(r), float64(m), ended, wideEnded, !okm}
	})
	if err != nil {
		return Cell{}, err
	}
	spread := func(pick func(one) float64) Spread {
		v := make([]float64, len(out))
		for i, o := range out {
			v[i] = pick(o)
		}
		slices.Sort(v)
		return Spread{stat.Mean(v, nil), stat.Quantile(.95, stat.Empirical, v, nil)}
	}
	c := Cell{Items: n, Causes: k, Ways: ways, Chance: p, Worlds: b.Worlds,
		Group:      spread(func(o one) float64 { return o.trials }),
		Rounds:     spread(func(o one) float64 { return o.rounds }),
		OneAtATime: spread(func(o one) float64 { return o.published }),
	}
	share := func(pick func(one) bool) (sum float64) {
		for _, o := range out {
			if pick(o) {
				sum++
			}
		}
		return sum / float64(len(out))
	}
	c.Wrong = share(func(o one) bool { return o.ended == wrong })
	c.None = share(func(o one) bool { return o.ended == none })
	c.RoundsWrong = share(func(o one) bool { return o.wideEnded == wrong })
	c.RoundsNone = share(func(o one) bool { return o.wideEnded == none })
	c.OneAtATimeWrong = share(func(o one) bool { return o.publishedWrong })
	log2, singles := Log2Choose(n, k), k
	if ways > 1 {
		log2, singles = Log2Choose(n, k-1)+Log2Choose(n-k+1, ways), k-1
	}
	c.Information = InformationBound(log2, p, b.Delta)
	c.Certificate = CertificateBound(ways, k, p, b.Delta)
	c.Joint = JointBound(log2, ways, singles, k-singles, p, b.Delta)
	c.Ratio = c.Group.Mean / max(c.Information, c.Certificate, c.Joint)
	return c, nil
}

// String is the cell as a line of a table; see Header.
func (c Cell) String() string {
	return fmt.Sprintf("%5d %2d %4d %6.2f | %7.1f %6.0f %6.3f %5.3f | %6.1f %5.0f %6.3f %5.3f | %8.1f %6.3f | %6.1f %6.1f %6.1f %5.2f",
		c.Items, c.Causes, c.Ways, c.Chance, c.Group.Mean, c.Group.P95, c.Wrong, c.None, c.Rounds.Mean, c.Rounds.P95, c.RoundsWrong, c.RoundsNone,
		c.OneAtATime.Mean, c.OneAtATimeWrong, c.Information, c.Certificate, c.Joint, c.Ratio)
}

// Header names the columns of Cell.String.
func (Interventions) Header() string {
	return "    n  k ways chance |  trials    p95  wrong  none | rounds   p95  wrong  none | one-by-1  wrong |   info   cert  joint ratio"
}
