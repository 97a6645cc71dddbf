package living

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// vain is how often in a row an action changed nothing but vitals when it was to bring something about: in all, and where there was as
// much of everything else as the last time.
type vain struct {
	at         string
	here, ever int
}

const (
	// futile is how often that is, at least, until the action isn't tried again where there is as much of everything.
	futile = 120
	// surely is the logarithm of the probability that it did so by chance, by what was known of its chance when the life began: one in a
	// million. Where it comes to as many times more, whatever there is, it isn't tried in that life.
	surely, evenSo = 13.8, 5
)

// bring does what is to bring something about, as do does; false also where it is futile.
func (p *pilot) bring(ctx context.Context, a interaction.Action, at interaction.Where) (bool, error) {
	if p.vainly(a) || p.kills(p.k.byID[a]) {
		return false, nil
	}
	n := len(p.trials)
	ok, err := p.do(ctx, a, at)
	if ok && err == nil && len(p.trials) > n {
		p.noteVain(a, p.trials[len(p.trials)-1].Changes)
	}
	return ok, err
}

// vainly reports whether it is futile to do it here.
func (p *pilot) vainly(a interaction.Action) bool {
	v := p.vain[a]
	if v.ever < futile {
		return false
	}
	most := max(futile, int(surely/p.chance(p.k.byID[a])))
	return v.ever >= evenSo*most || v.here >= most && v.at == p.amounts()
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
