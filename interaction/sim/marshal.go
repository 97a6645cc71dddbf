package sim

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/adam-discovery/adam/interaction"
)

// wire forms of a File: what the JSON looks like, keys in the order of the format.
type (
	fileJSON struct {
		Format     int                     `json:"format"`
		ID         string                  `json:"id"`
		Title      string                  `json:"title,omitempty"`
		Source     string                  `json:"source,omitempty"`
		Items      []string                `json:"items,omitempty"`
		Factors    map[string]factorJSON   `json:"factors,omitempty"`
		Exclusions []interaction.Exclusion `json:"exclusions,omitempty"`
		Classes    map[string][]string     `json:"classes,omitempty"`
		Latency    string                  `json:"latency,omitempty"`
		Faults     *faultsJSON             `json:"faults,omitempty"`
		Hidden     *hiddenJSON             `json:"hidden,omitempty"`
		Map        *mapJSON                `json:"map,omitempty"`
		Actions    []actionJSON            `json:"actions"`
	}
	faultsJSON struct {
		Chance float64     `json:"chance"`
		Kinds  []FaultKind `json:"kinds"`
	}
	hiddenJSON struct {
		Phases map[string]float64 `json:"phases"`
		Lasts  int                `json:"lasts"`
	}
	actionJSON struct {
		Label   string        `json:"label,omitempty"`
		Unlock  []string      `json:"unlock,omitempty"`
		At      string        `json:"at,omitempty"`
		Effects []effectJSON  `json:"effects,omitzero"` // none, of an action that does nothing
		Ambient []ambientJSON `json:"ambient,omitempty"`
		Ends    []string      `json:"ends,omitempty"`
	}
	// factorJSON is an interaction.Factor without its name, which is its key.
	factorJSON struct {
		Kind  interaction.Kind `json:"kind,omitzero"`
		Max   int              `json:"max,omitempty"`
		Ample int              `json:"ample,omitempty"`
		Fixed bool             `json:"fixed,omitempty"`
		Stack int              `json:"stack,omitempty"`
	}
	effectJSON struct {
		Gives  map[string]any `json:"gives"`
		Chance *float64       `json:"chance,omitempty"`
		Phases []string       `json:"phases,omitempty"`
		Ways   []wayJSON      `json:"ways"`
	}
	wayJSON struct {
		Consumes map[string]int `json:"consumes,omitempty"`
		Needs    map[string]int `json:"needs,omitempty"`
		Without  []string       `json:"without,omitempty"`
		Gives    map[string]any `json:"gives,omitempty"`
		Chance   float64        `json:"chance,omitempty"`
	}
	ambientJSON struct {
		Gives  map[string]any `json:"gives"`
		Chance *float64       `json:"chance,omitempty"`
	}
)

// Marshal writes the file as canonical JSON: equal files give equal bytes, and a
// valid file parses back equal. It panics if a chance is not a number at all.
func (f *File) Marshal() []byte {
	w := fileJSON{Format: Format, ID: f.ID, Title: f.Title, Source: f.Source, Items: f.Items, Factors: factorsJSON(f.Factors), Exclusions: f.Exclusions, Actions: actionsJSON(f.Actions, true), Classes: classesJSON(f.Classes), Hidden: hiddenToJSON(f.Hidden), Map: mapToJSON(f.Map)}
	if f.Latency != 0 {
		w.Latency = f.Latency.String()
	}
	if f.Faults.Chance != 0 || len(f.Faults.Kinds) > 0 {
		w.Faults = &faultsJSON{f.Faults.Chance, f.Faults.Kinds}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(w); err != nil {
		// Only a chance that isn't a number can't be written, and Parse lets
		// none through.
		panic("sim: world " + strconv.Quote(f.ID) + ": " + err.Error())
	}
	return b.Bytes()
}

func classesJSON(classes []Class) map[string][]string {
	m := map[string][]string{}
	for _, c := range classes {
		m[c.Name] = c.Items
	}
	return m
}

func factorsJSON(factors []interaction.Factor) map[string]factorJSON {
	m := map[string]factorJSON{}
	for _, x := range factors {
		m[x.Name] = factorJSON{x.Kind, x.Max, x.Ample, x.Fixed, x.Stack}
	}
	return m
}

func actionsJSON(actions []Action, labels bool) []actionJSON {
	out := make([]actionJSON, len(actions))
	for i, a := range actions {
		out[i].Unlock, out[i].At, out[i].Ends = a.Unlock, a.At, a.Ends
		if labels {
			out[i].Label = a.Label
		}
		for _, e := range a.Effects {
			ej := effectJSON{Gives: givesJSON(e.Gives), Chance: chanceJSON(e.Chance), Phases: e.Phases, Ways: make([]wayJSON, len(e.Ways))}
			for k, w := range e.Ways {
				ej.Ways[k] = wayJSON{requirementsJSON(w.Consumes), requirementsJSON(w.Needs), w.Without, givesJSON(w.Gives), w.Chance}
			}
			out[i].Effects = append(out[i].Effects, ej)
		}
		if len(a.Effects)+len(a.Ambient)+len(a.Ends) == 0 {
			out[i].Effects = []effectJSON{}
		}
		for _, am := range a.Ambient {
			out[i].Ambient = append(out[i].Ambient, ambientJSON{givesJSON(am.Gives), chanceJSON(am.Chance)})
		}
	}
	return out
}

func hiddenToJSON(h Hidden) *hiddenJSON {
	if len(h.Phases) == 0 {
		return nil
	}
	out := &hiddenJSON{Phases: map[string]float64{}, Lasts: h.Lasts}
	for _, p := range h.Phases {
		out.Phases[p.Name] = p.Share
	}
	return out
}

// chanceJSON leaves out the chance that is understood.
func chanceJSON(c float64) *float64 {
	if c == 1 {
		return nil
	}
	return &c
}

func requirementsJSON(reqs []Requirement) map[string]int {
	m := make(map[string]int, len(reqs))
	for _, r := range reqs {
		m[r.Key()] = r.Count
	}
	return m
}

func givesJSON(gives []Gift) map[string]any {
	m := make(map[string]any, len(gives))
	for _, g := range gives {
		if len(g.Quantity) == 1 && g.Quantity[0].Chance == 1 {
			m[g.Item] = g.Quantity[0].Count
			continue
		}
		d := make(map[string]float64, len(g.Quantity))
		for _, p := range g.Quantity {
			d[strconv.Itoa(p.Count)] = p.Chance
		}
		m[g.Item] = d
	}
	return m
}
