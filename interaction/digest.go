package interaction

import (
	"encoding/hex"
	"fmt"
)

// Digest is a 128-bit content hash of a state. It is a sum of one hash per factor and
// level, so it can be updated factor by factor; two different states collide with
// probability about 2^-128.
type Digest [2]uint64

func (d Digest) plus(e Digest) Digest  { return Digest{d[0] + e[0], d[1] + e[1]} }
func (d Digest) minus(e Digest) Digest { return Digest{d[0] - e[0], d[1] - e[1]} }

// levelDigest is the part of a level of the factor whose name has this hash.
func levelDigest(factor uint64, level int) Digest {
	if level == 0 {
		return Digest{}
	}
	a := mix(factor + uint64(level)*0x9e3779b97f4a7c15)
	return Digest{a, mix(a ^ factor)}
}

// hashString is FNV-1a with a final mix: stable between runs and machines, which
// the runtime's own string hash isn't.
func hashString(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return mix(h)
}

// mix is the finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Key identifies a trial by content: the same action asked for from the same start, for
// the same time, has the same key in every process and every run. It leaves out why the
// trial was asked, so that one outcome serves every question, and what came of it.
type Key [2]uint64

// IsZero reports whether the key is unset.
func (k Key) IsZero() bool { return k == Key{} }

// String is the key as 32 hexadecimal digits.
func (k Key) String() string { return fmt.Sprintf("%016x%016x", k[0], k[1]) }

// MarshalText writes the key as 32 hexadecimal digits.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads 32 hexadecimal digits.
func (k *Key) UnmarshalText(text []byte) error {
	var b [16]byte
	if len(text) != 32 {
		return fmt.Errorf("trial key: %d characters, not 32", len(text))
	}
	if _, err := hex.Decode(b[:], text); err != nil {
		return fmt.Errorf("trial key: %w", err)
	}
	for i, c := range b {
		k[i/8] = k[i/8]<<8 | uint64(c)
	}
	return nil
}

// Seed is the random seed of a trial: it follows from the run's seed and the
// trial's content and from nothing else, neither worker nor time nor order.
func (k Key) Seed(run uint64) uint64 { return mix(k[0] ^ mix(k[1]^mix(run))) }
