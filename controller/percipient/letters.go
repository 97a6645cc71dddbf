package percipient

import (
	"fmt"
	"slices"
	"strings"
)

// letters is the n-th name of a class that has no other: A to Z, AA, AB and so on.
func letters(n int) string {
	out := ""
	for n++; n > 0; n = (n - 1) / 26 {
		out = string(rune('A'+(n-1)%26)) + out
	}
	return out
}

const (
	// alike is by how much each channel of a pixel may differ from what it would be.
	alike = 16
	// leastShown is how many pixels' worth of its ground a sprite lets be seen at least, and leastDrawn how many it covers.
	leastShown, leastDrawn = 1, 3
)

// shown is how much of two grounds is seen in a pixel of two images that something is drawn over alike: the images differ
// by that part of what the grounds differ by (Porter and Duff, "Compositing digital images", 1984: the operator over).
// It is false if there is no such part.
func shown(a, b, ga, gb []byte) (part float32, ok bool) {
	var dot, square float32
	for j := range 3 {
		g := float32(ga[j]) - float32(gb[j])
		dot += g * (float32(a[j]) - float32(b[j]))
		square += g * g
	}
	if square > 0 {
		part = min(1, max(0, dot/square))
	}
	for j := range 3 {
		if d := float32(a[j]) - float32(b[j]) - part*(float32(ga[j])-float32(gb[j])); d > alike || d < -alike {
			return 0, false
		}
	}
	return part, true
}

// named gives the clusters their looks. What is drawn over two grounds has one letter: two clusters are such if they
// differ by nothing but parts of two others, the grounds. The agent's have the ground that shows through the most.
func (c *clustering) named() []string {
	order := make([]int, len(c.images))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return c.images[b].n - c.images[a].n })
	grounds := make([]int, len(c.images)) // of sprites; -1: it is none, as far as is known
	sprite := make([]int, len(c.images))  // the first of those that are drawn alike
	for i := range grounds {
		grounds[i], sprite[i] = -1, i
	}
	for i, a := range order {
		for _, b := range order[:i] {
			if c.images[a].agent || c.images[b].agent || grounds[a] >= 0 {
				continue
			}
			if ga, gb, ok := c.drawn(order, a, b); ok && (grounds[b] < 0 || grounds[b] == gb) {
				grounds[a], grounds[b], sprite[a] = ga, gb, sprite[b]
			}
		}
	}
	var below []int // what something is drawn over
	for _, g := range grounds {
		if g >= 0 && !slices.Contains(below, g) {
			below = append(below, g)
		}
	}
	names := make([]string, len(c.images))
	n := 0
	for _, k := range order {
		if !c.images[k].agent && sprite[k] == k {
			names[k] = letters(n)
			n++
		}
	}
	out := slices.Clone(names)
	taken := map[string]int{}
	for _, k := range order {
		switch g := grounds[k]; {
		case c.images[k].agent:
			out[k] = agentLook + "-@"
			if g, shown := c.under(below, k); shown >= leastShown {
				out[k] += names[g]
			}
		case g >= 0:
			out[k] = names[sprite[k]] + "@" + names[g]
		}
		if taken[out[k]]++; taken[out[k]] > 1 {
			out[k] = fmt.Sprintf("%s %d", out[k], taken[out[k]])
		}
	}
	return out
}

// drawn finds the grounds of two clusters that show one sprite.
func (c *clustering) drawn(order []int, a, b int) (ga, gb int, ok bool) {
	x, y := c.images[a].image, c.images[b].image
	for _, ga := range order {
		for _, gb := range order {
			if c.images[ga].n < c.images[a].n || c.images[gb].n < c.images[b].n {
				continue // a ground is more common than what is on it
			}
			if ga == gb || ga == a || ga == b || gb == a || gb == b || c.images[ga].agent || c.images[gb].agent {
				continue
			}
			seen, covered := float32(0), float32(0)
			fits := true
			for p := 0; p < len(x) && fits; p += 3 {
				var part float32
				part, fits = shown(x[p:], y[p:], c.images[ga].image[p:], c.images[gb].image[p:])
				seen += part
				covered += 1 - part
			}
			if fits && seen >= leastShown && covered >= leastDrawn {
				return ga, gb, true
			}
		}
	}
	return 0, 0, false
}

// under is the ground that shows through in the most pixels.
func (c *clustering) under(grounds []int, k int) (ground, most int) {
	for _, g := range grounds {
		n := 0
		for p := 0; p < len(c.images[k].image); p += 3 {
			same := true
			for j := p; j < p+3; j++ {
				d := int(c.images[k].image[j]) - int(c.images[g].image[j])
				same = same && d <= alike && d >= -alike
			}
			if same {
				n++
			}
		}
		if n > most {
			ground, most = g, n
		}
	}
	return ground, most
}

// groundOf is the ground of an agent's look, or of what is drawn over one; empty: it has none.
func groundOf(look string) string {
	_, ground, _ := strings.Cut(look, "@")
	ground, _, _ = strings.Cut(ground, " ")
	return ground
}
