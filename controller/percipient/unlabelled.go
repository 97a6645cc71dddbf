package percipient

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// TrainUnlabelled learns to read pictures that are made of cells, of which nothing is told: of the scenes it reads how many
// columns and rows there are, and nothing else. Classes are clusters of cells that look alike but for the light and its
// noise, and are named by letters, the one with the most cells A; looks that differ by their ground alone are one class. Lights
// are told by what they make of the clusters' colours. With these as labels it learns as [Train] does, twice: the second
// time by what the first one reads. It takes no more places than have 2,400 pictures together, and says how much it has done,
// of how much.
// Equal pictures make equal weights. How often levels are misread can't be measured without labels: what is noted for it
// is how often the second time reads others than the first, on what neither learned from, which errors that both make
// aren't part of. It fails with [ErrNoPictures] if there are too few of them, or they aren't made of
// cells.
func TrainUnlabelled(world string, seed uint64, places Places, done func(pictures, of int)) (*Tiles, error) {
	var c clustering
	var sizes []int
	for views, err := range places() {
		if err != nil {
			return nil, err
		}
		if len(c.frames)+len(views) > mostClustered {
			break
		}
		sizes = append(sizes, len(views))
		for _, v := range views {
			if v.Scene.Grid.Columns == 0 {
				return nil, fmt.Errorf("%w: they aren't made of cells", ErrNoPictures)
			}
			if err := c.survey(v.Frame, v.Scene.Grid.Columns, v.Scene.Grid.Rows); err != nil {
				return nil, err
			}
		}
	}
	if len(sizes) < parts {
		return nil, ErrNoPictures
	}
	if err := c.panels(); err != nil {
		return nil, err
	}
	n := len(c.frames)
	const rounds = 2 // of training, each of four passes, with one of reading between them
	of := n * (2 + 4*rounds + rounds - 1)
	c.follow(func(i int) { done(i, of) })
	looks := c.named()
	images := map[string][]byte{}
	for k, look := range looks {
		images[look] = c.images[k].image
	}
	guess := c.guesses(looks)
	var p *Tiles
	for round := range rounds {
		before := 2 + 5*round
		var err error
		if p, err = trainTiles(world, seed, split(c.frames, guess, sizes), images, func(places int) {
			done(min(before*n+places*n/len(sizes), of), of)
		}); err != nil {
			return nil, err
		}
		if round == rounds-1 {
			break
		}
		for i, f := range c.frames {
			guess[i] = p.eye.read(f).Grid
			done((before+4)*n+i+1, of)
		}
	}
	p.w.Unlabelled = true
	return p, nil
}

// split is pictures with what they are taken to show, by place.
func split(frames []interaction.Frame, guess []interaction.Grid, sizes []int) Places {
	return func() iter.Seq2[[]Labelled, error] {
		return func(yield func([]Labelled, error) bool) {
			at := 0
			for _, n := range sizes {
				views := make([]Labelled, n)
				for i := range views {
					views[i] = Labelled{frames[at+i], interaction.Scene{Grid: guess[at+i]}}
				}
				if at += n; !yield(views, nil) {
					return
				}
			}
		}
	}
}

// guesses is what each picture is taken to show.
func (c *clustering) guesses(looks []string) []interaction.Grid {
	w := &c.w
	panels := map[int][][]byte{}
	seen := map[int]map[string]bool{}
	for cell, is := range c.panel {
		if !is {
			continue
		}
		seen[cell] = map[string]bool{}
		for _, f := range c.frames {
			if image := pixels(f, w.Columns, w.Rows, cell); !seen[cell][string(image)] {
				seen[cell][string(image)] = true
				panels[cell] = append(panels[cell], image)
			}
		}
	}
	labels := glyphs(panels)
	numbers, levels := c.numbered()
	out := make([]interaction.Grid, len(c.frames))
	for i, f := range c.frames {
		g := interaction.Grid{Columns: w.Columns, Rows: w.Rows, Cells: make([]string, w.Columns*w.Rows), Light: numbers[c.lit[i]], Levels: levels[c.lit[i]]}
		for cell := range g.Cells {
			if c.panel[cell] {
				g.Cells[cell] = labels[cell][string(pixels(f, w.Columns, w.Rows, cell))]
			} else {
				g.Cells[cell] = looks[c.labels[i][cell]]
			}
		}
		out[i] = g
	}
	return out
}

// lightName is the factor that tells how bright a light is, from 0 to mostLight, and otherLight begins the names of the
// facts that the light is of another family than the most common one.
const lightName, otherLight, mostLight = "light", "light_", 9

// numbered numbers the lights, those of a family in a row, the brightest last, and tells their levels. A family is a chain
// of lights, each near another one.
func (c *clustering) numbered() (numbers []int, levels []map[string]int) {
	family := make([]int, len(c.lights))
	for i := range family {
		family[i] = -1
	}
	families := 0
	for i := range c.lights {
		if family[i] >= 0 || c.lights[i].n == 0 {
			continue
		}
		family[i] = families
		for todo := []int{i}; len(todo) > 0; todo = todo[1:] {
			for j := range c.lights {
				if family[j] < 0 && c.lights[j].n > 0 && c.between(c.lights[todo[0]], c.lights[j]) < apart*wider {
					family[j] = families
					todo = append(todo, j)
				}
			}
		}
		families++
	}
	pictures := make([]int, families)
	order := make([]int, families)
	for i, f := range family {
		if f >= 0 {
			pictures[f] += c.lights[i].n
		}
	}
	for f := range order {
		order[f] = f
	}
	slices.SortStableFunc(order, func(a, b int) int { return pictures[b] - pictures[a] })
	numbers, levels = make([]int, len(c.lights)), make([]map[string]int, len(c.lights))
	next := 0
	for rank, f := range order {
		var own []int
		for i := range c.lights {
			if family[i] == f {
				own = append(own, i)
			}
		}
		slices.SortStableFunc(own, func(a, b int) int {
			if c.lights[a].bright() < c.lights[b].bright() {
				return -1
			}
			return 1
		})
		low, high := c.lights[own[0]].bright(), c.lights[own[len(own)-1]].bright()
		for _, i := range own {
			numbers[i], levels[i] = next, map[string]int{lightName: mostLight}
			if high > low {
				levels[i][lightName] = int(math.Round(mostLight * (c.lights[i].bright() - low) / (high - low)))
			}
			if rank > 0 {
				levels[i] = map[string]int{otherLight + letters(rank-1): 1}
			}
			next += lightsAsOne
		}
		next += 2 * modeGap
	}
	return numbers, levels
}

// bright is what the light makes of a grey.
func (h *hue) bright() (sum float64) {
	for _, x := range h.shade.apply([]byte{128, 128, 128}) {
		sum += float64(x)
	}
	return sum
}
