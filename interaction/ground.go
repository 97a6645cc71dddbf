package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Ground is how one moves and what one may see in a world that has a map. An agent knows
// it beforehand, as it knows the names of its movements (ADAM, section 3.1); what its other
// actions do it doesn't.
type Ground struct {
	// Moves are the actions that go one cell west, east, north and south, or turn there
	// where the way is barred.
	Moves [4]Action `json:"moves"`
	// Wait is the action that does nothing; empty: there is none.
	Wait Action `json:"wait,omitempty"`
	// Persist is how often an action on a thing is done, as one trial, until something comes of
	// it: a creature takes several hits, and the progress isn't seen. Zero: once.
	Persist int `json:"persist,omitempty"`
	// Busy is the fact while which nothing can be done, such as being asleep: one waits. Empty:
	// there is none.
	Busy string `json:"busy,omitempty"`
	// Act is the action that does to whatever the agent faces what Does would, for who doesn't know its name; as the moves
	// it is none of the actions. Empty: there is none.
	Act Action `json:"act,omitempty"`
	// Things are what a cell can show, by number.
	Things []Thing `json:"things"`
}

// Thing is a class of what a cell can show.
type Thing struct {
	Name string `json:"name"`
	// Does is the action that is done to the thing by an agent that faces it; empty: none.
	Does Action `json:"does,omitempty"`
	// Near is the fact that the thing is within the square of three by three cells around
	// the agent; empty: there is no such fact.
	Near string `json:"near,omitempty"`
}

