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
const Version = 1

// formatName is in every file, so that one can tell what it is.
const formatName = "adam-graph"

//go:embed graph.schema.json
var schema []byte

// Schema is the JSON Schema (draft 2020-12) of both views' JSON. The caller owns
// the copy.
func Schema() []byte { return slices.Clone(schema) }

// The roles of links.
const (
	roleMember = "member" // item -> way: what the way takes
	roleAction = "action" // action -> way: what to do
	roleGives  = "gives"  // way -> item: what comes of it
	roleEffect = "effect" // action -> item: how well that is known
	roleCause  = "cause"  // item -> item, in the technology tree
)

// The kinds of nodes.
const (
	kindItem   = "item"
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
		Format      string  `json:"format"`
		Version     int     `json:"version"`
		View        View    `json:"view"`
		World       string  `json:"world"`
		Fingerprint string  `json:"fingerprint"`
		Delta       float64 `json:"delta"`
	}
	jsonItem struct {
		ID       string `json:"id"`
		Kind     string `json:"kind"`
		Name     string `json:"name"`
		Observed bool   `json:"observed"`
		Level    int    `json:"level"`
	}
	jsonAction struct {
		ID      string             `json:"id"`
		Kind    string             `json:"kind"`
		Name    interaction.Action `json:"name"`
		Label   string             `json:"label"`
		Learned bool               `json:"learned"`
		Reason  string             `json:"reason"`
	}
	jsonWay struct {
		ID     string             `json:"id"`
		Kind   string             `json:"kind"`
		Action interaction.Action `json:"action"`
		Item   string             `json:"item"`
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
		Count    int `json:"count"`
		Consumed int `json:"consumed"`
	}
	jsonEffect struct {
		jsonLink
		Grade       graphstore.Grade `json:"grade"`
		Ambient     bool             `json:"ambient"`
		Disputed    bool             `json:"disputed"`
		Chance      jsonChance       `json:"chance"`
		Classes     []jsonClass      `json:"classes"`
		Certificate *jsonCertificate `json:"certificate"`
	}
	jsonChance struct {
		Low       float64 `json:"low"`
		Estimate  float64 `json:"estimate"`
		High      float64 `json:"high"`
		Successes int     `json:"successes"`
		Trials    int     `json:"trials"`
	}
	jsonClass struct {
		Items []string `json:"items"`
		Count int      `json:"count"`
		Mixes bool     `json:"mixes"`
	}
	jsonCertificate struct {
		Budget    float64       `json:"budget"`
		Observed  int           `json:"observed"`
		Successes int           `json:"successes"`
		Trials    int           `json:"trials"`
		Floor     float64       `json:"floor"`
		CoPoints  []jsonCoPoint `json:"co_points"`
	}
	jsonCoPoint struct {
		Caps      []jsonStack `json:"caps"`
		Trials    int         `json:"trials"`
		PValue    float64     `json:"p_value"`
		Threshold float64     `json:"threshold"`
	}
	jsonStack struct {
		Item  string `json:"item"`
		Count int    `json:"count"`
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
			World: g.World, Fingerprint: g.Fingerprint, Delta: g.Delta,
		},
		Nodes: []any{},
		Links: []any{},
	}
	for _, it := range items(g) {
		doc.Nodes = append(doc.Nodes, jsonItem{itemID(it.Name), kindItem, it.Name, it.Observed, it.Level})
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
			jsonLink: jsonLink{itemID(e.from), itemID(e.to), roleCause},
			Implied:  e.implied,
			Causes:   []jsonCause{},
		}
		for _, c := range e.causes {
			out.Causes = append(out.Causes, jsonCause{
				Action: c.action.ID, Label: c.action.Label,
				Way: c.way, Text: c.effect.Ways[c.way-1].String(),
				Count: c.member.Count, Consumed: c.member.Consumed,
				Grade: c.effect.Grade, Disputed: c.effect.Disputed,
			})
		}
		doc.Links = append(doc.Links, out)
	}
	return nil
}

func (doc *jsonGraph) addAction(a *graphstore.Action) {
	id := actionID(a.ID)
	doc.Nodes = append(doc.Nodes, jsonAction{id, kindAction, a.ID, a.Label, a.Learned, a.Reason})
	for _, e := range a.Effects {
		to := itemID(e.Item)
		doc.Links = append(doc.Links, jsonEffect{
			jsonLink: jsonLink{id, to, roleEffect},
			Grade:    e.Grade, Ambient: e.Ambient, Disputed: e.Disputed,
			Chance: jsonChance(e.Chance), Classes: fileClasses(e.Classes), Certificate: fileCertificate(e.Certificate),
		})
		for i, w := range e.Ways {
			way := wayID(a.ID, e.Item, i+1)
			doc.Nodes = append(doc.Nodes, jsonWay{way, kindWay, a.ID, e.Item, i + 1, w.String(), jsonYield(w.Yield)})
			doc.Links = append(doc.Links, jsonLink{id, way, roleAction})
			for _, m := range w.Members {
				doc.Links = append(doc.Links, jsonMember{jsonLink{itemID(m.Item), way, roleMember}, m.Count, m.Consumed})
			}
			doc.Links = append(doc.Links, jsonLink{way, to, roleGives})
		}
	}
}

// The lists in a file are never null: a reader in another language may loop over
// them without a test.

func fileClasses(classes []graphstore.Class) []jsonClass {
	out := []jsonClass{}
	for _, c := range classes {
		out = append(out, jsonClass{append([]string{}, c.Items...), c.Count, c.Mixes})
	}
	return out
}

func fileCertificate(c *graphstore.Certificate) *jsonCertificate {
	if c == nil {
		return nil
	}
	out := &jsonCertificate{c.Budget, c.Observed, c.Successes, c.Trials, c.Floor, []jsonCoPoint{}}
	for _, p := range c.CoPoints {
		caps := []jsonStack{}
		for _, s := range p.Caps {
			caps = append(caps, jsonStack{s.Item, s.Count})
		}
		out.CoPoints = append(out.CoPoints, jsonCoPoint{caps, p.Trials, p.PValue, p.Threshold})
	}
	return out
}
