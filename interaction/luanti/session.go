package luanti

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
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
	on    *server // where the inventory is; nil before Begin
	state interaction.State
	ended atomic.Bool

	names *interaction.Vocabulary // of which the first plain are items of the game
	plain int
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
	if s.allKnown(state) {
		return nil
	}
	for _, a := range state.Amounts() {
		if !s.world.items[a.Name] {
			return &interaction.Fault{Class: interaction.FaultStart, Err: fmt.Errorf("the game has no item %q", a.Name)}
		}
	}
	return nil
}

// allKnown reports whether the state is made of names of which all are items of the game. Each name
// is looked up once, as starts hold hundreds of them.
func (s *session) allKnown(state interaction.State) bool {
	v := state.Vocabulary()
	if v == nil || len(state.Extra()) > 0 {
		return false
	}
	if s.names != v {
		s.names, s.plain = v, 0
	}
	n := v.Len()
	for s.plain < n && s.world.items[v.Name(s.plain)] {
		s.plain++
	}
	return s.plain == n
}

// Begin implements [interaction.Session]. A start that holds an item the game
// doesn't know is a fault of class [interaction.FaultStart].
func (s *session) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
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
	base := srv.tell(&b, start.Base)
	fmt.Fprintf(&b, "reset %d %d %d ", s.id, gameSeed(seed), base)
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

// Step implements [interaction.Session]. Only the first Step after a Begin has the
// seed's chances. A server that died took the inventory with it.
func (s *session) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if err := s.ready(ctx); err != nil {
		return interaction.State{}, err
	}
	number, ok := s.world.number[a]
	if !ok {
		return interaction.State{}, noAction(a)
	}
	if s.on == nil {
		return interaction.State{}, &interaction.Fault{Class: FaultAction, Err: errors.New("step before begin")}
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
	s.state = after(s.state, changes)
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
		outcomes[i] = trials[i].Faulted(interaction.AsFault(err))
		if first == nil {
			first = err
		}
	}
	var places []int
	for i, t := range trials {
		outcomes[i] = interaction.Outcome{Key: t.Key(), Attempt: t.Attempt}
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
		outcomes[i] = trials[i].Completed(trials[i].Start, after(trials[i].Start, changes))
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
		base := s.tell(&head, trials[i].Start.Base)
		b.Write(strconv.AppendUint(nil, gameSeed(outcomes[i].Key.Seed(runSeed)), 10))
		b.WriteByte(' ')
		b.Write(strconv.AppendInt(nil, int64(w.number[trials[i].Action]), 10))
		b.WriteByte(' ')
		b.Write(strconv.AppendInt(nil, int64(base), 10))
		b.WriteByte(' ')
		overrides(&b, trials[i].Start)
	}
	fmt.Fprintf(&head, "run %d\n", len(places))
	head.Write(b.Bytes())
	return s.request(ctx, head.Bytes(), len(places))
}

// gameSeed is what the game's source of chance takes: a number that its floats hold.
func gameSeed(seed uint64) uint64 { return seed >> 12 }

// maxBases bounds what the server remembers.
const maxBases = 512

// begin starts a request with what the server must know first. The caller holds mu.
func (s *server) begin(b *bytes.Buffer) {
	if len(s.bases) > maxBases {
		clear(s.bases)
		b.WriteString("forget\n")
	}
}

// tell makes sure that the server knows the base, and returns its number there.
func (s *server) tell(b *bytes.Buffer, base interaction.Base) int {
	if n, ok := s.bases[base]; ok {
		return n
	}
	s.next++
	s.bases[base] = s.next
	fmt.Fprintf(b, "stock %d", s.next)
	for i := range base.Len() {
		fmt.Fprintf(b, "\t%s=%d", escape(base.Vocabulary().Name(i)), base.At(i))
	}
	b.WriteByte('\n')
	return s.next
}

// overrides writes what the state holds otherwise than its base, and ends the line.
func overrides(b *bytes.Buffer, state interaction.State) {
	b.WriteByte(';')
	var digits [20]byte
	count := func(n int) {
		b.WriteByte('=')
		b.Write(strconv.AppendInt(digits[:0], int64(n), 10))
		b.WriteByte(';')
	}
	for _, l := range state.Over() {
		if l.Factor >= state.Len() { // the server doesn't know its number
			b.WriteString(escape(state.Vocabulary().Name(l.Factor)))
		} else {
			b.Write(strconv.AppendInt(digits[:0], int64(l.Factor), 10))
		}
		count(l.Level)
	}
	for _, a := range state.Extra() {
		b.WriteString(escape(a.Name))
		count(a.Level)
	}
	b.WriteByte('\n')
}

// after is the state with these differences.
func after(s interaction.State, diff []interaction.Amount) interaction.State {
	changes := make([]interaction.Change, len(diff))
	for i, a := range diff {
		was := s.Level(a.Name)
		changes[i] = interaction.Change{Factor: a.Name, From: was, To: max(0, was+a.Level)}
	}
	return s.After(changes)
}

// parseChanges reads an answer: "item=difference" joined by spaces, in any order, or
// "!" and what went wrong.
func parseChanges(line string) ([]interaction.Amount, error) {
	if why, ok := strings.CutPrefix(line, "!"); ok {
		return nil, &interaction.Fault{Class: FaultGame, Err: fmt.Errorf("the game failed: %s", why)}
	}
	diff := map[string]int{}
	for word := range strings.FieldsSeq(line) {
		item, count, ok := strings.Cut(word, "=")
		item = unescape(item)
		n, err := strconv.Atoi(count)
		if !ok || err != nil || n == 0 || item == "" || diff[item] != 0 {
			return nil, &interaction.Fault{Class: FaultGame, Err: fmt.Errorf("the server says %q", word)}
		}
		diff[item] = n
	}
	return interaction.SortedAmounts(diff), nil
}

// escape writes a name so that it has none of the characters that part words; the mod
// does the same. unescape reads it.
func escape(name string) string {
	plain := func(c byte) bool {
		return c == '_' || c == ':' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	}
	i := 0
	for i < len(name) && plain(name[i]) {
		i++
	}
	if i == len(name) {
		return name
	}
	b := []byte(name[:i])
	for _, c := range []byte(name[i:]) {
		if plain(c) {
			b = append(b, c)
		} else {
			b = fmt.Appendf(b, "%%%02X", c)
		}
	}
	return string(b)
}

func unescape(text string) string {
	if name, err := url.PathUnescape(text); err == nil {
		return name
	}
	return text
}
