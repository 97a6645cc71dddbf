package luanti

import (
	"encoding/json"
	"fmt"
)

// Registry is what the game has registered, as far as the actions rest on it: the
// rules, told apart from all trials, for whoever judges what was learned. What no
// registry says, such as what a sapling becomes, the game was made to show when it was
// loaded, with everything at hand.
type Registry struct {
	Items   []RegItem  `json:"items"` // ascending by name
	Natural []string   `json:"natural"`
	Digs    []RegDig   `json:"digs"`   // of nodes that aren't dug by what their item says alone
	Crafts  []RegCraft `json:"crafts"` // by output and Label, in the order in which they are tried
	Cooking []RegCook  `json:"cooking"`
	Fuels   []RegFuel  `json:"fuels"` // in the order of use
	Grows   []RegGrow  `json:"grows"`
	Pours   []RegPour  `json:"pours"`
	Scoops  []RegScoop `json:"scoops"` // by liquid, in the order of use
	// Failed are the labels of what the game fails at, which is no action.
	Failed []string `json:"failed"`
	// Edits are the changes that made a modified game, in words.
	Edits []string `json:"edits"`
	Hand  ToolCaps `json:"hand"`
	// Eats and Stations are of games that are lived in: what gives health, and the nodes that are
	// put down to cook in.
	Eats     []RegEat `json:"eats,omitempty"`
	Stations []string `json:"stations,omitempty"`
}

// RegEat is an item that gives so much health.
type RegEat struct {
	Name   string  `json:"name"`
	Health float64 `json:"health"`
}

// RegStack is so many of an item, at least one.
type RegStack struct {
	Name  string  `json:"name"`
	Count float64 `json:"count"`
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
	Items  []RegStack `json:"items"`
	Rarity float64    `json:"rarity"`
	// Tools: it depends on the tool; see RegDig.
	Tools bool `json:"tools"`
}

// RegDig is a node where the game has rules of its own for what comes of digging: one
// way for each action that digs it. Tools are in the order of use, the bare hand is "".
type RegDig struct {
	Node string `json:"node"`
	Ways []struct {
		Tools []string   `json:"tools"`
		Gives []RegStack `json:"gives"`
		// Chance: the game draws lots for it, so that Gives are what may come, once each.
		Chance bool `json:"chance"`
	} `json:"ways"`
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
	Output string `json:"output"`
	// Label is that of the action without its kind: of recipes for one output that differ in what
	// comes back beside it, several are made.
	Label string   `json:"label"`
	Wants []string `json:"wants"`
	// Unfit are items that fit a want's groups, and of which the game makes something else.
	Unfit  map[string][]string `json:"unfit"`
	Result *struct {           // what the game makes of it with the first items that fit
		Item  string     `json:"item"`
		Count float64    `json:"count"`
		Left  []RegStack `json:"left"`
	} `json:"result"`
}

// RegCook is a thing that cooks; Time is in seconds. Furnaces are those that cook it,
// ascending.
type RegCook struct {
	Input    string   `json:"input"`
	Output   string   `json:"output"`
	Count    float64  `json:"count"`
	Time     float64  `json:"time"`
	Furnaces []string `json:"furnaces"`
}

// RegFuel is a fuel; Time is in seconds, Left what stays behind.
type RegFuel struct {
	Name string     `json:"name"`
	Time float64    `json:"time"`
	Left []RegStack `json:"left"`
}

// RegGrow is a thing that becomes a node when it is planted, on ground that one of the Hoes
// has tilled; none: on any.
type RegGrow struct {
	Item    string   `json:"item"`
	Becomes string   `json:"becomes"`
	Hoes    []string `json:"hoes"`
}

// RegPour is a thing that is poured out, on the ground or Onto a liquid that Becomes a
// node then, which is dug. Left is what stays in hand; empty: nothing.
type RegPour struct {
	Item    string `json:"item"`
	Left    string `json:"left"`
	Onto    string `json:"onto"`
	Becomes string `json:"becomes"`
}

// RegScoop is what a vessel that is dipped into a liquid gives.
type RegScoop struct {
	Liquid string `json:"liquid"`
	Vessel string `json:"vessel"`
	Gives  string `json:"gives"`
	Tool   bool   `json:"tool"`
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
