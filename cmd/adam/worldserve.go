package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/rpc"
)

func newWorldServe() *cobra.Command {
	var name, listen string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Offer a world to another process",
		Long: `Offer a world to another process by JSON-RPC: on standard input and output, until the
input ends, or with --listen to everyone who connects, until it is interrupted.`,
		Example: `  adam world serve --world tiny
  adam explore --world "rpc:adam world serve --world tiny"
  adam world serve --world minecraft-41 --listen 127.0.0.1:7070`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := openWorld(cmd.Context(), name, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // what it holds goes with this process
			served := w.World
			if w.land != nil {
				served = w.land // a client has a body of its own
			}
			if listen == "" {
				return rpc.Serve(cmd.Context(), served, os.Stdin, cmd.OutOrStdout())
			}
			l, err := net.Listen("tcp", listen)
			if err != nil {
				return hinted(quiet{err, errInput}, "choose another address with --listen")
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "serving %s at tcp://%s\n", w.Spec().ID, l.Addr())
			return rpc.Listen(cmd.Context(), served, l)
		},
	}
	worldFlag(cmd, &name)
	cmd.Flags().StringVar(&listen, "listen", "", "a TCP address to listen at, as 127.0.0.1:7070 (default: standard input and output)")
	return cmd
}

// checkSeed decides what the checks of a world in another process try: equal for
// all runs, so that a fault can be looked for.
const checkSeed = 1

// checkCommand holds a world in another process against the contract of worlds.
// An answer is waited for so long.
func checkCommand(cmd *cobra.Command, command string, timeout time.Duration, asJSON bool) error {
	ctx := cmd.Context()
	type row struct {
		Check   string `json:"check"`
		Passed  bool   `json:"passed"`
		Skipped string `json:"skipped,omitempty"`
		Error   string `json:"error,omitempty"`
	}
	var rows []row
	var opened []*world
	var failed error
	first, err := openRPC(ctx, command, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	first.remote.Within(timeout)
	opened = append(opened, first)
	defer func() {
		for _, w := range opened {
			_ = w.Close() // it was only asked
		}
	}()
	open := func() interaction.World {
		w, err := first.remote.Again(ctx)
		if err != nil {
			failed = errors.Join(failed, quiet{err, errWorld})
			return first.remote // its spec still tells what the world was
		}
		w.Until(ctx)
		w.Within(timeout)
		opened = append(opened, &world{World: w})
		return w
	}
	bad, failures := 0, map[string]string{}
	m := newMeter(cmd.ErrOrStderr())
	checked, now := func() {}, ""
	checking := func(name string) {
		now = name
		checked = m.during(fmt.Sprintf("checking: %s (an answer is waited for up to %v)", name, timeout))
	}
	show := func(r conformance.Result) {
		checked()
		out := row{Check: r.Name, Passed: r.Err == nil && r.Skipped == "", Skipped: r.Skipped}
		text := "ok"
		switch {
		case r.Err != nil:
			bad++
			out.Error = strings.ReplaceAll(r.Err.Error(), "\n", "; ")
			text = "FAILED: " + out.Error
			if before, again := failures[out.Error]; again {
				text = "FAILED, as " + before
			} else {
				failures[out.Error] = r.Name
			}
		case r.Skipped != "":
			text = "skipped: " + r.Skipped
		}
		rows = append(rows, out)
		if !asJSON {
			fmt.Fprintf(cmd.OutOrStdout(), "%-22s %s\n", r.Name, text)
		}
	}
	if err = conformance.CheckWorld(ctx, checkSeed, open, checking, show); err != nil {
		show(conformance.Result{Name: now, Skipped: "interrupted before it was over, and so are those that follow it"})
	}
	err = cmp.Or(err, failed)
	if asJSON {
		err = cmp.Or(err, writeJSON(cmd.OutOrStdout(), rows))
	}
	if err != nil {
		return err
	}
	if bad > 0 {
		return errNo
	}
	return nil
}
