package explore

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// finding is what can be said of an effect now.
func (x *Explorer) finding(e *effect) graphstore.Effect {
	h, k := e.actor.history, e.inquiry.Effect
	out := graphstore.Effect{Item: x.words.names[e.item], Grade: graphstore.Reached, Chance: x.interval(h.Chance(k))}
	if len(e.plans()) > 0 {
		out.Grade = graphstore.Proven
	}
	for i, w := range e.plans() {
		gives := yields(h, k, e.plans(), i, e.settled(len(x.words.names)))
		for _, pure := range w.Pure() {
			if way, seen := x.way(h, k, pure); seen {
				way.Yield = gives[present(pure.Point(), w)]
				if way.Yield == (graphstore.Yield{}) {
					way.Yield = gives[""]
				}
				out.Ways = append(out.Ways, way)
			}
		}
	}
	out.Ways = smallest(out.Ways)
	out.Ambient = len(out.Ways) == 1 && len(out.Ways[0].Members) == 0
	out.Classes = x.classes(e.ways())
	if e.settled(len(x.words.names)) {
		out.Grade = graphstore.Certified
		out.Certificate = x.certificate(e)
	}
	return out
}

// smallest leaves out the ways that ask for as much as another one does, or more: a
// class may hold an item that suffices in a smaller quantity by itself.
func smallest(ways []graphstore.Way) []graphstore.Way {
	if len(ways) < 2 {
		return ways
	}
	slices.SortFunc(ways, func(a, b graphstore.Way) int { return strings.Compare(a.String(), b.String()) })
	byItems := map[string][]int{} // places, by what they ask for
	for i, w := range ways {
		byItems[itemsOf(w)] = append(byItems[itemsOf(w)], i)
	}
	var out []graphstore.Way
	for i, w := range ways {
		needless := false
		for mask := range 1 << min(len(w.Members), maxMembers) {
			part := graphstore.Way{}
			for k, m := range w.Members {
				if mask&(1<<k) != 0 {
					part.Members = append(part.Members, m)
				}
			}
			for _, j := range byItems[itemsOf(part)] {
				needless = needless || j != i && within(ways[j], w) && (!within(w, ways[j]) || j < i)
			}
		}
		if !needless {
			out = append(out, w)
		}
	}
	return out
}

// maxMembers bounds how many members of a way are looked at in every combination.
const maxMembers = 10

func itemsOf(w graphstore.Way) string {
	s := ""
	for _, m := range w.Members {
		s += m.Item + "\x00"
	}
	return s
}

// within reports whether w asks for at least what v does.
func within(v, w graphstore.Way) bool {
	return !slices.ContainsFunc(v.Members, func(m graphstore.Member) bool {
		return !slices.ContainsFunc(w.Members, func(n graphstore.Member) bool { return n.Item == m.Item && n.Count >= m.Count })
	})
}

// way is a way with what its own successes showed: what they consumed.
// seen is false for a pure way of a class that was never tried by itself.
func (x *Explorer) way(h *discovery.History, k int, w discovery.Way) (graphstore.Way, bool) {
	r := h.Find(w.Point())
	if r == nil || r.Hits(k).Hits == 0 {
		return graphstore.Way{}, false
	}
	used, _ := r.Used(k)
	var out graphstore.Way
	for _, q := range w {
		m := graphstore.Member{Item: x.words.names[q.Items[0]], Count: q.Count}
		for _, u := range used {
			if u.Item == q.Items[0] {
				m.Consumed = u.Count
			}
		}
		out.Members = append(out.Members, m)
	}
	slices.SortFunc(out.Members, func(a, b graphstore.Member) int { return strings.Compare(a.Item, b.Item) })
	return out, true
}

// yields are what the successes gave that can only have come by the i-th way: at
// inventories that meet no other, and unless all ways are known, hold nothing that the way
// doesn't ask for. They are told apart by which items of the way's classes were there, as
// substitutes may give differently; "" is all of them.
func yields(h *discovery.History, k int, ways []discovery.Way, i int, all bool) map[string]graphstore.Yield {
	type sum struct {
		graphstore.Yield
		sum, hits int
	}
	sums := map[string]sum{}
	for _, r := range h.Records() {
		n := r.Hits(k).Hits
		if n == 0 || !ways[i].MetBy(r.At) || slices.ContainsFunc(ways, func(w discovery.Way) bool { return w.MetBy(r.At) && !w.Equal(ways[i]) }) {
			continue
		}
		if !all && !onlyOf(r.At, ways[i]) {
			continue
		}
		least, most, given := r.Yield(k)
		for _, key := range []string{"", present(r.At, ways[i])} {
			y := sums[key]
			if y.hits == 0 {
				y.Min = least
			}
			y.Min, y.Max = min(y.Min, least), max(y.Max, most)
			y.sum += given
			y.hits += n
			sums[key] = y
		}
	}
	out := map[string]graphstore.Yield{}
	for key, y := range sums {
		y.Mean = round(float64(y.sum) / float64(y.hits))
		out[key] = y.Yield
	}
	return out
}

