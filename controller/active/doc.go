// Package active finds things by looking: it asks a percipient one question after the other, looks around or goes nearer
// where that doesn't tell, remembers where it was, and decides whether what it looks for is here, not now, or not here
// (active perception: MP5, section 3.2). Nothing but pictures, and what a player feels of his own state, reaches it.
package active
