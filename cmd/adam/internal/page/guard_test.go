package page

import (
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	for _, c := range []struct {
		name   string
		guard  Guard
		url    string
		host   string
		header map[string]string
		want   int
	}{
		{"loopback", Guard{}, "/tree", "127.0.0.1:7700", nil, 200},
		{"loopback of version 6", Guard{}, "/tree", "[::1]:7700", nil, 200},
		{"localhost", Guard{}, "/tree", "localhost:7700", nil, 200},
		{"a name that was made to lead here", Guard{}, "/tree", "evil.example:7700", nil, 421},
		{"another address without a token", Guard{}, "/tree", "192.0.2.1:7700", nil, 421},
		{"no token", Guard{Token: "t"}, "/tree", "192.0.2.1:7700", nil, 401},
		{"a wrong token", Guard{Token: "t"}, "/tree?token=u", "192.0.2.1:7700", nil, 401},
		{"the token", Guard{Token: "t"}, "/tree?token=t", "192.0.2.1:7700", nil, 303},
		{"the token by header", Guard{Token: "t"}, "/tree", "192.0.2.1:7700", map[string]string{"Authorization": "Bearer t"}, 200},
		{"the token by cookie", Guard{Token: "t"}, "/tree", "192.0.2.1:7700", map[string]string{"Cookie": cookie(":7700") + "=t"}, 200},
		{"a wrong cookie", Guard{Token: "t"}, "/tree", "192.0.2.1:7700", map[string]string{"Cookie": cookie(":7700") + "=u"}, 401},
		{"the token doesn't excuse a host", Guard{Token: "t"}, "/tree?token=t", "evil.example", nil, 421},
		{"a host that is allowed", Guard{Token: "t", Hosts: []string{"box"}}, "/tree?token=t", "box:1", nil, 303},
		{"its own origin", Guard{}, "/tree", "localhost:7700", map[string]string{"Origin": "http://localhost:7700"}, 200},
		{"another origin", Guard{}, "/tree", "localhost:7700", map[string]string{"Origin": "http://evil.example"}, 403},
		{"another port", Guard{}, "/tree", "localhost:7700", map[string]string{"Origin": "http://localhost:7701"}, 403},
		{"an origin that is hidden", Guard{}, "/tree", "localhost:7700", map[string]string{"Origin": "null"}, 403},
		{"asked for by another site", Guard{}, "/tree", "localhost:7700", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"framed by another site", Guard{}, "/tree", "localhost:7700", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403},
		{"a link of another site", Guard{}, "/tree", "localhost:7700", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200},
	} {
		r := httptest.NewRequest(http.MethodGet, c.url, nil)
		r.Host = c.host
		for k, v := range c.header {
			r.Header.Set(k, v)
		}
		w := httptest.NewRecorder()
		c.guard.Protect(ok).ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: %d, not %d", c.name, w.Code, c.want)
		}
		if p := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(p, "default-src 'none'") || strings.Contains(p, "unsafe") {
			t.Errorf("%s: policy %q", c.name, p)
		}
		if to := w.Header().Get("Location"); to != "" && to != "/tree" {
			t.Errorf("%s: leads to %s", c.name, to)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "http://box/", nil)
	r.Host, r.URL.Path, r.URL.RawQuery = "localhost", "//evil.example/", "token=t"
	w := httptest.NewRecorder()
	Guard{Token: "t"}.Protect(ok).ServeHTTP(w, r)
	if to := w.Header().Get("Location"); to != "/evil.example/" {
		t.Errorf("it leads away, to %s", to)
	}
}

// TestTwoServers: who has opened two servers of a host, each with its token, can go on with both.
func TestTwoServers(t *testing.T) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	var urls []string
	for _, token := range []string{"first", "second"} {
		s := httptest.NewServer(Guard{Token: token}.Protect(ok))
		defer s.Close()
		urls = append(urls, s.URL+"/tree?token="+token, s.URL+"/tree")
	}
	for _, url := range []string{urls[0], urls[2], urls[1], urls[3]} {
		r, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", url, r.Status)
		}
	}
}

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:1": true, "localhost:1": true, "[::1]:1": true, "0.0.0.0:1": false, ":1": false, "192.0.2.1:1": false, "x": false} {
		if Loopback(address) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}

// What is wrong with a goal is said in full: its names stand in the middle of it.
func TestFaultsAreWhole(t *testing.T) {
	h := serve(t, Config{Source: sourceOf("tiny.db", explored(t, "tiny"))})
	r, err := http.Get(h.URL + "/plan?goal=1+loog+near+water+and+a+river+in+the+forest+at+night+during+the+rain")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil || !strings.Contains(string(body), "no factor &#34;loog_near_water&#34; is known") {
		t.Errorf("%v\n%s", err, body)
	}
}

func TestOnlyReads(t *testing.T) {
	h := serve(t, Config{Source: sourceOf("tiny.db", explored(t, "tiny"))})
	for _, path := range []string{"/tree", "/run", "/item", "/events"} {
		r, err := http.Post(h.URL+path, "text/plain", strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %s", path, r.Status)
		}
	}
	for path, want := range map[string]int{"/nothing": 404, "/static/": 404, "/tree?fold=x": 400, "/tree?depth=-1": 400, "/tree?goal=nothing": 400, "/item?item=nothing": 404,
		"/entry?n=x": 400, "/entry?n=999999": 404, "/run?at=x": 400, "/tasks?task=9": 404, "/diff": 404, "/frames": 404, "/frame/session01/../../x": 404, "/plan?goal=%00": 200} {
		r, err := http.Get(h.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != want {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// Two faults of an address are told in one line, in words.
func TestFaultsOfATree(t *testing.T) {
	h := serve(t, Config{Source: sourceOf("tiny.db", explored(t, "tiny"))})
	r, err := http.Get(h.URL + "/tree?depth=9999&goal=nope")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r.Body)
	if err := errors.Join(err, r.Body.Close()); err != nil {
		t.Fatal(err)
	}
	want := `depth "9999": it is a number from 0 to 1000; nothing is called "nope"`
	if got := html.UnescapeString(string(text)); !strings.Contains(got, want) {
		t.Errorf("it lacks %s:\n%s", want, got)
	}
}

// Others' pages are protected as ours are.
func TestMount(t *testing.T) {
	s, err := New(Config{Source: sourceOf("tiny.db", explored(t, "tiny")), Guard: Guard{Token: "t"}})
	if err != nil {
		t.Fatal(err)
	}
	s.Mount("/vote/", "Vote", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) }))
	for token, want := range map[string]int{"": 401, "t": 202} {
		r := httptest.NewRequest(http.MethodPost, "/vote/for", nil)
		r.Host = "localhost"
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("with token %q: %d", token, w.Code)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "/tree", nil)
	r.Host = "localhost"
	r.Header.Set("Authorization", "Bearer t")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), `href="/vote/"`) {
		t.Error("no link leads to what was mounted")
	}
}
