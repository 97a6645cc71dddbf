package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/interaction/luanti"
)

// runMain in the environment makes this test binary be adam.
const runMain = "ADAM_TEST_RUN_MAIN"

// TestMain lets the scripts run this test binary as adam.
func TestMain(m *testing.M) {
	if os.Getenv(runMain) != "" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	for name, be := range map[string]func([]string) error{runServer: beServer, runCounted: beCounted} {
		if os.Getenv(name) != "" {
			if err := be(os.Args[1:]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	testscript.Main(m, map[string]func(){
		"adam": func() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the command line as a person would: each file in
// testdata/script is a session with its expected output.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			dir, err := filepath.Abs("../../interaction/luanti/testdata/strange")
			env.Setenv("STRANGE", dir)
			return err
		},
		Condition: func(cond string) (bool, error) {
			if cond == "crafter" {
				return crafter.Installed(context.Background()), nil
			}
			if cond == "luanti" {
				return luanti.Installed(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exitcode": exitcode,
			"jsonhas":  jsonhas,
			"labelled": labelled,
		},
	})
}

type faulty struct{}

func (faulty) Write([]byte) (int, error) { panic("out of order") }

// TestPanicIsAFaultOfAdam: it isn't taken for wrong use.
func TestPanicIsAFaultOfAdam(t *testing.T) {
	var stderr strings.Builder
	if code := run(t.Context(), []string{"--version"}, faulty{}, &stderr); code != exitInternal || !strings.HasPrefix(stderr.String(), "adam: a fault of adam itself: out of order\n") {
		t.Errorf("exit code %d:\n%s", code, &stderr)
	}
}
