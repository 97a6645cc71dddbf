package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// ErrVersion says that the file is of another version than [Version], or no graph of ours
// at all.
var ErrVersion = errors.New("not a graph that this version reads")

// ErrView says that the file shows a view that leaves things out; only the JSON of
// [ViewAndOr] can be read back.
var ErrView = errors.New("only the and-or view can be read back")

// ReadJSON reads what [Write] wrote as [JSON] in [ViewAndOr]; the graph equals the
// one that was written, but that empty lists are nil. The order of nodes and links
// matters only for actions. Unknown fields, links to nowhere, a second value
// after the first and everything that Write would refuse are errors; so are other
// versions ([ErrVersion]) and the other view ([ErrView]).
func ReadJSON(r io.Reader) (*graphstore.Graph, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read graph: %w", err)
	}
	g, err := parseJSON(data)
	if err != nil {
		return nil, fmt.Errorf("read graph: %w", err)
	}
	return g, nil
}

func parseJSON(data []byte) (*graphstore.Graph, error) {
	// The version comes first: a file of another version would fail below with
	// an error that says nothing about the reason.
	var probe struct {
		Graph struct {
			Format  string `json:"format"`
			Version int    `json:"version"`
			View    View   `json:"view"`
		} `json:"graph"`
	}
	if err := json.Unmarshal(data, &probe); err != nil {
		return nil, err
	}
	if h := probe.Graph; h.Format != formatName || h.Version != Version {
		return nil, fmt.Errorf("format %q version %d, want %q version %d: %w", h.Format, h.Version, formatName, Version, ErrVersion)
	}
	if probe.Graph.View != ViewAndOr {
		return nil, fmt.Errorf("view %q: %w", probe.Graph.View, ErrView)
	}
	var doc struct {
		Directed   bool              `json:"directed"`
		Multigraph bool              `json:"multigraph"`
		Graph      jsonHeader        `json:"graph"`
		Nodes      []json.RawMessage `json:"nodes"`
		Links      []json.RawMessage `json:"links"`
	}
	if err := strict(data, &doc); err != nil {
		return nil, err
	}
	if !doc.Directed || doc.Multigraph {
		return nil, errors.New("want directed true and multigraph false")
	}
	p := &reader{
		g:     &graphstore.Graph{World: doc.Graph.World, Fingerprint: doc.Graph.Fingerprint, Delta: doc.Graph.Delta},
		nodes: map[string]any{},
		links: map[[2]string]bool{},
		ways:  map[effectKey][]*readWay{},
	}
	for i, raw := range doc.Nodes {
		if err := p.node(raw); err != nil {
			return nil, fmt.Errorf("node %d: %w", i, err)
		}
	}
	for i, raw := range doc.Links {
		if err := p.link(raw); err != nil {
			return nil, fmt.Errorf("link %d: %w", i, err)
		}
	}
	return p.finish()
}

// strict decodes one value, with no unknown fields and nothing after it.
func strict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something after the value")
	}
	return nil
}

type effectKey struct {
	action interaction.Action
	item   string
}

// readWay is a way whose links are still being collected.
type readWay struct {
	jsonWay
	members       []graphstore.Member
	action, gives bool
}

type reader struct {
	g *graphstore.Graph
	// nodes are by id: a jsonItem, a jsonAction or a *readWay.
	nodes   map[string]any
	links   map[[2]string]bool
	ways    map[effectKey][]*readWay
	effects []jsonEffect
}

func (p *reader) node(raw json.RawMessage) error {
	var head struct {
		ID   string `json:"id"`
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return err
	}
	if p.nodes[head.ID] != nil {
		return fmt.Errorf("id %q is there twice", head.ID)
	}
	var want string
	switch head.Kind {
	case kindItem:
		var n jsonItem
		if err := strict(raw, &n); err != nil {
			return err
		}
		want = itemID(n.Name)
		p.nodes[head.ID] = n
		if n.Observed {
			p.g.Items = append(p.g.Items, graphstore.Item{Name: n.Name, Level: n.Level})
		}
	case kindAction:
		var n jsonAction
		if err := strict(raw, &n); err != nil {
			return err
		}
		want = actionID(n.Name)
		p.nodes[head.ID] = n
		p.g.Actions = append(p.g.Actions, graphstore.Action{ID: n.Name, Label: n.Label, Learned: n.Learned, Reason: n.Reason})
	case kindWay:
		var n jsonWay
		if err := strict(raw, &n); err != nil {
			return err
		}
		want = wayID(n.Action, n.Item, n.Number)
		w := &readWay{jsonWay: n}
		p.nodes[head.ID] = w
		key := effectKey{n.Action, n.Item}
		p.ways[key] = append(p.ways[key], w)
	default:
		return fmt.Errorf("kind %q is not one of %s, %s, %s", head.Kind, kindItem, kindAction, kindWay)
	}
	if head.ID != want {
		return fmt.Errorf("id %q, want %q", head.ID, want)
	}
	return nil
}

