package active

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// ErrNotFound is returned when the steps are used up.
var ErrNotFound = errors.New("it wasn't found in so many steps")

// Strategy is how an agent asks.
type Strategy struct {
	// Around: it looks all around where it stands. Otherwise it sees what is ahead.
	Around bool
	// Doubts: it asks again, from nearer, before it believes. Otherwise it takes the first answer.
	Doubts bool
}

// Config is how an agent looks for things.
type Config struct {
	Strategy Strategy
	// Steps is how many steps of the world it has; looking in another direction than ahead takes one.
	Steps int
	// Actions is how many actions it may do, as [Agent.Actions] counts them; zero: as many as it has steps.
	Actions int
	// Size is the side of the pictures, in pixels.
	Size int
	// Seed is that of its wandering.
	Seed uint64
}

// Agent is somebody with eyes in one episode of a world. It isn't safe for concurrent use.
type Agent struct {
	session interaction.Camera
	ground  *interaction.Ground
	sees    percipient.Percipient
	cfg     Config
	rng     *rand.Rand
	state   interaction.State

	facing int // place in the ground's moves; -1: it doesn't know yet
	at     cell
	places map[cell]*place // by block of cells
	bars   map[cell]bool   // where one can't go
	edges  [4]edge         // by direction
	// farthest is by direction how far the agent ever was.
	farthest [4]int
	spots    []cell // where what was looked for was seen, when the time wasn't right
	seen     map[percipient.Question]*frequency
	notice   []percipient.Question          // what it asks about in passing
	noticed  map[percipient.Question][]cell // where that was
	last     int                            // the health that was felt, summed over vitals
	hurt     bool
	vitals   []string
	drifts   map[string]bool // factors that changed though nothing was done

	steps, asked, pictures int
	actions, run           int                // actions as ADAM counts them; steps of the latest
	lastKind               interaction.Action // all movements are one kind
	turning                bool               // it waits to see where it turns
	surveyed               int
	free                   bool // its steps belong to an action
	searched               int  // steps that do

	tend     func(context.Context) error // looks after what it lacks before it goes on; nil: it doesn't
	starving func() bool                 // one of what it looks after is used up, which lowers health; nil: it looks after nothing
	larder   []percipient.Question       // what it remembers the places of to look after itself
	pace     func(steps int)             // is told of each step; nil: nobody is
}

type cell struct{ x, y int }

// frequency is how often a question was asked, and how often it was so.
type frequency struct{ asked, held float64 }

const (
	// sure is with what confidence an answer is believed by who doubts.
	sure = .95
	// fair is with what confidence one is believed that was confirmed as well as it could be.
	fair = .75
	// block is the side of the squares that are remembered as visited, in cells, stride how far one walks at once, and
	// farthest how many blocks off one looks for where to go.
	block, stride, farthest = 6, 7, 8
	// nearer is how often one goes nearer to what isn't clear, and looks how often one looks again before one believes.
	nearer, looks = 12, 2
	// run is how many steps one runs from what hurts.
	run = 20
	// blows are how often one strikes what bars the way.
	blows = 8
	// patience is how many steps one waits where all but the time is right, at once.
	patience = 5
)

// around are the directions of a look around, in degrees to the right: pictures overlap.
var around = []int{0, 60, -60, 120, -120, 180}

// aside are those of an agent that has few actions, when it looks to the sides at all: each asideEvery times.
var aside = []int{0, 90, -90, 180}

const asideEvery = 3

// New returns the agent of a session that has begun in a world with that ground, with the state it began in. It runs when
// one of the vitals falls.
func New(s interaction.Camera, ground *interaction.Ground, vitals []string, state interaction.State, p percipient.Percipient, cfg Config) *Agent {
	a := &Agent{session: s, ground: ground, sees: p, cfg: cfg, rng: rand.New(rand.NewPCG(cfg.Seed, 0x61637469)), state: state, facing: -1, drifts: map[string]bool{}, noticed: map[percipient.Question][]cell{}, places: map[cell]*place{}, bars: map[cell]bool{}, seen: map[percipient.Question]*frequency{}}
	a.vitals = vitals
	a.last = a.health()
	return a
}

// Steps is how many steps were taken.
func (a *Agent) Steps() int { return a.steps }

// Pace has told be told how many steps were taken, after each.
func (a *Agent) Pace(told func(steps int)) { a.pace = told }

