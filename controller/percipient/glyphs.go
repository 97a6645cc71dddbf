package percipient

import (
	"maps"
	"slices"
	"strconv"
)

// glyphs labels the images of panels, by cell. An image of one colour says that there is nothing. Where the images of
// several panels differ by the same glyphs, equal ones have equal numbers, "a=3" and "b=3"; which is more than which no
// picture tells. Elsewhere each image is a fact of its own, "a_3=1".
func glyphs(images map[int][][]byte) map[int]map[string]string {
	cells := slices.Sorted(maps.Keys(images))
	plain := map[int][][]byte{} // those that aren't of one colour
	for _, cell := range cells {
		for _, image := range images[cell] {
			if !flat(image) {
				plain[cell] = append(plain[cell], image)
			}
		}
		slices.SortFunc(plain[cell], slices.Compare)
	}
	// A glyph's colour in a pixel is one that most panels have there in one image or another; an icon's is its own.
	var inks []map[[3]byte]int
	several := 0
	for _, cell := range cells {
		if len(plain[cell]) < 2 {
			continue
		}
		several++
		if inks == nil {
			inks = make([]map[[3]byte]int, len(plain[cell][0])/3)
		}
		for p := range inks {
			seen := map[[3]byte]bool{}
			for _, image := range plain[cell] {
				seen[[3]byte(image[3*p:])] = true
			}
			if inks[p] == nil {
				inks[p] = map[[3]byte]int{}
			}
			for c := range seen {
				inks[p][c]++
			}
		}
	}
	signature := func(image []byte) []ink {
		out := make([]ink, len(inks))
		for p := range inks {
			if c := [3]byte(image[3*p:]); inks[p][c]*4 >= 3*several {
				out[p] = ink{true, c}
			}
		}
		return out
	}
	// The panel with the most images has all glyphs; an image of another one shows the glyph that it is the most like.
	var known [][]ink
	for _, cell := range cells {
		if len(plain[cell]) > max(1, len(known)) {
			known = nil
			for _, image := range plain[cell] {
				known = append(known, signature(image))
			}
		}
	}
	if several < 2 {
		known = nil
	}
	out := map[int]map[string]string{}
	n := 0
	for _, cell := range cells {
		out[cell] = map[string]string{}
		for _, image := range images[cell] {
			out[cell][string(image)] = ""
		}
		if len(plain[cell]) == 0 {
			continue
		}
		name := panelName + letters(n)
		n++
		var numbers []int
		for _, image := range plain[cell] {
			if i := likest(known, signature(image)); i >= 0 && !slices.Contains(numbers, i+1) {
				numbers = append(numbers, i+1)
			}
		}
		for i, image := range plain[cell] {
			if len(numbers) == len(plain[cell]) {
				out[cell][string(image)] = name + "=" + strconv.Itoa(numbers[i])
			} else {
				out[cell][string(image)] = name + "_" + strconv.Itoa(i+1) + "=1"
			}
		}
	}
	return out
}

// ink is what a pixel has of a glyph: nothing, or a colour.
type ink struct {
	drawn  bool
	colour [3]byte
}

// likest is the glyph that the signature differs from in the fewest pixels; -1: it differs from none, or from two, alike.
func likest(known [][]ink, s []ink) int {
	best, least, tie := -1, len(s), true
	for i, k := range known {
		d := 0
		for p := range k {
			if k[p] != s[p] {
				d++
			}
		}
		if d < least {
			best, least, tie = i, d, false
		} else if d == least {
			tie = true
		}
	}
	if tie {
		return -1
	}
	return best
}

// panelName begins the names of panels without labels.
const panelName = "panel_"

// flat reports whether the image is of one colour.
func flat(image []byte) bool {
	for p := 3; p < len(image); p++ {
		if image[p] != image[p-3] {
			return false
		}
	}
	return true
}
