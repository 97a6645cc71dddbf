package living

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// aWorld is a run in a world of two actions that are done to things, with the numbers of lives that were lived and that ended early.
func aWorld(prompt bool, lives, deaths int) *run {
	spec := interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "mine"}, {ID: "carve"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: prompt}}
	cfg := explore.Default()
	cfg.Width, cfg.Stock = 8, DefaultStock
	r := &run{cfg: cfg, k: newKnowledge(cfg, spec)}
	for _, a := range r.k.actions {
		a.bound = true
	}
	r.k.lives, r.k.deaths = lives, deaths
	return r
}

func TestLivesThatEndEarlyArePlayed(t *testing.T) {
	for _, c := range []struct {
		name          string
		prompt        bool
		lives, deaths int
		want          bool
	}{
		{"none lived yet", false, 0, 0, false},
		{"half died", false, 4, 2, false},
		{"most died", false, 4, 3, true},
		{"an episode costs nothing to begin", true, 4, 3, false},
		{"nothing came of playing", false, mostLives, mostLives, false},
	} {
		r := aWorld(c.prompt, c.lives, c.deaths)
		lives := r.choose(r.k.questions())
		if len(lives) == 0 || c.want && len(lives) != r.cfg.Width {
			t.Errorf("%s: %d lives", c.name, len(lives))
		}
		for _, l := range lives {
			if played := l.practice != nil; played != c.want {
				t.Errorf("%s: played %v", c.name, played)
			}
			if c.want && len(l.play.situations) == 0 {
				t.Errorf("%s: nothing is asked on the way", c.name)
			}
		}
	}
}

// A gem came each time with a pick and a sword. Nothing is known to fail without either, so each is done without in turn, by
// those lives that aren't for everything.
func TestLivesDoWithoutWhatMayNotBeNeeded(t *testing.T) {
	r := aWorld(false, 4, 3)
	a := r.k.actions
	gain := func(f string) []interaction.Change { return []interaction.Change{{Factor: f, From: 0, To: 1}} }
	none := interaction.State{}
	r.k.learn(a[1], none, gain("pick"))
	r.k.learn(a[1], none, gain("sword"))
	both := none.After(gain("pick")).After(gain("sword"))
	r.k.learn(a[0], both, gain("gem"))
	r.k.survey()
	r.k.consider()
	seen := map[int]bool{}
	for turn := range 8 {
		for _, f := range r.k.spare(turn, rand.New(rand.NewPCG(1, uint64(turn)))) {
			seen[f] = true
		}
	}
	for _, name := range []string{"pick", "sword"} {
		if f, _ := r.k.vocabulary.Index(name); !seen[f] {
			t.Errorf("no life can do without the %s", name)
		}
	}
	kinds := map[string]bool{}
	for turn := range 4 { // also when no new effect was found for long
		r.k.newest = -turn * stale
		for _, l := range r.choose(r.k.questions()) {
			kinds["whole"] = kinds["whole"] || l.play.whole
			kinds["without"] = kinds["without"] || len(l.play.without) > 0
			if len(l.play.needless) != 2 || l.play.needless[0].action != "mine" {
				t.Errorf("before the gem is mined, %v is dropped", l.play.needless)
			}
		}
	}
	if !kinds["whole"] || !kinds["without"] {
		t.Errorf("kinds of lives: %v", kinds)
	}
	// Without both it was seen to fail: from then on each is done without, and never both.
	for range 40 {
		r.k.learn(a[0], none, nil)
	}
	r.k.consider()
	clear(seen)
	for turn := range 40 {
		spared := r.k.spare(turn, rand.New(rand.NewPCG(1, uint64(turn))))
		for _, f := range spared {
			seen[f] = true
		}
		if len(spared) > 1 {
			t.Fatalf("a life does without %v", spared)
		}
	}
	if len(seen) != 2 {
		t.Errorf("done without is %v", seen)
	}
	// What it was seen to fail without isn't done without any more.
	pick, _ := r.k.vocabulary.Index("pick")
	for range 40 {
		r.k.learn(a[0], none.After(gain("sword")), nil)
	}
	r.k.consider()
	for turn := range 8 {
		if slices.Contains(r.k.spare(turn, rand.New(rand.NewPCG(1, uint64(turn)))), pick) {
			t.Error("a life does without what it is known to take")
		}
	}
}

