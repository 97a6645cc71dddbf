package mcu

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Generator draws scenes for tasks from what the true tree says. It is safe for concurrent use.
type Generator struct {
	Game *Game
	// Seed decides everything, with the task and the number of the scene.
	Seed uint64
}

// Scene is the n-th scene of the task at a difficulty; reasons are why earlier tries at it failed, each of which makes it
// easier where that helps. It fails where no plan is known for the task.
func (g *Generator) Scene(ctx context.Context, t Task, d Difficulty, n int, reasons []string) (Scene, error) {
	key := interaction.Key{g.Seed, uint64(n)<<8 | uint64(len(reasons))}
	for i, c := range []byte(t.ID + "|" + string(d)) {
		key[i%2] = key[i%2]*1099511628211 ^ uint64(c)
	}
	seed := key.Seed(g.Seed)
	s := &set{game: g.Game, difficulty: d, rng: rand.New(rand.NewPCG(seed, 0x7363656e65)), reasons: reasons}
	s.scene = Scene{Format: SceneFormat, World: g.Game.Name, Task: t.ID, Goal: t.Goal(), Difficulty: d, Seed: seed >> 16, Inventory: map[string]int{}}
	if err := s.plan(ctx, t.Spec); err != nil {
		return Scene{}, fmt.Errorf("%s: %w", t.ID, err)
	}
	s.hold()
	s.distract()
	if g.Game.Land != nil {
		s.begin(t.Spec)
	}
	s.scene.Moves, s.scene.Steps = g.Game.budget(d, s.cost, len(reasons))
	return s.scene, g.Game.Valid(s.scene)
}

// budget is how many moves and steps a scene has, by how many moves a plan takes and how often it was drawn anew.
func (g *Game) budget(d Difficulty, cost float64, anew int) (moves, steps int) {
	base := map[Difficulty]int{Simple: 3, Medium: 4, Hard: 5}[d]
	moves = min(MostMoves, base+int(1.25*cost)+10*anew)
	if g.Land != nil {
		return moves, min(MostSteps, 200+12*moves+400*anew)
	}
	return moves, moves
}

// set is a scene under construction.
type set struct {
	game       *Game
	difficulty Difficulty
	rng        *rand.Rand
	scene      Scene
	reasons    []string
	plans      []controller.Plan
	must       []interaction.Amount // what nothing makes
	useful     map[string]bool
	wants      map[string]bool
	cost       float64
}

// failed reports whether an earlier try failed for a reason with that word.
func (s *set) failed(word string) bool {
	return slices.ContainsFunc(s.reasons, func(r string) bool { return strings.Contains(r, word) })
}

// plan plans the task from nothing; or, where that can't be, from what nothing makes.
func (s *set) plan(ctx context.Context, spec controller.Task) error {
	p, err := controller.NewExact(s.game.Graph, controller.DefaultConfig())
	if err != nil {
		return err
	}
	s.useful, s.wants = map[string]bool{}, map[string]bool{}
	for _, stage := range spec.Stages {
		for _, g := range stage {
			for _, w := range g.Want {
				s.wants[w.Name] = true
			}
		}
	}
	from := interaction.State{}
	if s.plans, err = controller.PlanTask(ctx, p, from, spec); err != nil {
		const plenty = 64
		all := map[string]int{}
		for _, f := range s.game.Graph.Factors {
			if f.Kind == interaction.Item && !s.wants[f.Name] && !s.game.made(f.Name) {
				all[f.Name] = plenty
			}
		}
		from = interaction.StateOf(all)
		if s.plans, err = controller.PlanTask(ctx, p, from, spec); err != nil {
			return err
		}
	}
	for _, plan := range s.plans {
		s.cost += plan.Cost
		for _, step := range plan.Steps {
			for _, m := range step.Takes {
				s.useful[m.Factors[0]] = true
				if from.Level(m.Factors[0]) > 0 {
					s.must = append(s.must, interaction.Amount{Name: m.Factors[0], Level: m.Consumed*(step.Times-1) + m.Count})
				}
			}
			s.useful[step.Factor] = true
		}
		for _, w := range plan.Goal.Want {
			s.useful[w.Name] = true
		}
	}
	return nil
}

