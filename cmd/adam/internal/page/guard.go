package page

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// policy is what a browser may do for a page of ours: load what is ours, and nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// cookie is the name of the cookie that holds the token, so that links needn't. Browsers send cookies to all ports of a
// host: each server there has one of its own.
func cookie(host string) string {
	_, port, _ := net.SplitHostPort(host) // without, it is that of the scheme
	return "adam_token" + port
}

// Guard lets only those through who may see a page: whoever knows the token, if that isn't
// empty, by an address that this server is meant to have, from pages of its own. It
// protects against other web sites (DNS rebinding, forged requests), and tells browsers to
// run nothing that isn't a file of the server's.
type Guard struct {
	// Token is what a visitor has to know: the query ?token=, a cookie that this sets, or
	// "Authorization: Bearer". Empty: nothing.
	Token string
	// Hosts are further names under which the server may be asked for, without port.
	// Addresses of this machine's loopback, localhost and, with a token, all IP addresses
	// always are.
	Hosts []string
}

// Protect wraps a handler.
func (g Guard) Protect(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
		switch {
		case !g.host(r.Host):
			http.Error(w, "this server isn't called that: open it by the address that adam printed", http.StatusMisdirectedRequest)
		case !fromHere(r):
			http.Error(w, "other pages may not ask this one", http.StatusForbidden)
		case g.Token != "" && same(r.URL.Query().Get("token"), g.Token):
			http.SetCookie(w, &http.Cookie{Name: cookie(r.Host), Value: g.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			q := r.URL.Query()
			q.Del("token") // out of the address bar, and of what is shared
			to := *r.URL
			to.RawQuery, to.Scheme, to.Host = q.Encode(), "", ""
			to.Path = "/" + strings.TrimLeft(to.Path, "/\\") // not another host's
			http.Redirect(w, r, to.RequestURI(), http.StatusSeeOther)
		case g.Token != "" && !g.known(r):
			header.Set("WWW-Authenticate", "Bearer")
			http.Error(w, "open the address that adam printed: it has the token", http.StatusUnauthorized)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

// known reports whether whoever asks knows the token.
func (g Guard) known(r *http.Request) bool {
	if c, err := r.Cookie(cookie(r.Host)); err == nil && same(c.Value, g.Token) {
		return true
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && same(token, g.Token)
}

// same compares in a time that says nothing of where they differ.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// host reports whether the server may be asked for by this name. A name that somebody else
// made lead here is none of these.
func (g Guard) host(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.IsLoopback() || g.Token != ""
	}
	return name == "localhost" || slices.Contains(g.Hosts, name)
}

// fromHere reports whether the request comes from a page of this server or from no page.
func fromHere(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host && origin != "https://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site": // a link may lead here
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	}
	return true
}

// Loopback reports whether nobody but this machine reaches the address.
func Loopback(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