// What may not be needed is what no success used up, and nothing is known to fail without.
func TestNeedless(t *testing.T) {
	r := aWorld(false, 4, 3)
	a := r.k.actions
	none := interaction.State{}
	for _, f := range []string{"key", "hat"} {
		r.k.learn(a[1], none, []interaction.Change{{Factor: f, To: 1}})
	}
	both := interaction.StateOf(map[string]int{"key": 1, "hat": 1})
	for range 3 {
		r.k.learn(a[0], both, []interaction.Change{{Factor: "gem", To: 1}, {Factor: "key", From: 1}})
	}
	r.k.survey()
	r.k.consider()
	hat, _ := r.k.vocabulary.Index("hat")
	if got := r.k.needless(); !reflect.DeepEqual(got, []needless{{"mine", r.k.vocabulary.Len() - 1, []int{hat}}}) {
		t.Errorf("%v isn't just the hat", got)
	}
}

// The gem came with a pick each time, and with one of two hats. That neither is needed is to be seen: lives do without them, and drop
// them before; as soon as it came without both, that is settled.
func TestOneOfTwo(t *testing.T) {
	r := aWorld(false, 8, 5)
	a := r.k.actions
	none := interaction.State{}
	for _, f := range []string{"pick", "hat", "cap"} {
		r.k.learn(a[1], none, []interaction.Change{{Factor: f, To: 1}})
	}
	gem := func(with ...string) {
		at := map[string]int{"pick": 1}
		for _, f := range with {
			at[f] = 1
		}
		r.k.learn(a[0], interaction.StateOf(at), []interaction.Change{{Factor: "gem", To: 1}})
		r.k.survey()
		r.k.consider()
	}
	for range 40 {
		r.k.learn(a[0], none, nil)
	}
	gem("hat")
	gem("cap")
	pair := []int{1, 2}
	for i, f := range []string{"hat", "cap"} {
		pair[i], _ = r.k.vocabulary.Index(f)
	}
	e := r.k.seen("mine", r.k.vocabulary.Len()-1)
	if got := e.answer.pairs; !reflect.DeepEqual(got, [][]int{pair}) {
		t.Fatalf("one of %v was there each time, not of %v; asked is %+v", got, pair, e.answer)
	}
	if !slices.ContainsFunc(r.k.needless(), func(x needless) bool { return slices.Equal(x.items, pair) }) {
		t.Errorf("dropped before is %v", r.k.needless())
	}
	spared := map[int]bool{}
	for turn := range 20 {
		for _, f := range r.k.spare(turn, rand.New(rand.NewPCG(1, uint64(turn)))) {
			spared[f] = true
		}
	}
	if !spared[pair[0]] || !spared[pair[1]] {
		t.Errorf("done without is %v", spared)
	}
	if gem(); len(e.answer.pairs) > 0 {
		t.Errorf("it came without both, and still %v", e.answer.pairs)
	}
}

// A fact without which it is known to fail stays in place while a way is looked for without the rest.
func TestFactsThatStay(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "brew"}, {ID: "carve"}, {ID: "bench"}, {ID: "stroll"}},
		Factors: []interaction.Factor{{Name: "near_bench", Kind: interaction.Fact}, {Name: "at_home", Kind: interaction.Fact}}, Caps: interaction.Caps{Starts: interaction.Episodes}})
	k.lives, k.deaths, k.byID["brew"].bound = 8, 5, true
	none := interaction.State{}
	k.learn(k.byID["carve"], none, []interaction.Change{{Factor: "hat", To: 1}})
	k.learn(k.byID["bench"], none, []interaction.Change{{Factor: "near_bench", To: 1}})
	k.learn(k.byID["stroll"], none, []interaction.Change{{Factor: "at_home", To: 1}})
	all := map[string]int{"hat": 1, "near_bench": 1, "at_home": 1}
	k.learn(k.byID["brew"], interaction.StateOf(all), []interaction.Change{{Factor: "ale", To: 1}})
	for range 40 {
		k.learn(k.byID["brew"], interaction.StateOf(map[string]int{"hat": 1, "at_home": 1}), nil)
	}
	k.survey()
	k.consider()
	bench, _ := k.vocabulary.Index("near_bench")
	ale, _ := k.vocabulary.Index("ale")
	asks := k.seen("brew", ale).answer.asks
	if len(asks) == 0 || capOf(asks[0].caps, bench) == 0 || asks[0].levels[bench] != 1 || len(asks[0].caps) != 2 {
		t.Errorf("asked is %+v", asks)
	}
}

