package percipient

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// withoutLabels makes a world of letters another one than the one with names: no truth can be compared with it.
	withoutLabels = " without labels"
	// actOn begins the actions on things with letters, and nearTo the facts that one of those is near.
	actOn, nearTo = "on_", "near_"
	// watched is how many steps panels are watched in an episode, and watchedTimes in how many.
	watched, watchedTimes = 600, 10
)

// NewLetters returns the world as a percipient sees it that learned without labels: of what the world says of itself it
// keeps how one moves, waits and acts on what one faces, and the actions that aren't done to a thing. What cells show are
// letters; on each one acts, and of each that nobody was seen to stand on or to move over a ground it is a fact whether it
// is near. Panels are items, and vitals if they aren't empty when an episode begins. Which glyph is which level is found by
// waiting: a panel that goes from its first glyph to nothing without going back counts down. Where none is seen to, each
// glyph of each panel is a fact. Where the world says that it has times when nothing can be done, those are taken to be
// the ones of the other family of lights, if there is one. An agent is taken to face where it went last. NewLetters fails
// as [NewWorld] does, and if the world has no [interaction.Ground.Act], or the percipient has labels.
func NewLetters(ctx context.Context, w interaction.World, sees *Tiles) (*World, error) {
	out, err := newWorld(w, sees)
	if err != nil {
		return nil, err
	}
	id := interaction.Shown(out.spec.ID)
	switch {
	case !sees.w.Unlabelled:
		return nil, fmt.Errorf("the percipient of world %s was told what pictures show", id)
	case out.inner.Act == "":
		return nil, fmt.Errorf("world %s has no action on whatever is faced: only one who knows the things' names can act there", id)
	}
	out.letters = true
	first, err := out.watch(ctx)
	if err != nil {
		return nil, err
	}
	out.describe(first)
	return out, nil
}

// describe makes the world's spec of letters.
func (w *World) describe(first []string) {
	t := &w.sees.w
	spec, inner := &w.spec, w.inner
	spec.Fingerprint = strings.Replace(spec.Fingerprint, seenBy, withoutLabels+seenBy, 1)
	ground := &interaction.Ground{Moves: inner.Moves, Wait: inner.Wait, Persist: inner.Persist}
	factors := []interaction.Factor{{Name: lightName, Kind: interaction.Vital, Max: mostLight, Fixed: true}}
	others := map[string]bool{}
	for _, m := range t.Modes {
		for _, l := range m.Lights {
			for _, f := range slices.Sorted(maps.Keys(l.Levels)) {
				if f != lightName && !others[f] {
					others[f] = true
					factors = append(factors, interaction.Factor{Name: f, Kind: interaction.Fact, Fixed: true})
					ground.Busy = f
				}
			}
		}
	}
	if len(others) != 1 || inner.Busy == "" {
		ground.Busy = ""
	}
	for i, p := range t.Panels {
		seen := map[string]bool{}
		for _, label := range p.Labels {
			f, _, ok := w.levelOf(label)
			if !ok || seen[f] {
				continue
			}
			seen[f] = true
			x := interaction.Factor{Name: f, Kind: interaction.Fact, Fixed: true}
			if w.counts != nil && !fact(f) {
				x = interaction.Factor{Name: f, Max: len(w.counts)}
				if first[i] != "" {
					x.Kind, x.Fixed = interaction.Vital, true
				}
			}
			factors = append(factors, x)
		}
	}
	stood := map[string]bool{} // on, or seen to be a ground
	moving := map[string]bool{}
	for _, look := range t.Looks {
		if g := groundOf(look); g != "" {
			stood[g], moving[thingOf(look)] = true, true
		}
	}
	w.acts = map[interaction.Action]bool{}
	spec.Actions = slices.DeleteFunc(slices.Clone(spec.Actions), func(a interaction.ActionSpec) bool {
		return slices.ContainsFunc(inner.Things, func(x interaction.Thing) bool { return x.Does == a.ID })
	})
	for _, name := range t.names() {
		x := interaction.Thing{Name: name, Does: interaction.Action(actOn + name)}
		if !stood[name] && !moving[name] {
			x.Near = nearTo + name
			factors = append(factors, interaction.Factor{Name: x.Near, Kind: interaction.Fact, Fixed: true})
		}
		w.acts[x.Does] = true
		spec.Actions = append(spec.Actions, interaction.ActionSpec{ID: x.Does})
		ground.Things = append(ground.Things, x)
	}
	spec.Ground, spec.Factors, spec.Exclusions = ground, factors, nil
}

// fact reports whether the factor of a panel is that it shows one image.
func fact(factor string) bool { return strings.Contains(strings.TrimPrefix(factor, panelName), "_") }

// levelOf is the factor and the level that the look of a panel tells.
func (w *World) levelOf(look string) (factor string, level int, ok bool) {
	factor, level, ok = levelOf(look)
	if !ok || !w.letters || fact(factor) {
		return factor, level, ok
	}
	if n := w.counts[level]; n > 0 {
		return factor, n, true
	}
	return factor + "_" + strconv.Itoa(level), 1, true
}

// watch waits, and finds out what the panels show when an episode begins, and which level each glyph is.
func (w *World) watch(ctx context.Context) (first []string, err error) {
	inner, err := w.world.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = inner.Close() }() // it only looked
	camera, ok := inner.(interaction.Camera)
	if !ok {
		return nil, fmt.Errorf("world %s says that it has pictures, and shows none", interaction.Shown(w.spec.ID))
	}
	for episode := range watchedTimes {
		begun, err := w.countdown(ctx, camera, uint64(episode))
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = begun
		}
		if w.counts != nil || w.inner.Wait == "" {
			break
		}
	}
	return first, nil
}

// countdown waits in an episode until a panel has counted down, and returns what panels showed at first.
func (w *World) countdown(ctx context.Context, camera interaction.Camera, seed uint64) (first []string, err error) {
	panels := w.sees.w.Panels
	glyphs := map[int]bool{}
	for _, p := range panels {
		for _, label := range p.Labels {
			if _, n, ok := levelOf(label); ok {
				glyphs[n] = true
			}
		}
	}
	seen := make([][]string, len(panels)) // the latest last; empty: it isn't counting down
	var f interaction.Frame
	_, err = camera.Begin(ctx, interaction.State{}, seed)
	for step := 0; err == nil && step < watched; step++ {
		if f, err = camera.Shoot(w.shot, f.RGB); err != nil {
			return nil, err
		}
		for i := range panels {
			label, _ := panels[i].read(&w.sees.w, f)
			switch s := seen[i]; {
			case step == 0:
				first = append(first, label)
				seen[i] = []string{label}
			case len(s) == 0 || s[len(s)-1] == label:
			case slices.Contains(s, label):
				seen[i] = nil
			default:
				seen[i] = append(s, label)
			}
			if s := seen[i]; len(s) > 1 && len(s) == len(glyphs)+1 && s[len(s)-1] == "" {
				w.counts = map[int]int{}
				for k, label := range s[:len(s)-1] {
					_, n, _ := levelOf(label)
					w.counts[n] = len(glyphs) - k
				}
				return first, nil
			}
		}
		if w.inner.Wait == "" {
			break
		}
		_, err = camera.Step(ctx, w.inner.Wait)
	}
	if err != nil && !errors.Is(err, interaction.ErrEnded) {
		return nil, err
	}
	return first, nil
}
