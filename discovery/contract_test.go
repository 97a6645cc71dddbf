package discovery_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/discoverytest"
)

func TestOneSided(t *testing.T) { discoverytest.Judge(t, discovery.OneSided{}) }

// Whatever the prior is, certificates hold: also with a bad one.
func TestOneSidedWithBadPrior(t *testing.T) {
	if testing.Short() {
		t.Skip("repeats the simulation")
	}
	discoverytest.Judge(t, discovery.OneSided{Prior: discovery.NewChancePrior(.95)})
}

func TestFloor(t *testing.T) {
	for _, least := range []float64{.1, .3, .5, .9} {
		discoverytest.JudgeFrom(t, discovery.Floor{Least: least}, least)
	}
}

func TestNoHypothesis(t *testing.T) { discoverytest.Hypothesizer(t, discovery.NoHypothesis{}) }