// An action that ends a fact where it holds, or with which a vital mostly falls, is no way to drop what it takes. One with which that
// came about once in many trials is.
func TestDrops(t *testing.T) {
	spec := interaction.Spec{ID: "w", Factors: []interaction.Factor{{Name: "health", Kind: interaction.Vital, Max: 9}, {Name: "near_bench", Kind: interaction.Fact}},
		Actions: []interaction.ActionSpec{{ID: "eat_rot"}, {ID: "burn"}, {ID: "toss"}}}
	k := newKnowledge(explore.Default(), spec)
	at := interaction.StateOf(map[string]int{"rot": 3, "coal": 2, "stone": 2, "health": 9, "near_bench": 1})
	k.learn(k.byID["eat_rot"], at, []interaction.Change{{Factor: "rot", From: 3, To: 2}, {Factor: "health", From: 9, To: 5}})
	k.learn(k.byID["burn"], at, []interaction.Change{{Factor: "coal", From: 2, To: 1}, {Factor: "near_bench", From: 1}})
	for range 20 { // mostly at no bench
		k.learn(k.byID["burn"], interaction.StateOf(map[string]int{"coal": 2, "health": 9}), []interaction.Change{{Factor: "coal", From: 2, To: 1}})
		k.learn(k.byID["toss"], at, []interaction.Change{{Factor: "stone", From: 2, To: 1}})
	}
	k.learn(k.byID["toss"], at, []interaction.Change{{Factor: "stone", From: 2, To: 1}, {Factor: "health", From: 9, To: 8}}) // struck meanwhile
	k.learn(k.byID["toss"], at, []interaction.Change{{Factor: "stone", From: 2, To: 1}, {Factor: "near_bench", From: 1}})    // it was shot away
	if bench, _ := k.vocabulary.Index("near_bench"); !slices.Equal(k.byID["burn"].ending(), []int{bench}) || len(k.byID["toss"].ending()) > 0 {
		t.Errorf("burning ends %v, and tossing %v; it should be %d and nothing", k.byID["burn"].ending(), k.byID["toss"].ending(), bench)
	}
	p := &pilot{k: k, noWay: map[interaction.Action]bool{}}
	for thing, want := range map[string]interaction.Action{"rot": "", "coal": "", "stone": "toss"} {
		f, _ := k.vocabulary.Index(thing)
		if got, _ := p.drops(f); got != want {
			t.Errorf("%s is dropped by %q, not %q", thing, got, want)
		}
	}
}

// What is known is the same whether lives came to end early while it was being learned or it is read anew.
func TestMortalAnew(t *testing.T) {
	learned := func() *run {
		r := aWorld(false, 4, 2)
		a := r.k.actions
		none := interaction.State{}
		for _, f := range []string{"pick", "sword", "hat"} {
			r.k.learn(a[1], none, []interaction.Change{{Factor: f, To: 1}})
		}
		r.k.learn(a[0], interaction.StateOf(map[string]int{"pick": 1, "sword": 1, "hat": 1}), []interaction.Change{{Factor: "gem", To: 1}})
		for range 10 {
			r.k.learn(a[0], interaction.StateOf(map[string]int{"sword": 1, "hat": 1}), nil)
		}
		r.k.survey()
		return r
	}
	asked := func(r *run) (out string) {
		r.k.consider()
		for _, q := range r.k.byID["mine"].effects[0].answer.asks {
			out += fmt.Sprint(q.caps, q.levels, q.times, "; ")
		}
		return out
	}
	on, anew := learned(), learned()
	before := asked(on)
	on.k.take(&life{ended: dead})
	anew.k.lives, anew.k.deaths = on.k.lives, on.k.deaths
	if got, want := asked(on), asked(anew); got != want || got == before {
		t.Errorf("gone on with: %s\nread anew: %s\nbefore: %s", got, want, before)
	}
}

