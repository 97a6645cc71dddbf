package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/minecraft"
)

// part is something that isn't needed, and makes more possible.
type part struct {
	Name    string `json:"name"`
	For     string `json:"for"`
	Install string `json:"install"`
	There   bool   `json:"there"`
}

// parts looks for all of them.
func parts(ctx context.Context) []part {
	program := func(names ...string) bool {
		for _, n := range names {
			if _, err := exec.LookPath(n); err == nil {
				return true
			}
		}
		return false
	}
	python := func(modules string) bool {
		return exec.CommandContext(ctx, "python3", "-c", "import "+modules).Run() == nil
	}
	return []part{
		{"Luanti 5.6", "worlds of a real game: --world luanti", "apt-get install minetest-server minetest-data", luanti.Installed()},
		{"Luanti's client and Xvfb", "pictures of that game: adam percipient collect --world luanti", "apt-get install minetest xvfb", luanti.ClientInstalled()},
		{"Python 3", "worlds written in Python: adam world template", "apt-get install python3", program("python3")},
		{"Crafter", "a game that is lived in: --world crafter", "python3 -m pip install crafter", crafter.Installed(ctx)},
		{"Gymnasium, pandas, networkx, Matplotlib", "what docs/python.md does: adam help python", "python3 -m pip install gymnasium pandas networkx matplotlib",
			python("gymnasium, pandas, networkx, matplotlib")},
		{"Graphviz", "pictures of adam graph export --format dot", "apt-get install graphviz", program("dot")},
		{"a browser", "adam serve, on this machine", "apt-get install chromium", program("chromium", "chromium-browser", "google-chrome", "firefox", "open", "xdg-open")},
		{"bots of Minecraft", "servers of its Java edition: --world minecraft:HOST", "apt-get install nodejs npm; adam world install minecraft", minecraft.Installed(ctx)},
		{"Node", "the inspector that asks adam mcp", "apt-get install nodejs npm", program("npx")},
	}
}

func newDoctor() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say which optional parts are there, and how to install the others",
		Long: `Say which programs are there that adam doesn't need and can make use of, what each is
for, and how to install those that are missing, on Debian. Nothing is installed.`,
		Example: "  adam doctor",
		RunE: func(cmd *cobra.Command, _ []string) error {
			all := parts(cmd.Context())
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), all)
			}
			for _, p := range all {
				if p.There {
					fmt.Fprintf(cmd.OutOrStdout(), "there    %s: %s\n", p.Name, p.For)
				} else {
					fmt.Fprintf(cmd.OutOrStdout(), "missing  %s: %s\n         install it with: %s\n", p.Name, p.For, p.Install)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}
