package bench

// Baseline is the published loop for tests from outside of the package; its types are
// internal to scenarios, so nobody else could call it.
var Baseline = runBaseline
