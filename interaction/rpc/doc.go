// Package rpc speaks with worlds in other processes: JSON-RPC 2.0, one message a
// line, over a child's standard input and output or over TCP. docs/rpc.md describes
// the protocol for those who implement the other side in any language.
//
// The invariant the package exists for: whatever the other side sends, or doesn't
// send, costs at most the session it does it in. Garbage, messages without end,
// answers to what wasn't asked, silence and death are faults, never outcomes.
//
// One connection is one session. So a peer needs no session numbers, a hanging
// session is ended by ending its connection, and sessions of a peer that runs one
// thing at a time still run beside each other.
package rpc
