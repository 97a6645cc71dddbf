package luanti

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/adam-discovery/adam/interaction"
)

// The movements of a life, as the mod numbers them from -1 down, and waiting.
var (
	livedMoves = [4]interaction.Action{"go-west", "go-east", "go-north", "go-south"}
	livedWait  = interaction.Action("wait")
)

// Health and Light are the vitals of a life.
const (
	Health    = "health"
	Light     = "light"
	mostLight = 3
)

// Near is the fact that the node is among the nine columns around a body.
func Near(node string) string { return "near_" + node }

// livedSpec makes the world one of episodes with a map.
func (w *World) livedSpec() {
	w.spec.Caps = interaction.Caps{Starts: interaction.Episodes}
	w.spec.Ground = &interaction.Ground{Moves: livedMoves, Wait: livedWait}
	for i, m := range livedMoves {
		w.number[m] = -1 - i
	}
	w.number[livedWait] = 0
	w.spec.Factors = []interaction.Factor{{Name: Light, Kind: interaction.Vital, Max: mostLight, Fixed: true}}
}

// livedLine reads a line of the server about a world that is lived in; false: it is none.
func (w *World) livedLine(f []string) bool {
	switch {
	case len(f) == 3 && f[0] == "view":
		side, err := strconv.Atoi(f[1])
		most, err2 := strconv.Atoi(f[2])
		w.side = side
		w.spec.Factors = append(w.spec.Factors, interaction.Factor{Name: Health, Kind: interaction.Vital, Max: most, Fixed: true})
		return errors.Join(err, err2) == nil
	case len(f) == 4 && f[0] == "thing":
		n, err := strconv.Atoi(f[2])
		if err != nil || n < 0 || n > len(w.spec.Actions) {
			return false
		}
		t := interaction.Thing{Name: unescape(f[1]), Near: unescape(f[3])}
		if n > 0 {
			t.Does = w.spec.Actions[n-1].ID
		}
		if t.Near != "" {
			w.spec.Factors = append(w.spec.Factors, interaction.Factor{Name: t.Near, Kind: interaction.Fact, Fixed: true})
		}
		w.spec.Ground.Things = append(w.spec.Ground.Things, t)
		return true
	}
	return false
}

// life is a body on the server's map, one episode after the other.
type life struct {
	*session
	sight interaction.Sight
	begun atomic.Pointer[server] // as session.on, for Close, which may be called while it is at something
}

var _ interaction.Seer = (*life)(nil)

// Begin implements [interaction.Session]: the server chooses the place by the seed.
func (l *life) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	if err := l.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	if !start.IsEmpty() {
		return interaction.State{}, &interaction.Fault{Class: interaction.FaultStart, Err: interaction.ErrNoStarts}
	}
	srv, err := l.world.running(ctx, l.slot)
	if err != nil {
		return interaction.State{}, err
	}
	l.on = srv
	l.begun.Store(srv)
	return l.ask(ctx, fmt.Appendf(nil, "begin %d %d\n", l.id, gameSeed(seed)))
}

// Step implements [interaction.Session]. A server that died took the life with it.
func (l *life) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if err := l.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	number, ok := l.world.number[a]
	if !ok {
		return interaction.State{}, noAction(a)
	}
	if l.on == nil {
		return interaction.State{}, &interaction.Fault{Class: FaultAction, Err: errors.New("step before begin")}
	}
	return l.ask(ctx, fmt.Appendf(nil, "go %d %d\n", l.id, number))
}

// ask sends a request and reads what is seen then.
func (l *life) ask(ctx context.Context, request []byte) (interaction.State, error) {
	l.on.mu.Lock()
	defer l.on.mu.Unlock()
	lines, err := l.on.request(ctx, request, 1)
	if err != nil {
		return interaction.State{}, err
	}
	line := string(lines[0])
	if why, ended := strings.CutPrefix(line, "ended\t"); ended {
		return l.state, fmt.Errorf("%w: %s", interaction.ErrEnded, why)
	}
	f := strings.Split(line, "\t")
	levels, err := parseChanges(f[0])
	if err != nil {
		return interaction.State{}, err
	}
	if len(f) != 3 {
		return interaction.State{}, &interaction.Fault{Class: FaultGame, Err: fmt.Errorf("the server says %q of what is seen", line)}
	}
	if err := l.see(f[1], f[2]); err != nil {
		return interaction.State{}, &interaction.Fault{Class: FaultGame, Err: err}
	}
	m := make(map[string]int, len(levels))
	for _, a := range levels {
		m[a.Name] = a.Level
	}
	l.state = interaction.StateOf(m)
	return l.state, nil
}

// see reads the direction and the cells.
func (l *life) see(facing, cells string) error {
	side := l.world.side
	l.sight = interaction.Sight{Width: side, Height: side, Cells: l.sight.Cells[:0]}
	for word := range strings.FieldsSeq(cells) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		l.sight.Cells = append(l.sight.Cells, n)
	}
	var err error
	if l.sight.Facing, err = strconv.Atoi(facing); err != nil {
		return err
	}
	return l.sight.Valid(len(l.world.spec.Ground.Things))
}

// Look implements [interaction.Seer].
func (l *life) Look() interaction.Sight { return l.sight }

// Close implements [interaction.Session]. The server gives up the place, when it is done with what it is at.
func (l *life) Close() error {
	l.ended.Store(true)
	if srv := l.begun.Load(); srv != nil {
		srv.leave(l.id)
	}
	return nil
}
