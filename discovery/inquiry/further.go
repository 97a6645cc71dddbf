package inquiry

import "github.com/adam-discovery/adam/discovery"

// further asks for more items of a known class where the refiner thinks it likely that
// there are some: the certificate, which asks whether there are, would only learn that.
// Where it is known which items stand for each other elsewhere, these are tried when the
// certificate fails, and others are unlikely.
func (q *Inquiry) further(all discovery.Point, slots int) []discovery.Point {
	for _, w := range q.ways {
		for _, r := range w {
			if len(r.Items) < 2 || q.Kin != nil && len(q.Kin(r.Items[0])) > 0 {
				continue
			}
			t := blocked(r)
			within := t.CoPoint(all)
			if q.History.Seen(q.Effect, within) {
				continue
			}
			if ask := q.Refiner.Further(q.newCase(t, all, slots), within); len(ask) > 0 {
				return ask
			}
		}
	}
	return nil
}