// player is in a world where a door may be tried, each time before something happens, and a hat tossed.
type player struct {
	interaction.Walker
	at   interaction.State
	did  []interaction.Action
	dies int // with this try of the door
}

func (g *player) Bound(a interaction.Action) bool                                        { return a == "door" }
func (g *player) Far(interaction.Action) int                                             { return 1 }
func (g *player) Roams(interaction.Action) bool                                          { return false }
func (g *player) Strayed() bool                                                          { return false }
func (g *player) Near(int) ([]interaction.Action, bool)                                  { return nil, true }
func (g *player) Steps() int                                                             { return len(g.did) }
func (g *player) Burrow(bool) bool                                                       { return false }
func (g *player) Seed(interaction.Action) (interaction.Action, bool)                     { return "", false }
func (g *player) Wall() (interaction.Action, bool)                                       { return "", false }
func (g *player) Bed(interaction.Action) (interaction.Bed, bool)                         { return interaction.Bed{}, false }
func (g *player) Call(func(interaction.State) bool)                                      {}
func (g *player) Learn([]interaction.Lesson)                                             {}
func (g *player) Lessons() []interaction.Lesson                                          { return nil }
func (g *player) Felt() map[string]interaction.Felt                                      { return nil }
func (g *player) Witness(func(interaction.Action, interaction.State, interaction.State)) {}
func (g *player) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return g.at, nil
}
func (g *player) Approach(context.Context, interaction.Action, interaction.Where) (interaction.State, error) {
	return g.at, nil
}
func (g *player) Wait(context.Context) (interaction.State, error) {
	g.did = append(g.did, "wait")
	return g.at, nil
}
func (g *player) Here(_ context.Context, a interaction.Action) (interaction.State, error) {
	g.did = append(g.did, a)
	if a == "door" {
		if g.dies--; g.dies == 0 {
			return g.at, interaction.ErrEnded
		}
	}
	if n := g.at.Level("key"); a == "carve" {
		g.at = g.at.After([]interaction.Change{{Factor: "key", From: n, To: n + 1}})
	}
	if n := g.at.Level("hat"); a == "toss" && n > 0 {
		g.at = g.at.After([]interaction.Change{{Factor: "hat", From: n, To: n - 1}})
	}
	return g.at, nil
}

// doors is what is known of that world: a gem came from the door each time with a key and a hat, of which it used up the key.
func doors() *knowledge {
	k := newKnowledge(explore.Default(), interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "door"}, {ID: "carve"}, {ID: "toss"}}, Caps: interaction.Caps{Starts: interaction.Episodes}})
	k.byID["door"].bound = true
	for _, f := range []string{"key", "hat"} {
		k.learn(k.byID["carve"], interaction.State{}, []interaction.Change{{Factor: f, To: 1}})
	}
	both := interaction.StateOf(map[string]int{"key": 1, "hat": 1})
	k.learn(k.byID["door"], both, []interaction.Change{{Factor: "gem", To: 1}, {Factor: "key", From: 1}})
	k.learn(k.byID["toss"], both, []interaction.Change{{Factor: "hat", From: 1}})
	k.survey()
	k.consider()
	return k
}

// What may not be needed is dropped before the door is tried, and what it uses up isn't; nor anything while something is asked.
func TestDroppedBefore(t *testing.T) {
	for _, asking := range []bool{false, true} {
		k := doors()
		g := &player{at: interaction.StateOf(map[string]int{"key": 1, "hat": 2})}
		p := newPilot(k, g)
		p.life = &life{practice: k.practice(), play: play{situations: []situation{{asks: []ask{{action: k.byID["carve"], times: 1}}}}, first: -1, needless: k.needless()}}
		p.tries, p.attempts, p.limit = map[interaction.Action]novelty{}, map[interaction.Action][][]int{}, 1000
		p.now(g.at)
		p.course = p.drill(p.practice)
		p.managed["carve"], p.managed["toss"] = true, true
		p.course.wishes, p.course.asking = p.play.wishes(), asking
		p.survey(p.course)
		if ok, err := p.do(t.Context(), "door", interaction.Where{}); !ok || err != nil {
			t.Fatal(ok, err)
		}
		g.did = slices.DeleteFunc(g.did, func(a interaction.Action) bool { return a == "carve" }) // in passing
		want := []interaction.Action{"toss", "toss", "door"}
		if asking {
			want = []interaction.Action{"door"}
		}
		if !slices.Equal(g.did, want) {
			t.Errorf("asking %v: it did %v, not %v", asking, g.did, want)
		}
	}
}

