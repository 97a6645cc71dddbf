package minecraft

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Config says which server is played on, and how.
type Config struct {
	// Host and Port are the server's; Port zero means 25565.
	Host string
	Port int
	// Version is the server's version of the game, as "1.16.5"; empty: as it says itself.
	Version string
	// Profile names what is to be tried: "adam-41", the actions of the ADAM paper, or a
	// list such as "dig stone, craft stick"; empty: from wood to iron.
	Profile string
	// AllowChanges lets a plot be built where something stands, which is lost.
	AllowChanges bool
	// Lived has bots play as players without rights, in the land as it is, in place of experiments on plots.
	Lived bool
	// Pictures has a life show what stands before the player's eyes, drawn by prismarine-viewer in Chromium.
	Pictures bool
	// Name is what the bots' names begin with, as "adam" in adam1, adam2; empty: "adam".
	Name string
	// Places is the folder in which processes on this machine share out the plots of the
	// server, and remember what they built; empty: one in the user's cache.
	Places string
}

const (
	defaultPort = 25565
	defaultName = "adam"
	longestName = 13 // with three digits, the 16 that the game allows
)

// ParseAddress reads HOST or HOST:PORT, an IPv6 address in brackets.
func ParseAddress(text string) (host string, port int, err error) {
	host, port = text, defaultPort
	if h, p, err := net.SplitHostPort(text); err == nil {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 {
			return "", 0, fmt.Errorf("port %q: it is a number from 1 to 65535", p)
		}
		host, port = h, int(n)
	} else if strings.Count(text, ":") == 1 {
		return "", 0, err
	}
	host = strings.Trim(host, "[]")
	if host == "" || !interaction.Plain(host) || strings.ContainsAny(host, " /'\"") {
		return "", 0, fmt.Errorf("host %q: it is a name or an address", host)
	}
	return host, port, nil
}

// Validate reports every fault of the configuration at once.
func (c Config) Validate() error {
	var errs []error
	if c.Host == "" {
		errs = append(errs, errors.New("no host: name the server, as in localhost:25565"))
	}
	if c.Port < 0 || c.Port > 65535 {
		errs = append(errs, fmt.Errorf("port %d: it is from 1 to 65535", c.Port))
	}
	if len(c.name()) > longestName || strings.Trim(c.name(), letters) != "" {
		errs = append(errs, fmt.Errorf("name %q: at most %d letters, digits and _", c.Name, longestName))
	}
	if strings.Trim(c.Version, ".0123456789") != "" {
		errs = append(errs, fmt.Errorf("version %q: it is a number as in 1.16.5", c.Version))
	}
	if c.Pictures && !c.Lived {
		errs = append(errs, errors.New("pictures are those of a life: --mc-lived"))
	}
	if !interaction.Plain(c.Profile) {
		errs = append(errs, fmt.Errorf("profile %q has control characters", c.Profile))
	}
	return errors.Join(errs...)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

func (c Config) name() string {
	if c.Name == "" {
		return defaultName
	}
	return c.Name
}

func (c Config) port() int {
	if c.Port == 0 {
		return defaultPort
	}
	return c.Port
}
