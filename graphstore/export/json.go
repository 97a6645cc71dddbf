package export

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Version is the version of the JSON form. It changes when a reader of the old
// form would misread the new one.
const Version = 2

// formatName is in every file, so that one can tell what it is.
const formatName = "adam-graph"

//go:embed graph.schema.json
var schema []byte

// Schema is the JSON Schema (draft 2020-12) of both views' JSON. The caller owns
// the copy.
func Schema() []byte { return slices.Clone(schema) }

// The roles of links.
const (
	roleMember = "member" // factor -> way: what the way takes
	roleAction = "action" // action -> way: what to do
	roleGives  = "gives"  // way -> factor: what comes of it
	roleEffect = "effect" // action -> factor: how well that is known
	roleCause  = "cause"  // factor -> factor, in the technology tree
)

// The kinds of nodes.
const (
	kindFactor = "factor"
	kindAction = "action"
	kindWay    = "way"
)

// What is stored differs from the type in memory: these types are the file, and
// change only with Version.
type (
	jsonGraph struct {
		Directed   bool       `json:"directed"`
		Multigraph bool       `json:"multigraph"`
		Graph      jsonHeader `json:"graph"`
		Nodes      []any      `json:"nodes"`
		Links      []any      `json:"links"`
	}
	jsonHeader struct {
		Format      string           `json:"format"`
		Version     int              `json:"version"`
		View        View             `json:"view"`
		World       string           `json:"world"`
		Fingerprint string           `json:"fingerprint"`
		Delta       float64          `json:"delta"`
		Assumptions []jsonAssumption `json:"assumptions"`
	}
	jsonAssumption struct {
		Name   string  `json:"name"`
		Value  float64 `json:"value"`
		Factor string  `json:"factor,omitempty"`
		Text   string  `json:"text"`
	}
	jsonFactor struct {
		ID         string           `json:"id"`
		Kind       string           `json:"kind"`
		Name       string           `json:"name"`
		FactorKind interaction.Kind `json:"factor_kind"`
		Observed   bool             `json:"observed"`
		Number     int              `json:"number"`
		Max        int              `json:"max"`
		Ample      int              `json:"ample"`
		Level      int              `json:"level"`
	}
	jsonAction struct {
		ID      string             `json:"id"`
		Kind    string             `json:"kind"`
		Name    interaction.Action `json:"name"`
		Label   string             `json:"label"`
		Learned bool               `json:"learned"`
		Reason  string             `json:"reason"`
		Ends    []string           `json:"ends"`
		Tried   int                `json:"tried,omitempty"`
		Ended   int                `json:"ended,omitempty"`
	}
	jsonWay struct {
		ID     string             `json:"id"`
		Kind   string             `json:"kind"`
		Action interaction.Action `json:"action"`
		Factor string             `json:"factor"`
		Number int                `json:"number"`
		Text   string             `json:"text"`
		Yield  jsonYield          `json:"yield"`
	}
	jsonYield struct {
		Min  int     `json:"min"`
		Max  int     `json:"max"`
		Mean float64 `json:"mean"`
	}
	jsonLink struct {
		Source string `json:"source"`
		Target string `json:"target"`
		Role   string `json:"role"`
	}
	jsonMember struct {
		jsonLink
		Member   int  `json:"member"`
		Count    int  `json:"count"`
		Consumed int  `json:"consumed"`
		Most     int  `json:"most,omitempty"`
		Doubtful bool `json:"doubtful,omitempty"`
	}
	jsonEffect struct {
		jsonLink
		Grade         graphstore.Grade `json:"grade"`
		Unconditional bool             `json:"unconditional"`
		Disputed      bool             `json:"disputed"`
		Chance        jsonChance       `json:"chance"`
		Certificate   *jsonCertificate `json:"certificate"`
	}
	jsonChance struct {
		Low       float64 `json:"low"`
		Estimate  float64 `json:"estimate"`
		High      float64 `json:"high"`
		Successes int     `json:"successes"`
		Trials    int     `json:"trials"`
	}
	jsonCertificate struct {
		Budget    float64    `json:"budget"`
		Observed  int        `json:"observed"`
		Successes int        `json:"successes"`
		Trials    int        `json:"trials"`
		Floor     float64    `json:"floor"`
		Room      int        `json:"room"`
		Proved    bool       `json:"proved"`
		Exchange  bool       `json:"exchange"`
		Together  int        `json:"together"`
		Misread   float64    `json:"misread,omitempty"`
		Tests     []jsonTest `json:"tests"`
	}
	jsonTest struct {
		PlentyOf  int            `json:"plenty_of"`
		But       map[string]int `json:"but"`
		Trials    int            `json:"trials"`
		PValue    float64        `json:"p_value"`
		Threshold float64        `json:"threshold"`
	}
	jsonEdge struct {
		jsonLink
		Implied bool        `json:"implied"`
		Causes  []jsonCause `json:"causes"`
	}
	jsonCause struct {
		Action   interaction.Action `json:"action"`
		Label    string             `json:"label"`
		Way      int                `json:"way"`
		Text     string             `json:"text"`
		Member   int                `json:"member"`
		Count    int                `json:"count"`
		Consumed int                `json:"consumed"`
		Grade    graphstore.Grade   `json:"grade"`
		Disputed bool               `json:"disputed"`
	}
)