// yard is where a bench takes wood, a kiln clay, and the door nothing; hats are tossed.
type yard struct{ player }

func (g *yard) Far(interaction.Action) int { return 0 }
func (g *yard) Nears(string) bool          { return true }
func (g *yard) Here(_ context.Context, a interaction.Action) (interaction.State, error) {
	if a != "chop" { // that is tried in passing
		g.did = append(g.did, a)
	}
	takes := map[interaction.Action]string{"bench": "wood", "kiln": "clay", "toss": "hat"}
	if n := g.at.Level(takes[a]); n > 0 {
		g.at = g.at.After([]interaction.Change{{Factor: takes[a], From: n, To: n - 1}})
	}
	return g.at, nil
}

// in is a life in the yard that plays, where so much is known: a bench and a kiln were first put down with wood and clay at hand, so
// that each may take both.
func (g *yard) in(t *testing.T) *pilot {
	t.Helper()
	k := newKnowledge(explore.Default(), interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "door"}, {ID: "chop"}, {ID: "bench"}, {ID: "kiln"}, {ID: "toss"}},
		Factors: []interaction.Factor{{Name: "near_bench", Kind: interaction.Fact}, {Name: "near_kiln", Kind: interaction.Fact}}, Caps: interaction.Caps{Starts: interaction.Episodes}})
	k.byID["door"].bound = true
	k.lives, k.deaths = 8, 5
	for _, f := range []string{"wood", "clay", "hat"} {
		k.learn(k.byID["chop"], interaction.State{}, []interaction.Change{{Factor: f, To: 1}})
	}
	both := interaction.StateOf(map[string]int{"wood": 1, "clay": 1})
	k.learn(k.byID["bench"], both, []interaction.Change{{Factor: "near_bench", To: 1}, {Factor: "wood", From: 1}})
	k.learn(k.byID["kiln"], both, []interaction.Change{{Factor: "near_kiln", To: 1}, {Factor: "clay", From: 1}})
	k.learn(k.byID["toss"], interaction.StateOf(map[string]int{"hat": 1}), []interaction.Change{{Factor: "hat", From: 1}})
	k.survey()
	k.consider()
	p := newPilot(k, g)
	p.life = &life{practice: k.practice(), plans: k.lean(), play: play{situations: []situation{{asks: []ask{{action: k.byID["chop"], times: 1}}}}, first: -1, needless: k.needless()}}
	p.tries, p.attempts, p.limit = map[interaction.Action]novelty{}, map[interaction.Action][][]int{}, 1000
	p.now(g.at)
	p.price()
	p.course = p.drill(p.practice)
	p.course.wishes = p.play.wishes()
	for _, a := range k.actions {
		p.managed[a.id] = true
	}
	p.survey(p.course)
	return p
}

// Two stations, each of which may take what the other does: what one takes is dropped by the other, and dropping drops nothing else.
func TestStationsDropEachOthers(t *testing.T) {
	g := &yard{player{at: interaction.StateOf(map[string]int{"wood": 3, "clay": 2})}}
	p := g.in(t)
	if ok, err := p.do(t.Context(), "bench", interaction.Where{}); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if want := []interaction.Action{"kiln", "kiln", "bench"}; !slices.Equal(g.did, want) {
		t.Errorf("it did %v, not %v", g.did, want)
	}
}

