// Package page shows a ledger in a browser: the technology tree, what each claim rests on,
// the run, plans, differences, what a maker of the game should know, and kept pictures.
//
// The invariant it exists for: it only reads, and nothing that comes from a world leaves
// the place that it is written to. Pages are made here, by html/template and the drawing of
// package export; scripts only make them quicker to use, and every view has a URL of its own.
package page
