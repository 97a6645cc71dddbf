// Package luanti plays a game on a real Luanti (Minetest) server: minetest_game, as
// Debian packages it, with mods or without, or another game for the same engine.
//
// The invariant the package exists for: the game decides. What can be done is found
// by asking the server which nodes its maps are made of and which recipes it has, and by
// trying once, with everything at hand, what no registry tells of; what comes of an action
// is what the game's own functions did to real stacks, nodes and furnaces, for a real
// player, who has joined the server as any other. This package and its server mod (folder
// mod, which the binary carries) only set the scene and count.
//
// Actions are named by what is done; learners see them under opaque names. What fails with
// everything at hand is no action: see [World.Failures].
//
//   - Dig X, for each kind of node that map generation places: with the bare hand if that
//     can, else with the first of the tools held that can, in the order of their names. Where
//     other tools give something else, "dig X with TOOL" is another action. What falls to the
//     ground is picked up, and what digging leaves behind is dug too. A node whose drops are
//     left to chance is dug 32 times, so that rare drops aren't too rare.
//   - Craft X, for each output of a recipe: the recipes are tried in a fixed order, in a grid
//     as wide as they need; group ingredients are filled from what is held, in the order of
//     names, and never with the output itself, which would gain nothing. What the recipe
//     gives back is kept; where recipes for X differ in that, "craft X giving back Y" is
//     another action.
//   - Cook X, for each thing that cooks: one piece, in the first furnace held, which is
//     taken back, with fuel of one kind that lasts long enough and isn't what is
//     cooked, the first such by name, but before all others one that leaves something behind. A furnace is any node that has
//     places for what is cooked, for fuel and for what comes of it, and works.
//   - Scoop X, for each liquid of the map, with the first vessel held; pour X, for what was
//     scooped; pour X on Y where a liquid becomes something that can be dug, as lava does.
//   - Grow X, for what becomes another node when it is put on ground of the map, in
//     daylight, by water, and time passes: it is planted, on ground that a hoe that is held
//     has tilled where it needs that, and what stands in its place then is dug. So saplings
//     and seeds grow, and so does the moss on cobble.
//
// Lived ([Config].Lived), the same game is played by bodies on the map that its generator makes.
// A life begins at a place that its seed chooses, with nothing, in the morning; it is over after
// 10,000 steps, or when health is used up. It goes no farther than 40 columns from where it began.
//
//   - Seen are 33 by 33 columns, the body in the middle: what one can stand on or what grows
//     there, where one can walk to, and what bars the way, as another thing ("in the way").
//     One walks up or down by one node; the edge of a cliff bars the way from both sides, and
//     leaves aren't climbed. What lies behind isn't seen. Light, health and furnaces beside the
//     body are told; positions aren't.
//   - Dig X is done to what is faced, up to three nodes above the feet, once; craft X as above;
//     place X puts down a furnace where none is beside the body, and cook X needs one there;
//     scoop X is done to a liquid that is faced; eat X gives health where some is missing.
//   - By itself, only the hour changes, 300 steps a day, and health where it burns: liquids don't flow, plants
//     don't grow, and creatures stand still. Pouring and growing are done in the laboratory only.
//
// With [Config].Pictures the game's own client joins each server as well, and draws what stands before a body's eyes.
// [Scenes] are pictures of the same maps that it draws where nobody lives, with what they show; see mod/eyes.lua.
//
// An inventory counts items by name. A worn tool counts as one until it breaks: one
// action doesn't wear out a new tool, but a session of many may.
//
// The server and this process speak over two pipes; see mod/init.lua. When this
// process ends, however it ends, the server reads the end of its pipe and stops. The
// engine stands still while a trial runs, so trials can't meet: sessions share a few
// servers, all of the same game, and take turns.
package luanti
