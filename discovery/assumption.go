package discovery

import (
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// Assumption is something that a certificate takes for granted: it holds with its stated
// probability if this does. Assumptions are data, so that who relies on a certificate
// gets them with it.
type Assumption struct {
	// Name is a stable word, one of the constants.
	Name string `json:"name"`
	// Value is the number in it; zero where there is none.
	Value float64 `json:"value,omitempty"`
	// Factor is what it speaks of; empty where it speaks of everything.
	Factor string `json:"factor,omitempty"`
}

// The names of assumptions.
const (
	// Monotone: more of a factor never prevents an effect.
	Monotone = "monotone"
	// OneChance: an effect has one chance, whichever of its ways is used.
	OneChance = "one-chance"
	// LeastChance: each way has at least the chance that is the Value, of its own.
	LeastChance = "least-chance"
	// Floor: effects that were never seen have at least the chance that is the Value.
	Floor = "floor"
	// Ample: nothing needs more of a factor than its ample level, which is the Value for
	// items of which the world says nothing else; with a Factor, than the Value of it, as the world
	// was found not to make more, or not to show what comes of it.
	Ample = "ample"
	// Few: no way but those that are known needs more than the Value of the Factor, as more was never there with all else that could be had. It is
	// made where starts can't be chosen, and a thing is scarce or episodes are short. At zero, none but those needs any.
	Few = "few"
	// Independent: trials don't depend on each other.
	Independent = "independent"
	// Exchange: where one unit of a factor could stand for one of another in a member of a
	// way, it always can. It is made where a class has too many mixtures to try each.
	Exchange = "exchange"
	// Together: of the factors that compete for slots, or can't be had all at once, a way needs at most as many as the
	// Value together. It is made where not all of them fit at once.
	Together = "together"
	// Closed: what can't be brought about by plans on what is known doesn't matter: a
	// certificate speaks of the situations that such plans lead to.
	Closed = "closed"
	// NoVital: no action needs a vital, nor a fact that comes by itself, unless it was seen to. It is
	// made where starts can't be chosen, as starving can't be brought about at will.
	NoVital = "no-vital"
	// Misread: a level is perceived as another than it is with a probability of at most the Value, each time
	// independently of the others. It is made where what there is has to be perceived.
	Misread = "misread"
)

// String is the assumption as a clause for people.
func (a Assumption) String() string {
	switch a.Name {
	case Monotone:
		return "more never hurts"
	case OneChance:
		return "an effect has one chance, whichever of its ways is used"
	case LeastChance:
		return fmt.Sprintf("each way has a chance of at least %g", a.Value)
	case Floor:
		return fmt.Sprintf("further effects have a chance of at least %g", a.Value)
	case Ample:
		if a.Factor != "" {
			return fmt.Sprintf("nothing needs more than %g %s", a.Value, interaction.Shown(a.Factor))
		}
		return fmt.Sprintf("nothing needs more than %g of an item, or than plenty of what the world says more about", a.Value)
	case Few:
		if a.Value == 0 {
			return fmt.Sprintf("no way but those that are known needs any %s", interaction.Shown(a.Factor))
		}
		return fmt.Sprintf("no way but those that are known needs more than %g %s", a.Value, interaction.Shown(a.Factor))
	case Independent:
		return "trials don't depend on each other"
	case Exchange:
		return "what stands for something once in a large class always does"
	case Together:
		return fmt.Sprintf("of what competes for slots nothing needs more than %g at once", a.Value)
	case Closed:
		return "it is said of situations that can be brought about with what is known"
	case Misread:
		return fmt.Sprintf("a level is misread with a probability of at most %.2g, and not for the same reason again", a.Value)
	case NoVital:
		return "no action needs a vital, such as health, or what comes by itself and wasn't seen to be needed, such as rain"
	}
	return fmt.Sprintf("%s (%g)", a.Name, a.Value)
}
