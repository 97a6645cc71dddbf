// Package llmsim plays a language model of stated quality behind an
// OpenAI-compatible HTTP server, so that everything about models can be tried and
// tested without one.
//
// The invariant it exists for: it knows what a model would know, the conversation.
// It reads the records in the prompt, infers what they allow, and then leaves out,
// adds and garbles at stated rates. No truth of any world can reach it. An answer
// follows from the request and the seed, whatever else is asked at the time.
package llmsim
