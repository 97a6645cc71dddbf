//go:build linux

package main

import (
	"bufio"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shutListener has this process's listener at the port accept nobody any more.
func shutListener(t *testing.T, port int) {
	t.Helper()
	for fd := 3; fd < 1000; fd++ {
		at, err := syscall.Getsockname(fd)
		if err != nil {
			continue
		}
		listens, err := syscall.GetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_ACCEPTCONN)
		if at, ok := at.(*syscall.SockaddrInet4); ok && err == nil && at.Port == port && listens == 1 {
			if err := syscall.Shutdown(fd, syscall.SHUT_RDWR); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("nothing listens at port %d", port)
}

// A page that can't be served any more is no page that stays: it ends, and says why.
func TestServeEndsWhereItFails(t *testing.T) {
	db := filepath.Join(t.TempDir(), "a.db")
	for _, c := range []struct {
		args []string
		wait string // for what it says before
	}{
		{[]string{"explore", "--world", "tiny", "--db", db, "--serve=127.0.0.1:0"}, "the page stays"},
		{[]string{"serve", "--db", db, "--listen", "127.0.0.1:0"}, "open http"},
	} {
		t.Run(c.args[0], func(t *testing.T) {
			said, stderr := io.Pipe()
			ended := make(chan int, 1)
			go func() {
				code := run(t.Context(), c.args, io.Discard, stderr)
				_ = stderr.Close()
				ended <- code
			}()
			port := 0
			for lines, seen := bufio.NewScanner(said), ""; !strings.Contains(seen, c.wait); {
				if !lines.Scan() {
					t.Fatalf("it ended, and said: %s", seen)
				}
				seen += lines.Text()
				if m := regexp.MustCompile(`http://127.0.0.1:([0-9]+)/`).FindStringSubmatch(seen); m != nil {
					port, _ = strconv.Atoi(m[1])
				}
			}
			shutListener(t, port)
			rest := make(chan string, 1)
			go func() {
				all, _ := io.ReadAll(said)
				rest <- string(all)
			}()
			select {
			case code := <-ended:
				if all := <-rest; code != exitInput || !strings.Contains(all, "adam: the page isn't served any more") {
					t.Errorf("exit code %d: %s", code, all)
				}
			case <-time.After(20 * time.Second):
				t.Fatal("it goes on as if there were a page")
			}
		})
	}
}
