// Package minecraft plays Minecraft (Java edition) on a server that somebody else runs,
// by bots that join it as players.
//
// The invariant the package exists for: the server decides. A bot acts by messages of
// the game's protocol, and what it observes is what the server says of slots, blocks
// and things that lie around, never what a client would predict. What can't be
// observed, as a drop that still lies there or a window that closed by itself, breaks
// the trial.
//
// The bots are a program for Node (folder bridge, which the binary carries), one
// process a session, which speaks the protocol of interaction/rpc. It needs mineflayer
// from npm; [Install] gets it.
//
// In laboratory mode a bot is an operator. Each has a plot of its own in the sky, 64
// blocks from the next, which commands build and which is taken away when the session
// ends. Starts are set by commands. Factors are the items in the bag, near_X for a
// crafting table or furnace that stands there, and held_X for the tool in the hand,
// which the bag doesn't count. Actions, by what the profile names:
//
//   - dig B: a block B is placed, and hit with what is held for as long as the client's
//     data says it takes, and again as long and two seconds more if it still stands.
//   - craft X: a layout of a recipe is laid into the grid of the table that is near, else
//     into the player's own, all of it or nothing; what comes of it is the server's.
//   - smelt X: one X and one coal in the furnace that is near.
//   - place X: the table or furnace goes to where it is near.
//   - hold X: the tool goes into the hand; what was there goes into the bag.
//   - kill M: one M is summoned, and hit until it is gone.
//   - eat X: one X is eaten.
//
// In lived mode a bot is a player without rights, in the land as it is: a world of
// episodes with a ground, as those that package body walks in. Its view is a grid of what
// is seen around it; dig, kill and place are done to what it faces, and held_X is as above.
// An episode begins where the one before ended, with an empty bag: what was in it is
// thrown away, and the player goes off. Starts are observed, not chosen.
package minecraft
