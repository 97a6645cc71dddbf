package baseline

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// network predicts one effect from its parents: a hidden layer, and the log-odds of the effect.
type network struct {
	nodes          int
	weights        []float64 // of hidden unit h: node by node, its bias; then of the output, and its bias
	slope          []float64
	adam           *adam
	hidden, masked []float64
}

func newNetwork(nodes int, rng *rand.Rand) *network {
	size := sdiHidden*(nodes+1) + sdiHidden + 1
	n := &network{nodes: nodes, weights: make([]float64, size), slope: make([]float64, size), adam: newAdam(size),
		hidden: make([]float64, sdiHidden), masked: make([]float64, nodes)}
	for i := range n.weights {
		n.weights[i] = rng.NormFloat64() / math.Sqrt(sdiHidden)
	}
	return n
}

// unit is where the weights of a hidden unit begin.
func (n *network) unit(h int) int { return h * (n.nodes + 1) }

// odds are the log-odds of the effect, by what is there of the parents.
func (n *network) odds(in, mask []float64) float64 {
	floats.MulTo(n.masked, in, mask)
	out := n.weights[n.unit(sdiHidden):]
	y := out[sdiHidden]
	for h := range n.hidden {
		w := n.weights[n.unit(h):n.unit(h+1)]
		x := floats.Dot(w[:n.nodes], n.masked) + w[n.nodes]
		if x < 0 {
			x *= sdiSlope
		}
		n.hidden[h] = x
		y += out[h] * x
	}
	return y
}

// likelihood is the logarithm of how probable the target, 0 or 1, is.
func (n *network) likelihood(in, mask []float64, target float64) float64 {
	y := n.odds(in, mask)
	return target*y - max(y, 0) - math.Log1p(math.Exp(-math.Abs(y)))
}

// learn adds up by how much the weights are to move for this sample.
func (n *network) learn(in, mask []float64, target float64) {
	off := logistic(n.odds(in, mask)) - target
	at := n.unit(sdiHidden)
	for h, x := range n.hidden {
		slope := off * n.weights[at+h]
		if x < 0 {
			slope *= sdiSlope
		}
		n.slope[at+h] += off * x
		u := n.unit(h)
		floats.AddScaled(n.slope[u:u+n.nodes], slope, n.masked)
		n.slope[u+n.nodes] += slope
	}
	n.slope[at+sdiHidden] += off
}

// step moves the weights by what was learned from a number of samples.
func (n *network) step(samples int) {
	floats.Scale(1/float64(samples), n.slope)
	n.adam.step(n.weights, n.slope, sdiFitRate)
}

// adam moves weights against slopes, each by its own measure (Kingma and Ba, 2015).
type adam struct {
	mean, square []float64
	steps        int
}

func newAdam(size int) *adam {
	return &adam{mean: make([]float64, size), square: make([]float64, size)}
}

// step moves the weights, and sets the slopes to zero.
func (a *adam) step(weights, slope []float64, rate float64) {
	const first, second = .9, .999
	a.steps++
	bias, biasSquare := 1-math.Pow(first, float64(a.steps)), 1-math.Pow(second, float64(a.steps))
	for i, g := range slope {
		a.mean[i] = first*a.mean[i] + (1-first)*g
		a.square[i] = second*a.square[i] + (1-second)*g*g
		weights[i] -= rate * a.mean[i] / bias / (math.Sqrt(a.square[i]/biasSquare) + 1e-8)
		slope[i] = 0
	}
}
