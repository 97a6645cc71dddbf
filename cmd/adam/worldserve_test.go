package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
)

// A check of a world that hangs says what it waits for and until when, and ends when it is interrupted with what was checked.
func TestCheckOfAWorldThatHangs(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	hangs := `read -r line; echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":2,"world":{"id":"x","fingerprint":"1","actions":[{"id":"a"}],"caps":{"starts":"episodes","seeds":true}}}}'; exec sleep 600`
	said, stderr := io.Pipe()
	var stdout bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"world", "check", "--json", "--command", hangs}, &stdout, stderr)
		_ = stderr.Close()
	}()
	late := time.AfterFunc(time.Minute, func() { panic("the check doesn't say what it waits for, or goes on after it was interrupted") })
	defer late.Stop()
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.Contains(lines.Text(), "checking: begin anew (an answer is waited for up to 30s), for ") {
			interrupt()
		}
	}
	if got := <-code; got != exitInterrupted {
		t.Errorf("exit code %d, not %d", got, exitInterrupted)
	}
	var rows []struct {
		Check, Skipped string
		Passed         bool
	}
	if err := json.Unmarshal(stdout.Bytes(), &rows); err != nil || len(rows) != 2 || rows[0].Check != "spec" || !rows[0].Passed ||
		rows[1].Check != "begin anew" || rows[1].Passed || !strings.HasPrefix(rows[1].Skipped, "interrupted") {
		t.Errorf("%v: %s", err, &stdout)
	}
}
