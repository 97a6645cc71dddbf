// Package crafter is Crafter (Hafner, "Benchmarking the Spectrum of Agent Capabilities", 2022), a
// game on a map that somebody else wrote, as a world that is lived in.
//
// A program in Python, which the binary carries, plays the game and speaks the protocol of
// interaction/rpc; it needs the package crafter from PyPI. What a player sees is told as symbols.
// Rewards, achievements and the map never reach the learner; achievements go to a file of the
// score's.
package crafter
