package export

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
)

// GraphML's attributes are flat and typed. Numbers that one computes with have
// attributes of their own; lists are text, in the same JSON as in the JSON form.

type datum struct{ name, typ, value string }

func text(name, v string) datum       { return datum{name, "string", v} }
func number(name string, v int) datum { return datum{name, "int", strconv.Itoa(v)} }
func truth(name string, v bool) datum { return datum{name, "boolean", strconv.FormatBool(v)} }
func real(name string, v float64) datum {
	return datum{name, "double", strconv.FormatFloat(v, 'g', -1, 64)}
}
func list(name string, v any) (datum, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return datum{}, fmt.Errorf("%s: %w", name, err)
	}
	return text(name, strings.TrimSpace(b.String())), nil
}

// element is a node (no target) or an edge.
type element struct {
	source, target string
	data           []datum
}

func writeGraphML(b *bytes.Buffer, g *graphstore.Graph, v View) error {
	doc, err := document(g, v)
	if err != nil {
		return err
	}
	var nodes, edges []element
	for _, n := range doc.Nodes {
		e, err := graphmlNode(n)
		if err != nil {
			return err
		}
		nodes = append(nodes, e)
	}
	for _, l := range doc.Links {
		e, err := graphmlEdge(l)
		if err != nil {
			return err
		}
		edges = append(edges, e)
	}
	h := doc.Graph
	assumptions, err := list("assumptions", h.Assumptions)
	if err != nil {
		return err
	}
	head := element{data: []datum{
		text("format", h.Format), number("version", h.Version), text("view", string(h.View)),
		text("world", h.World), text("fingerprint", h.Fingerprint), real("delta", h.Delta), assumptions,
	}}
	b.WriteString(xml.Header)
	b.WriteString(`<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">` + "\n")
	writeKeys(b, "graph", []element{head})
	writeKeys(b, "node", nodes)
	writeKeys(b, "edge", edges)
	b.WriteString(`  <graph id="technology" edgedefault="directed">` + "\n")
	writeData(b, "    ", "graph", head.data)
	for _, n := range nodes {
		fmt.Fprintf(b, "    <node id=\"%s\">\n", xmlText(n.source))
		writeData(b, "      ", "node", n.data)
		b.WriteString("    </node>\n")
	}
	for _, e := range edges {
		fmt.Fprintf(b, "    <edge source=\"%s\" target=\"%s\">\n", xmlText(e.source), xmlText(e.target))
		writeData(b, "      ", "edge", e.data)
		b.WriteString("    </edge>\n")
	}
	b.WriteString("  </graph>\n</graphml>\n")
	return nil
}

// writeKeys declares the attributes in use, in the order of their first use.
func writeKeys(b *bytes.Buffer, domain string, elements []element) {
	seen := map[string]bool{}
	for _, e := range elements {
		for _, d := range e.data {
			if !seen[d.name] {
				seen[d.name] = true
				fmt.Fprintf(b, "  <key id=\"%s_%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", domain, d.name, domain, d.name, d.typ)
			}
		}
	}
}

func writeData(b *bytes.Buffer, indent, domain string, data []datum) {
	for _, d := range data {
		fmt.Fprintf(b, "%s<data key=\"%s_%s\">%s</data>\n", indent, domain, d.name, xmlText(d.value))
	}
}

// graphmlNode gives every node a label, which Gephi shows.
func graphmlNode(n any) (element, error) {
	switch n := n.(type) {
	case jsonFactor:
		kind, err := n.FactorKind.MarshalText()
		if err != nil {
			return element{}, err
		}
		return element{source: n.ID, data: []datum{
			text("kind", n.Kind), text("label", n.Name), text("name", n.Name), text("factor_kind", string(kind)), truth("observed", n.Observed),
			number("number", n.Number), number("max", n.Max), number("ample", n.Ample), number("level", n.Level),
		}}, nil
	case jsonAction:
		label := n.Label
		if label == "" {
			label = string(n.Name)
		}
		return element{source: n.ID, data: []datum{
			text("kind", n.Kind), text("label", label), text("name", string(n.Name)), truth("learned", n.Learned), text("reason", n.Reason), text("ends", strings.Join(n.Ends, ", ")),
		}}, nil
	case jsonWay:
		return element{source: n.ID, data: []datum{
			text("kind", n.Kind), text("label", n.Text), text("action", string(n.Action)), text("factor", n.Factor), number("number", n.Number),
			number("yield_min", n.Yield.Min), number("yield_max", n.Yield.Max), real("yield_mean", n.Yield.Mean),
		}}, nil
	default:
		return element{}, fmt.Errorf("no GraphML for node %T", n)
	}
}

func graphmlEdge(l any) (element, error) {
	switch l := l.(type) {
	case jsonMember:
		data := []datum{number("member", l.Member), number("count", l.Count), number("consumed", l.Consumed)}
		if l.Most > 0 {
			data = append(data, number("most", l.Most))
		}
		if l.Doubtful {
			data = append(data, truth("doubtful", true))
		}
		return l.element(data...), nil
	case jsonEffect:
		certificate, err := list("certificate", l.Certificate)
		if err != nil {
			return element{}, err
		}
		return l.element(
			text("grade", l.Grade.String()), truth("unconditional", l.Unconditional), truth("disputed", l.Disputed),
			real("chance_low", l.Chance.Low), real("chance", l.Chance.Estimate), real("chance_high", l.Chance.High),
			number("successes", l.Chance.Successes), number("trials", l.Chance.Trials), certificate,
		), nil
	case jsonEdge:
		causes, err := list("causes", l.Causes)
		if err != nil {
			return element{}, err
		}
		var labels []string
		for _, c := range l.Causes {
			labels = append(labels, c.Text)
		}
		return l.element(truth("implied", l.Implied), text("label", strings.Join(labels, " or ")), causes), nil
	case jsonLink:
		return l.element(), nil
	default:
		return element{}, fmt.Errorf("no GraphML for link %T", l)
	}
}

func (l jsonLink) element(data ...datum) element {
	return element{source: l.Source, target: l.Target, data: append([]datum{text("role", l.Role)}, data...)}
}

// xmlText escapes text for XML; what XML can't carry becomes U+FFFD.
func xmlText(s string) string {
	var b strings.Builder
	// A strings.Builder never fails.
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
