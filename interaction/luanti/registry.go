package luanti

import (
	"encoding/json"
	"fmt"
)

// Registry is what the game has registered, as far as the actions rest on it: the
// rules, told apart from all trials, for whoever judges what was learned.
type Registry struct {
	Items   []RegItem  `json:"items"` // ascending by name
	Natural []string   `json:"natural"`
	Crafts  []RegCraft `json:"crafts"` // by output, in the game's order
	Cooking []RegCook  `json:"cooking"`
	Fuels   []RegFuel  `json:"fuels"` // in the order of use
	// Edits are the changes that made a modified game, in words.
	Edits []string `json:"edits"`
	Hand  ToolCaps `json:"hand"`
}

// RegItem is a registered item; Drops is set for nodes only.
type RegItem struct {
	Name   string             `json:"name"`
	Type   string             `json:"type"`
	Groups map[string]float64 `json:"groups"`
	Drops  []RegDrop          `json:"drops"`
	// MaxDrops is how many of Drops at most come at once; zero: all.
	MaxDrops float64   `json:"max_drops"`
	Caps     *ToolCaps `json:"caps"`
}

// RegDrop is a stack or more that come once in Rarity times.
type RegDrop struct {
	Items  []string `json:"items"`
	Rarity float64  `json:"rarity"`
	// Tools: it depends on the tool, which this package doesn't tell of.
	Tools bool `json:"tools"`
}

// ToolCaps says what a tool can dig.
type ToolCaps struct {
	Groups map[string]GroupCap `json:"groupcaps"`
}

// GroupCap is what a tool can do with nodes of one group: Times are by rating.
type GroupCap struct {
	MaxLevel float64         `json:"maxlevel"`
	Uses     float64         `json:"uses"`
	Times    json.RawMessage `json:"times"`
}

// RegCraft is a recipe: one want for each filled slot, an item or "group:a,b".
type RegCraft struct {
	Output string    `json:"output"`
	Wants  []string  `json:"wants"`
	Result *struct { // what the game makes of it with the first items that fit
		Item  string   `json:"item"`
		Count float64  `json:"count"`
		Left  []string `json:"left"`
	} `json:"result"`
}

// RegCook is a thing that cooks; Time is in seconds.
type RegCook struct {
	Input  string  `json:"input"`
	Output string  `json:"output"`
	Count  float64 `json:"count"`
	Time   float64 `json:"time"`
}

// RegFuel is a fuel; Time is in seconds, Left what stays behind.
type RegFuel struct {
	Name string   `json:"name"`
	Time float64  `json:"time"`
	Left []string `json:"left"`
}

func parseRegistry(line []byte) (*Registry, error) {
	var r Registry
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, fmt.Errorf("luanti: the server's registry: %w", err)
	}
	return &r, nil
}

// canonical is the registry as bytes that are equal for equal rules.
func (r *Registry) canonical() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic("luanti: a registry that was read can't be written: " + err.Error())
	}
	return data
}
