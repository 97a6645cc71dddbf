package queue_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/queue"
)

// must ends the test where something that every test here needs doesn't work.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// keep writes a file of the test's own and returns its path.
func keep(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// authority issues certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string // its own certificate
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{key: must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	der := must(x509.CreateCertificate(rand.Reader, template, template, &a.key.PublicKey, a.key))(t)
	a.cert = must(x509.ParseCertificate(der))(t)
	a.file = keep(t, "ca.pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	return a
}

// issue writes a certificate for this machine, as a server and as a client, and its key.
func (a *authority) issue(t *testing.T, name string) (cert, key string) {
	t.Helper()
	k := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, KeyUsage: x509.KeyUsageDigitalSignature,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	der := must(x509.CreateCertificate(rand.Reader, template, a.cert, &k.PublicKey, a.key))(t)
	secret := must(x509.MarshalPKCS8PrivateKey(k))(t)
	return keep(t, name+".pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		keep(t, name+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
}

// newNKey writes the seed of a user's NKey.
func newNKey(t *testing.T) string {
	t.Helper()
	return keep(t, "user.nk", must(must(nkeys.CreateUser())(t).Seed())(t))
}

// operated starts a server that an operator's accounts may use, as nsc sets one up, and writes credentials of such an
// account.
func operated(t *testing.T) (url, creds string) {
	t.Helper()
	operator, account, system := must(nkeys.CreateOperator())(t), must(nkeys.CreateAccount())(t), must(nkeys.CreateAccount())(t)
	public := func(k nkeys.KeyPair) string { return must(k.PublicKey())(t) }
	o := jwt.NewOperatorClaims(public(operator))
	o.SystemAccount = public(system)
	signed := must(o.Encode(operator))(t)
	resolver := &server.MemAccResolver{}
	for _, k := range []nkeys.KeyPair{account, system} {
		c := jwt.NewAccountClaims(public(k))
		if k == account {
			c.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit}
		}
		if err := resolver.Store(public(k), must(c.Encode(operator))(t)); err != nil {
			t.Fatal(err)
		}
	}
	s := must(server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir(),
		TrustedOperators: []*jwt.OperatorClaims{must(jwt.DecodeOperatorClaims(signed))(t)}, SystemAccount: public(system), AccountResolver: resolver}))(t)
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server with an operator doesn't begin")
	}
	return s.ClientURL(), credentials(t, account)
}

// credentials writes those of a new user of the account.
func credentials(t *testing.T, account nkeys.KeyPair) string {
	t.Helper()
	user := must(nkeys.CreateUser())(t)
	signed := must(jwt.NewUserClaims(must(user.PublicKey())(t)).Encode(account))(t)
	return keep(t, "user.creds", must(jwt.FormatUserConfig(signed, must(user.Seed())(t)))(t))
}

// Each means of access carries a whole round, coordinator and worker both coming in by it, and what isn't it is refused
// by an error of one line.
func TestEveryMeansOfAccess(t *testing.T) {
	t.Parallel()
	ours, theirs := newAuthority(t), newAuthority(t)
	hostCert, hostKey := ours.issue(t, "host")
	cert, key := ours.issue(t, "worker")
	otherCert, otherKey := theirs.issue(t, "worker")
	nkey := newNKey(t)
	operatedURL, creds := operated(t)
	stranger := credentials(t, must(nkeys.CreateAccount())(t))
	for name, c := range map[string]struct {
		host   queue.Access // of the embedded server
		url    string       // of another server; then there is no host
		client queue.Access
		wrong  map[string]queue.Access
	}{
		"a token": {host: queue.Access{Token: "secret"}, client: queue.Access{Token: "secret"},
			wrong: map[string]queue.Access{"none": {}, "another": {Token: "other"}, "an NKey": {NKey: nkey}}},
		"an NKey": {host: queue.Access{NKey: nkey}, client: queue.Access{NKey: nkey},
			wrong: map[string]queue.Access{"none": {}, "another": {NKey: newNKey(t)}, "a token": {Token: "secret"}, "no seed": {NKey: keep(t, "broken", []byte("SU\n"))}}},
		"client certificates": {host: queue.Access{Cert: hostCert, Key: hostKey, CA: ours.file}, client: queue.Access{Cert: cert, Key: key, CA: ours.file},
			wrong: map[string]queue.Access{"none": {CA: ours.file}, "another authority's": {Cert: otherCert, Key: otherKey, CA: ours.file},
				"a server that isn't trusted": {Cert: cert, Key: key, CA: theirs.file}, "another's key": {Cert: cert, Key: otherKey, CA: ours.file}}},
		"an authority and a token": {host: queue.Access{Cert: hostCert, Key: hostKey, Token: "secret"}, client: queue.Access{CA: ours.file, Token: "secret"},
			wrong: map[string]queue.Access{"no token": {CA: ours.file}, "another token": {CA: ours.file, Token: "other"},
				"a server that isn't trusted": {CA: theirs.file, Token: "secret"}, "no authority": {Token: "secret"}, "no certificate": {CA: keep(t, "empty", nil), Token: "secret"}}},
		"credentials": {url: operatedURL, client: queue.Access{Creds: creds},
			wrong: map[string]queue.Access{"none": {}, "another operator's": {Creds: stranger}, "a token": {Token: "secret"}, "no credentials": {Creds: keep(t, "broken", []byte("x"))}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, coordinator := c.url, (*nats.Conn)(nil)
			if url == "" {
				s := must(queue.Serve("127.0.0.1:0", t.TempDir(), c.host))(t)
				t.Cleanup(s.Close)
				url, coordinator = s.URL(), connect(t, s)
			} else {
				coordinator = must(queue.Connect(t.Context(), url, c.client))(t)
				t.Cleanup(coordinator.Close)
			}
			for what, a := range c.wrong {
				nc, err := queue.Connect(t.Context(), url, a)
				if err == nil {
					nc.Close()
					t.Errorf("%s: it is let in", what)
				} else if strings.Contains(err.Error(), "\n") || !interaction.Plain(err.Error()) {
					t.Errorf("%s: %q", what, err)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			worker := must(queue.Connect(ctx, url, c.client))(t)
			defer worker.Close()
			w := world(t)
			co, err := queue.New(ctx, coordinator, w.Spec(), queue.Config{Version: "1", Seed: 7, Attempts: 3})
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			working, stop := context.WithCancel(ctx)
			defer stop()
			go func() { ended <- (&queue.Worker{World: w, Sessions: 2, Version: "1"}).Run(working, worker) }()
			ts := trials(20)
			equal(t, w, ts, run(t, co, ts))
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			if err := co.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