// Of a pair, both are dropped or neither: by what drops them or by stations, until it came without both, or often didn't.
func TestPairsAreDropped(t *testing.T) {
	for _, c := range []struct {
		name string
		hats int
		gem  int // whether it came without both before: 1, or didn't: -1
		want []interaction.Action
	}{
		{"both can be dropped", 2, 0, []interaction.Action{"bench", "toss", "toss", "door"}},
		{"there are too many", droppings + 1, 0, []interaction.Action{"door"}},
		{"it came without", 2, 1, []interaction.Action{"door"}},
		{"it never came without", 2, -1, []interaction.Action{"door"}},
	} {
		g := &yard{player{at: interaction.StateOf(map[string]int{"wood": 1, "hat": c.hats})}}
		p := g.in(t)
		gem := p.k.vocabulary.Add("gem")
		wood, _ := p.k.vocabulary.Index("wood")
		hat, _ := p.k.vocabulary.Index("hat")
		p.play.needless = []needless{{"door", gem, []int{wood, hat}}}
		for range max(c.gem, -c.gem*enough) {
			tr := interaction.Trial{Action: "door"}
			p.trials = append(p.trials, trial{tr, tr.Completed(interaction.State{}, interaction.StateOf(map[string]int{"gem": max(0, c.gem)}))})
		}
		if ok, err := p.do(t.Context(), "door", interaction.Where{}); !ok || err != nil {
			t.Fatal(ok, err)
		}
		if !slices.Equal(g.did, c.want) {
			t.Errorf("%s: it did %v, not %v", c.name, g.did, c.want)
		}
	}
}

// A goal that can't be reached without what the life does without isn't waited for, also where it raises a vital; one that can be is,
// also while there is no room for that.
func TestWaitsForVitals(t *testing.T) {
	k := doors()
	for without, want := range map[string]bool{"key": true, "hat": false} {
		p := drilled(k, nil, situation{key: "S", asks: []ask{{action: k.byID["door"], times: 1}}})
		p.life.plans = k.lean()
		p.course = p.drill(p.practice)
		p.course.wishes = p.play.wishes()
		f, _ := k.vocabulary.Index(without)
		p.play.without = []interaction.Level{{Factor: f}}
		for i := range p.course.goals {
			if g := &p.course.goals[i]; g.action.id == "door" {
				g.vital = &remedy{action: "door", bound: true, vital: f} // which is full
			}
		}
		p.survey(p.course)
		if got := p.frees(); got != want {
			t.Errorf("without the %s: freed %v", without, got)
		}
	}
}

// More pairs are told of than are asked for at a time, where lives end early, and none with a fact.
func TestManyPairs(t *testing.T) {
	r := aWorld(false, 8, 5)
	a := r.k.actions
	none := interaction.State{}
	r.k.vocabulary.Declare(interaction.Factor{Name: "lit", Kind: interaction.Fact})
	lit := r.k.vocabulary.Add("lit")
	hats := []string{"lit", "a", "b", "c", "d", "e"}
	for _, f := range hats {
		r.k.learn(a[1], none, []interaction.Change{{Factor: f, To: 1}})
	}
	for range 40 {
		r.k.learn(a[0], none, nil)
	}
	for i := range hats { // each time without one of them
		at := map[string]int{}
		for j, f := range hats {
			if i != j {
				at[f] = 1
			}
		}
		r.k.learn(a[0], interaction.StateOf(at), []interaction.Change{{Factor: "gem", To: 1}})
	}
	r.k.survey()
	r.k.consider()
	e := r.k.seen("mine", r.k.vocabulary.Len()-1)
	if n := len(e.answer.pairs); n <= mostPairs || len(e.answer.asks) > mostPairs {
		t.Errorf("%d pairs are told of, %d asked for", n, len(e.answer.asks))
	}
	if slices.Contains(slices.Concat(e.answer.pairs...), lit) {
		t.Errorf("a life is to do without a fact: %v", e.answer.pairs)
	}
}

// A life that plays asks what is at hand, and that it dies of asking doesn't mean that it didn't come to it.
func TestAskedOnTheWay(t *testing.T) {
	for _, c := range []struct{ dies, trials, left, done int }{{0, 5, 0, 1}, {2, 2, 1, 1}, {1, 1, 1, 0}} {
		k := doors()
		gold := k.vocabulary.Add("gold")
		closure := k.reach.Without([]interaction.Level{{Factor: gold}})
		closure.Never, closure.Levels = []int{gold}, make([]int, k.vocabulary.Len())
		s := situation{key: "S", caps: []interaction.Level{{Factor: gold}}, levels: closure.Levels, closure: closure, asks: []ask{{action: k.byID["door"], times: 5}}}
		l := &life{number: 1, practice: []ask{{action: k.byID["carve"], times: 1}}, play: play{situations: []situation{s}, first: 0}}
		g := &player{at: interaction.StateOf(nil), dies: c.dies}
		p := newPilot(k, g)
		p.live(t.Context(), l, 1000)
		asked := 0
		for _, x := range l.trials {
			if x.Trial.Action == "door" {
				asked++
			}
		}
		if asked != c.trials || len(l.done) != c.done || (len(l.failed) > 0) != (c.done == 0) || len(s.asks) != 1 {
			t.Errorf("dies with try %d: %d trials, done %q, failed %q, ended %q", c.dies, asked, l.done, l.failed, l.ended)
		}
	}
}

