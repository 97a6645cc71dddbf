package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// gameVersion is the version folder that is read.
const gameVersion = "1.19"

// gamePackage is what is used of the npm package minecraft-data.
type gamePackage struct {
	version string // of the package
	items   []itemData
	blocks  map[string]blockData
	recipes []result
	loot    []lootData // of blocks, in the order of their names
	mobs    []lootData // of entities, in the order of their names
	byID    map[int]string
	ids     map[string]int
}

type itemData struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

type blockData struct {
	Name         string          `json:"name"`
	HarvestTools map[string]bool `json:"harvestTools"`
}

// lootData is what a block or an entity drops. dropChance is no probability: where
// it is a half, the package only says that there are two cases.
type lootData struct {
	Block  string `json:"block"`
	Entity string `json:"entity"`
	Drops  []struct {
		Item       string  `json:"item"`
		DropChance float64 `json:"dropChance"`
		StackSize  []*int  `json:"stackSizeRange"`
		SilkTouch  bool    `json:"silkTouch"`
	} `json:"drops"`
}

// result is everything that gives one item by crafting.
type result struct {
	item     string
	variants []variant
}

// variant is one recipe with all choices made.
type variant struct {
	shaped bool
	rows   [][]string // "" is an empty place; one row if not shaped
	count  int
}

// readPackage reads the unpacked package in dir.
func readPackage(dir string) (*gamePackage, error) {
	p := &gamePackage{blocks: map[string]blockData{}, byID: map[int]string{}, ids: map[string]int{}}
	read := func(path string, v any) error {
		data, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, v); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	}
	var about struct{ Name, Version, License string }
	var blocks []blockData
	var recipes map[string][]struct {
		InShape     [][]*int
		Ingredients []*int
		Result      struct{ ID, Count int }
	}
	folder := "minecraft-data/data/pc/" + gameVersion + "/"
	for path, v := range map[string]any{
		"package.json": &about, folder + "items.json": &p.items, folder + "blocks.json": &blocks,
		folder + "recipes.json": &recipes, folder + "blockLoot.json": &p.loot, folder + "entityLoot.json": &p.mobs,
	} {
		if err := read(path, v); err != nil {
			return nil, err
		}
	}
	if about.Name != "minecraft-data" || about.License != "MIT" {
		return nil, fmt.Errorf("%s holds the package %q with the licence %q, not minecraft-data under MIT", dir, about.Name, about.License)
	}
	p.version = about.Version
	slices.SortFunc(p.items, func(a, b itemData) int { return cmp.Compare(a.ID, b.ID) })
	for _, it := range p.items {
		p.byID[it.ID], p.ids[it.Name] = it.Name, it.ID
	}
	for _, b := range blocks {
		p.blocks[b.Name] = b
	}
	slices.SortFunc(p.loot, func(a, b lootData) int { return cmp.Compare(a.Block, b.Block) })
	slices.SortFunc(p.mobs, func(a, b lootData) int { return cmp.Compare(a.Entity, b.Entity) })

	name := func(id *int) string {
		if id == nil {
			return ""
		}
		return p.byID[*id]
	}
	row := func(ids []*int) []string {
		var out []string
		for _, id := range ids {
			out = append(out, name(id))
		}
		return out
	}
	for _, it := range p.items {
		of := recipes[strconv.Itoa(it.ID)]
		if len(of) == 0 {
			continue
		}
		r := result{item: it.Name}
		for _, v := range of {
			out := variant{shaped: len(v.InShape) > 0, count: v.Result.Count}
			for _, ids := range v.InShape {
				out.rows = append(out.rows, row(ids))
			}
			if !out.shaped {
				out.rows = [][]string{row(v.Ingredients)}
			}
			r.variants = append(r.variants, out)
		}
		p.recipes = append(p.recipes, r)
	}
	return p, nil
}

// isItem reports whether the game has the item.
func (p *gamePackage) isItem(name string) bool { _, ok := p.ids[name]; return ok }
