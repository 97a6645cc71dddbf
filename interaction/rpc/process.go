package rpc

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/adam-discovery/adam/interaction/internal/group"
)

// grace is how long a child may take to end once its standard input has ended: less
// than a pool that closes waits for it, or the child would outlive this process.
const grace = time.Second / 2

// process is a child that is read from and written to.
type process struct {
	cmd    *exec.Cmd
	in     *os.File // its standard input
	out    *os.File // its standard output
	exited chan struct{}
	once   sync.Once
}

// start runs the command by the shell in a process group of its own, so that all
// of it can be ended, and an interrupt of the terminal is left to this process.
func start(command string, stderr *folder) (*process, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		_, _ = childIn.Close(), in.Close() // nothing was written
		return nil, err
	}
	cmd := exec.Command("/bin/sh", "-c", command)
	said := stderr.lines()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = childIn, childOut, said
	cmd.WaitDelay = grace // what it left running in a group of its own may hold its standard error for ever
	group.Own(cmd)
	err = cmd.Start()
	_, _ = childIn.Close(), childOut.Close() // the child has its own
	if err != nil {
		_, _ = in.Close(), out.Close() // nothing was written
		return nil, fmt.Errorf("start: %w", err)
	}
	p := &process{cmd: cmd, in: in, out: out, exited: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended shows in what it answered
		said.end()
		close(p.exited)
	}()
	return p, nil
}

func (p *process) Read(b []byte) (int, error)  { return p.out.Read(b) }
func (p *process) Write(b []byte) (int, error) { return p.in.Write(b) }

// Close ends the child: by the end of its input, and if that doesn't help, by
// force, with all that it started.
func (p *process) Close() error {
	p.once.Do(func() {
		_, _ = p.in.Close(), p.out.Close()
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-p.exited:
		case <-timer.C:
		}
		group.Kill(p.cmd.Process)
		<-p.exited
	})
	return nil
}
