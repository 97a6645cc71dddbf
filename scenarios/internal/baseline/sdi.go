package baseline

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/adam-discovery/adam/interaction"
)

// Sample is a trial as SDI is given it: an action, the items that were there, and those of which there were more afterwards.
type Sample struct {
	Action      interaction.Action
	Has, Gained []string
}

// Link is an edge of a graph over all nodes: an item or an action, the other being empty, is a cause of an effect.
type Link struct {
	Action interaction.Action
	Item   string
	Effect string
}

// SDI is the causal discovery of CDHRL (Peng et al., 2022): "Learning Neural Causal Models from Unknown Interventions"
// (Ke et al., 2019), with temporal modelling, as ADAM compares with it (table 4.1): causes were there before, effects are
// what was gained.
//
// Each effect has a network that predicts it from its parents, and each possible parent a belief that it is one. By turns, the
// networks are fitted on graphs that are drawn from the beliefs, and graphs that are drawn are scored by how well the
// networks on them predict the samples; the beliefs move toward graphs that score well, and are held down by penalties on
// edges and on cycles of two. Every sample is an intervention, on what was there and on what was done, and it is known which:
// SDI's guess of the intervened node isn't needed. It tests nothing itself.
//
// Two things differ from SDI as published: graphs are scored on all samples, and sizes and rates are this project's, chosen
// on seeds that aren't reported. SDI's are for samples by the ten thousands, and these are dozens.
//
// With actions as nodes, one action's absence tells of another's presence: where there are few, it takes others for causes, too.
type SDI struct {
	Seed uint64
	// Rounds is how often the two phases take turns; zero means 200.
	Rounds int
	// Decompose looks at each action's samples alone, as ADAM's subgraph decomposition does; what an action gave is its
	// effect then, and only causes among the items are sought.
	Decompose bool
}

const (
	sdiHidden  = 8     // units of a network's hidden layer
	sdiFits    = 20    // steps by which the networks are fitted in a round
	sdiScores  = 4     // how often graphs are scored in a round
	sdiGraphs  = 25    // graphs that are drawn for each score
	sdiBatch   = 32    // samples of a step that networks are fitted by, at most
	sdiFitRate = .02   // by which networks learn
	sdiRate    = .05   // by which beliefs move
	sdiSparse  = .0125 // what an edge costs, for each sample that an action has in the mean
	sdiCycle   = .5    // what a cycle of two costs
	sdiSlope   = .1    // of the hidden units below zero
)

// Discover finds the links that are more probable than not, ascending by effect. Its error is that of ctx.
func (s SDI) Discover(ctx context.Context, samples []Sample) ([]Link, error) {
	if s.Rounds == 0 {
		s.Rounds = 200
	}
	var out []Link
	if !s.Decompose {
		var err error
		if out, err = s.links(ctx, samples, true); err != nil {
			return nil, err
		}
	} else {
		by := map[interaction.Action][]Sample{}
		var actions []interaction.Action
		for _, x := range samples {
			if by[x.Action] == nil {
				actions = append(actions, x.Action)
			}
			by[x.Action] = append(by[x.Action], x)
		}
		for _, a := range actions {
			more, err := s.links(ctx, by[a], false)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
			for _, e := range gained(by[a]) {
				out = append(out, Link{Action: a, Effect: e})
			}
		}
	}
	slices.SortFunc(out, func(x, y Link) int {
		return cmp.Or(cmp.Compare(x.Effect, y.Effect), cmp.Compare(x.Action, y.Action), cmp.Compare(x.Item, y.Item))
	})
	return slices.Compact(out), nil
}

