//go:build !unix

package group

import (
	"os"
	"os/exec"
)

// Own does nothing.
func Own(*exec.Cmd) {}

// Kill ends the process.
func Kill(p *os.Process) { _ = p.Kill() }