// made reports whether the factor can be had from nothing.
func (g *Game) made(factor string) bool { return g.Graph.Factor(factor).Level > 0 && !g.gifts[factor] }

// give adds to the inventory.
func (s *set) give(name string, n int) {
	if station, ok := strings.CutPrefix(name, "near_"); ok && s.game.kind(name) == interaction.Fact {
		name, n = station, 1
	}
	if s.game.kind(name) == interaction.Item && n > 0 && !s.wants[name] { // never what is to be got
		s.scene.Inventory[name] = min(mostHeld, max(s.scene.Inventory[name], n))
	}
}

// hold gives what the difficulty has at hand, with a surplus, as the paper does.
func (s *set) hold() {
	for _, a := range s.must {
		s.give(a.Name, a.Level+s.rng.IntN(3))
	}
	if s.difficulty == Hard {
		return
	}
	for _, plan := range s.plans {
		if len(plan.Steps) == 0 {
			continue
		}
		for _, m := range plan.Steps[len(plan.Steps)-1].Takes {
			n := m.Consumed*(plan.Steps[len(plan.Steps)-1].Times-1) + m.Count
			if s.difficulty == Simple || m.Consumed == 0 && !s.craftable(plan, m.Factors[0]) {
				s.give(m.Factors[0], n+s.rng.IntN(2+n))
				continue
			}
			for _, step := range plan.Steps { // what it is made of
				if step.Factor != m.Factors[0] {
					continue
				}
				for _, below := range step.Takes {
					s.give(below.Factors[0], below.Consumed*(step.Times-1)+below.Count+s.rng.IntN(3))
				}
				break
			}
		}
	}
}

// craftable reports whether a step of the plan makes the factor of others.
func (s *set) craftable(plan controller.Plan, factor string) bool {
	return slices.ContainsFunc(plan.Steps, func(step controller.Step) bool { return step.Factor == factor && len(step.Takes) > 0 })
}

// distract gives what is of no use.
func (s *set) distract() {
	n := map[Difficulty]int{Simple: 1 + s.rng.IntN(2), Medium: 1 + s.rng.IntN(3), Hard: 2 + s.rng.IntN(4)}[s.difficulty]
	var items []string
	for _, f := range s.game.Graph.Factors {
		if f.Kind == interaction.Item && !s.useful[f.Name] {
			items = append(items, f.Name)
		}
	}
	for range min(n, len(items)) {
		s.give(items[s.rng.IntN(len(items))], 1+s.rng.IntN(24))
	}
}

// begin sets place, time, weather, vitals and what is near.
func (s *set) begin(spec controller.Task) {
	m := s.game.Rules.Map
	var goals []controller.Condition
	for _, stage := range spec.Stages {
		for _, g := range stage {
			goals = append(goals, g.Where...)
		}
	}
	first := spec.Stages[0][0]
	s.air(m, goals, first.Feat())
	targets := s.targets(goals)
	s.place(m, goals, targets, first.Feat())
	near := map[Difficulty][2]int{Simple: {2, 3}, Medium: {6, 6}}[s.difficulty]
	presence := len(goals) > 0 && first.Feat()
	switch {
	case len(s.reasons) > 1 && s.difficulty == Hard:
		near = [2]int{12, 10}
	case presence && s.difficulty == Simple:
		near = [2]int{5, 4} // not in view from the start
	case presence && s.difficulty == Medium:
		near = [2]int{10, 8}
	}
	if near[0] > 0 {
		for _, t := range targets {
			s.scene.Near = append(s.scene.Near, land.Near{Thing: t, Far: near[0] + s.rng.IntN(near[1])})
		}
	}
	for range map[Difficulty]int{Simple: 1 + s.rng.IntN(2), Medium: 1 + s.rng.IntN(2), Hard: 1 + s.rng.IntN(3)}[s.difficulty] {
		p := m.Places[s.rng.IntN(len(m.Places))]
		if slices.Contains(targets, p.Name) || p.Harm > 0 {
			continue
		}
		s.scene.Near = append(s.scene.Near, land.Near{Thing: p.Name, Far: 3 + s.rng.IntN(12)})
	}
	if s.difficulty != Hard {
		return
	}
	for _, v := range m.Vitals {
		if top := s.game.Rules.Factor(v.Name).Max; top > 1 && !s.failed("used up") {
			if s.scene.Vitals == nil {
				s.scene.Vitals = map[string]int{}
			}
			s.scene.Vitals[v.Name] = top/2 + 1 + s.rng.IntN(top-top/2)
		}
	}
	for _, p := range m.Places {
		if p.Harm > 0 && p.Roams && !s.failed("used up") {
			s.scene.Near = append(s.scene.Near, land.Near{Thing: p.Name, Far: 5 + s.rng.IntN(5)})
		}
	}
}

