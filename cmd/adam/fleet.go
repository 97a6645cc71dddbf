package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/queue"
)

// embedded is the word for a server in this process.
const embedded = "embedded"

// accessFlags are how one gets at a server.
type accessFlags struct{ queue.Access }

func (a *accessFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.Token, "nats-token", "", "the server's token, or @FILE that holds it")
	f.StringVar(&a.NKey, "nkey", "", "a file with the seed of an NKey that the server knows")
	f.StringVar(&a.Creds, "creds", "", "a file with credentials, as nsc writes it")
	f.StringVar(&a.CA, "tls-ca", "", "certificates (PEM) of the authority that the other side's certificate is of")
	f.StringVar(&a.Cert, "tls-cert", "", "a certificate (PEM) of this side")
	f.StringVar(&a.Key, "tls-key", "", "the key (PEM) of --tls-cert")
}

// resolve is the access that the flags ask for.
func (a *accessFlags) resolve() (queue.Access, error) {
	out := a.Access
	if file, ok := strings.CutPrefix(out.Token, "@"); ok {
		data, err := os.ReadFile(file)
		if err != nil {
			return out, quiet{err, errInput}
		}
		out.Token = strings.TrimSpace(string(data))
		if out.Token == "" {
			return out, inputf("%s holds no token", file)
		}
	}
	for _, file := range []string{out.NKey, out.Creds, out.CA, out.Cert, out.Key} {
		if file != "" {
			if _, err := os.Stat(file); err != nil {
				return out, quiet{err, errInput}
			}
		}
	}
	if err := out.Validate(); err != nil {
		return out, usage(err)
	}
	return out, nil
}

// serverError says what is wrong with a server, for people.
func serverError(err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, queue.ErrAddress):
		return usage(err)
	case errors.Is(err, queue.ErrOpen):
		return hinted(usage(err), "see --nats-token, --nkey, --creds and --tls-cert")
	case errors.Is(err, queue.ErrBusy):
		return hinted(quiet{err, errWorld}, "wait for it, or use another server or account")
	case errors.Is(err, queue.ErrRefused):
		return quiet{err, errWorld}
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return hinted(quiet{err, errWorld}, "see --nats-token, --nkey, --creds and --tls-cert")
	}
	return hinted(quiet{err, errWorld}, "is the server there, with JetStream? nats-server -js, or adam explore --workers embedded")
}

// fleet holds the flags of an exploration whose trials workers run.
type fleet struct {
	workers string
	access  accessFlags
	batch   int
	chooses bool // the width, by how many sessions there are
}

func (f *fleet) flags(cmd *cobra.Command) {
	f.serverFlags(cmd)
	cmd.Flags().IntVar(&f.batch, "batch", 0, "how many trials a worker is given at once at most (default: by how many there are and how long they take, at most "+strconv.Itoa(queue.DefaultBatch)+")")
}

// serverFlags are those that say where the workers are.
func (f *fleet) serverFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.workers, "workers", "", "have workers (adam worker) run the trials, or live the lives, by the NATS server nats://HOST:4222, or embedded[:HOST:PORT]: one in this process, at "+queue.DefaultAddress+" if it isn't told")
	f.access.flags(cmd)
}

// muster gathers workers for agents, and says how they are started.
func (f *fleet) muster(cmd *cobra.Command, w *world, db, worldName string, cfg *explore.Config) (*gathered, error) {
	temporary := ""
	if db == "" { // an embedded server still needs a folder, and the work a name
		var err error
		if temporary, err = os.MkdirTemp("", "adam-live-"); err != nil {
			return nil, err
		}
		db = filepath.Join(temporary, "agents")
	}
	g, err := f.gather(cmd.Context(), w, db, worldName, cfg, trialTime, nil)
	if err != nil {
		return nil, errors.Join(err, removed(temporary))
	}
	g.temporary = temporary
	fmt.Fprintf(cmd.ErrOrStderr(), "work for: %s\n", g.start)
	return g, nil
}

// removed removes a folder, if there is one.
func removed(folder string) error {
	if folder == "" {
		return nil
	}
	return os.RemoveAll(folder)
}

