// Generate writes the world minecraft-1.19: every crafting recipe, every smelting
// recipe and every block drop of Minecraft Java 1.19.
//
//	go run ./scenarios/generate -data DIR -o scenarios/worlds/minecraft-1.19.json
//
// DIR is the unpacked npm package minecraft-data. Recipes, blocks, tools and drops
// are read from it; what it doesn't say (smelting, what the world generates, how
// many of an item drop) is in facts.go, from the game's published rules. The noise
// is the project's own. docs/minecraft-1.19.md says which is which.
//
// The invariant the program exists for: equal packages give equal bytes, and a
// name in facts.go that the package doesn't know is a fault.
package main
