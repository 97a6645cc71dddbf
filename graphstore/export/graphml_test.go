package export

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// xmlTexts reads all of an XML document and returns its texts without blanks.
func xmlTexts(t *testing.T, data []byte) string {
	t.Helper()
	var b strings.Builder
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return strings.NewReplacer(" ", "", "\u00a0", "").Replace(b.String())
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		if text, ok := token.(xml.CharData); ok {
			b.Write(text)
		}
	}
}

type graphmlData struct {
	Key   string `xml:"key,attr"`
	Value string `xml:",chardata"`
}

func TestGraphMLIsTyped(t *testing.T) {
	for name, g := range graphs() {
		for _, v := range Views() {
			var doc struct {
				Keys []struct {
					ID   string `xml:"id,attr"`
					For  string `xml:"for,attr"`
					Type string `xml:"attr.type,attr"`
				} `xml:"key"`
				Graph struct {
					Data  []graphmlData `xml:"data"`
					Nodes []struct {
						ID   string        `xml:"id,attr"`
						Data []graphmlData `xml:"data"`
					} `xml:"node"`
					Edges []struct {
						Source string        `xml:"source,attr"`
						Target string        `xml:"target,attr"`
						Data   []graphmlData `xml:"data"`
					} `xml:"edge"`
				} `xml:"graph"`
			}
			if err := xml.Unmarshal(write(t, g, GraphML, v), &doc); err != nil {
				t.Fatalf("%s, %s: %v", name, v, err)
			}
			types := map[string]string{}
			for _, k := range doc.Keys {
				if types[k.For+k.ID] != "" {
					t.Errorf("%s, %s: key %s is there twice", name, v, k.ID)
				}
				types[k.For+k.ID] = k.Type
			}
			check := func(domain string, data []graphmlData) {
				for _, d := range data {
					var err error
					switch types[domain+d.Key] {
					case "int":
						_, err = strconv.Atoi(d.Value)
					case "double":
						_, err = strconv.ParseFloat(d.Value, 64)
					case "boolean":
						_, err = strconv.ParseBool(d.Value)
					case "string":
					default:
						t.Errorf("%s, %s: key %s of a %s has no type", name, v, d.Key, domain)
					}
					if err != nil {
						t.Errorf("%s, %s: key %s: %v", name, v, d.Key, err)
					}
				}
			}
			check("graph", doc.Graph.Data)
			nodes := map[string]bool{}
			for _, n := range doc.Graph.Nodes {
				nodes[n.ID] = true
				check("node", n.Data)
			}
			want, err := document(g, v)
			if err != nil {
				t.Fatal(err)
			}
			if len(nodes) != len(want.Nodes) || len(doc.Graph.Edges) != len(want.Links) {
				t.Errorf("%s, %s: %d nodes and %d edges, want %d and %d", name, v, len(nodes), len(doc.Graph.Edges), len(want.Nodes), len(want.Links))
			}
			for _, e := range doc.Graph.Edges {
				check("edge", e.Data)
				if !nodes[e.Source] || !nodes[e.Target] {
					t.Errorf("%s, %s: edge %s to %s leads nowhere", name, v, e.Source, e.Target)
				}
			}
		}
	}
}

// networkxScript loads both forms, compares them, and writes the JSON back.
const networkxScript = `
import json, sys
import networkx as nx
with open(sys.argv[1] + ".json", encoding="utf-8") as f:
    g = nx.node_link_graph(json.load(f), edges="links")
h = nx.read_graphml(sys.argv[1] + ".graphml")
assert type(g) is nx.DiGraph and type(h) is nx.DiGraph, (type(g), type(h))
assert set(g) == set(h), "other nodes"
assert set(g.edges) == set(h.edges), "other edges"
assert g.graph["version"] == h.graph["version"] == 2
for n, d in g.nodes.items():
    assert d["kind"] == h.nodes[n]["kind"]
    assert d.get("level") == h.nodes[n].get("level")
if g.graph["view"] == "dag":
    assert nx.is_directed_acyclic_graph(g)
with open(sys.argv[1] + ".back.json", "w", encoding="utf-8") as f:
    json.dump(nx.node_link_data(g, edges="links"), f)
`

func TestNetworkxReads(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	if err := exec.Command(python, "-c", "import networkx").Run(); err != nil {
		t.Skip("networkx is not installed (pip install networkx)")
	}
	dir := t.TempDir()
	for name, g := range graphs() {
		for _, v := range Views() {
			base := filepath.Join(dir, name+"-"+string(v))
			for _, f := range []Format{JSON, GraphML} {
				if err := os.WriteFile(base+"."+string(f), write(t, g, f, v), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if out, err := exec.Command(python, "-c", networkxScript, base).CombinedOutput(); err != nil {
				t.Errorf("%s, %s: %v: %s", name, v, err, out)
				continue
			}
			if v == ViewDAG {
				continue
			}
			back, err := os.ReadFile(base + ".back.json")
			if err != nil {
				t.Fatal(err)
			}
			again, err := ReadJSON(bytes.NewReader(back))
			if err != nil {
				t.Errorf("%s: networkx wrote back what can't be read: %v", name, err)
				continue
			}
			if !bytes.Equal(write(t, again, JSON, ViewAndOr), write(t, g, JSON, ViewAndOr)) {
				t.Errorf("%s: networkx changed the graph", name)
			}
		}
	}
}
