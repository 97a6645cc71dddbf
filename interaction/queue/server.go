package queue

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// DefaultAddress is where an embedded server listens if it isn't told.
const DefaultAddress = "127.0.0.1:4222"

// Access is how one gets at a server: by a token, an NKey, credentials or a certificate, as everywhere with NATS. Without
// any, only a server on this machine is used. The zero Access has none.
type Access struct {
	Token string
	// Files: credentials as nsc writes them; the seed of an NKey; certificates and a key in PEM.
	Creds, NKey, CA, Cert, Key string
}

// ErrOpen is wrapped where a server that everyone can get at was to be used without any protection.
var ErrOpen = errors.New("without a token, an NKey, credentials or a client certificate only this machine (127.0.0.1) is accepted: who can connect can add workers, and workers say what is true")

// Validate reports every fault at once.
func (a Access) Validate() error {
	var errs []error
	if (a.Cert == "") != (a.Key == "") {
		errs = append(errs, errors.New("a certificate and its key belong together"))
	}
	n := 0
	for _, s := range []string{a.Token, a.Creds, a.NKey} {
		if s != "" {
			n++
		}
	}
	if n > 1 {
		errs = append(errs, errors.New("it is a token, or an NKey, or credentials"))
	}
	return errors.Join(errs...)
}

// guarded reports whether something is asked of who connects.
func (a Access) guarded() bool { return cmp.Or(a.Token, a.Creds, a.NKey, a.Cert) != "" }

// options are those of a connection.
func (a Access) options() ([]nats.Option, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	opts := []nats.Option{nats.Name("adam"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.PingInterval(AckWait), nats.MaxPingsOutstanding(2)}
	if a.Token != "" {
		opts = append(opts, nats.Token(a.Token))
	}
	if a.Creds != "" {
		opts = append(opts, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		o, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("the NKey in %s: %w", a.NKey, err)
		}
		opts = append(opts, o)
	}
	if a.CA != "" {
		opts = append(opts, nats.RootCAs(a.CA))
	}
	if a.Cert != "" {
		opts = append(opts, nats.ClientCert(a.Cert, a.Key))
	}
	return opts, nil
}

// ErrAddress says that an address can't be one of a server.
var ErrAddress = errors.New("is no address of a server")

// Connect connects to the servers at these addresses, as nats://HOST:4222, separated by commas. Should the connection be
// lost later, it is made again as often as it takes.
func Connect(ctx context.Context, addresses string, a Access) (*nats.Conn, error) {
	opts, err := a.options()
	if err != nil {
		return nil, err
	}
	for _, s := range strings.Split(addresses, ",") {
		u, err := url.Parse(strings.TrimSpace(s))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return nil, fmt.Errorf("%q %w: it is as nats://HOST:4222", s, ErrAddress)
		}
		if !a.guarded() && u.User == nil && !loopback(u.Hostname()) {
			return nil, fmt.Errorf("%s: %w", u.Host, ErrOpen)
		}
	}
	nc, err := nats.Connect(addresses, opts...)
	if err != nil {
		return nil, fmt.Errorf("the server at %s: %w", addresses, err)
	}
	return nc, ctx.Err()
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Server is a NATS server in this process.
type Server struct {
	server *server.Server
	access Access
}

// Serve starts a server that listens at the address, HOST:PORT, and keeps its queue in the folder.
func Serve(address, folder string, a Access) (*Server, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(address)
	n, perr := strconv.Atoi(port)
	if err != nil || perr != nil || n < 0 || n > 65535 {
		return nil, fmt.Errorf("%q is no address to listen at: it is as 0.0.0.0:4222", address)
	}
	if !a.guarded() && !loopback(host) {
		return nil, fmt.Errorf("%s: %w", address, ErrOpen)
	}
	if a.Creds != "" {
		return nil, errors.New("credentials are made by an operator, which the embedded server has none of: use a token, an NKey or certificates")
	}
	l, err := net.Listen("tcp", address) // the server itself would try on and on
	if err != nil {
		return nil, err
	}
	if n == 0 {
		n = l.Addr().(*net.TCPAddr).Port
	}
	if err := l.Close(); err != nil {
		return nil, err
	}
	o := &server.Options{ServerName: "adam", Host: host, Port: n, NoLog: true, NoSigs: true, JetStream: true, StoreDir: folder,
		DisableJetStreamBanner: true, Authorization: a.Token, PingInterval: AckWait, MaxPingsOut: 3}
	if a.NKey != "" {
		seed, err := os.ReadFile(a.NKey)
		if err != nil {
			return nil, err
		}
		pair, err := nkeys.ParseDecoratedNKey(seed)
		if err != nil {
			return nil, fmt.Errorf("the NKey in %s: %w", a.NKey, err)
		}
		public, err := pair.PublicKey()
		if err != nil {
			return nil, fmt.Errorf("the NKey in %s: %w", a.NKey, err)
		}
		o.Nkeys = []*server.NkeyUser{{Nkey: public}}
	}
	if a.Cert != "" {
		o.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: a.Cert, KeyFile: a.Key, CaFile: a.CA, Verify: a.CA != ""})
		if err != nil {
			return nil, err
		}
		if a.CA == "" && a.Token == "" && a.NKey == "" && !loopback(host) {
			return nil, fmt.Errorf("a certificate without the authority that clients' certificates are of: %w", ErrOpen)
		}
		o.TLS, o.TLSVerify = true, a.CA != ""
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("the server at %s doesn't begin", address)
	}
	return &Server{s, a}, nil
}

// URL is where the server is reached from this machine.
func (s *Server) URL() string { return s.server.ClientURL() }

// Connect connects to the server, within the process.
func (s *Server) Connect() (*nats.Conn, error) {
	opts, err := s.access.options()
	if err != nil {
		return nil, err
	}
	opts = append(opts, nats.InProcessServer(s.server))
	if s.access.Cert != "" {
		// Nobody is between the two ends of a pipe in this process, and a certificate is for another name than that of a pipe.
		opts = append(opts, nats.Secure(&tls.Config{InsecureSkipVerify: true}))
	}
	return nats.Connect("", opts...)
}

// Close ends the server. Its queue stays in the folder.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
