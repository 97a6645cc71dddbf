package audit

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// loops finds what multiplies factors. Ways that use nothing up are the world's free
// supply and are left aside; of the others, let x be how often each is used, and
// A x what is then gained and lost of each item, on average over the quantities
// seen, what is kept not counted. There is an exploit exactly if A x >= 0 and not 0
// for some x >= 0.
//
// That is a linear programme, and it falls apart into small ones: an item that is
// used up must come from ways that, going backward, use each other's outputs, so a
// minimal exploit uses up items of one strongly connected component only, and items
// that an earlier exploit multiplies. The components are looked at in that order.
// One programme is solved for each that has a cycle; it gives one exploit, not all.
func (m *model) loops() (found []Loop, undecided [][]string) {
	found, undecided = []Loop{}, [][]string{}
	free := make([]bool, len(m.names))
	for _, c := range m.components() {
		use := m.inside(c, free)
		if len(use) == 0 {
			continue
		}
		x, err := m.solve(c, use, free)
		if err != nil {
			var names []string
			for _, i := range c {
				if i < m.real {
					names = append(names, m.names[i])
				}
			}
			undecided = append(undecided, names)
			continue
		}
		if x == nil {
			continue
		}
		loop := m.loop(use, x, free)
		if len(loop.Gains) == 0 {
			continue
		}
		found = append(found, loop)
		for _, g := range loop.Gains {
			i, _ := slices.BinarySearch(m.names[:m.real], g.Factor)
			free[i] = true
		}
	}
	slices.SortStableFunc(found, func(a, b Loop) int { return cmp.Compare(a.Gains[0].Factor, b.Gains[0].Factor) })
	return found, undecided
}

// inside lists the ways that use up items of the component and no others that
// aren't free.
func (m *model) inside(component []int, free []bool) []int {
	var out []int
	for i := range m.recipes {
		touches, leaves := false, false
		for _, in := range m.recipes[i].members {
			if in.consumed == 0 || free[in.item] {
				continue
			}
			_, mine := slices.BinarySearch(component, in.item)
			touches, leaves = touches || mine, leaves || !mine
		}
		if touches && !leaves {
			out = append(out, i)
		}
	}
	return out
}

// gainTolerance is what counts as no gain, for a way used once.
const gainTolerance = 1e-6

// solve maximises the sum of gains over the component and what comes out of it, in
// sum of uses at most 1. It returns nil if nothing can be gained.
func (m *model) solve(component, use []int, free []bool) ([]float64, error) {
	rows := map[int]int{} // item -> row
	for _, i := range component {
		rows[i] = len(rows)
	}
	for _, r := range use {
		for _, out := range m.recipes[r].gives {
			if _, ok := rows[out.item]; !ok && !free[out.item] {
				rows[out.item] = len(rows)
			}
		}
	}
	// A x - s = 0, sum x + t = 1, maximise sum s.
	n, k := len(use), len(rows)
	a := mat.NewDense(k+1, n+k+1, nil)
	b := make([]float64, k+1)
	c := make([]float64, n+k+1)
	for col, r := range use {
		for item, gained := range m.balance(r) {
			if row, ok := rows[item]; ok {
				a.Set(row, col, gained)
			}
		}
		a.Set(k, col, 1)
	}
	for i, row := range rows {
		a.Set(row, n+row, -1)
		if i < m.real { // what is left in a pool is no gain
			c[n+row] = -1
		}
	}
	a.Set(k, n+k, 1)
	b[k] = 1
	// To begin with nothing is used: t is 1 and the gains are the rest of a basis.
	basis := make([]int, k+1)
	for row := range basis {
		basis[row] = n + row
	}
	best, x, err := lp.Simplex(c, a, b, gainTolerance/1000, basis)
	if err != nil {
		return nil, err
	}
	if -best < gainTolerance {
		return nil, nil
	}
	return x[:n], nil
}

// balance is what using a way once gains and loses.
func (m *model) balance(r int) map[int]float64 {
	out := map[int]float64{}
	for _, in := range m.recipes[r].members {
		out[in.item] -= float64(in.consumed)
	}
	for _, g := range m.recipes[r].gives {
		out[g.item] += g.mean
	}
	return out
}

// loop writes a solution down, scaled so that the way used least is used once.
func (m *model) loop(use []int, x []float64, free []bool) Loop {
	least := math.Inf(1)
	for k, v := range x {
		if v > gainTolerance && m.recipes[use[k]].action != "" {
			least = min(least, v)
		}
	}
	var out Loop
	gained := map[int]float64{}
	for k, r := range use {
		if x[k] <= gainTolerance {
			continue
		}
		times := x[k] / least
		if m.recipes[r].action != "" {
			out.Steps = append(out.Steps, Step{math.Round(times*1000) / 1000, m.recipes[r].action, m.recipes[r].text})
		}
		for item, n := range m.balance(r) {
			gained[item] += n * times
		}
	}
	for i, name := range m.names[:m.real] {
		if !free[i] && gained[i] > 1e-3 {
			out.Gains = append(out.Gains, Amount{name, math.Round(gained[i]*1000) / 1000})
		}
	}
	return out
}

// components are the strongly connected sets of items, where an edge runs from what
// a way uses up to what it gives, those that others are made from first; each
// ascending. Tarjan's algorithm; recursion goes as deep as the tree is high.
func (m *model) components() [][]int {
	next := make([][]int, len(m.names))
	for i := range m.recipes {
		for _, in := range m.recipes[i].members {
			if in.consumed > 0 {
				for _, out := range m.recipes[i].gives {
					next[in.item] = append(next[in.item], out.item)
				}
			}
		}
	}
	var (
		out   [][]int
		stack []int
		on    = make([]bool, len(next))
		index = make([]int, len(next)) // from 1; 0: not visited
		low   = make([]int, len(next))
		count int
		visit func(v int)
	)
	visit = func(v int) {
		count++
		index[v], low[v] = count, count
		stack = append(stack, v)
		on[v] = true
		for _, w := range next[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		var c []int
		for {
			w := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			on[w] = false
			c = append(c, w)
			if w == v {
				break
			}
		}
		slices.Sort(c)
		out = append(out, c)
	}
	for v := range next {
		if index[v] == 0 {
			visit(v)
		}
	}
	slices.Reverse(out) // Tarjan ends the last first
	return out
}
