package inquiry

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// alike asks for ways of one item instead of several. Two known ways may ask for as
// many of items that stand for each other elsewhere, shared out differently; then one of
// these items alone may do. A class is soon found from ways of one item each, but has
// hundreds of mixtures, which would be found one after the other.
func (q *Inquiry) alike(all discovery.Point, slots int) []discovery.Point {
	if q.Kin == nil {
		return nil
	}
	for i, w := range q.ways {
		for _, r := range w {
			if len(r.Items) > 1 {
				continue
			}
			for _, class := range q.Kin(r.Items[0]) {
				rest, n := beyond(w, class)
				if len(w)-len(rest) < 2 || !slices.ContainsFunc(q.ways[i+1:], func(v discovery.Way) bool {
					other, m := beyond(v, class)
					return m == n && len(v)-len(other) > 1 && other.Equal(rest)
				}) {
					continue
				}
				if ask := q.alone(rest, class, n, all, slots); len(ask) > 0 {
					return ask
				}
			}
		}
	}
	return nil
}

// alone asks for n of each item of the class beside the rest, as far as it isn't
// known whether that suffices; for none of them once one is known not to.
func (q *Inquiry) alone(rest discovery.Way, class []int, n int, all discovery.Point, slots int) (ask []discovery.Point) {
	for _, item := range class {
		if all.At(item) < n || rest.Overlaps([]int{item}) {
			continue
		}
		at := append(slices.Clone(rest), discovery.Requirement{Items: []int{item}, Count: n}).Point()
		switch {
		case q.History.Seen(q.Effect, at):
		case q.History.Find(at) != nil && !q.open(at):
			return nil
		case len(ask) < slots:
			ask = append(ask, at)
		}
	}
	return ask
}

// beyond is the way without what it asks of the class, and how many that is.
func beyond(w discovery.Way, class []int) (rest discovery.Way, n int) {
	for _, r := range w {
		if discovery.Subset(r.Items, class) {
			n += r.Count
		} else {
			rest = append(rest, r)
		}
	}
	return rest, n
}
