//go:build unix

package group

import (
	"os"
	"os/exec"
	"syscall"
)

// Own has the command run in a group of its own.
func Own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Kill ends the group of a process that was started with [Own]; it is no error if none of
// it is left.
func Kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
