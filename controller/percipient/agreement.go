package percipient

import (
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// Agreement compares what cells are read to show, under whatever names, with what they show: "things" of a time of the day,
// those "near" the agent, and "panels". The zero Agreement is empty.
type Agreement struct {
	aspects map[string]map[[2]string]int // by what is so, and what it is taken for
}

// Add enters what is read in the pictures of a place.
func (a *Agreement) Add(p *Tiles, views []Labelled) error {
	w := &p.w
	for _, v := range views {
		got, err := p.Read(v.Frame)
		if err != nil {
			return err
		}
		time := v.Scene.Time
		if time != "" {
			time = ", " + time
		}
		is := v.Scene.Grid.Cells
		middle := len(w.around) / 2
		for i, c := range w.around {
			if strings.HasPrefix(is[c], agentLook) {
				continue
			}
			a.add("things"+time, thingOf(is[c]), thingOf(got.Grid.Cells[c]))
			if w.distance(i, middle) <= nearby {
				a.add("things"+time+", near", thingOf(is[c]), thingOf(got.Grid.Cells[c]))
			}
		}
		for _, x := range w.Panels {
			a.add("panels", is[x.Cell], got.Grid.Cells[x.Cell])
		}
	}
	return nil
}

func (a *Agreement) add(aspect, is, taken string) {
	if a.aspects == nil {
		a.aspects = map[string]map[[2]string]int{}
	}
	if a.aspects[aspect] == nil {
		a.aspects[aspect] = map[[2]string]int{}
	}
	a.aspects[aspect][[2]string{is, taken}]++
}

// Aspects are what was compared, ascending.
func (a *Agreement) Aspects() []string { return slices.Sorted(maps.Keys(a.aspects)) }

// Clustered is how well clusters agree with classes; each part is 1 where they are the same.
type Clustered struct {
	// ARI is the adjusted Rand index: how often pairs are together in both or apart in both, zero as by chance (Hubert and
	// Arabie, "Comparing partitions", 1985).
	ARI float64 `json:"ari"`
	// Purity is the part that is of its cluster's most common class (Manning, Raghavan and Schuetze, "Introduction to
	// Information Retrieval", 2008, section 16.3).
	Purity float64 `json:"purity"`
	// Completeness is how little of what there is to know of clusters isn't known from the class: 1 where no class is split
	// (Rosenberg and Hirschberg, "V-measure", 2007).
	Completeness float64 `json:"completeness"`
	Classes      int     `json:"classes"`
	Clusters     int     `json:"clusters"`
	N            int     `json:"n"`
	// Confusion is what isn't of its cluster's most common class, which stands for what it was taken for.
	Confusion []Confusion `json:"confusion"`
}

// Of is how an aspect agrees.
func (a *Agreement) Of(aspect string) (out Clustered) {
	out.Confusion = []Confusion{}
	classes, clusters, most := map[string]int{}, map[string]int{}, map[string]string{}
	table := a.aspects[aspect]
	keys := slices.SortedFunc(maps.Keys(table), func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	pairs := 0.
	for _, k := range keys {
		n := table[k]
		classes[k[0]] += n
		clusters[k[1]] += n
		out.N += n
		pairs += together(n)
		if best, ok := most[k[1]]; !ok || n > table[[2]string{best, k[1]}] {
			most[k[1]] = k[0]
		}
	}
	if out.N == 0 {
		return out
	}
	out.Classes, out.Clusters = len(classes), len(clusters)
	for cluster, class := range most {
		out.Purity += float64(table[[2]string{class, cluster}])
	}
	out.Purity /= float64(out.N)
	sum := func(m map[string]int) (pairs float64) {
		for _, n := range m {
			pairs += together(n)
		}
		return pairs
	}
	x, y := sum(classes), sum(clusters)
	expected, highest := 0., (x+y)/2
	if out.N > 1 {
		expected = x * y / together(out.N)
	}
	out.ARI = 1
	if highest > expected {
		out.ARI = (pairs - expected) / (highest - expected)
	}
	// Entropies of clusters, and of clusters in each class.
	all, within := 0., 0.
	var parts []float64
	for _, k := range slices.Sorted(maps.Keys(clusters)) {
		parts = append(parts, float64(clusters[k])/float64(out.N))
	}
	all = stat.Entropy(parts)
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		parts = parts[:0]
		for _, k := range keys {
			if k[0] == class {
				parts = append(parts, float64(table[k])/float64(classes[class]))
			}
		}
		within += stat.Entropy(parts) * float64(classes[class]) / float64(out.N)
	}
	out.Completeness = 1
	if all > 0 {
		out.Completeness = 1 - within/all
	}
	for _, k := range keys {
		if most[k[1]] != k[0] {
			out.Confusion = append(out.Confusion, Confusion{k[0], most[k[1]], table[k]})
		}
	}
	slices.SortStableFunc(out.Confusion, func(x, y Confusion) int { return y.N - x.N })
	return out
}

// together is how many pairs there are among n.
func together(n int) float64 {
	return float64(n) * float64(n-1) / 2
}

// distance is how many steps two cells around the agent are apart.
func (w *tileWeights) distance(i, j int) int {
	return abs(i%w.Columns-j%w.Columns) + abs(i/w.Columns-j/w.Columns)
}

// Unlabelled reports whether nobody told what the pictures showed that it learned from: what it reads has names of no
// meaning, and an [Agreement] says how good they are.
func (p *Tiles) Unlabelled() bool { return p.w.Unlabelled }
