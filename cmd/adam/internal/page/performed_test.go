package page

import (
	"context"
	"testing"
	"time"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/film"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// glade is a world to live in, in which a pick takes a table and a forge.
const glade = `{"format": 1, "id": "glade", "map": {"size": 48, "stations": ["table", "forge"],
  "biomes": {"meadow": {"ground": "grass", "share": 0.6, "colour": "#5f9a4a"}, "shore": {"ground": "sand", "share": 0.2, "colour": "#d9c88c"}, "hills": {"ground": "gravel", "share": 0.2, "colour": "#8d8a86"}},
  "things": {"tree": {"share": 0.1, "colour": "#2f6b34", "biomes": ["meadow"]}, "stone": {"share": 0.2, "colour": "#6d7078", "biomes": ["hills"]}, "water": {"share": 0.25, "colour": "#3f76c4", "biomes": ["shore"], "looks": "pool"}}}, "actions": [
  {"label": "chop", "at": "tree", "effects": [{"gives": {"log": 2}, "ways": [{}]}]},
  {"label": "dig", "at": "stone", "effects": [{"gives": {"rock": 1}, "ways": [{}]}]},
  {"label": "draw", "at": "water", "effects": [{"gives": {"cup": 1}, "ways": [{}]}]},
  {"label": "build", "effects": [{"gives": {"table": 1}, "ways": [{"consumes": {"log": 4}}]}]},
  {"label": "mend", "effects": [{"gives": {"forge": 1}, "ways": [{"needs": {"table": 1}, "consumes": {"rock": 3}}]}]},
  {"label": "make", "effects": [{"gives": {"pick": 1}, "ways": [{"needs": {"table": 1, "forge": 1}, "consumes": {"log": 2}}]}]}]}`

// performed is a ledger of a task that was carried out in the glade, and the folder of what was kept of it.
func performed(t *testing.T) (l *graphstore.Memory, frames string) {
	t.Helper()
	ctx := t.Context()
	f, err := sim.Parse("glade.json", []byte(glade))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	walked := func(w interaction.World) interaction.World {
		b, err := body.New(w)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	l = &graphstore.Memory{}
	labels := graphstore.LabelsEntry{Labels: map[interaction.Action]string{}}
	for _, a := range raw.Spec().Actions {
		labels.Labels[a.ID] = raw.Label(a.ID)
	}
	e, err := graphstore.NewEntry(labels)
	if err == nil {
		err = l.Append(ctx, e)
	}
	if err != nil {
		t.Fatal(err)
	}
	cfg := explore.Default()
	cfg.Budget = 20_000
	if _, err := living.World(ctx, walked(raw), l, cfg, pool.Config{Sessions: 1, Timeout: time.Minute}, func(explore.Progress) {}); err != nil {
		t.Fatal(err)
	}
	folded, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	frames = t.TempDir()
	filmed, err := film.New(raw, frames, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := controller.Enter(ctx, walked(filmed), interaction.State{}, 4)
	if err != nil {
		t.Fatal(err)
	}
	defer agent.Close()
	var names []string
	for _, x := range folded.Graph.Factors {
		names = append(names, x.Name)
	}
	task, err := controller.Grammar{Factors: names}.Parse(ctx, "obtain 2 pick and 1 cup")
	if err != nil {
		t.Fatal(err)
	}
	actor := &controller.Actor{Graph: folded.Graph, Body: agent, Config: controller.DefaultActorConfig(), Ledger: l, Picture: func() (string, error) {
		m, things := agent.Map(16)
		return filmed.Latest(), filmed.Draw(film.Map{Sight: m, Things: things})
	}}
	result, err := actor.Run(context.WithoutCancel(ctx), task)
	if err != nil || !result.Solved {
		t.Fatalf("%+v, %v", result, err)
	}
	return l, frames
}
