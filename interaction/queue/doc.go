// Package queue runs trials on many machines: a coordinator puts batches of trials into a work queue of
// NATS JetStream (https://docs.nats.io/nats-concepts/jetstream), and workers take them out.
//
// The invariant it exists for is that of the pool: how many workers there are, and which of them come, go,
// die or are slow, changes time only. A batch stays in the queue until the coordinator has recorded what
// came of it and its worker has been told so; a worker that dies before is not heard of for [AckWait], and
// its batch goes to another. What arrives twice is counted once, as trials are known by their content
// ([interaction.Key]). Outcomes come back in the order of the trials, and seeds follow from the trials.
//
// A worker says with each message which program, world and rules it is of. One that differs is told so and
// gets no work. What it says is checked as what a session says is, and one that says what can't be is
// refused from then on.
package queue