// drilled is a life that plays in the world of doors, with these situations.
func drilled(k *knowledge, at map[string]int, situations ...situation) *pilot {
	g := &player{at: interaction.StateOf(at)}
	p := newPilot(k, g)
	p.life = &life{practice: k.practice(), play: play{situations: situations, first: -1}}
	p.tries, p.attempts, p.limit = map[interaction.Action]novelty{}, map[interaction.Action][][]int{}, 1000
	p.now(g.at)
	p.price()
	p.course = p.drill(p.practice)
	p.course.wishes = p.play.wishes()
	p.survey(p.course)
	return p
}

// Who has one of all that lasts asks what certifies before what is searched, even if that is nearer; others ask what is nearer.
func TestCertificatesFirst(t *testing.T) {
	k := doors()
	key, _ := k.vocabulary.Index("key")
	hat, _ := k.vocabulary.Index("hat")
	none := make([]int, k.vocabulary.Len())
	more := slices.Clone(none)
	more[key] = 3
	search := situation{key: "search", levels: none, asks: []ask{{action: k.byID["door"], levels: none, times: 1}}}
	sure := situation{key: "sure", levels: more, asks: []ask{{action: k.byID["door"], times: 1}}}
	for hats, want := range []string{"search", "sure"} {
		p := drilled(k, map[string]int{"hat": hats}, search, sure)
		p.course.durable = []int{hat}
		if w := p.sooner(nil, 0); w == nil || w.key != want {
			t.Errorf("with %d hats: %v, not %s", hats, w, want)
		}
	}
}

// What a success would use up is brought along only where it can come.
func TestNothingIsSparedForMisses(t *testing.T) {
	k := doors()
	key, _ := k.vocabulary.Index("key")
	hat, _ := k.vocabulary.Index("hat")
	for _, c := range []struct {
		caps []interaction.Level
		want int
	}{{nil, 5}, {[]interaction.Level{{Factor: hat}}, 0}} {
		s := situation{caps: c.caps, closure: k.reach.Without(c.caps)}
		s.levels = s.closure.Levels
		for i := range s.closure.Open {
			s.closure.Open[i] = true
		}
		p := drilled(k, nil, s)
		if got := p.spare(&s, k.byID["door"], 5, 1)[key]; got != c.want {
			t.Errorf("caps %v: %d keys are spared, not %d", c.caps, got, c.want)
		}
	}
}

// What getting there uses up is reckoned, not only what is to be there in the end.
func TestTollOfStations(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "carve"}, {ID: "bench"}, {ID: "door"}},
		Factors: []interaction.Factor{{Name: "near_bench", Kind: interaction.Fact}}, Caps: interaction.Caps{Starts: interaction.Episodes}})
	k.byID["door"].bound = true
	k.learn(k.byID["carve"], interaction.State{}, []interaction.Change{{Factor: "peg", To: 1}})
	k.learn(k.byID["bench"], interaction.StateOf(map[string]int{"peg": 4}), []interaction.Change{{Factor: "near_bench", To: 1}, {Factor: "peg", From: 4}})
	k.survey()
	k.consider()
	peg, _ := k.vocabulary.Index("peg")
	near, _ := k.vocabulary.Index("near_bench")
	levels := make([]int, k.vocabulary.Len())
	levels[peg], levels[near] = 3, 1
	s := situation{levels: levels, asks: []ask{{action: k.byID["door"], times: 1}}}
	few, all := drilled(k, map[string]int{"peg": 4}, s), drilled(k, map[string]int{"peg": 7}, s)
	if a, b := few.toll(&s), all.toll(&s); a <= b {
		t.Errorf("with the pegs of a bench alone it takes %g steps, and with those of the situation beside them %g", a, b)
	}
}