func writeJSON(b *bytes.Buffer, g *graphstore.Graph, v View) error {
	doc, err := document(g, v)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

// document makes the nodes and links of a view. GraphML is written from it, too.
func document(g *graphstore.Graph, v View) (*jsonGraph, error) {
	doc := &jsonGraph{
		Directed: true,
		Graph: jsonHeader{
			Format: formatName, Version: Version, View: v,
			World: g.World, Fingerprint: g.Fingerprint, Delta: g.Delta, Assumptions: []jsonAssumption{},
		},
		Nodes: []any{},
		Links: []any{},
	}
	for _, a := range g.Assumptions {
		doc.Graph.Assumptions = append(doc.Graph.Assumptions, jsonAssumption{a.Name, a.Value, a.Factor, a.String()})
	}
	for _, n := range factors(g) {
		doc.Nodes = append(doc.Nodes, jsonFactor{factorID(n.Name), kindFactor, n.Name, n.Kind, n.Observed, n.Number, n.Max, n.Ample, n.Level})
	}
	if v == ViewDAG {
		return doc, doc.addDAG(g)
	}
	for i := range g.Actions {
		doc.addAction(&g.Actions[i])
	}
	return doc, nil
}

func (doc *jsonGraph) addDAG(g *graphstore.Graph) error {
	edges, err := dagEdges(g)
	if err != nil {
		return err
	}
	for _, e := range edges {
		out := jsonEdge{
			jsonLink: jsonLink{factorID(e.from), factorID(e.to), roleCause},
			Implied:  e.implied,
			Causes:   []jsonCause{},
		}
		for _, c := range e.causes {
			out.Causes = append(out.Causes, jsonCause{
				Action: c.action.ID, Label: c.action.Label,
				Way: c.way, Text: c.effect.Ways[c.way-1].String(),
				Member: c.number, Count: c.member.Count, Consumed: c.member.Consumed,
				Grade: c.effect.Grade, Disputed: c.effect.Disputed,
			})
		}
		doc.Links = append(doc.Links, out)
	}
	return nil
}

func (doc *jsonGraph) addAction(a *graphstore.Action) {
	id := actionID(a.ID)
	doc.Nodes = append(doc.Nodes, jsonAction{id, kindAction, a.ID, a.Label, a.Learned, a.Reason, append([]string{}, a.Ends...), a.Tried, a.Ended})
	for _, e := range a.Effects {
		to := factorID(e.Factor)
		doc.Links = append(doc.Links, jsonEffect{
			jsonLink: jsonLink{id, to, roleEffect},
			Grade:    e.Grade, Unconditional: e.Unconditional, Disputed: e.Disputed,
			Chance: jsonChance(e.Chance), Certificate: fileCertificate(e.Certificate),
		})
		for i, w := range e.Ways {
			way := wayID(a.ID, e.Factor, i+1)
			doc.Nodes = append(doc.Nodes, jsonWay{way, kindWay, a.ID, e.Factor, i + 1, w.String(), jsonYield(w.Yield)})
			doc.Links = append(doc.Links, jsonLink{id, way, roleAction})
			for k, m := range w.Members {
				for _, f := range m.Factors {
					doc.Links = append(doc.Links, jsonMember{jsonLink{factorID(f), way, roleMember}, k + 1, m.Count, m.Consumed, m.Most, w.Doubts(m)})
				}
			}
			doc.Links = append(doc.Links, jsonLink{way, to, roleGives})
		}
	}
}

// fileCertificate writes no null for a list or an object: a reader in another language may
// loop over them without a test.
func fileCertificate(c *graphstore.Certificate) *jsonCertificate {
	if c == nil {
		return nil
	}
	out := &jsonCertificate{c.Budget, c.Observed, c.Successes, c.Trials, c.Floor, c.Room, c.Proved, c.Exchange, c.Together, c.Misread, []jsonTest{}}
	for _, t := range c.Tests {
		s := graphstore.NewStart(t.At)
		if s.But == nil {
			s.But = map[string]int{}
		}
		out.Tests = append(out.Tests, jsonTest{s.PlentyOf, s.But, t.Trials, t.PValue, t.Threshold})
	}
	return out
}
