// Package mcu makes tasks without end from a world whose rules are known, sets scenes for them, has agents play, and judges
// how they did: the pipeline of MCU (Zheng et al., "Towards Evaluating Generalist Agents", sections 3.2, 3.3 and 4), exact
// where the rules are known, and with a model or a person where they aren't.
//
// The invariant it exists for: a judge sees the trace of an episode and the true tree, an agent sees neither. What an agent
// knows it learned elsewhere, or was told by people as each agent's description says.
package mcu
