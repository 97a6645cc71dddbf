package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
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
	for _, a := range doc.Graph.Assumptions {
		p.g.Assumptions = append(p.g.Assumptions, discovery.Assumption{Name: a.Name, Value: a.Value, Factor: a.Factor})
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
	factor string
}

// readWay is a way whose links are still being collected.
type readWay struct {
	jsonWay
	members       map[int]*graphstore.Member // by number
	doubtful      []string
	action, gives bool
}

type reader struct {
	g *graphstore.Graph
	// nodes are by id: a jsonFactor, a jsonAction or a *readWay.
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
	case kindFactor:
		var n jsonFactor
		if err := strict(raw, &n); err != nil {
			return err
		}
		want = factorID(n.Name)
		p.nodes[head.ID] = n
		if n.Observed {
			p.g.Factors = append(p.g.Factors, graphstore.Factor{Name: n.Name, Kind: n.FactorKind, Number: n.Number, Max: n.Max, Ample: n.Ample, Level: n.Level})
		}
	case kindAction:
		var n jsonAction
		if err := strict(raw, &n); err != nil {
			return err
		}
		want = actionID(n.Name)
		p.nodes[head.ID] = n
		p.g.Actions = append(p.g.Actions, graphstore.Action{ID: n.Name, Label: n.Label, Learned: n.Learned, Reason: n.Reason, Ends: append([]string(nil), n.Ends...), Tried: n.Tried, Ended: n.Ended})
	case kindWay:
		var n jsonWay
		if err := strict(raw, &n); err != nil {
			return err
		}
		want = wayID(n.Action, n.Factor, n.Number)
		w := &readWay{jsonWay: n, members: map[int]*graphstore.Member{}}
		p.nodes[head.ID] = w
		key := effectKey{n.Action, n.Factor}
		p.ways[key] = append(p.ways[key], w)
	default:
		return fmt.Errorf("kind %q is not one of %s, %s, %s", head.Kind, kindFactor, kindAction, kindWay)
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
		_, toFactor := p.nodes[head.Target].(jsonFactor)
		if !fromAction || !toFactor {
			return fmt.Errorf("an effect doesn't lead from %s to %s", head.Source, head.Target)
		}
		p.effects = append(p.effects, l)
		return nil
	case roleMember:
		var l jsonMember
		if err := strict(raw, &l); err != nil {
			return err
		}
		f, ok := p.nodes[head.Source].(jsonFactor)
		w, ok2 := p.nodes[head.Target].(*readWay)
		if !ok || !ok2 {
			return fmt.Errorf("a member doesn't lead from %s to %s", head.Source, head.Target)
		}
		m := w.members[l.Member]
		if m == nil {
			m = &graphstore.Member{Count: l.Count, Consumed: l.Consumed, Most: l.Most}
			w.members[l.Member] = m
		}
		if m.Count != l.Count || m.Consumed != l.Consumed || m.Most != l.Most {
			return fmt.Errorf("member %d of %s is said to be of different quantities", l.Member, head.Target)
		}
		m.Factors = append(m.Factors, f.Name)
		if l.Doubtful && len(m.Factors) > 1 {
			return fmt.Errorf("member %d of %s stands for several factors, and is said to be doubtful", l.Member, head.Target)
		}
		if l.Doubtful {
			w.doubtful = append(w.doubtful, f.Name)
		}
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
	if w, ok := p.nodes[head.Source].(*readWay); ok && head.Role == roleGives && head.Target == factorID(w.Factor) {
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
	vocabulary, err := p.vocabulary()
	if err != nil {
		return nil, err
	}
	for _, l := range p.effects {
		a := &p.g.Actions[action[l.Source]]
		factor := p.nodes[l.Target].(jsonFactor).Name
		key := effectKey{a.ID, factor}
		ways, err := p.effectWays(key)
		if err != nil {
			return nil, err
		}
		delete(p.ways, key)
		certificate, err := readCertificate(l.Certificate, vocabulary)
		if err != nil {
			return nil, fmt.Errorf("%s to %s: %w", key.action, key.factor, err)
		}
		a.Effects = append(a.Effects, graphstore.Effect{
			Factor: factor, Grade: l.Grade, Unconditional: l.Unconditional, Ways: ways,
			Chance: graphstore.Interval(l.Chance), Disputed: l.Disputed, Certificate: certificate,
		})
	}
	if len(p.ways) > 0 {
		return nil, fmt.Errorf("%d effects have ways but no link of role %s", len(p.ways), roleEffect)
	}
	slices.SortFunc(p.g.Factors, func(a, b graphstore.Factor) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range p.g.Actions {
		slices.SortFunc(a.Effects, func(a, b graphstore.Effect) int { return strings.Compare(a.Factor, b.Factor) })
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
			return nil, fmt.Errorf("the ways of %s to %s are not numbered from 1", key.action, key.factor)
		}
		if !w.action || !w.gives {
			return nil, fmt.Errorf("%s lacks its link of role %s or %s", w.ID, roleAction, roleGives)
		}
		way := graphstore.Way{Yield: graphstore.Yield(w.Yield)}
		for _, m := range w.members {
			slices.Sort(m.Factors)
			way.Members = append(way.Members, *m)
		}
		slices.SortFunc(way.Members, discovery.CompareMembers[string])
		way.Doubtful = slices.Sorted(slices.Values(w.doubtful))
		out = append(out, way)
	}
	return out, nil
}

// vocabulary lists the factors in the order in which they came to be known: the starts of
// tests are written with it.
func (p *reader) vocabulary() (*interaction.Vocabulary, error) {
	known := slices.Clone(p.g.Factors)
	slices.SortFunc(known, func(a, b graphstore.Factor) int { return a.Number - b.Number })
	v := interaction.NewVocabulary(1, nil)
	for i, f := range known {
		d := interaction.Factor{Name: f.Name, Kind: f.Kind, Max: f.Max, Ample: f.Ample}
		if f.Number != i {
			return nil, fmt.Errorf("factor %q has the number %d, and there are %d before it", f.Name, f.Number, i)
		}
		if err := d.Validate(); err != nil {
			return nil, err
		}
		v.Declare(d)
		v.Add(f.Name)
	}
	return v, nil
}

// start is the start of a test.
func (t jsonTest) start(v *interaction.Vocabulary) (interaction.State, error) {
	if t.PlentyOf < 0 || t.PlentyOf > v.Len() {
		return interaction.State{}, fmt.Errorf("a test starts with plenty of %d factors, and there are %d", t.PlentyOf, v.Len())
	}
	tier := interaction.Plenty
	if t.PlentyOf == 0 {
		tier = interaction.None
	}
	at := v.Cut(tier, t.PlentyOf)
	for _, name := range slices.Sorted(maps.Keys(t.But)) {
		i, known := v.Index(name)
		if n := t.But[name]; !known || n < 0 || n > interaction.MaxLevel {
			return at, fmt.Errorf("a test starts with %d of %q", n, name)
		}
		at = at.With(i, t.But[name])
	}
	return at, nil
}

func readCertificate(c *jsonCertificate, v *interaction.Vocabulary) (*graphstore.Certificate, error) {
	if c == nil {
		return nil, nil
	}
	out := &graphstore.Certificate{Budget: c.Budget, Observed: c.Observed, Successes: c.Successes, Trials: c.Trials,
		Floor: c.Floor, Room: c.Room, Proved: c.Proved, Exchange: c.Exchange, Together: c.Together, Misread: c.Misread}
	for _, t := range c.Tests {
		at, err := t.start(v)
		if err != nil {
			return nil, err
		}
		out.Tests = append(out.Tests, graphstore.Test{At: at, Trials: t.Trials, PValue: t.PValue, Threshold: t.Threshold})
	}
	return out, nil
}
