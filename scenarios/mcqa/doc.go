// Package mcqa asks language models for recipes, to measure what they know of a
// game before any experiment: appendix A of the ADAM paper ("MC-QA").
//
// The invariant it exists for: prior knowledge and inference are told apart. Here
// items have their names and there are no records; in package llm there are records
// and no names. Nothing that learns imports this package.
package mcqa
