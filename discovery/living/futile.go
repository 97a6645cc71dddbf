package living

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// vain is how often in a row an action changed nothing but vitals: in all, and where there was as much of everything else as the last
// time.
type vain struct {
	at         string
	here, ever int
}

// futile is how often an action changes nothing where there is as much of everything until it isn't tried again there to bring something
// about: were its chance one in ten, so many misses would have a probability of three in a million. Where it does so as many times more,
// whatever there is, it isn't in that life.
const futile, evenSo = 120, 5

// bring does what is to bring something about, as do does; false also where it is futile.
func (p *pilot) bring(ctx context.Context, a interaction.Action, at interaction.Where) (bool, error) {
	if p.vainly(a) {
		return false, nil
	}
	return p.do(ctx, a, at)
}

// vainly reports whether it is futile to do it here.
func (p *pilot) vainly(a interaction.Action) bool {
	v := p.vain[a]
	return v.ever >= evenSo*futile || v.here >= futile && v.at == p.amounts()
}

// noteVain notes what the action changed that was tried with what there is.
func (p *pilot) noteVain(a interaction.Action, changes []interaction.Change) {
	if slices.ContainsFunc(changes, func(c interaction.Change) bool {
		f, known := p.k.vocabulary.Index(c.Factor)
		return !known || !p.k.vital(f)
	}) {
		delete(p.vain, a)
		return
	}
	was := p.vain[a]
	v := vain{at: p.amounts(), here: 1, ever: was.ever + 1}
	if was.at == v.at {
		v.here += was.here
	}
	if p.vain == nil {
		p.vain = map[interaction.Action]vain{}
	}
	p.vain[a] = v
}

// amounts is a key of how much there is of everything but vitals.
func (p *pilot) amounts() string {
	var b []byte
	for f, n := range p.levels {
		if !p.k.vital(f) {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return string(b)
}
