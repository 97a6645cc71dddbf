package ask

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// lasting is a ledger that readers don't end.
type lasting struct{ *graphstore.Memory }

func (lasting) Close() error { return nil }

// session is a client of a server that is asked about a world.
func session(t *testing.T, act Actor) *mcp.ClientSession {
	t.Helper()
	f, err := scenarios.Load("minecraft-41")
	if err != nil {
		t.Fatal(err)
	}
	l := &graphstore.Memory{}
	w := sim.New(f)
	labels := graphstore.LabelsEntry{Labels: map[interaction.Action]string{}}
	for _, a := range w.Spec().Actions {
		labels.Labels[a.ID] = w.Label(a.ID)
	}
	e, err := graphstore.NewEntry(labels)
	if err == nil {
		err = l.Append(t.Context(), e)
	}
	if err == nil {
		_, err = living.World(t.Context(), w, l, explore.Default(), pool.Config{Sessions: 1, Timeout: time.Minute}, func(explore.Progress) {})
	}
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(Config{Version: "test", Open: func(context.Context) (graphstore.Ledger, error) { return lasting{l}, nil }, Act: act})
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// asked is the answer of a tool, as JSON.
func asked(t *testing.T, c *mcp.ClientSession, tool string, args any) (text string, failed bool) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	for _, x := range r.Content {
		if x, ok := x.(*mcp.TextContent); ok {
			text += x.Text
		}
	}
	return text, r.IsError
}

func TestAnswers(t *testing.T) {
	c := session(t, nil)
	type arg = map[string]any
	for _, x := range []struct {
		tool   string
		args   arg
		has    []string
		hasNot []string
		fails  bool
	}{
		{"known", arg{}, []string{`"items":43`, `"actions":41`, `"certified":41`, `"more":3`}, nil, false},
		{"known", arg{"find": "iron_p"}, []string{`{"by":["craftIronPickaxe"],"level":9,"name":"iron_pickaxe"}`}, []string{`"more"`, "diamond"}, false},
		{"known", arg{"limit": -1}, nil, nil, true},
		{"item", arg{"name": "iron ingot"}, []string{`"action":"smeltRawIron"`, `"grade":"certified"`, "furnace (kept)", "craftIronPickaxe: "}, nil, false},
		{"item", arg{"name": "iron_ingott"}, []string{"did you mean iron_ingot"}, nil, true},
		{"plan", arg{"goal": "iron_pickaxe"}, []string{`"possible":true`, "craftIronPickaxe"}, nil, false},
		{"plan", arg{"goal": "stick", "have": "2 planks"}, []string{`"actions":1,`, "craftSticks"}, nil, false},
		{"plan", arg{"goal": "a house"}, []string{"house"}, nil, true},
		{"why", arg{"item": "stick"}, []string{"suffices: seen in", "it never came in"}, nil, false},
		{"what_if", arg{"without": []string{"furnace"}}, []string{"iron_ingot", "diamond_pickaxe"}, []string{`"stone_pickaxe"`}, false},
		{"what_if", arg{"without": []string{"smeltRawIron"}}, []string{"iron_pickaxe"}, []string{`"furnace"`}, false},
		{"what_if", arg{"without": []string{"smeltRawIron"}, "given": []string{"iron_ingot"}}, []string{`"lost":[]`}, nil, false},
		{"what_if", arg{}, nil, nil, true},
		{"what_if", arg{"without": []string{"log"}, "given": []string{"log"}}, []string{`"log" can't be both without and given`}, nil, true},
		{"why", arg{"item": "diamond", "action": "craftPlanks"}, []string{"craftPlanks isn't known to give diamond"}, nil, true},
		{"why", arg{"item": "stick", "trials": -1}, []string{"trials can't be negative"}, nil, true},
		{"cant_be_had", arg{}, []string{`"out_of_reach":[]`, `"not_learned":[]`}, nil, false},
	} {
		text, failed := asked(t, c, x.tool, x.args)
		if failed != x.fails {
			t.Errorf("%s %v: failed is %v: %s", x.tool, x.args, failed, text)
		}
		for _, s := range x.has {
			if !strings.Contains(text, s) {
				t.Errorf("%s %v lacks %s: %s", x.tool, x.args, s, text)
			}
		}
		for _, s := range x.hasNot {
			if strings.Contains(text, s) {
				t.Errorf("%s %v has %s: %s", x.tool, x.args, s, text)
			}
		}
		if len(text) > 6000 {
			t.Errorf("%s %v: %d characters aren't short", x.tool, x.args, len(text))
		}
	}
}

// Whoever reads the list needs no other help.
func TestToolsDescribeThemselves(t *testing.T) {
	c := session(t, nil)
	tools, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(tools.Tools) != 6 {
		t.Errorf("%d tools without --act", len(tools.Tools))
	}
	for _, x := range tools.Tools {
		b, err := json.Marshal(x.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties map[string]struct{ Description string } `json:"properties"`
		}
		if err := json.Unmarshal(b, &schema); err != nil {
			t.Fatal(err)
		}
		for name, p := range schema.Properties {
			if p.Description == "" {
				t.Errorf("%s: nothing is said of %s", x.Name, name)
			}
		}
		if x.Description == "" || !x.Annotations.ReadOnlyHint {
			t.Errorf("%s isn't described, or isn't said to only read", x.Name)
		}
	}
}

type actor struct{}

func (actor) Explore(_ context.Context, goal string, budget int) (string, error) {
	if budget > 10 {
		return "", errors.New("too much")
	}
	return "explored " + goal, nil
}
func (actor) Run(_ context.Context, task string, _ int) (string, error) { return "did " + task, nil }

func TestActs(t *testing.T) {
	c := session(t, actor{})
	if text, failed := asked(t, c, "explore", map[string]any{"goal": "stick", "budget": 5}); failed || text != "explored stick" {
		t.Error(text)
	}
	if text, failed := asked(t, c, "explore", map[string]any{"budget": 50}); !failed || text != "too much" {
		t.Error(text)
	}
	if text, failed := asked(t, c, "run", map[string]any{"task": "obtain 1 stick"}); failed || text != "did obtain 1 stick" {
		t.Error(text)
	}
}
