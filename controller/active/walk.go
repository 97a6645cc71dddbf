package active

import (
	"context"
	"math"
	"slices"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// step lets the world take a step, and feels whether it hurt.
func (a *Agent) step(ctx context.Context, action interaction.Action) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a.steps++
	if a.pace != nil {
		a.pace(a.steps)
	}
	a.count(action)
	before := a.state
	after, err := a.session.Step(ctx, action)
	if err != nil {
		if !after.IsEmpty() { // sessions needn't say what there was
			a.state = after
		}
		return err
	}
	a.state = after
	if action == a.ground.Wait || slices.Contains(a.ground.Moves[:], action) {
		for _, x := range interaction.Changes(before, after) {
			if x.Gain() > 0 || a.tend == nil { // food that falls by itself doesn't rise so
				a.drifts[x.Factor] = true
			}
		}
	}
	now := a.health()
	if now == a.last-1 && a.starving != nil && a.starving() {
		a.last = now // that is hunger, from which nobody can run
	}
	a.hurt, a.last = a.hurt || now < a.last, now
	return nil
}

const (
	// leap is how many cells one movement goes at most (ADAM, appendix D: a movement goes ten blocks).
	leap = 10
	// search is how many steps of looking for something to act on belong to the action: the collecting actions of ADAM
	// search for 60 to 120 seconds, in which one walks several times as far.
	search = 100
)

// count counts actions as ADAM does: a walk of up to ten steps is one, and so are a wait of as many, a look elsewhere, and an action with the
// search for what it is done to and until something comes of it.
func (a *Agent) count(action interaction.Action) {
	kind := action
	if slices.Contains(a.ground.Moves[:], action) {
		kind = a.ground.Moves[0]
	}
	walks, waits := kind == a.ground.Moves[0], kind == a.ground.Wait
	switch {
	case a.free && (walks || waits):
		if a.searched++; a.searched%search == 0 {
			a.actions++
		}
		return
	case a.turning && waits:
		return
	case kind == a.lastKind && (!walks && !waits || a.run < leap):
		a.run++
		return
	}
	a.actions, a.lastKind, a.run = a.actions+1, kind, 1
}

// left reports whether it may go on.
func (a *Agent) left() bool {
	return a.steps < a.cfg.Steps && (a.cfg.Actions == 0 || a.actions < a.cfg.Actions)
}

// health is the sum of the vitals that it feels.
func (a *Agent) health() (n int) {
	for _, v := range a.vitals {
		n += a.state.Level(v)
	}
	return n
}

// look takes a picture in a direction; elsewhere than ahead that takes a step, and is an action.
func (a *Agent) look(ctx context.Context, yaw int) (interaction.Frame, error) {
	if yaw != 0 {
		a.lastKind = ""
		if err := a.step(ctx, a.ground.Wait); err != nil {
			return interaction.Frame{}, err
		}
	}
	f, err := a.shoot(yaw)
	if err != nil {
		return f, err
	}
	return f, a.note(ctx, f)
}

// shoot takes a picture.
func (a *Agent) shoot(yaw int) (interaction.Frame, error) {
	a.pictures++
	return a.session.Shoot(interaction.Shot{View: interaction.Eyes, Width: a.cfg.Size, Height: a.cfg.Size, Yaw: yaw}, nil)
}

// move goes a cell in the direction, and sees whether it got there: else it only turned.
func (a *Agent) move(ctx context.Context, d int) (bool, error) {
	knew := a.facing >= 0
	var before interaction.Frame
	if knew {
		quarters := (slices.Index(clockwise[:], d) - slices.Index(clockwise[:], a.facing) + 4) % 4
		if quarters != 0 { // it looks there first
			a.turning = true
			err := a.step(ctx, a.ground.Wait)
			a.turning = false
			if err != nil {
				return false, err
			}
		}
		var err error
		if before, err = a.shoot(90 * quarters); err != nil {
			return false, err
		}
	}
	if err := a.step(ctx, a.ground.Moves[d]); err != nil {
		return false, err
	}
	a.facing = d
	after, err := a.shoot(0)
	if err != nil {
		return false, err
	}
	to := cell{a.at.x + interaction.Steps[d][0], a.at.y + interaction.Steps[d][1]}
	if knew && !passed(before, after) {
		a.bars[to] = true
		a.edges[d].bar(to, d)
		return false, nil
	}
	if a.at = to; a.cfg.Actions > 0 {
		a.visit(a.block(to)).times++
	}
	for e := range a.farthest {
		a.farthest[e] = max(a.farthest[e], row(to, e))
	}
	delete(a.bars, to)
	return true, a.note(ctx, after)
}

func (a *Agent) block(c cell) cell {
	floor := func(n int) int {
		if n < 0 {
			return (n - block + 1) / block
		}
		return n / block
	}
	return cell{floor(c.x), floor(c.y)}
}

