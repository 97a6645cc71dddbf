package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/adam-discovery/adam/interaction/sim"
)

func main() {
	data := flag.String("data", "", "the unpacked npm package minecraft-data")
	out := flag.String("o", "", "the world file to write")
	flag.Parse()
	if err := run(*data, *out, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run makes the world of the package in data, writes it to out, and says what is
// in it.
func run(data, out string, log io.Writer) error {
	if data == "" || out == "" {
		return errors.New("both -data and -o are needed")
	}
	f, p, err := generate(data)
	if err != nil {
		return err
	}
	text, err := compact(f)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, text, 0o644); err != nil {
		return err
	}
	report(log, f, p, len(text))
	return nil
}

// generate reads the package and makes its world, checked and in canonical order.
func generate(data string) (*sim.File, *gamePackage, error) {
	p, err := readPackage(data)
	if err != nil {
		return nil, nil, err
	}
	b := newBuilder(p)
	if err := b.build(); err != nil {
		return nil, nil, err
	}
	f, err := sim.Parse(b.file.ID, b.file.Marshal())
	if err != nil {
		return nil, nil, err
	}
	unlock(f)
	f, err = sim.Parse(f.ID, f.Marshal())
	return f, p, err
}

// compact writes a world with one class and one action a line.
func compact(f *sim.File) ([]byte, error) {
	var top struct {
		Format  int                        `json:"format"`
		ID      json.RawMessage            `json:"id"`
		Title   json.RawMessage            `json:"title"`
		Source  json.RawMessage            `json:"source"`
		Items   json.RawMessage            `json:"items"`
		Classes map[string]json.RawMessage `json:"classes"`
		Actions []json.RawMessage          `json:"actions"`
	}
	if err := json.Unmarshal(f.Marshal(), &top); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	line := func(key string, value json.RawMessage, end string) {
		if key != "" {
			fmt.Fprintf(&b, "%q: ", key)
		}
		if err := json.Compact(&b, value); err != nil {
			panic("generate: " + err.Error()) // it was just unmarshaled
		}
		b.WriteString(end)
	}
	fmt.Fprintf(&b, "{\n\"format\": %d,\n", top.Format)
	line("id", top.ID, ",\n")
	line("title", top.Title, ",\n")
	line("source", top.Source, ",\n")
	line("items", top.Items, ",\n")
	b.WriteString("\"classes\": {\n")
	for i, c := range f.Classes {
		line(c.Name, top.Classes[c.Name], separator(i, len(f.Classes)))
	}
	b.WriteString("},\n\"actions\": [\n")
	for i, a := range top.Actions {
		line("", a, separator(i, len(top.Actions)))
	}
	b.WriteString("]\n}\n")
	return b.Bytes(), nil
}

func separator(i, n int) string {
	if i == n-1 {
		return "\n"
	}
	return ",\n"
}

// report says what the world has, for the document about it.
func report(w io.Writer, f *sim.File, p *gamePackage, size int) {
	r := sim.Check(f)
	kinds := map[string][2]int{}
	reached := sim.Reach(f, true)
	for i, a := range f.Actions {
		kind := kindOf(a.Label)
		n := kinds[kind]
		n[0]++
		if reached.Actions[i] {
			n[1]++
		}
		kinds[kind] = n
	}
	fmt.Fprintf(w, "%d bytes; %d actions, %d items, %d classes, %d effects, %d ways, %d or-causes, locked %d\n",
		size, r.Actions, r.Items, r.Classes, r.Effects, r.Ways, r.OrCauses, len(r.Locked))
	for _, k := range actionKinds {
		fmt.Fprintf(w, "%-8s %4d actions, %4d reachable\n", k, kinds[k][0], kinds[k][1])
	}
	game, had := 0, 0
	var missing []string
	for _, it := range p.items {
		game++
		if reached.Items[it.Name] > 0 {
			had++
		} else if slices.Contains(r.UnreachableItems, it.Name) {
			missing = append(missing, it.Name)
		}
	}
	fmt.Fprintf(w, "%d of the game's %d items can be had; %d are named and can't: %v\n", had, game, len(missing), missing)
}
