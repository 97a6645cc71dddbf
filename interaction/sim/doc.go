// Package sim makes worlds of data: a world file says what every action needs,
// takes and gives, and the rules engine plays it.
//
// The invariant the package exists for: a world is its file and nothing else.
// What a trial does follows from the rules, the start and the seed;
// equal seeds give equal outcomes in every session, process and order, unless the
// world is made to drift ([NewDrifting]) and says so. Whoever
// experiments sees item names, opaque action names and outcomes, never a rule.
package sim