// passed reports whether the ground of two pictures is another: one has moved. What falls, what roams and the light
// change less.
func passed(before, after interaction.Frame) bool {
	half := len(before.RGB) / 2
	bright := 0
	for _, v := range before.RGB[half:] {
		bright += int(v)
	}
	least := max(2, bright/(len(before.RGB)-half)/8)
	changed := 0
	for i := half; i+2 < len(before.RGB); i += 3 {
		d := 0
		for c := range 3 {
			d = max(d, int(before.RGB[i+c])-int(after.RGB[i+c]), int(after.RGB[i+c])-int(before.RGB[i+c]))
		}
		if d > least {
			changed++
		}
	}
	return changed*3 > (len(before.RGB)-half)/4
}

// wait waits a while, or runs if something hurts.
func (a *Agent) wait(ctx context.Context) error {
	for range patience {
		if a.hurt {
			return a.flee(ctx)
		}
		if err := a.step(ctx, a.ground.Wait); err != nil {
			return err
		}
	}
	return nil
}

// flee runs from what hurts, wherever that is, until nothing did for a while: straight on, and around what bars the way. Who looks
// after itself strikes back first.
func (a *Agent) flee(ctx context.Context) error {
	if a.facing < 0 {
		if err := a.learnFacing(ctx); err != nil {
			return err
		}
	}
	if a.tend != nil {
		if struck, err := a.fight(ctx); struck || err != nil {
			return err
		}
	}
	d := a.facing
	for n, safe := 0, 0; n < 4*run && safe < run; n++ {
		a.hurt = false
		moved, err := a.move(ctx, d)
		if err != nil {
			return err
		}
		if !moved {
			if err := a.strike(ctx); err != nil {
				return err
			}
			d = a.turned(1 + 2*a.rng.IntN(2))
		}
		if safe++; a.hurt {
			safe = 0
		}
	}
	a.hurt = false
	return nil
}

// strike acts on a creature that bars the way, until it is gone.
func (a *Agent) strike(ctx context.Context) error {
	for _, t := range a.ground.Things {
		for n := 0; t.Does != "" && n < blows; n++ {
			f, err := a.shoot(0)
			if err != nil {
				return err
			}
			if there, err := a.touches(ctx, f, t); err != nil {
				return err
			} else if !there {
				break
			}
			if err := a.step(ctx, t.Does); err != nil {
				return err
			}
		}
	}
	return nil
}

// touches reports whether a picture shows that creature next to the agent.
func (a *Agent) touches(ctx context.Context, f interaction.Frame, t interaction.Thing) (bool, error) {
	got, err := a.ask(ctx, f, percipient.Question{Aspect: percipient.Creature, Name: t.Name})
	return err == nil && got.Holds && got.Far > 0 && got.Far <= 1.5, err
}

// fight turns to a creature that is next to it, and strikes it; false: it sees none.
func (a *Agent) fight(ctx context.Context) (bool, error) {
	for _, yaw := range aside {
		f, err := a.look(ctx, yaw)
		if err != nil {
			return false, err
		}
		for _, t := range a.ground.Things {
			if t.Does == "" {
				continue
			}
			there, err := a.touches(ctx, f, t)
			if err != nil {
				return false, err
			}
			if !there {
				continue
			}
			if yaw != 0 {
				if _, err := a.move(ctx, a.turned((yaw/90+4)%4)); err != nil {
					return false, err
				}
			}
			a.hurt = false
			return true, a.strike(ctx)
		}
	}
	return false, nil
}

// remember notes that what is looked for is here, though it isn't the time.
func (a *Agent) remember() {
	if n := len(a.spots); n == 0 || a.spots[n-1] != a.at {
		a.spots = append(a.spots, a.at)
	}
}

// back is the last place where what is looked for was, if that isn't here.
func (a *Agent) back() (cell, bool) {
	for n := len(a.spots) - 1; n >= 0; n-- {
		if s := a.spots[n]; max(s.x-a.at.x, a.at.x-s.x, s.y-a.at.y, a.at.y-s.y) > stride {
			return s, true
		}
		a.spots = a.spots[:n]
	}
	return cell{}, false
}

// edge is where the map is taken to end in a direction: in a row of cells of which many bar the way, and none let the agent
// pass.
type edge struct{ barred map[int]map[cell]bool } // by the row's coordinate

// manyBars is how many cells of a row it takes.
const manyBars = 5

// row is the coordinate of a cell in a direction: greater is farther.
func row(c cell, d int) int { return c.x*interaction.Steps[d][0] + c.y*interaction.Steps[d][1] }

func (e *edge) bar(c cell, d int) {
	if e.barred == nil {
		e.barred = map[int]map[cell]bool{}
	}
	at := row(c, d)
	if e.barred[at] == nil {
		e.barred[at] = map[cell]bool{}
	}
	e.barred[at][c] = true
}