// Actions is how many actions were done, as ADAM counts them (appendix D): a walk of up to ten steps, a look elsewhere than
// ahead, and an action, with a search of up to 100 steps for what it is done to.
func (a *Agent) Actions() int { return a.actions }

// Asked is how many questions were asked.
func (a *Agent) Asked() int { return a.asked }

// Pictures is how many pictures were taken.
func (a *Agent) Pictures() int { return a.pictures }

// State is what it has.
func (a *Agent) State() interaction.State { return a.state }

// Seen is where something was found.
type Seen struct {
	Shot interaction.Shot
	// Answer is what was said of the thing that is seen least often, and Thing of the one that is to be found.
	Answer, Thing percipient.Answer
	// Least is the least confidence of all answers that it rests on.
	Least float64
}

// Find goes about until the context holds in one picture, and returns which. It fails with [ErrNotFound] when the steps
// are used up, and with interaction.ErrEnded if the agent dies.
func (a *Agent) Find(ctx context.Context, c Context) (Seen, error) {
	followed := 0
	for a.left() {
		if err := a.tended(ctx); err != nil {
			return Seen{}, err
		}
		seen, v, err := a.survey(ctx, c)
		switch {
		case err != nil:
			return seen, err
		case v.all():
			if !a.cfg.Strategy.Doubts {
				return seen, nil
			}
			ok, err := a.confirm(ctx, c, &seen)
			if err != nil || ok {
				return seen, err
			}
		case v.here && a.cfg.Strategy.Around: // not now
			a.remember()
			if err := a.wait(ctx); err != nil {
				return seen, err
			}
			continue
		}
		if a.cfg.Strategy.Doubts && v.found && followed < nearer && (seen.Answer.Far > 1.5 || len(c.Near) > 0) {
			followed++
			if err := a.approach(ctx, seen); err != nil {
				return seen, err
			}
			continue
		}
		followed = 0
		if err := a.wander(ctx, c); err != nil {
			return seen, err
		}
	}
	return Seen{}, ErrNotFound
}

// verdict is what is believed of a picture.
type verdict struct {
	found bool // the thing is in it, and the ecology isn't another
	here  bool // and all about the place is right
	now   bool // and all about the time
	doubt bool // but the answers aren't sure
}

func (v verdict) all() bool { return v.here && v.now }

// survey looks for the context, ahead and then around. It ends with the first picture that has all of it, and otherwise
// tells of the one that has most.
func (a *Agent) survey(ctx context.Context, c Context) (best Seen, most verdict, err error) {
	for _, yaw := range a.directions() {
		f, err := a.look(ctx, yaw)
		if err != nil {
			return best, most, err
		}
		if a.tend != nil && a.hurt {
			return best, verdict{}, nil // first things first
		}
		seen, v, err := a.judge(ctx, f, c)
		if err != nil {
			return best, most, err
		}
		rank := func(v verdict) int {
			n := 0
			for i, ok := range []bool{v.found, v.here, v.all()} {
				if ok {
					n = i + 1
				}
			}
			return n
		}
		if best.Shot.Width == 0 || rank(v) > rank(most) {
			best, most = seen, v
		}
		if v.all() || v.here {
			return best, most, nil
		}
	}
	return best, most, nil
}

// directions are those of a look around, ahead first.
func (a *Agent) directions() []int {
	switch {
	case !a.cfg.Strategy.Around:
		return around[:1]
	case a.cfg.Actions > 0: // a look elsewhere is an action
		if a.surveyed++; a.surveyed%asideEvery != 1 {
			return around[:1]
		}
		return aside
	}
	return around
}

// judge asks of a picture what the context needs to know, one question after the other.
func (a *Agent) judge(ctx context.Context, f interaction.Frame, c Context) (Seen, verdict, error) {
	out := Seen{Shot: f.Shot, Least: 1}
	v := verdict{found: true, here: true, now: true}
	ask := func(q percipient.Question) (percipient.Answer, error) {
		got, err := a.ask(ctx, f, q)
		if err == nil && got.Holds {
			out.Least = min(out.Least, got.Confidence)
		}
		return got, err
	}
	near := float64(Close)
	if a.cfg.Strategy.Doubts {
		near-- // to be on the safe side
	}
	for i, q := range a.things(c) {
		got, err := ask(q)
		if err != nil {
			return out, v, err
		}
		if i == 0 {
			out.Answer, v.found = got, got.Holds
		}
		if q == c.Find {
			out.Thing = got
		}
		if v.here = got.Holds && (len(c.Near) == 0 || got.Far > 0 && got.Far <= near); !v.here {
			break
		}
	}
	for _, q := range c.Hold {
		if q.Aspect != percipient.Ecology && !v.here {
			continue // it doesn't matter yet
		}
		got, err := ask(q)
		if err != nil {
			return out, v, err
		}
		if q.Aspect == percipient.Ecology {
			v.found, v.here = v.found && got.Holds, v.here && got.Holds
			a.expect(f.Yaw, got.Holds)
		} else {
			v.now = v.now && got.Holds
		}
	}
	v.doubt = out.Least < sure
	return out, v, nil
}