// check refuses flags that belong to --workers without it.
func (f *fleet) check(cmd *cobra.Command) error {
	if f.workers != "" {
		if cmd.Flags().Changed("parallel") {
			return hinted(usage(errorf("--parallel is for sessions on this machine, and --workers has none")), "each worker has its own: adam worker --sessions")
		}
		return nil
	}
	if f.chooses {
		return usage(errorf("--width auto is for --workers: it goes by how many sessions they have"))
	}
	for _, name := range []string{"batch", "nats-token", "nkey", "creds", "tls-ca", "tls-cert", "tls-key"} {
		if cmd.Flags().Changed(name) {
			return usage(errorf("--%s is for --workers", name))
		}
	}
	return nil
}

// gathered is a coordinator with its connection and, if it is embedded, its server.
type gathered struct {
	*queue.Coordinator
	nc     *nats.Conn
	server *queue.Server
	folder string // of the embedded server; empty: it isn't
	start  string // how a worker is started

	temporary string // a folder that nobody needs afterwards; empty: there is none
}

// gather connects to the server, or starts one, and makes a coordinator there.
func (f *fleet) gather(ctx context.Context, w *world, db, worldName string, cfg *explore.Config, timeout time.Duration, record func(interaction.Trial, interaction.Outcome)) (g *gathered, err error) {
	access, err := f.access.resolve()
	if err != nil {
		return nil, err
	}
	g = &gathered{}
	address := f.workers
	if where, ok := strings.CutPrefix(f.workers, embedded); ok {
		listen := queue.DefaultAddress
		if where != "" {
			if listen, ok = strings.CutPrefix(where, ":"); !ok {
				return nil, usage(errorf("workers %q: it is nats://HOST:4222, embedded or embedded:HOST:PORT", f.workers))
			}
			if _, err := strconv.Atoi(listen); err == nil {
				listen = net.JoinHostPort("127.0.0.1", listen)
			}
		}
		g.folder = db + ".queue"
		if g.server, err = queue.Serve(listen, g.folder, access); err != nil {
			return nil, serverError(err)
		}
		address = g.server.URL()
		g.nc, err = g.server.Connect()
	} else {
		g.nc, err = queue.Connect(ctx, address, access)
	}
	if err == nil {
		path, _ := filepath.Abs(db) // without, the name alone has to do
		g.Coordinator, err = queue.New(ctx, g.nc, w.Spec(), queue.Config{Name: path, Version: version,
			Seed: cfg.Seed, Timeout: timeout, Attempts: cfg.Attempts, Batch: f.batch, Record: record})
	}
	if err != nil {
		return nil, errors.Join(serverError(err), g.end(false))
	}
	g.start = "adam worker --connect " + address + " --world " + worldName
	return g, nil
}

// end ends what was gathered; done: nothing of the exploration is needed any more.
func (g *gathered) end(done bool) error {
	var err error
	if g.Coordinator != nil {
		if done {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			_ = g.Forget(ctx) // what is left there is emptied by the next exploration
		}
		err = g.Coordinator.Close()
	}
	if g.nc != nil {
		g.nc.Close()
	}
	if g.server != nil {
		g.server.Close()
		if done {
			err = errors.Join(err, os.RemoveAll(g.folder))
		}
	}
	return errors.Join(err, removed(g.temporary))
}

// explore explores a world whose trials workers run, or whose lives they live.
func (f *fleet) explore(ctx context.Context, w *world, worldName, db string, l graphstore.Ledger, cfg *explore.Config, timeout time.Duration, stderr io.Writer, m *meter) (sum explore.Summary, stats queue.Stats, err error) {
	var x *explore.Explorer // made when the width is known, and long before anything is recorded
	g, err := f.gather(ctx, w, db, worldName, cfg, timeout, func(t interaction.Trial, o interaction.Outcome) { x.Record(t, o) })
	if err != nil {
		return sum, stats, err
	}
	defer func() {
		if eerr := g.end(err == nil); err == nil {
			err = eerr
		}
	}()
	fmt.Fprintf(stderr, "work for: %s\n", g.start)
	if f.chooses {
		if cfg.Width, err = g.width(ctx, l); err != nil {
			return sum, stats, err
		}
		fmt.Fprintf(stderr, "rounds of %d %s\n", cfg.Width, unitOf(w))
	}
	show := watch(ctx, g, m, w, explored(explore.Progress{}))
	defer show.stop()
	if w.lived() {
		sum, err = living.Afar(ctx, w, l, *cfg, g, show.progress)
		return sum, g.Stats(), err
	}
	if x, err = explore.New(ctx, *cfg, w.Spec(), l); err != nil {
		return sum, stats, err
	}
	sum, err = x.Run(ctx, g, show.progress)
	return sum, g.Stats(), err
}