// beyond reports whether the block lies where the map has ended already.
func (a *Agent) beyond(b cell) bool {
	near := cell{b.x*block + block/2, b.y*block + block/2}
	for d := range a.edges {
		for at, cells := range a.edges[d].barred {
			if len(cells) >= manyBars && row(near, d) >= at && a.farthest[d] < at {
				return true
			}
		}
	}
	return false
}

// wander goes to another block: one that is near, where it was seldom, and rather one that has the ecology it looks for,
// or where what it looks for was before.
func (a *Agent) wander(ctx context.Context, c Context) error {
	if a.hurt {
		return a.flee(ctx)
	}
	if a.facing < 0 {
		return a.learnFacing(ctx)
	}
	if !a.cfg.Strategy.Around {
		return a.ahead(ctx)
	}
	if a.cfg.Actions > 0 {
		return a.stride(ctx, c)
	}
	here := a.block(a.at)
	a.visit(here).times++
	to, least := here, math.Inf(1)
	back, known := a.back()
	for dy := -farthest; dy <= farthest; dy++ {
		for dx := -farthest; dx <= farthest; dx++ {
			b := cell{here.x + dx, here.y + dy}
			cost := float64(max(dx, -dx)+max(dy, -dy)) + a.rng.Float64()
			if p := a.places[b]; p != nil {
				cost += 3*float64(p.times) - 6*p.wanted
			}
			if known && b == a.block(back) {
				cost -= 6
			}
			if a.beyond(b) {
				cost += 1000
			}
			if b != here && cost < least {
				to, least = b, cost
			}
		}
	}
	return a.walk(ctx, c, to)
}

// walk goes to a block, around what bars the way, until it sees the thing.
func (a *Agent) walk(ctx context.Context, c Context, to cell) error {
	for n := 0; n < 4*stride && a.block(a.at) != to; n++ {
		d := a.way(func(c cell) bool { return a.block(c) == to })
		if d < 0 {
			a.visit(to).times += 4
			return nil
		}
		moved, err := a.move(ctx, d)
		if err != nil {
			return err
		}
		if a.hurt {
			return a.flee(ctx)
		}
		if err := a.tended(ctx); err != nil {
			return err
		}
		if !moved || c.Find.Name == "" {
			continue
		}
		f, err := a.shoot(0)
		if err != nil {
			return err
		}
		if _, v, err := a.judge(ctx, f, c); err != nil || v.found {
			return err
		}
	}
	return nil
}

// way is the first move of the shortest way to a goal by cells that aren't known to be barred, where straight on is
// preferred; below zero: there is none. Where it would be shut in, some of what it takes for barred isn't: it was deceived
// by what it saw, and forgets.
func (a *Agent) way(goal func(cell) bool) int {
	const reach = (farthest + 2) * block
	from := map[cell]int{a.at: -1} // by cell, the first move of the way there
	for queue := []cell{a.at}; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		if goal(x) {
			return from[x]
		}
		for i := range clockwise {
			d := a.turned(i)
			y := cell{x.x + interaction.Steps[d][0], x.y + interaction.Steps[d][1]}
			if _, known := from[y]; known || a.bars[y] || max(y.x-a.at.x, a.at.x-y.x, y.y-a.at.y, a.at.y-y.y) > reach {
				continue
			}
			if from[y] = from[x]; x == a.at {
				from[y] = d
			}
			queue = append(queue, y)
		}
	}
	if len(from) <= shutIn {
		clear(a.bars)
	}
	return -1
}

// shutIn is of how many cells at most an agent isn't taken to be shut in, as it came there.
const shutIn = 200

// ahead goes a step on, or another way where something bars it.
func (a *Agent) ahead(ctx context.Context) error {
	d := a.facing
	if a.rng.IntN(2*stride) == 0 {
		d = a.turned(1 + 2*a.rng.IntN(2))
	}
	moved, err := a.move(ctx, d)
	if err == nil && !moved {
		_, err = a.move(ctx, a.turned(1+2*a.rng.IntN(2)))
	}
	return err
}

// place is what is remembered of a block of cells.
type place struct {
	times  int     // it was there
	wanted float64 // how surely it has the ecology that is looked for; below zero: it doesn't
}

func (a *Agent) visit(b cell) *place {
	if a.places[b] == nil {
		a.places[b] = &place{}
	}
	return a.places[b]
}

// expect notes whether there is the ecology that is looked for in a direction of a look.
func (a *Agent) expect(yaw int, wanted bool) {
	if a.facing < 0 {
		return
	}
	sin, cos := math.Sincos(float64(yaw) * math.Pi / 180)
	step := interaction.Steps[a.facing]
	fx, fy := float64(step[0]), float64(step[1])
	x, y := fx*cos-fy*sin, fy*cos+fx*sin
	k := -.3
	if wanted {
		k = 1
	}
	p := a.visit(a.block(cell{a.at.x + int(math.Round(x*block)), a.at.y + int(math.Round(y*block))}))
	p.wanted = max(-1, min(1, p.wanted/2+k))
}
