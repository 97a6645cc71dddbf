package explore

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

// Unlock says whether the world's hints on when an action is available are used.
type Unlock string

const (
	// UnlockWorld: an action is tried once the factors of its hint were observed,
	// as in ADAM. When nothing else is left to do, the hints are ignored.
	UnlockWorld Unlock = "world"
	// UnlockNone: every action is available from the start.
	UnlockNone Unlock = "none"
)

// Chances says what is assumed of an effect's chance.
type Chances string

const (
	// ChancesShared: an effect has one chance, whichever of its ways is used.
	ChancesShared Chances = "shared"
	// ChancesOwn: each way has a chance of its own, at least the floor.
	ChancesOwn Chances = "own"
)

// MaxWidth bounds the trials of a round; no design gains by more.
const MaxWidth = 4096

// Config is what a run is about. The zero value isn't valid; see [Default].
type Config struct {
	// Seed seeds the chances of a world that honours seeds.
	Seed uint64
	// Width is how many trials are asked for in one round, 1 to MaxWidth. 1 is the
	// paper's serial agent, 8 its parallel one.
	Width int
	// Delta bounds the probability that anything certified is wrong, from 1e-12
	// to below 1.
	Delta float64
	// Floor is the least chance of an effect that the search for further effects
	// is sure to notice, from 1e-4 to 1. It is an assumption and is reported as such;
	// what is claimed of effects that were seen rests on it only with ChancesOwn.
	Floor float64
	// Chances is an assumption, too. Where ways are seen to differ though they
	// are assumed to share a chance, the effect isn't certified.
	Chances Chances
	// Proved: that certificates keep Delta is proven, whenever the run stops and whatever it
	// chooses to test (docs/theory.md, "Budgets"). Otherwise it is calibrated by simulation, for
	// fewer trials.
	Proved bool
	// Stock is how much is plenty of an item of which the world says nothing else, from
	// 1 to interaction.MaxLevel. A requirement above it can't be found.
	Stock int
	// Goal is the factor to reach and certify; empty: learn every action.
	Goal string
	// Only are the actions to work on, without a goal; empty: all. Of the others,
	// what is known stays as it is.
	Only []interaction.Action
	// Unlock says whether hints are used.
	Unlock Unlock
	// Refiner and Hypothesizer do what their interfaces say.
	Refiner      discovery.Refiner
	Hypothesizer discovery.Hypothesizer
	// Budget is how many new trials may be run; zero: no limit.
	Budget int
	// Attempts is how often a trial that breaks is run in all; at least 1.
	Attempts int
}

// Default is the configuration that adam explore uses, but for its hypothesizer: the one
// here has no guess.
func Default() Config {
	return Config{Seed: 1, Width: 8, Delta: .01, Floor: .3, Chances: ChancesShared, Stock: 64, Unlock: UnlockWorld,
		Refiner: refine.Group{}, Hypothesizer: discovery.NoHypothesis{}, Attempts: 3}
}

// Validate reports every fault of the configuration at once.
func (c Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(c.Width >= 1, "width %d: it must be at least 1", c.Width)
	check(c.Width <= MaxWidth, "width %d: it must be at most %d", c.Width, MaxWidth)
	check(c.Delta >= 1e-12 && c.Delta < 1, "delta %v: it must be between 0 and 1, and at least 1e-12", c.Delta)
	check(c.Floor >= 1e-4 && c.Floor <= 1, "floor %v: it must be from 0.0001 to 1", c.Floor)
	check(c.Stock >= 1 && c.Stock <= interaction.MaxLevel, "stock %d: it must be from 1 to %d", c.Stock, interaction.MaxLevel)
	check(c.Unlock == UnlockWorld || c.Unlock == UnlockNone, "unlock %q: it must be %q or %q", c.Unlock, UnlockWorld, UnlockNone)
	check(c.Chances == ChancesShared || c.Chances == ChancesOwn, "chances %q: it must be %q or %q", c.Chances, ChancesShared, ChancesOwn)
	check(c.Goal == "" || len(c.Only) == 0, "goal %q and only some actions: it is one or the other", c.Goal)
	check(c.Refiner != nil, "there is no refiner")
	check(c.Hypothesizer != nil, "there is no hypothesizer")
	check(c.Budget >= 0, "budget %d: it can't be negative", c.Budget)
	check(c.Attempts >= 1, "attempts %d: there must be at least 1", c.Attempts)
	return errors.Join(errs...)
}

// design is the version of what decides which trials are asked, beyond the
// configuration. It must be raised when that changes: a run is continued by asking
// for the same trials in the same order, and numbers factors as it meets them.
const design = 36

// stored is the configuration as the ledger keeps it: what decides which trials
// are asked. The budget is left out, as it only says when to pause.
type stored struct {
	Design       int     `json:"design"`
	Seed         uint64  `json:"seed"`
	Width        int     `json:"width"`
	Delta        float64 `json:"delta"`
	Floor        float64 `json:"floor"`
	Proved       bool    `json:"proved,omitempty"`
	Stock        int     `json:"stock"`
	Chances      Chances `json:"chances"`
	Goal         string  `json:"goal,omitempty"`
	Unlock       Unlock  `json:"unlock"`
	Refiner      string  `json:"refiner"`
	Hypothesizer string  `json:"hypothesizer"`
	Attempts     int     `json:"attempts"`

	Only []interaction.Action `json:"only,omitempty"`
}

// Stored is the configuration as a run entry keeps it.
func (c Config) Stored() ([]byte, error) {
	return json.Marshal(stored{design, c.Seed, c.Width, c.Delta, c.Floor, c.Proved, c.Stock, c.Chances, c.Goal, c.Unlock,
		c.Refiner.Name(), c.Hypothesizer.Name(), c.Attempts, c.Only})
}

// Assumptions are what the certificates of a run with this configuration take for granted,
// whatever the world is.
func (c Config) Assumptions() []discovery.Assumption {
	chances := discovery.Assumption{Name: discovery.OneChance}
	if c.Chances == ChancesOwn {
		chances = discovery.Assumption{Name: discovery.LeastChance, Value: c.Floor}
	}
	return []discovery.Assumption{{Name: discovery.Monotone}, chances, {Name: discovery.Floor, Value: c.Floor},
		{Name: discovery.Ample, Value: float64(c.Stock)}, {Name: discovery.Independent}}
}

// Judge is how misses are weighed.
func (c Config) Judge() chance.Judge {
	switch {
	case c.Chances == ChancesOwn:
		return chance.Floor{Least: c.Floor}
	case c.Proved:
		return chance.Anytime{}
	}
	return chance.OneSided{}
}

const (
	// effectShare is the part of delta for what is claimed of effects that were seen;
	// the rest is for the claim that there are no others.
	effectShare = .8
	// goalShare is the same of a run towards a goal, which hardly needs that claim.
	goalShare = .99
)

func (c Config) effectShare() float64 {
	if c.Goal != "" {
		return goalShare
	}
	return effectShare
}