// width is how wide rounds are to be: as they were, if the exploration was begun before, as it is gone on with in rounds of
// the same width only; else a power of two that gives every session of the workers something to do, once no more of them
// come.
func (g *gathered) width(ctx context.Context, l graphstore.Ledger) (int, error) {
	was, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return 0, err
	}
	if was.Run != nil {
		var stored struct{ Width int }
		if err := json.Unmarshal(was.Run.Config, &stored); err != nil {
			return 0, fmt.Errorf("%w: the configuration of its latest run: %w", graphstore.ErrCorrupt, err)
		}
		if stored.Width > 0 {
			return stored.Width, nil
		}
	}
	for sessions, same := 0, 0; same < quietSeconds; {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(time.Second):
		}
		now := g.Stats().Sessions
		if same++; now == 0 || now != sessions {
			sessions, same = now, 0
		}
	}
	return widthFor(g.Stats().Sessions), nil
}

// quietSeconds is for how long no worker has come when it is taken that all are there.
const quietSeconds = 3

// widthFor is the width for so many sessions. Wider rounds ask for more trials, narrower ones leave sessions idle:
// docs/fleet.md has the measurement.
func widthFor(sessions int) int {
	width := explore.Default().Width
	for width < sessions && width < explore.MaxWidth {
		width *= 2
	}
	return width
}

// widthValue is the flag of a width: a number, or auto.
type widthValue struct {
	width *int
	auto  *bool
}

// String is the number, or auto.
func (v *widthValue) String() string {
	if v.auto != nil && *v.auto {
		return autoWord
	}
	if v.width == nil {
		return "0"
	}
	return strconv.Itoa(*v.width)
}

// Set reads it.
func (v *widthValue) Set(text string) (err error) {
	if *v.auto = text == autoWord; *v.auto {
		return nil
	}
	*v.width, err = strconv.Atoi(text)
	return err
}

// Type is what people see beside the flag, and what wrongFlag knows it by.
func (v *widthValue) Type() string { return "int" }

const autoWord = "auto"

// watcher shows how the work goes, also while a round lasts.
type watcher struct {
	g    *gathered
	m    *meter
	unit string // what workers do: trials, or lives
	stop func()

	mu     sync.Mutex // held to show, and for what follows
	doing  string     // how far it is
	since  time.Time
	trials int
	rate   float64
	told   map[string]bool
}

func watch(ctx context.Context, g *gathered, m *meter, of *world, doing string) *watcher {
	w := &watcher{g: g, m: m, unit: unitOf(of), doing: doing, since: time.Now(), told: map[string]bool{}}
	w.stop = every(ctx, m.every(), w.show)
	return w
}

// unitOf is what workers do in the world.
func unitOf(w *world) string {
	if w.lived() {
		return "lives"
	}
	return "trials"
}

func (w *watcher) progress(p explore.Progress) { w.say(explored(p)) }

// explored is how far an exploration is.
func explored(p explore.Progress) string {
	return fmt.Sprintf("%d/%d actions certified, %d items, %d trials", p.ActionsCertified, p.ActionsCertifiable, p.ItemsFound, p.Trials)
}

// say shows how far it is.
func (w *watcher) say(doing string) {
	w.mu.Lock()
	w.doing = doing
	w.mu.Unlock()
	w.show()
}

func (w *watcher) show() {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.g.Stats()
	for why := range s.Refused {
		if !w.told[why] {
			w.told[why] = true
			w.m.end()
			fmt.Fprintf(w.m.w, "a worker gets no work: %s\n", why)
		}
	}
	if d := time.Since(w.since); d > time.Second {
		w.rate = float64(s.Trials-w.trials) / d.Seconds()
		w.since, w.trials = time.Now(), s.Trials
	}
	w.m.line(func() string { return fleetText(w.doing, s, w.rate, w.unit) })
}

// fleetText is how work by workers goes, in a line.
func fleetText(doing string, s queue.Stats, rate float64, unit string) string {
	text := fmt.Sprintf("%s, %.0f %s/s; %s with %d sessions, %d %s to do", doing, rate, unit,
		plural(s.Workers, "worker"), s.Sessions, s.Backlog, unit)
	if s.Redelivered > 0 {
		text += fmt.Sprintf(", %d handed out again", s.Redelivered)
	}
	if s.Workers == 0 {
		text += ": waiting for one"
	}
	return text
}

// plural is "1 trial" or "2 trials".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
