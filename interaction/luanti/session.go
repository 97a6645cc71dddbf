package luanti

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/adam-discovery/adam/interaction"
)

// Classes of faults of this package's sessions, beside those of package interaction.
const (
	// FaultAction: the world has no such action.
	FaultAction = "action"
	// FaultGame: the game's own code failed.
	FaultGame = "game"
)

// session is one inventory on the server.
type session struct {
	world *World
	id    int
	slot  int     // of the server that it plays on
	on    *server // where the inventory is; nil before Reset
	state interaction.State
	ended atomic.Bool
}

var _ interaction.Batcher = (*session)(nil)

func (s *session) ready(ctx context.Context) error {
	if s.ended.Load() {
		return &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("the session is closed")}
	}
	if err := ctx.Err(); err != nil {
		return &interaction.Fault{Class: interaction.FaultTimeout, Err: err}
	}
	return nil
}

// known reports an item that the game doesn't have.
func (s *session) known(state interaction.State) error {
	stock := state.Stock()
	bad := func(item string) error {
		return &interaction.Fault{Class: interaction.FaultStart, Err: fmt.Errorf("the game has no item %q", item)}
	}
	over := state.Overrides()
	for i := range stock.Len() {
		n := stock.Count(i)
		if len(over) > 0 && over[0].Index == i {
			n, over = over[0].Count, over[1:]
		}
		if name := stock.Name(i); n > 0 && !s.world.items[name] {
			return bad(name)
		}
	}
	for _, o := range over { // of later items
		if name := stock.Name(o.Index); o.Count > 0 && !s.world.items[name] {
			return bad(name)
		}
	}
	for _, st := range state.Extra() {
		if !s.world.items[st.Item] {
			return bad(st.Item)
		}
	}
	return nil
}

// Reset implements [interaction.Session]. A start that holds an item the game
// doesn't know is a fault of class [interaction.FaultStart].
func (s *session) Reset(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	if err := s.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	if err := s.known(start); err != nil {
		return interaction.State{}, err
	}
	srv, err := s.world.running(ctx, s.slot)
	if err != nil {
		return interaction.State{}, err
	}
	srv.mu.Lock()
	defer srv.mu.Unlock()
	var b bytes.Buffer
	srv.begin(&b)
	stock := srv.tell(&b, start.Stock())
	fmt.Fprintf(&b, "reset %d %d %d ", s.id, gameSeed(seed), stock)
	overrides(&b, start)
	lines, err := srv.request(ctx, b.Bytes(), 1)
	if err == nil && string(lines[0]) != "ok" {
		err = srv.lost(fmt.Errorf("it says %q", lines[0]))
	}
	if err != nil {
		return interaction.State{}, err
	}
	s.on, s.state = srv, start
	return start, nil
}

// Act implements [interaction.Session]. Only the first Act after a Reset has the
// seed's chances. A server that died took the inventory with it.
func (s *session) Act(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if err := s.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	number, ok := s.world.number[a]
	if !ok {
		return interaction.State{}, noAction(a)
	}
	if s.on == nil {
		return interaction.State{}, &interaction.Fault{Class: FaultAction, Err: errors.New("act before reset")}
	}
	s.on.mu.Lock()
	defer s.on.mu.Unlock()
	lines, err := s.on.request(ctx, fmt.Appendf(nil, "act %d %d\n", s.id, number), 1)
	if err != nil {
		return interaction.State{}, err
	}
	changes, err := parseChanges(string(lines[0]))
	if err != nil {
		return interaction.State{}, err
	}
	s.state = s.state.With(changes)
	return s.state, nil
}

func noAction(a interaction.Action) error {
	return &interaction.Fault{Class: FaultAction, Err: fmt.Errorf("the game has no action %q", a)}
}

// Close implements [interaction.Session]. It doesn't wait for an action under way.
func (s *session) Close() error {
	s.ended.Store(true)
	return nil
}

// reruns is how often a batch is begun again on a new server when the old one died
// before it answered. Nothing was seen of it and its seeds are the same, so that a
// server that is killed costs time only.
const reruns = 8

// Batch implements [interaction.Batcher].
func (s *session) Batch(ctx context.Context, trials []interaction.Trial, runSeed uint64) ([]interaction.Outcome, error) {
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		srv, err := s.world.running(ctx, s.slot)
		if err != nil {
			return nil, err
		}
		outcomes, err := s.batch(ctx, srv, trials, runSeed)
		if outcomes != nil || try > reruns || ctx.Err() != nil {
			return outcomes, err
		}
	}
}

