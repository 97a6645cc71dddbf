package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/minecraft"
)

// minecraftFlags say how a server of Minecraft is played on. They are part of the world's name, behind
// a question mark, so that it says all by itself.
type minecraftFlags struct {
	version, profile    string
	allowChanges, lived bool
}

func (m *minecraftFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&m.version, "mc-version", "", "of a Minecraft server: its version, as 1.16.5 (default: as it says itself)")
	f.StringVar(&m.profile, "profile", "", `of a Minecraft server: what is tried: adam-41 (the paper's actions), or a list such as "dig stone, craft stick" (default: from wood to iron)`)
	f.BoolVar(&m.allowChanges, "mc-allow-changes", false, "of a Minecraft server: build a plot also where something stands, which is lost")
	f.BoolVar(&m.lived, "mc-lived", false, "of a Minecraft server: live there as a player without rights, in the land as it is, in place of experiments on plots")
}

// named is the world's name with what the flags say; of other worlds the name alone.
func (m *minecraftFlags) named(world string) string {
	if !strings.HasPrefix(world, "minecraft:") || *m == (minecraftFlags{}) {
		return world
	}
	q := url.Values{}
	for key, value := range map[string]string{"version": m.version, "profile": m.profile} {
		if value != "" {
			q.Set(key, value)
		}
	}
	for key, on := range map[string]bool{"allow-changes": m.allowChanges, "lived": m.lived} {
		if on {
			q.Set(key, "true")
		}
	}
	mark := "?"
	if strings.Contains(world, "?") {
		mark = "&"
	}
	return world + mark + q.Encode()
}

// pictured is the name of a world that is to show pictures: a server of Minecraft or Luanti has none without being told.
func pictured(world string) string {
	game, rest, told := strings.Cut(world, ":")
	switch {
	case game == "minecraft" && strings.Contains(rest, "?"):
		return world + "&pictures=true"
	case game == "minecraft":
		return world + "?pictures=true"
	case game == "luanti" && told:
		return world + ",pictures"
	case game == "luanti":
		return world + ":pictures"
	}
	return world
}

// minecraftConfig reads what follows "minecraft:".
func minecraftConfig(text string) (cfg minecraft.Config, err error) {
	address, query, _ := strings.Cut(text, "?")
	if address == "" {
		return cfg, errors.New("it names no server")
	}
	if cfg.Host, cfg.Port, err = minecraft.ParseAddress(address); err != nil {
		return cfg, err
	}
	q, err := url.ParseQuery(query)
	if err != nil {
		return cfg, err
	}
	for key, values := range q {
		value := values[len(values)-1]
		switch {
		case key == "version":
			cfg.Version = value
		case key == "profile":
			cfg.Profile = value
		case key == "allow-changes" && value == "true":
			cfg.AllowChanges = true
		case key == "lived" && value == "true":
			cfg.Lived = true
		case key == "pictures" && value == "true":
			cfg.Pictures = true
		default:
			return cfg, fmt.Errorf("%q: behind the question mark can be version=, profile=, allow-changes=true, lived=true and pictures=true", key+"="+value)
		}
	}
	return cfg, cfg.Validate()
}

func openMinecraft(ctx context.Context, rest string, stderr io.Writer) (*world, error) {
	cfg, err := minecraftConfig(rest)
	if err != nil {
		return nil, hinted(inputf("world %q: %w", "minecraft:"+rest, err), "try: --world minecraft:localhost:25565")
	}
	waiting := time.AfterFunc(patience, func() {
		fmt.Fprintf(stderr, "waiting for the first bot to join %s, and to look around\n", interaction.Shown(cfg.Host))
	})
	defer waiting.Stop()
	w, err := minecraft.New(ctx, cfg)
	if errors.Is(err, minecraft.ErrNotInstalled) {
		return nil, hinted(err, minecraft.Hint)
	}
	if errors.Is(err, minecraft.ErrNoPictures) {
		return nil, hinted(err, minecraft.PicturesHint)
	}
	if err != nil {
		return nil, quiet{err, errWorld}
	}
	w.Within(trialTime)
	return embodied(&world{World: w, remote: w.World, closer: w})
}

func newWorldInstall() *cobra.Command {
	var pictures bool
	cmd := &cobra.Command{
		Use:   "install minecraft",
		Short: "Get what a kind of world needs, from its package registry",
		Long: `Get what a kind of world needs. For minecraft: the packages of npm by which bots join a
server, in fixed versions, into the user's folder for data. Node.js has to be there already, and
Chromium for pictures.`,
		Example:   "  adam world install minecraft\n  adam world install minecraft --pictures",
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"minecraft"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			size := "500 MB"
			if pictures {
				size = "900 MB"
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "asking npm: this takes a minute or so, and some %s\n", size)
			dir, err := minecraft.Install(cmd.Context(), pictures, cmd.ErrOrStderr())
			if errors.Is(err, minecraft.ErrNotInstalled) {
				return err
			}
			if err != nil {
				return quiet{err, errWorld}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "installed in %s\ntry: adam explore --world minecraft:localhost --parallel 8\n", dir)
			return nil
		},
	}
	cmd.Flags().BoolVar(&pictures, "pictures", false, "also what draws what a player sees: --frames")
	return cmd
}
