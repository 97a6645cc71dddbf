package conformance

import "github.com/adam-discovery/adam/interaction"

// Watched is the world as one whose sessions may hang, whatever it says itself, and
// Prompt as one whose sessions can't; see [interaction.Caps].
type (
	Watched struct{ interaction.World }
	Prompt  struct{ interaction.World }
)

// Spec implements [interaction.World].
func (w Watched) Spec() interaction.Spec { return says(w.World, false) }

// Spec implements [interaction.World].
func (w Prompt) Spec() interaction.Spec { return says(w.World, true) }

func says(w interaction.World, prompt bool) interaction.Spec {
	s := w.Spec()
	s.Caps.Prompt = prompt
	return s
}