// batch returns no outcomes if the server was lost.
func (s *session) batch(ctx context.Context, srv *server, trials []interaction.Trial, runSeed uint64) ([]interaction.Outcome, error) {
	outcomes := make([]interaction.Outcome, len(trials))
	var first error
	fault := func(i int, err error) {
		f := interaction.AsFault(err)
		outcomes[i].Status, outcomes[i].Fault = interaction.Faulted, f.Class
		if first == nil {
			first = err
		}
	}
	var places []int
	for i, t := range trials {
		outcomes[i] = interaction.Outcome{Key: t.Key(), Status: interaction.Completed, Attempt: t.Attempt}
		if _, ok := s.world.number[t.Action]; !ok {
			fault(i, noAction(t.Action))
		} else if err := s.known(t.Start); err != nil {
			fault(i, err)
		} else {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return outcomes, first
	}
	lines, err := srv.run(ctx, s.world, trials, outcomes, places, runSeed)
	if err != nil {
		return nil, err
	}
	for k, i := range places {
		changes, err := parseChanges(string(lines[k]))
		if err != nil {
			fault(i, err)
			continue
		}
		o := &outcomes[i]
		for _, c := range changes {
			if c.Count < 0 {
				o.Consumed = append(o.Consumed, interaction.Stack{Item: c.Item, Count: -c.Count})
			} else {
				o.Obtained = append(o.Obtained, c)
			}
		}
	}
	return outcomes, first
}

// run has the server carry out the trials at these places.
func (s *server) run(ctx context.Context, w *World, trials []interaction.Trial, outcomes []interaction.Outcome, places []int, runSeed uint64) ([][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var head, b bytes.Buffer
	s.begin(&head)
	for _, i := range places {
		stock := s.tell(&head, trials[i].Start.Stock())
		b.Write(strconv.AppendUint(nil, gameSeed(outcomes[i].Key.Seed(runSeed)), 10))
		b.WriteByte(' ')
		b.Write(strconv.AppendInt(nil, int64(w.number[trials[i].Action]), 10))
		b.WriteByte(' ')
		b.Write(strconv.AppendInt(nil, int64(stock), 10))
		b.WriteByte(' ')
		overrides(&b, trials[i].Start)
	}
	fmt.Fprintf(&head, "run %d\n", len(places))
	head.Write(b.Bytes())
	return s.request(ctx, head.Bytes(), len(places))
}

// gameSeed is what the game's source of chance takes: a number that its floats hold.
func gameSeed(seed uint64) uint64 { return seed >> 12 }

// maxStocks bounds what the server remembers.
const maxStocks = 512

// begin starts a request with what the server must know first. The caller holds mu.
func (s *server) begin(b *bytes.Buffer) {
	if len(s.stocks) > maxStocks {
		clear(s.stocks)
		b.WriteString("forget\n")
	}
}

// tell makes sure that the server knows the stock, and returns its number there.
func (s *server) tell(b *bytes.Buffer, stock *interaction.Stock) int {
	if n, ok := s.stocks[stock]; ok {
		return n
	}
	s.next++
	s.stocks[stock] = s.next
	fmt.Fprintf(b, "stock %d", s.next)
	for i := range stock.Len() {
		fmt.Fprintf(b, "\t%s=%d", stock.Name(i), stock.Count(i))
	}
	b.WriteByte('\n')
	return s.next
}

// overrides writes what the state holds otherwise than its stock, and ends the line.
func overrides(b *bytes.Buffer, state interaction.State) {
	b.WriteByte(';')
	var digits [20]byte
	for _, o := range state.Overrides() {
		if stock := state.Stock(); o.Index >= stock.Len() { // the server doesn't know its number
			b.WriteString(stock.Name(o.Index))
			b.WriteByte('=')
			b.Write(strconv.AppendInt(digits[:0], int64(o.Count), 10))
			b.WriteByte(';')
			continue
		}
		b.Write(strconv.AppendInt(digits[:0], int64(o.Index), 10))
		b.WriteByte('=')
		b.Write(strconv.AppendInt(digits[:0], int64(o.Count), 10))
		b.WriteByte(';')
	}
	for _, st := range state.Extra() {
		b.WriteString(st.Item)
		b.WriteByte('=')
		b.Write(strconv.AppendInt(digits[:0], int64(st.Count), 10))
		b.WriteByte(';')
	}
	b.WriteByte('\n')
}

// parseChanges reads an answer: "item=difference" joined by spaces, in any order, or
// "!" and what went wrong.
func parseChanges(line string) ([]interaction.Stack, error) {
	if why, ok := strings.CutPrefix(line, "!"); ok {
		return nil, &interaction.Fault{Class: FaultGame, Err: fmt.Errorf("the game failed: %s", why)}
	}
	diff := map[string]int{}
	for word := range strings.FieldsSeq(line) {
		item, count, ok := strings.Cut(word, "=")
		n, err := strconv.Atoi(count)
		if !ok || err != nil || n == 0 || item == "" || diff[item] != 0 {
			return nil, &interaction.Fault{Class: FaultGame, Err: fmt.Errorf("the server says %q", word)}
		}
		diff[item] = n
	}
	return interaction.SortedStacks(diff), nil
}