// onlyOf reports whether the inventory holds nothing that the way doesn't ask for.
func onlyOf(at discovery.Point, w discovery.Way) bool {
	return at.Each() == 0 && !slices.ContainsFunc(at.Over(), func(o discovery.Amount) bool {
		return o.Count > 0 && !slices.ContainsFunc(w, func(r discovery.Requirement) bool { return slices.Contains(r.Items, o.Item) })
	})
}

// present names the items of the way's classes that the inventory holds; " " if it
// has no classes.
func present(at discovery.Point, w discovery.Way) string {
	b := []byte(" ")
	for _, r := range w {
		if len(r.Items) == 1 {
			continue
		}
		for _, i := range r.Items {
			if at.At(i) > 0 {
				b = strconv.AppendInt(append(b, ' '), int64(i), 10)
			}
		}
	}
	return string(b)
}

// classes are the sets of items that stand for each other: those that mix, and
// those of ways that differ in one item of equal count.
func (x *Explorer) classes(ways []discovery.Way) []graphstore.Class {
	type slot struct{ rest, count string }
	groups := map[slot][]int{}
	counts := map[slot]int{}
	var out []graphstore.Class
	seen := map[string]bool{}
	emit := func(items []int, count int, mixes bool) {
		c := graphstore.Class{Count: count, Mixes: mixes}
		for _, i := range items {
			c.Items = append(c.Items, x.words.names[i])
		}
		slices.Sort(c.Items)
		if k := fmt.Sprint(c); !seen[k] {
			seen[k] = true
			out = append(out, c)
		}
	}
	for _, w := range ways {
		for i, r := range w {
			if len(r.Items) > 1 {
				emit(r.Items, r.Count, r.Count > 1)
				continue
			}
			if len(ways) < 2 {
				continue // there is nothing to differ from
			}
			rest := append(slices.Clone(w[:i]), w[i+1:]...)
			s := slot{fmt.Sprint(rest), fmt.Sprint(r.Count)}
			groups[s] = append(groups[s], r.Items[0])
			counts[s] = r.Count
		}
	}
	for s, items := range groups {
		if len(items) > 1 {
			emit(items, counts[s], false)
		}
	}
	slices.SortFunc(out, func(a, b graphstore.Class) int {
		return cmp.Or(slices.Compare(a.Items, b.Items), cmp.Compare(a.Count, b.Count))
	})
	return out
}

func (x *Explorer) certificate(e *effect) *graphstore.Certificate {
	chance := e.step.Chance
	c := &graphstore.Certificate{Budget: e.inquiry.Budget, Observed: len(x.words.names),
		Successes: chance.Hits, Trials: chance.Hits + chance.Misses}
	if x.cfg.Chances == ChancesOwn {
		c.Floor = x.cfg.Floor
	}
	for _, t := range e.step.Tests {
		p := graphstore.CoPoint{Trials: t.Misses, PValue: t.PValue, Threshold: t.Threshold}
		for _, o := range t.At.Over() {
			p.Caps = append(p.Caps, interaction.Stack{Item: x.words.names[o.Item], Count: o.Count})
		}
		slices.SortFunc(p.Caps, func(a, b interaction.Stack) int { return strings.Compare(a.Item, b.Item) })
		c.CoPoints = append(c.CoPoints, p)
	}
	slices.SortFunc(c.CoPoints, func(a, b graphstore.CoPoint) int {
		return strings.Compare(interaction.FormatStacks(a.Caps), interaction.FormatStacks(b.Caps))
	})
	return c
}

// interval is the Clopper-Pearson interval at 95%: the chances under which the
// tally isn't in either tail of 2.5%. It is remembered: effects meet in few tallies.
func (x *Explorer) interval(t chance.Tally) graphstore.Interval {
	n := t.Hits + t.Misses
	if n == 0 {
		return graphstore.Interval{High: 1}
	}
	if out, ok := x.intervals[t]; ok {
		return out
	}
	out := graphstore.Interval{High: 1, Estimate: round(float64(t.Hits) / float64(n)), Successes: t.Hits, Trials: n}
	if t.Hits > 0 {
		out.Low = round(distuv.Beta{Alpha: float64(t.Hits), Beta: float64(t.Misses + 1)}.Quantile(.025))
	}
	if t.Misses > 0 {
		out.High = round(distuv.Beta{Alpha: float64(t.Hits + 1), Beta: float64(t.Misses)}.Quantile(.975))
	}
	x.intervals[t] = out
	return out
}

// round keeps six digits behind the point: enough for any report, and the same on
// every machine.
func round(v float64) float64 { return math.Round(v*1e6) / 1e6 }