func (p *reader) link(raw json.RawMessage) error {
	var head jsonLink
	if err := json.Unmarshal(raw, &head); err != nil {
		return err
	}
	ends := [2]string{head.Source, head.Target}
	if p.links[ends] {
		return fmt.Errorf("%s to %s is there twice", ends[0], ends[1])
	}
	p.links[ends] = true
	for _, id := range ends {
		if p.nodes[id] == nil {
			return fmt.Errorf("there is no node %q", id)
		}
	}
	switch head.Role {
	case roleEffect:
		var l jsonEffect
		if err := strict(raw, &l); err != nil {
			return err
		}
		_, fromAction := p.nodes[head.Source].(jsonAction)
		_, toItem := p.nodes[head.Target].(jsonItem)
		if !fromAction || !toItem {
			return fmt.Errorf("an effect doesn't lead from %s to %s", head.Source, head.Target)
		}
		p.effects = append(p.effects, l)
		return nil
	case roleMember:
		var l jsonMember
		if err := strict(raw, &l); err != nil {
			return err
		}
		it, ok := p.nodes[head.Source].(jsonItem)
		w, ok2 := p.nodes[head.Target].(*readWay)
		if !ok || !ok2 {
			return fmt.Errorf("a member doesn't lead from %s to %s", head.Source, head.Target)
		}
		w.members = append(w.members, graphstore.Member{Item: it.Name, Count: l.Count, Consumed: l.Consumed})
		return nil
	case roleAction, roleGives:
		return p.frame(raw, head)
	}
	return fmt.Errorf("role %q is not one of %s, %s, %s, %s", head.Role, roleMember, roleAction, roleGives, roleEffect)
}

// frame takes the two links that tie a way to its action and its effect.
func (p *reader) frame(raw json.RawMessage, head jsonLink) error {
	if err := strict(raw, &jsonLink{}); err != nil {
		return err
	}
	if w, ok := p.nodes[head.Target].(*readWay); ok && head.Role == roleAction && head.Source == actionID(w.Action) {
		w.action = true
		return nil
	}
	if w, ok := p.nodes[head.Source].(*readWay); ok && head.Role == roleGives && head.Target == itemID(w.Item) {
		w.gives = true
		return nil
	}
	return fmt.Errorf("role %s doesn't fit %s to %s", head.Role, head.Source, head.Target)
}

// finish puts ways into effects and effects into actions.
func (p *reader) finish() (*graphstore.Graph, error) {
	action := map[string]int{}
	for i, a := range p.g.Actions {
		action[actionID(a.ID)] = i
	}
	for _, l := range p.effects {
		a := &p.g.Actions[action[l.Source]]
		item := p.nodes[l.Target].(jsonItem).Name
		key := effectKey{a.ID, item}
		ways, err := p.effectWays(key)
		if err != nil {
			return nil, err
		}
		delete(p.ways, key)
		a.Effects = append(a.Effects, graphstore.Effect{
			Item: item, Grade: l.Grade, Ambient: l.Ambient, Ways: ways, Classes: readClasses(l.Classes),
			Chance: graphstore.Interval(l.Chance), Disputed: l.Disputed, Certificate: readCertificate(l.Certificate),
		})
	}
	if len(p.ways) > 0 {
		return nil, fmt.Errorf("%d effects have ways but no link of role %s", len(p.ways), roleEffect)
	}
	slices.SortFunc(p.g.Items, func(a, b graphstore.Item) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range p.g.Actions {
		slices.SortFunc(a.Effects, func(a, b graphstore.Effect) int { return strings.Compare(a.Item, b.Item) })
	}
	if err := check(p.g); err != nil {
		return nil, err
	}
	return p.g, nil
}

func (p *reader) effectWays(key effectKey) ([]graphstore.Way, error) {
	read := p.ways[key]
	slices.SortFunc(read, func(a, b *readWay) int { return a.Number - b.Number })
	var out []graphstore.Way
	for i, w := range read {
		if w.Number != i+1 {
			return nil, fmt.Errorf("the ways of %s to %s are not numbered from 1", key.action, key.item)
		}
		if !w.action || !w.gives {
			return nil, fmt.Errorf("%s lacks its link of role %s or %s", w.ID, roleAction, roleGives)
		}
		slices.SortFunc(w.members, func(a, b graphstore.Member) int { return strings.Compare(a.Item, b.Item) })
		out = append(out, graphstore.Way{Members: w.members, Yield: graphstore.Yield(w.Yield)})
	}
	return out, nil
}

func readClasses(classes []jsonClass) []graphstore.Class {
	var out []graphstore.Class
	for _, c := range classes {
		// An empty list becomes nil, as everywhere.
		c.Items = append([]string(nil), c.Items...)
		out = append(out, graphstore.Class(c))
	}
	return out
}

func readCertificate(c *jsonCertificate) *graphstore.Certificate {
	if c == nil {
		return nil
	}
	out := &graphstore.Certificate{Budget: c.Budget, Observed: c.Observed, Successes: c.Successes, Trials: c.Trials, Floor: c.Floor}
	for _, p := range c.CoPoints {
		var caps []interaction.Stack
		for _, s := range p.Caps {
			caps = append(caps, interaction.Stack(s))
		}
		out.CoPoints = append(out.CoPoints, graphstore.CoPoint{Caps: caps, Trials: p.Trials, PValue: p.PValue, Threshold: p.Threshold})
	}
	return out
}
