package interaction_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// What a mod puts before all of its names makes none of them near another one.
func TestNearBehindTheColon(t *testing.T) {
	known := []string{"default:brick", "default:obsidian_shard", "default:obsidia", "other:stone"}
	for name, want := range map[string][]string{
		"default:obsidian": {"default:obsidia", "default:obsidian_shard"},
		"default:x":        nil,
		"default:brik":     {"default:brick"},
	} {
		if got := interaction.Near(name, known, 3); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}
