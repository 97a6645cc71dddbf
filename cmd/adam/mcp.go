package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/cmd/adam/internal/ask"
)

func newMCP() *cobra.Command {
	var p pageFlags
	var db, world string
	var act bool
	var budget int
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Answer other agents' questions about a database (Model Context Protocol)",
		Long: `Answer questions of other agents about a database, by the Model Context Protocol: what is
known, how to get something from what one has, why a claim is believed, what would change
without something, what can't be had. Over standard input and output unless --listen says
otherwise; then by streamable HTTP at /mcp, with the same protection as adam serve.

With --act an agent may also explore the world, at most --budget trials a call, and carry
out tasks in it. The world is that of the database unless --world says otherwise.`,
		Example: `  adam mcp --db adam.db
  adam mcp --db adam.db --act --world minecraft-41
  adam mcp --db adam.db --listen 127.0.0.1:7701
  claude mcp add adam -- adam mcp --db /path/to/adam.db`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			flags := cmd.Flags()
			switch {
			case budget < 1:
				return usage(errorf("budget %d: it must be at least 1", budget))
			case !act && (flags.Changed("world") || flags.Changed("budget")):
				return hinted(usage(errorf("--world and --budget are for --act: without, nothing is done in a world")), "add: --act")
			case p.listen == "" && flags.Changed("token"):
				return hinted(usage(errorf("--token is for --listen: standard input and output have none")), "add: --listen 127.0.0.1:7701")
			}
			cfg := ask.Config{Version: version, Open: source(db).Open}
			if act {
				cfg.Act = &doer{world: world, db: db, budget: budget}
			} else {
				l, err := readLedger(ctx, db) // what is wrong with it is said now
				if err != nil {
					return err
				}
				_ = l.Close() // it was only looked at
			}
			s := ask.NewServer(cfg)
			if p.listen != "" {
				return p.speak(ctx, s, cmd.ErrOrStderr())
			}
			out := &oneByOne{w: cmd.OutOrStdout()}
			err := s.Run(ctx, &mcp.IOTransport{Reader: newMessageLines(cmd.InOrStdin(), out), Writer: out})
			if err == nil || errors.Is(err, io.EOF) || ctx.Err() != nil {
				return nil // whoever asked is gone, or it was stopped: that is how it ends
			}
			if errors.Is(err, errOutput) {
				return err
			}
			return hinted(quiet{errorf("what was sent isn't a message of the protocol: %w", err), errInput}, "each line is one JSON-RPC message (docs/mcp.md)")
		},
	}
	dbFlag(cmd, &db)
	p.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.listen, "listen", "", "serve streamable HTTP at this address instead, such as 127.0.0.1:7701")
	f.BoolVar(&act, "act", false, "also explore, and carry out tasks")
	f.StringVar(&world, "world", "", "with --act: "+worldUsage()+" (default: that of the database)")
	f.IntVar(&budget, "budget", 100_000, "with --act: how many trials one call may run at most")
	return cmd
}

// oneByOne writes what several write whole, one after the other. Closing it does nothing.
type oneByOne struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneByOne) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(p)
}

func (*oneByOne) Close() error { return nil }

// speak serves streamable HTTP until ctx ends.
func (p *pageFlags) speak(ctx context.Context, s *mcp.Server, stderr io.Writer) error {
	guard, err := p.guard()
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", p.listen)
	if err != nil {
		return hinted(quiet{errorf("nothing can be served at %s: %w", p.listen, err), errInput}, "choose another address with --listen; port 0 takes any")
	}
	mux := http.NewServeMux()
	// Guard looks at names and origins, for other addresses than the loopback's, too.
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{DisableLocalhostProtection: true, SessionTimeout: time.Hour}))
	server := &http.Server{Handler: guard.Protect(mux), ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	fmt.Fprintf(stderr, "ask at http://%s/mcp", l.Addr())
	if p.token != "" {
		fmt.Fprintf(stderr, " with the header Authorization: Bearer %s", p.token)
	}
	fmt.Fprintln(stderr)
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// doer explores and acts for an agent, one thing at a time, as the command line does.
type doer struct {
	world, db string
	budget    int
	mu        sync.Mutex
}

var _ ask.Actor = (*doer)(nil)

// Explore implements [ask.Actor].
func (d *doer) Explore(ctx context.Context, goal string, budget int) (string, error) {
	if budget < 1 || budget > d.budget {
		return "", errorf("budget %d: it must be from 1 to %d", budget, d.budget)
	}
	args := []string{"explore", "--budget", strconv.Itoa(budget)}
	if goal != "" {
		args = append(args, "--goal="+goal)
	}
	return d.do(ctx, args)
}

// Run implements [ask.Actor].
func (d *doer) Run(ctx context.Context, task string, steps int) (string, error) {
	if steps == 0 {
		steps = 1000
	}
	text, err := d.do(ctx, []string{"run", "--max-steps", strconv.Itoa(steps), "--", task})
	if err != nil {
		return "", err
	}
	short, err := shorten([]byte(text))
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = writeJSON(&out, short)
	return out.String(), err
}

// do carries out a command, whose JSON it returns.
func (d *doer) do(ctx context.Context, args []string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	options := []string{"--json", "--db", d.db}
	if d.world != "" {
		options = append(options, "--world", d.world)
	}
	args = append([]string{args[0]}, append(options, args[1:]...)...)
	var out, complaint bytes.Buffer
	code := run(ctx, args, &out, &complaint)
	if code != exitOK && code != exitNo || out.Len() == 0 {
		return "", errors.New(strings.TrimSpace(complaint.String()))
	}
	return out.String(), nil
}
