// Package luanti plays a game on a real Luanti (Minetest) server: minetest_game, as
// Debian packages it, or another game for the same engine.
//
// The invariant the package exists for: the game decides. What can be done is found
// by asking the server which nodes its maps are made of and which recipes it has;
// what comes of an action is what the game's own functions did to real stacks,
// nodes and furnaces. This package and its server mod (folder mod, which the binary
// carries) only set the scene and count.
//
// Actions are "dig X" for each kind of node that map generation places, "craft X"
// for each output of a recipe for the grid of three by three, and "cook X" for each
// thing that cooks; learners see them under opaque names.
//
//   - Dig: the node is dug with the bare hand if that can, else with the first of
//     the tools held that can, in the order of their names. A node whose drops are
//     left to chance is dug 32 times, so that rare drops aren't too rare.
//   - Craft: the recipes are tried in the game's order; group ingredients are filled
//     from what is held, in the order of names, and never with the output itself,
//     which would gain nothing. What the recipe gives back is kept.
//   - Cook: one piece, in a furnace that must be held and is taken back, with fuel
//     of one kind that lasts long enough, the first such by name, but before all
//     others one that leaves something behind. The real furnace burns it.
//
// An inventory counts items by name. A worn tool counts as one until it breaks: one
// action doesn't wear out a new tool, but a session of many may.
//
// The server and this process speak over two pipes; see mod/init.lua. When this
// process ends, however it ends, the server reads the end of its pipe and stops. The
// engine stands still while a trial runs, so trials can't meet: sessions share a few
// servers, all of the same game, and take turns.
package luanti
