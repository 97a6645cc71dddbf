package living

// set is one of small numbers.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

// meets reports whether any of the other is in it.
func (s set) meets(o set) bool {
	for i := range s {
		if o[i]&s[i] != 0 {
			return true
		}
	}
	return false
}
