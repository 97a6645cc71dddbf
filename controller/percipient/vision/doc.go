// Package vision asks vision models (any OpenAI-compatible server) what a picture shows. A model isn't trusted: the same
// question is asked until its answers, weighed by how often it contradicts itself, leave little doubt, and what is no
// answer counts for nothing.
package vision