// targets are the things that the steps which are left to do are done to, or that are to be near.
func (s *set) targets(goals []controller.Condition) (out []string) {
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, c := range goals {
		if c.Aspect == controller.Near {
			add(c.Name)
		}
	}
	for _, plan := range s.plans {
		for i, step := range plan.Steps {
			if s.scene.Inventory[step.Factor] > 0 && i < len(plan.Steps)-1 {
				continue // it is at hand
			}
			for _, t := range s.game.Land.Spec().Ground.Things {
				if t.Does == step.Action {
					add(t.Name)
				}
			}
		}
	}
	return out
}

// air sets time and weather: as the goal wants them, unless that they come is the task.
func (s *set) air(m *sim.Map, goals []controller.Condition, feat bool) {
	if m.Day > 0 {
		from, to := map[Difficulty]float64{Simple: 0, Medium: .2, Hard: .62}[s.difficulty], map[Difficulty]float64{Simple: .35, Medium: .65, Hard: .85}[s.difficulty]
		if s.failed("used up") && s.difficulty != Hard {
			from, to = 0, .2
		}
		for _, c := range goals {
			if c.Aspect != controller.At {
				continue
			}
			at := map[string][2]float64{"day": {0, .3}, "dusk": {.61, .68}, "night": {.72, .8}}[c.Name]
			if feat { // it is still to come
				ahead := map[Difficulty]float64{Simple: .1, Medium: .35, Hard: .7}[s.difficulty]
				at = [2]float64{at[0] - ahead, at[0] - ahead*.8}
				if at[0] < 0 {
					at = [2]float64{at[0] + 1, at[1] + 1}
				}
			}
			from, to = at[0], at[1]
		}
		s.scene.Time = int(float64(m.Day)*(from+s.rng.Float64()*(to-from))) % m.Day
	}
	names := []string{""}
	for _, w := range m.Weather {
		names = append(names, w.Name)
	}
	if s.difficulty != Simple {
		s.scene.Weather = names[s.rng.IntN(len(names))]
	}
	for _, c := range goals {
		if c.Aspect != controller.During {
			continue
		}
		is := c.Name
		if is == "clear" {
			is = ""
		}
		if feat {
			names = slices.DeleteFunc(names, func(n string) bool { return n == is })
			is = names[s.rng.IntN(len(names))]
		}
		s.scene.Weather = is
	}
}

// place sets the biome: one that has what is wanted, or where it is hard none of those.
func (s *set) place(m *sim.Map, goals []controller.Condition, targets []string, feat bool) {
	has := func(b sim.Biome) bool {
		for _, c := range goals {
			if c.Aspect == controller.In && c.Name == b.Name {
				return true
			}
		}
		return slices.ContainsFunc(m.Places, func(p sim.Place) bool {
			return slices.Contains(targets, p.Name) && (len(p.Biomes) == 0 || slices.Contains(p.Biomes, b.Name))
		})
	}
	in := slices.ContainsFunc(goals, func(c controller.Condition) bool { return c.Aspect == controller.In })
	var fit, other []string
	for _, b := range m.Biomes {
		if has(b) {
			fit = append(fit, b.Name)
		} else {
			other = append(other, b.Name)
		}
	}
	pick := fit
	if s.difficulty == Hard && len(s.reasons) < 2 || feat && in || len(fit) == 0 {
		pick = other
	}
	if len(pick) == 0 {
		pick = fit
	}
	if len(pick) > 0 {
		s.scene.Biome = pick[s.rng.IntN(len(pick))]
	}
}
