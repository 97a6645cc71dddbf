package sim

// rng is the splitmix64 generator (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014): one word of state, set anew for
// every trial at no cost.
type rng uint64

func (r *rng) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// draw returns a number below 2^53, all equally likely.
func (r *rng) draw() uint64 { return r.next() >> (64 - drawBits) }

// below returns a number below n, n > 0. The bias is under n/2^53.
func (r *rng) below(n int) int { return int(r.draw() % uint64(n)) }
