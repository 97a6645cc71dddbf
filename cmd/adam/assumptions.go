package main

import (
	"fmt"

	"github.com/adam-discovery/adam/discovery/explore"
)

// assumptions lists what a run took for granted: what it certified may be wrong
// where one of them is, whatever delta says. docs/identifiability.md has the long
// form.
func assumptions(cfg explore.Config) []string {
	chances := "an effect has one chance, whichever of its ways is used"
	if cfg.Chances == explore.ChancesOwn {
		chances = fmt.Sprintf("no way of an effect has a chance below %g", cfg.Floor)
	}
	return []string{
		"more items never hurt",
		chances,
		fmt.Sprintf("further effects have a chance of at least %g", cfg.Floor),
		fmt.Sprintf("nothing needs more than %d of an item", cfg.Stock),
		"trials don't depend on each other",
	}
}
