// Package llm guesses causes with a language model: "LLM-based causal discovery" of
// the ADAM paper (section 3.4, figure 3.2, appendix D.1).
//
// The invariant it exists for: an answer is a prior and nothing more. What a model
// leaves out, adds or invents, what it refuses, and when it isn't there, costs
// trials, never correctness, and none of it is hidden: a [Report] says what was
// asked, what came of it and what it cost. And no knowledge of the world goes in: a
// prompt names items by codes only, and actions not at all.
//
// [Completer] is the seam. [Connect] makes one that talks to any OpenAI-compatible
// server: [Client], wrapped by [Limit], [Retry], [Breaker] and [Budget], each of
// them a Completer itself. [Cache] goes around it and keeps every reply, and every
// failure, in the ledger. So what an exploration was told is among the outcomes
// that it is a function of: a run that is repeated over its ledger is told the same
// again, and makes no call. [Record] and [Replay] keep conversations in a file.
//
// Keys come from the environment. They are in no [Request], and [Client] takes them
// out of whatever a server says, so that no wrapper, ledger or recording sees one.
package llm