// gained lists what was gained in any of the samples, ascending.
func gained(samples []Sample) (out []string) {
	for _, x := range samples {
		out = append(out, x.Gained...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// links runs SDI over these samples, with their actions as nodes or without.
func (s SDI) links(ctx context.Context, samples []Sample, actions bool) ([]Link, error) {
	if len(samples) == 0 {
		return nil, nil
	}
	p := newSDIRun(samples, actions, s.Seed)
	for range s.Rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for range sdiFits {
			p.fit()
		}
		for range sdiScores {
			p.score()
			p.restrain()
		}
	}
	var out []Link
	for t, e := range p.effects {
		for v, n := range p.nodes {
			if p.may(t, v) && p.belief[t][v] > 0 {
				out = append(out, Link{n.Action, n.Item, e})
			}
		}
	}
	return out, nil
}

// sdiRun is a run over some samples.
type sdiRun struct {
	rng     *rand.Rand
	nodes   []Link // possible causes; without effects
	effects []string
	// inputs are by sample and node, 0 or 1, and targets by sample and effect.
	inputs, targets [][]float64
	belief, slope   [][]float64 // log-odds, and where they are to go, by effect and node
	moved           []*adam
	nets            []*network
	sparse          float64 // what an edge costs
}

func newSDIRun(samples []Sample, actions bool, seed uint64) *sdiRun {
	p := &sdiRun{rng: rand.New(rand.NewPCG(seed, 0x736469)), effects: gained(samples)}
	var items []string
	for _, x := range samples {
		items = append(items, x.Has...)
	}
	slices.Sort(items)
	for _, it := range slices.Compact(items) {
		p.nodes = append(p.nodes, Link{Item: it})
	}
	var done []interaction.Action
	for _, x := range samples {
		if !slices.Contains(done, x.Action) {
			done = append(done, x.Action)
			if actions {
				p.nodes = append(p.nodes, Link{Action: x.Action})
			}
		}
	}
	for _, x := range samples {
		in, target := make([]float64, len(p.nodes)), make([]float64, len(p.effects))
		for v, node := range p.nodes {
			if node.Action != "" && node.Action == x.Action || node.Item != "" && slices.Contains(x.Has, node.Item) {
				in[v] = 1
			}
		}
		for t, e := range p.effects {
			if slices.Contains(x.Gained, e) {
				target[t] = 1
			}
		}
		p.inputs, p.targets = append(p.inputs, in), append(p.targets, target)
	}
	p.sparse = sdiSparse * float64(len(samples)) / float64(len(done))
	for range p.effects {
		p.belief, p.slope = append(p.belief, make([]float64, len(p.nodes))), append(p.slope, make([]float64, len(p.nodes)))
		p.moved = append(p.moved, newAdam(len(p.nodes)))
		p.nets = append(p.nets, newNetwork(len(p.nodes), p.rng))
	}
	return p
}

// may reports whether the node may be a cause of the effect: nothing is its own.
func (p *sdiRun) may(t, v int) bool { return p.nodes[v].Item != p.effects[t] }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// draw draws the parents of an effect: 1 for each that is one.
func (p *sdiRun) draw(t int, mask []float64) {
	for v := range mask {
		mask[v] = 0
		if p.may(t, v) && p.rng.Float64() < logistic(p.belief[t][v]) {
			mask[v] = 1
		}
	}
}

// batch draws samples.
func (p *sdiRun) batch() []int {
	batch := make([]int, min(sdiBatch, len(p.inputs)))
	for i := range batch {
		batch[i] = p.rng.IntN(len(p.inputs))
	}
	return batch
}

// fit has the networks learn from some samples, on a graph that is drawn.
func (p *sdiRun) fit() {
	mask := make([]float64, len(p.nodes))
	batch := p.batch()
	for t, n := range p.nets {
		p.draw(t, mask)
		for _, i := range batch {
			n.learn(p.inputs[i], mask, p.targets[i][t])
		}
		n.step(len(batch))
	}
}

// score says where the beliefs are to go: graphs count by how well the networks on them predict what came.
func (p *sdiRun) score() {
	masks, weight := make([][]float64, sdiGraphs), make([]float64, sdiGraphs)
	for k := range masks {
		masks[k] = make([]float64, len(p.nodes))
	}
	for t, n := range p.nets {
		for k, mask := range masks {
			p.draw(t, mask)
			weight[k] = 0
			for i, in := range p.inputs {
				weight[k] += n.likelihood(in, mask, p.targets[i][t])
			}
		}
		all := floats.LogSumExp(weight)
		for k, mask := range masks {
			w := math.Exp(weight[k] - all)
			for v, c := range mask {
				if p.may(t, v) {
					p.slope[t][v] += w * (logistic(p.belief[t][v]) - c)
				}
			}
		}
	}
}

// restrain adds the penalties, and moves the beliefs.
func (p *sdiRun) restrain() {
	of, at := map[string]int{}, map[string]int{}
	for t, e := range p.effects {
		of[e] = t
	}
	for v, n := range p.nodes {
		if n.Item != "" {
			at[n.Item] = v
		}
	}
	for t, e := range p.effects {
		for v, n := range p.nodes {
			x := logistic(p.belief[t][v])
			slope := p.sparse
			back, effect := of[n.Item]
			if self, cause := at[e]; effect && cause {
				y := logistic(p.belief[back][self])
				slope += sdiCycle * math.Sinh(x*y) * y
			}
			p.slope[t][v] += slope * x * (1 - x)
		}
	}
	for t := range p.effects {
		p.moved[t].step(p.belief[t], p.slope[t], sdiRate)
	}
}
