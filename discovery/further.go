package discovery

// further asks for more items of a known class where the refiner thinks it likely that
// there are some: the certificate, which asks whether there are, would only learn that.
func (q *Inquiry) further(all Point, slots int) []Point {
	for _, w := range q.ways {
		for _, r := range w {
			if len(r.Items) < 2 {
				continue
			}
			t := r.blocked()
			within := t.CoPoint(all)
			if q.History.Seen(q.Effect, within) || len(q.kin(t, within, 1)) > 0 {
				continue
			}
			if ask := q.Refiner.Further(q.newCase(t, all, slots), within); len(ask) > 0 {
				return ask
			}
		}
	}
	return nil
}
