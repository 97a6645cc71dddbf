package discovery_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
)

func TestOneSided(t *testing.T) { discoverytest.Judge(t, chance.OneSided{}) }

func TestFloor(t *testing.T) {
	for _, least := range []float64{.1, .3, .5, .9} {
		discoverytest.JudgeFrom(t, chance.Floor{Least: least}, least)
	}
}

func TestNoHypothesis(t *testing.T) { discoverytest.Hypothesizer(t, discovery.NoHypothesis{}) }
