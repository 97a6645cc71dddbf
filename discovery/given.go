package discovery

// Given is how much of an effect successes gave, of a fact the level that they reached. A success that filled the factor
// up ([interaction.Factor.Filled]) gave at least what was seen: it counts only where none left room. The zero value is that
// of no success.
type Given struct {
	Least, Most, Sum, Times int
	// Filled: what counts are successes that left no room.
	Filled bool
}

// Add enters a success, and whether it filled the factor up.
func (g *Given) Add(amount int, filled bool) {
	g.Join(Given{amount, amount, amount, 1, filled})
}

// Join enters the successes of o, too.
func (g *Given) Join(o Given) {
	switch {
	case o.Times == 0 || g.Times > 0 && o.Filled && !g.Filled:
	case g.Times == 0 || g.Filled && !o.Filled:
		*g = o
	default:
		g.Least, g.Most, g.Sum, g.Times = min(g.Least, o.Least), max(g.Most, o.Most), g.Sum+o.Sum, g.Times+o.Times
	}
}

// Mean is that of the successes that count; zero if there are none.
func (g Given) Mean() float64 {
	if g.Times == 0 {
		return 0
	}
	return float64(g.Sum) / float64(g.Times)
}