// What can be made anywhere is tried with what is new before goals that are known, and once it was, after them.
func TestPromising(t *testing.T) {
	k := doors()
	k.actions = append(k.actions, &action{id: "brew", index: map[string]*record{}})
	k.byID["brew"] = k.actions[len(k.actions)-1]
	p := drilled(k, map[string]int{"key": 1, "hat": 1}, situation{key: "S", asks: []ask{{action: k.byID["door"], times: 1}}})
	g := &goal{action: k.byID["brew"], idle: true, ways: []discovery.Way{{discovery.One(0, 1), discovery.One(1, 1)}}}
	if !p.promising(g) {
		t.Error("it isn't tried with what is new")
	}
	k.byID["brew"].tries.enter(k.marks(p.levels))
	if p.promising(g) {
		t.Error("it was tried with both, and still comes first")
	}
}

// What may not be needed is done without until what it may be needed for was reached, also while that is put off; not what it can't be
// reached without.
func TestDoneWithoutUntilReached(t *testing.T) {
	k := doors()
	for _, c := range []struct {
		without string
		reached bool
		used    int
		want    bool
	}{{"hat", false, 0, false}, {"hat", true, 0, true}, {"hat", false, devotion + 1, true}, {"key", false, 0, true}} {
		s := situation{key: "S", asks: []ask{{action: k.byID["door"], times: 1}}}
		p := drilled(k, nil, s)
		p.life.plans = k.lean()
		p.course = p.drill(p.practice)
		p.course.wishes = p.play.wishes()
		p.survey(p.course)
		f, _ := k.vocabulary.Index(c.without)
		p.play.without = []interaction.Level{{Factor: f}}
		p.managed["door"] = c.reached
		p.course.later["door"] = 1000
		p.from = p.used() - c.used
		if got := p.frees(); got != c.want || p.course.free != c.want {
			t.Errorf("without the %s, reached %v, after %d steps: freed %v", c.without, c.reached, c.used, got)
		}
	}
}

// meadow is a yard in which a hat is found on some of the ways to where hats are tossed, and somebody calls on others.
type meadow struct {
	yard
	found, calls int // ways
	rooms        []int
}

func (g *meadow) Approach(ctx context.Context, a interaction.Action, at interaction.Where) (interaction.State, error) {
	if a != "toss" {
		return g.yard.Approach(ctx, a, at)
	}
	if g.calls > 0 {
		g.calls--
		return g.at, interaction.ErrCalled
	}
	if g.rooms = append(g.rooms, at.Room); g.found > 0 {
		g.found--
		n := g.at.Level("hat")
		g.at = g.at.After([]interaction.Change{{Factor: "hat", From: n, To: n + 1}})
	}
	return g.yard.Approach(ctx, a, at)
}

// What is dropped from afar is dropped where there is room for all of it, also by who was called away meanwhile, or if some more comes on
// the way, but not if more comes again and again; and only as long as there is time. In passing, it is dropped where one is.
func TestDroppedWhereThereIsRoom(t *testing.T) {
	for name, c := range map[string]struct {
		found, calls, limit int
		passing             bool
		want                []int
	}{
		"from afar":           {limit: 1000, want: []int{2, 1}},
		"called away":         {limit: 1000, calls: 3, want: []int{2, 1}},
		"one is found":        {limit: 1000, found: 1, want: []int{2, 2, 1}},
		"they are everywhere": {limit: 1000, found: 99, want: []int{2, 2}},
		"no time":             {limit: 1, want: []int{2}},
		"in passing":          {limit: 1000, passing: true, want: []int{0, 0}},
	} {
		g := &meadow{yard: yard{player{at: interaction.StateOf(map[string]int{"hat": 2})}}, found: c.found, calls: c.calls}
		p := g.in(t)
		p.session, p.walker, p.limit = g, g, c.limit
		hat, _ := p.k.vocabulary.Index("hat")
		p.play.needless = []needless{{"door", p.k.vocabulary.Add("gem"), []int{hat}}}
		if went, err := p.strip(t.Context(), p.k.byID["door"], !c.passing); !went || err != nil {
			t.Fatal(name, went, err)
		}
		if !slices.Equal(g.rooms, c.want) {
			t.Errorf("%s: room was wanted for %v, not %v; it did %v", name, g.rooms, c.want, g.did)
		}
	}
}
