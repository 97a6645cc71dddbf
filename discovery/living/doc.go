// Package living learns by living: where a world can't be set to a chosen start, an episode
// begins with nothing, and what is to be tried has to be brought about first, by plans on what
// is known. A certificate there is taken against the closure: what can be brought about
// without a member of each way ([discovery.Reach]; docs/theory.md, "Lived worlds").
//
// Set-ups cost more than trials. So questions that need the same situation share it, one life
// climbs through many situations, those with the least first, and every action that is done
// on the way is a trial, too. Where most lives end early, that isn't enough: there lives practise,
// with all that is known of how to live, and ask on the way.
package living