// Steps are the movements as differences of columns and rows, in the order of Moves.
var Steps = [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// Unseen is the number of a cell of which nothing is seen.
const Unseen = -1

// Validate reports what is wrong with the ground of a world with these factors: every fault at
// once.
func (g *Ground) Validate(factors []Factor) error {
	var errs []error
	fact := func(name string) bool {
		return slices.ContainsFunc(factors, func(f Factor) bool { return f.Name == name && f.Kind == Fact })
	}
	for i, m := range g.Moves {
		if m == "" || slices.Contains(g.Moves[:i], m) {
			errs = append(errs, fmt.Errorf("movement %d of the ground, %q, has no name of its own", i, m))
		}
	}
	if g.Persist < 0 || g.Persist > MaxPersist {
		errs = append(errs, fmt.Errorf("the ground's persist is %d: it is from 0 to %d", g.Persist, MaxPersist))
	}
	if g.Act != "" && slices.Contains(g.Moves[:], g.Act) {
		errs = append(errs, fmt.Errorf("the ground's act, %q, is a movement", g.Act))
	}
	if g.Busy != "" && (!fact(g.Busy) || g.Wait == "") {
		errs = append(errs, fmt.Errorf("the ground's busy, %q, must be a listed fact, and there must be a wait", g.Busy))
	}
	if len(g.Things) == 0 || len(g.Things) > MaxThings {
		errs = append(errs, fmt.Errorf("the ground has %d things: there are from 1 to %d", len(g.Things), MaxThings))
	}
	for i, t := range g.Things {
		if t.Name == "" || !Plain(t.Name) || slices.ContainsFunc(g.Things[:i], func(o Thing) bool { return o.Name == t.Name }) {
			errs = append(errs, fmt.Errorf("thing %d of the ground, %q, has no name of its own", i, t.Name))
		}
		if t.Near != "" && !fact(t.Near) {
			errs = append(errs, fmt.Errorf("thing %q: near %q isn't a listed fact", t.Name, t.Near))
		}
	}
	return errors.Join(errs...)
}

// Limits of grounds.
const (
	MaxPersist = 100
	MaxThings  = 4096
)

// Nears reports whether the fact holds near some thing. A nil Ground has no things.
func (g *Ground) Nears(fact string) bool {
	return g != nil && slices.ContainsFunc(g.Things, func(t Thing) bool { return t.Near == fact })
}

// Target is the name of the thing that the action is done to; empty: it is done to none. A nil Ground has no things.
func (g *Ground) Target(a Action) string {
	if g == nil || a == "" {
		return ""
	}
	for _, t := range g.Things {
		if t.Does == a {
			return t.Name
		}
	}
	return ""
}

// Sight is what an agent sees of the map around it.
type Sight struct {
	// Width and Height are those of the view, in cells; both are odd, and the agent is in
	// the middle.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Cells are numbers of things, row by row from the north-west, or Unseen. The agent's
	// own cell shows what it stands on.
	Cells []int `json:"cells"`
	// Facing is the place in Moves of the direction that the agent looks in.
	Facing int `json:"facing"`
}

// At is the thing dx columns east and dy rows south of the agent; Unseen outside of the view.
func (s Sight) At(dx, dy int) int {
	x, y := s.Width/2+dx, s.Height/2+dy
	if x < 0 || y < 0 || x >= s.Width || y >= s.Height {
		return Unseen
	}
	return s.Cells[y*s.Width+x]
}

// Valid reports what is wrong with a sight of a world with so many things.
func (s Sight) Valid(things int) error {
	if s.Width%2 == 0 || s.Height%2 == 0 || s.Width < 3 || s.Height < 3 || s.Width > MaxView || s.Height > MaxView {
		return fmt.Errorf("the view is %d by %d: sides must be odd, from 3 to %d", s.Width, s.Height, MaxView)
	}
	if n := s.Width * s.Height; len(s.Cells) != n {
		return fmt.Errorf("the view is %d by %d and has %d cells: there must be %d", s.Width, s.Height, len(s.Cells), n)
	}
	if s.Facing < 0 || s.Facing >= len(Steps) {
		return fmt.Errorf("the agent faces direction %d of %d", s.Facing, len(Steps))
	}
	for _, c := range s.Cells {
		if c < Unseen || c >= things {
			return fmt.Errorf("a cell shows thing %d of %d", c, things)
		}
	}
	return nil
}

// MaxView is the longest side that a view can have.
const MaxView = 255

// Seer is a session of a world with a [Ground].
type Seer interface {
	Session
	// Look returns what is seen now. The Sight is valid until the next call of a method of
	// the session.
	Look() Sight
}

// Mapper is a session that remembers what it saw where.
type Mapper interface {
	Session
	// Map is what is remembered of the cells that are at most within columns and rows away, in the form of a Sight: things
	// as they were seen last, the agent in the middle. It is the agent's reckoning, and no position in the world. It may
	// be wider than [MaxView]. The names are those of the things that its cells number.
	Map(within int) (m Sight, things []string)
}

// Placer is a [Walker] that goes about in search of a place, and back to places that it marked.
type Placer interface {
	Walker
	// Mark remembers where the agent is by a name, in place of where it was when that name was given last. It is the agent's
	// reckoning, and no position in the world; an episode begins without marks.
	Mark(name string)
	// Marked reports whether there is a place of that name.
	Marked(name string) bool
	// Revisit goes back to the place of that name by ways that are known, or until there reports true. It fails with
	// [ErrNoWay] if there is no such place, or it doesn't get there.
	Revisit(ctx context.Context, name string, there func() bool) (State, error)
	// Place is where the agent is by its own reckoning, in cells east and south of where the episode began.
	Place() (x, y int)
	// Roam goes towards the cell dx columns east and dy rows south of the agent, as near as it gets. It fails with [ErrNoWay] if it
	// gets nowhere near, and with [ErrCalled] if it was called away.
	Roam(ctx context.Context, dx, dy int) (State, error)
	// Explore goes a few steps towards a cell from which something would be seen for the first time; false: none is known.
	Explore(ctx context.Context) (State, bool, error)
	// Straight has it explore straight on as far as that leads to anything new, in place of going to what is nearest; also
	// where it looks for what an action is done to.
	Straight()
	// Forgetful has it do without memory of places: whenever it thinks where to go, it forgets what was seen where but for
	// what is in view, and all marks. What it learned of kinds of things it keeps, and its heading.
	Forgetful()
}

// Settler is a [Walker] that can be told that nothing is to be done but to live on, for long: then it may use what it has for that.
type Settler interface {
	Walker
	// Settle says so, or that it is over. A session begins with something to be done.
	Settle(on bool)
}

// Walker is a session that finds its own way to where an action can be done.
type Walker interface {
	Session
	// Approach goes to where the action can be done, and returns what there is then. It fails
	// with [ErrNoWay] if it doesn't find such a place, and with [ErrCalled] if it was called away;
	// the session can go on.
	Approach(ctx context.Context, a Action, at Where) (State, error)
	// Far is about how many steps off a place for the action is that was seen; -1: none was.
	Far(a Action) int
	// Bound reports whether the action is done to a thing, and so not just anywhere.
	Bound(a Action) bool
	// Roams reports whether the action is done to a thing that moves about, as far as is known.
	Roams(a Action) bool
	// Near are the actions that can be done to things that are seen at most within cells away; calm is
	// whether nothing is in sight that is Harmful or Menacing, but for what flies.
	Near(within int) (actions []Action, calm bool)
	// Return goes back to where all these facts hold, if the way to such a place has at most most steps;
	// else it fails with [ErrNoWay].
	Return(ctx context.Context, facts []string, most int) (State, error)
	// Back is how many steps off a place is where all these facts hold, as far as is known; -1: none was seen.
	Back(facts []string) int
	// Nears reports whether the fact holds near things, and so depends on the place.
	Nears(fact string) bool
	// Post is how many steps off a place for the action is where all facts to keep hold and none of those to avoid, as far as is
	// known; -1: none was seen.
	Post(a Action, at Where) int
	// Leave goes to where none of these facts hold, as far as it can.
	Leave(ctx context.Context, facts []string) (State, error)
	// Wall is the action that a shelter is made with; false if none is known.
	Wall() (Action, bool)
	// Shelter goes to a place that nothing can come to, and makes one by putting down at most walls of what
	// Wall does, beside what it clears there. The actions to have at hand can be done from inside if it can; it
	// fails with [ErrNoWay] if it doesn't know how.
	Shelter(ctx context.Context, hand []Action, walls int) (State, error)
	// Haven is about how many steps off a place for such a shelter is; -1: none was seen.
	Haven(walls int) int
	// Burrow has it keep to where nothing can come to it from now on, and dig there as long as that stays so:
	// what it would have to leave it for fails with [ErrNoWay]. It reports whether it keeps to such a place;
	// where something can come in, it doesn't.
	Burrow(on bool) bool
	// Delve digs a few steps on in a burrow, to where something is seen for the first time. It fails with [ErrNoWay] where
	// nothing can be dug that keeps the burrow closed.
	Delve(ctx context.Context) (State, error)
	// Seed is the action that puts down what becomes, in time, what the action is done to, or may, where nobody saw that
	// yet; false if there is none.
	Seed(a Action) (Action, bool)
	// Plant does what Seed does in a good place, or, if not anew, goes to where that was done, and closes the place in
	// with what Wall does. It fails with [ErrNoWay] if it doesn't know how, or gets to no place from which that can be done.
	Plant(ctx context.Context, a Action, anew bool) (State, error)
	// Bed is the best of what Seed put down for the action; false if there is nothing.
	Bed(a Action) (Bed, bool)
	// Visit goes to within so many steps of it; it fails with [ErrNoWay] if there is nothing, or no way to it is known.
	Visit(ctx context.Context, a Action, within int) (State, error)
	// Call has the walker ask, after each step of the world, whether it is called away. Nil: it
	// isn't.
	Call(away func(State) bool)
	// Witness has the walker tell of each action that it does on its way, to clear it or in
	// defence. Nil: it tells nothing.
	Witness(seen func(a Action, before, after State))
	// Here does the action where the agent is, as Step does after it went there. It fails with
	// [ErrCalled] if it broke off to defend itself, before anything came of it.
	Here(ctx context.Context, a Action) (State, error)
	// Strayed reports whether the agent isn't where it was when the latest action began, as it followed
	// what it was done to.
	Strayed() bool
	// Gone reports whether what the latest action was done to moves about, and is nowhere near any more.
	Gone() bool
	// Wait does nothing for a step of the world, if the world can; else it fails with [ErrNoWay].
	Wait(ctx context.Context) (State, error)
	// Steps counts the world's own steps since the session began.
	Steps() int
	// Lessons are what the walker has learned of things in all its episodes and from Learn, in a
	// fixed order.
	Lessons() []Lesson
	// Felt is how often vitals fell at once, by the level of each other one, in the episode so far.
	Felt() map[string]Felt
	// Learn has it know these lessons, and no others, from the next episode on.
	Learn([]Lesson)
}

// Bed is a place where something was put down that becomes something else in time, or may.
type Bed struct {
	Far    int  // about how many steps off it is
	Age    int  // for how many steps it has been there while the agent wasn't far off
	Closed bool // nothing can come to it
}

// Felt counts steps of the world, and of these the ones in which a vital fell at once: while a vital was
// below half of its highest level, and while it wasn't.
type Felt struct {
	Low       int `json:"low"`
	LowBlows  int `json:"low_blows"`
	High      int `json:"high"`
	HighBlows int `json:"high_blows"`
}

// Add adds the counts of another.
func (f Felt) Add(g Felt) Felt {
	return Felt{f.Low + g.Low, f.LowBlows + g.LowBlows, f.High + g.High, f.HighBlows + g.HighBlows}
}

// Where says where an action is to be done: where the facts to keep still hold, and if it can
// where none of those to avoid do.
type Where struct {
	Keep, Avoid []string
	// Beside has what the action puts down be put beside a place where this one can be done, With where these facts hold and none of those
	// to avoid. Where no such place was seen, [Walker.Approach] fails with [ErrNoWay]. Empty: it is put anywhere. It has no meaning for
	// what is done to things.
	Beside Action
	With   []string
	// Room has what the action puts down be put in the open, where there is room for so many of it. Where no such place is known, or it
	// is far off, and in a burrow, it is put anywhere. Zero: that doesn't matter. It has no meaning for what is done to things, nor with
	// Beside.
	Room int
}

// Lesson is something that a body learned of a class of things, or of a vital. It is about moving, not about
// what actions are good for.
type Lesson struct {
	Thing string `json:"thing"`
	Is    Trait  `json:"is"`
	By    Action `json:"by,omitempty"`
	// After is after how many steps something becomes, or remains; zero: that isn't told.
	After int `json:"after,omitempty"`
}

// Trait is what a body can learn of a class of things.
type Trait string

// Traits of things.
const (
	Walkable Trait = "walkable" // one can go there
	Barred   Trait = "barred"   // one can't
	Deadly   Trait = "deadly"   // an agent that went there died
	Roaming  Trait = "roaming"  // it moves
	Harmful  Trait = "harmful"  // it hurts an agent beside it
	Menacing Trait = "menacing" // who has it in sight is hurt often
	Flying   Trait = "flying"   // it never stays where it is
	Cleared  Trait = "cleared"  // an action takes it away, so that one can go there
	Crossed  Trait = "crossed"  // what flies was seen over it
	// Laid is said of a thing that bars the way and that the action By puts down.
	Laid Trait = "laid"
	// Bears is said of a thing on which the action By was seen to put something down.
	Bears Trait = "bears"
	// Becomes is said of a thing that was put down and became by itself, in time, what the action By is done to: it had within
	// After steps that the agent was not far off.
	Becomes Trait = "becomes"
	// Remains is said of such a thing that hadn't become anything within After of these steps.
	Remains Trait = "remains"
	// Drifting is said of a vital or a fact in place of a thing: it also rises while the agent only walks.
	Drifting Trait = "drifting"
	// Struck is said of a vital in place of a thing: it fell at once, beside what is Harmful.
	Struck Trait = "struck"
)

// ErrNoWay is returned where there is no way to where an action can be done, as far as one
// can see.
var ErrNoWay = errors.New("no place for the action was found")

// ErrCalled is returned by a walker that was called away before it got there.
var ErrCalled = errors.New("called away")
