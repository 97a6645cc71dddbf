package main

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// A check of a world that hangs says what it waits for, and ends when it is interrupted.
func TestCheckOfAWorldThatHangs(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	hangs := `read -r line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":2,"world":{"id":"x","fingerprint":"1","actions":[{"id":"a"}],"caps":{"starts":"episodes","seeds":true}}}}'; exec sleep 600`
	said, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"world", "check", "--command", hangs}, io.Discard, stderr)
		_ = stderr.Close()
	}()
	late := time.AfterFunc(time.Minute, func() { panic("the check doesn't say what it waits for, or goes on after it was interrupted") })
	defer late.Stop()
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.Contains(lines.Text(), "checking: begin anew, for ") {
			interrupt()
		}
	}
	if got := <-code; got != exitInterrupted {
		t.Errorf("exit code %d, not %d", got, exitInterrupted)
	}
}