// things are what has to be in sight, what is seen least often first: that is looked for, and the others beside it.
func (a *Agent) things(c Context) []percipient.Question {
	if c.Find.Name == "" {
		return nil
	}
	rate := func(q percipient.Question) float64 {
		if s := a.seen[q]; s != nil {
			return (s.held + 1) / (s.asked + 2)
		}
		return .5
	}
	all := append([]percipient.Question{c.Find}, c.Near...)
	slices.SortStableFunc(all, func(x, y percipient.Question) int { return cmp.Compare(rate(x), rate(y)) })
	return all
}

// ask asks one question. Who can't tell says no, without confidence.
func (a *Agent) ask(ctx context.Context, f interaction.Frame, q percipient.Question) (percipient.Answer, error) {
	a.asked++
	got, err := a.sees.Ask(ctx, f, q)
	s := a.seen[q]
	if s == nil {
		s = &frequency{}
		a.seen[q] = s
	}
	if s.asked++; got.Holds {
		s.held++
	}
	if errors.Is(err, percipient.ErrCantTell) {
		return percipient.Answer{Confidence: .5}, nil
	}
	return got, err
}

// confirm looks again, and goes nearer where it isn't sure: then it isn't confirmed yet.
func (a *Agent) confirm(ctx context.Context, c Context, seen *Seen) (bool, error) {
	for range looks {
		if err := a.step(ctx, a.ground.Wait); err != nil {
			return false, err
		}
		f, err := a.shoot(seen.Shot.Yaw)
		if err != nil {
			return false, err
		}
		again, v, err := a.judge(ctx, f, c)
		if err != nil {
			return false, err
		}
		if *seen = again; !v.all() {
			return false, nil
		}
		if v.doubt && again.Answer.Far > 1.5 {
			return false, a.approach(ctx, again)
		}
	}
	return seen.Least >= fair, nil
}

// offset is where a thing is that was seen so, in cells ahead and to the right of where the agent faces.
func offset(s Seen) (ahead, right float64) {
	far := max(1, s.Answer.Far)
	side := far * s.Answer.Bearing * math.Tan(fieldOfView/2)
	sin, cos := math.Sincos(float64(s.Shot.Yaw) * math.Pi / 180)
	return far*cos - side*sin, far*sin + side*cos
}

// fieldOfView is the angle of a picture, in radians.
const fieldOfView = 75 * math.Pi / 180

// approach goes a cell nearer to what was seen. The direction of the next look is ahead.
func (a *Agent) approach(ctx context.Context, s Seen) error {
	if a.facing < 0 {
		return a.learnFacing(ctx)
	}
	ahead, right := offset(s)
	turn := 0
	switch {
	case math.Abs(right) > math.Abs(ahead) && right > 0:
		turn = 1
	case math.Abs(right) > math.Abs(ahead):
		turn = 3
	case ahead < 0:
		turn = 2
	}
	moved, err := a.move(ctx, a.turned(turn))
	if err != nil || moved || turn != 0 && s.Answer.Far <= aheadFar {
		return err // what bars the way may be what it goes to, which it faces now
	}
	_, err = a.move(ctx, a.turned(1+2*a.rng.IntN(2)))
	return err
}

// clockwise are the places of the moves in the order of a turn to the right.
var clockwise = [...]int{2, 1, 3, 0}

// turned is the direction so many quarters to the right of where it faces.
func (a *Agent) turned(quarters int) int {
	return clockwise[(slices.Index(clockwise[:], a.facing)+quarters)%len(clockwise)]
}

// learnFacing makes a step, after which it knows where it faces.
func (a *Agent) learnFacing(ctx context.Context) error {
	_, err := a.move(ctx, a.rng.IntN(len(interaction.Steps)))
	return err
}
