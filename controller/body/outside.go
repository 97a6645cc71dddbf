package body

import (
	"context"
	"errors"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// What is put down in the open blocks no way: inTheOpen of the nine cells around it can be walked on, at least, and outOfTunnels of
	// those around who puts it down.
	inTheOpen, outOfTunnels = 8, 6
	// mostRoom is for how many things there is to be room at a time, at most, lanes how many cells stay free beside them, to stand and to
	// go on, and roomFar how many steps one goes for it.
	mostRoom, lanes, roomFar = 12, 4, 60
)

// outside goes to where the action can put n things down in the open; false: no such place is known, or it is far off.
func (s *session) outside(ctx context.Context, a interaction.Action, want, fits func(point) bool, n int) (bool, error) {
	open := func(p point) bool {
		return want(p) && s.borne(a, p) && s.openings(p, 1) >= inTheOpen && s.openings(p, 2) >= min(n, mostRoom)+lanes
	}
	stands := func(p point) bool { return fits(p) && s.openings(p, 1) >= outOfTunnels }
	if far := s.off(func(p point) bool { return s.faces(p, open, stands) }); far < 0 || far > roomFar {
		return false, nil
	}
	err := s.face(ctx, open, stands, roomFar+1)
	if errors.Is(err, interaction.ErrNoWay) {
		return false, nil
	}
	return err == nil, err
}

// openings counts the cells within r columns and rows that can be walked on.
func (m *mind) openings(p point, r int) (n int) {
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			if m.walkable(point{p.x + dx, p.y + dy}) {
				n++
			}
		}
	}
	return n
}
