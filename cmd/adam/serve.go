package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/cmd/adam/internal/page"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
)

// defaultListen is where pages are served unless another address is given.
const defaultListen = "127.0.0.1:7700"

// pageFlags say how pages are served.
type pageFlags struct{ listen, token, with, frames, vote string }

func (p *pageFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.token, "token", "", "what a visitor has to know; where the address isn't this machine alone, one is made unless given")
}

func newServe() *cobra.Command {
	var p pageFlags
	var db string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Show a database in the browser: tree, evidence, run, plans, differences",
		Long: `Show a database in the browser: the technology tree, why each claim is believed down to
the trials, the run and its replay, plans, tasks, differences from another database, and
what a maker of the game should know. While another adam writes to the database, the pages
follow. Nothing is loaded from elsewhere, and nothing written but votes: with --vote, people
compare recordings of adam mcu run, two of a scene or one with five grades, blind, and their
votes are kept beside those, for adam mcu report.

Only this machine can reach the page unless --listen says otherwise; then a token is
needed, and the address that is printed has it.`,
		Example: `  adam serve --db lived.db
  adam serve --db old.db --with new.db
  adam serve --vote games
  adam serve --listen 0.0.0.0:7700 --token secret`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			l, err := readLedger(ctx, db) // what is wrong with it is said now
			if err != nil {
				return err
			}
			_ = l.Close() // it was only looked at
			cfg := page.Config{Source: source(db), Frames: p.frames}
			if p.frames != "" {
				if info, err := os.Stat(p.frames); err != nil || !info.IsDir() {
					return hinted(inputf("--frames %s: there is no such folder", p.frames), "adam explore --frames and adam run --frames make one")
				}
			}
			if p.with != "" {
				if l, err = readLedger(ctx, p.with); err != nil {
					return err
				}
				_ = l.Close() // it was only looked at
				cfg.With = source(p.with)
			}
			s, err := p.serve(ctx, cfg, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			go s.Watch(ctx)
			s.stay(ctx)
			return s.end()
		},
	}
	dbFlag(cmd, &db)
	p.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.listen, "listen", defaultListen, "the address to serve at; port 0 takes any")
	f.StringVar(&p.with, "with", "", "another database to compare with")
	f.StringVar(&p.vote, "vote", "", "a folder of recordings, of adam mcu run, that people are to compare and to grade")
	f.StringVar(&p.frames, "frames", "", "a folder of pictures, of adam explore --frames or adam run --frames")
	return cmd
}

// source is a database as pages read it: anew each time, as it may be held by nobody while it
// is to be written.
func source(db string) page.Source {
	return page.Source{Name: filepath.Base(db),
		Open:  func(ctx context.Context) (graphstore.Ledger, error) { return sqlite.Open(ctx, db, sqlite.ReadOnly) },
		Stamp: func() string { return stamp(db) }}
}

// stamp changes when the files of a database do.
func stamp(db string) string {
	var b strings.Builder
	for _, f := range []string{db, db + "-wal"} {
		if info, err := os.Stat(f); err == nil {
			fmt.Fprint(&b, info.Size(), info.ModTime().UnixNano(), ";")
		}
	}
	return b.String()
}

// watch serves pages of a database while it is written to, if that is asked for. What it
// returns takes how far the run is, and ends it: after a run that wasn't stopped, when ctx
// ends or nobody can see the page any more.
func (p *pageFlags) watch(ctx context.Context, db string, label func(interaction.Action) string, stderr io.Writer) (show func(explore.Progress), shut func(done bool) error, err error) {
	if p.listen == "" {
		return func(explore.Progress) {}, func(bool) error { return nil }, nil
	}
	s, err := p.serve(ctx, page.Config{Source: source(db), Frames: p.frames}, stderr)
	if err != nil {
		return nil, nil, err
	}
	gone := context.AfterFunc(s.up, func() { fmt.Fprintln(stderr, "the page isn't served any more; the run goes on") })
	go s.Watch(ctx)
	show = func(at explore.Progress) {
		now := page.Now{Stage: at.Stage}
		const most = 8 // a wide round works on hundreds
		for _, a := range at.Frontier[:min(most, len(at.Frontier))] {
			now.Actions = append(now.Actions, actionName(label(a), a))
		}
		s.Show(now)
	}
	return show, func(done bool) error {
		gone()
		s.Show(page.Now{})
		if done && s.up.Err() == nil {
			fmt.Fprintln(stderr, "the page stays; Ctrl-C ends it")
			s.stay(ctx)
		}
		return s.end()
	}, nil
}

// site is a page that is served.
type site struct {
	*page.Server
	up  context.Context // until it isn't served any more
	end func() error    // ends it, and says why it ended before, if it did
}

// stay waits until ctx ends, or nobody can see the page any more.
func (s *site) stay(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-s.up.Done():
	}
}

// serve begins to serve until the site is ended, and prints where.
func (p *pageFlags) serve(ctx context.Context, cfg page.Config, stderr io.Writer) (*site, error) {
	var err error
	if cfg.Guard, err = p.guard(); err != nil {
		return nil, err
	}
	s, err := page.New(cfg)
	if err != nil {
		return nil, err
	}
	var box io.Closer = io.NopCloser(nil)
	if p.vote != "" {
		var h http.Handler
		if h, box, err = ballots(p.vote); err != nil {
			return nil, err
		}
		s.Mount("/vote/", "Vote", h)
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", p.listen)
	if err != nil {
		_ = box.Close() // no vote was cast
		return nil, hinted(quiet{errorf("nothing can be served at %s: %w", p.listen, err), errInput}, "choose another address with --listen; port 0 takes any")
	}
	server := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	up, down := context.WithCancelCause(context.Background())
	go func() { down(server.Serve(l)) }()
	at := url.URL{Scheme: "http", Host: l.Addr().String(), Path: "/"}
	if tcp, ok := l.Addr().(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		name, _ := os.Hostname()
		at.Host = net.JoinHostPort(name, fmt.Sprint(tcp.Port))
	}
	if p.token != "" {
		at.RawQuery = url.Values{"token": {p.token}}.Encode()
	}
	fmt.Fprintf(stderr, "open %s in a browser; Ctrl-C ends it\n", &at)
	return &site{s, up, func() error {
		err := server.Close() // what still listens would never end by itself
		<-up.Done()
		if why := context.Cause(up); !errors.Is(why, http.ErrServerClosed) {
			err = errors.Join(quiet{errorf("the page isn't served any more: %w", why), errInput}, err)
		}
		return errors.Join(err, box.Close())
	}}, nil
}

// guard is who may see what is served at the address. It makes a token where others reach it.
func (p *pageFlags) guard() (page.Guard, error) {
	host, _, err := net.SplitHostPort(p.listen)
	if err != nil {
		return page.Guard{}, hinted(usage(errorf("address %q: it is HOST:PORT", p.listen)), "try: "+defaultListen)
	}
	if !page.Loopback(p.listen) && p.token == "" {
		p.token = rand.Text()
	}
	g := page.Guard{Token: p.token}
	if p.token == "" {
		return g, nil
	}
	if host != "" {
		g.Hosts = []string{strings.ToLower(host)}
	}
	if name, err := os.Hostname(); err == nil {
		g.Hosts = append(g.Hosts, strings.ToLower(name))
	}
	return g, nil
}
