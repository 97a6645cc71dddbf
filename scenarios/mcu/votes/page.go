package votes

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"slices"
)

// Page is a handler that shows recordings and takes votes: GET / shows the next pair, GET /one the next recording to be graded,
// POST to either casts a ballot, and GET /a.gif and /b.gif with the ballot's token are its recordings.
type Page struct {
	Box *Box
	// Next is the pair to show next, NextSingle the recording; false: there is none left.
	Next       func() (Pair, bool)
	NextSingle func() (Single, bool)
	// Picture writes a recording as an animated picture.
	Picture func(ctx context.Context, recording string, w io.Writer) error
	// Grades are five words, from the worst.
	Grades [grades]string
}

// ServeHTTP implements [http.Handler].
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	switch page := r.URL.Path == "/" || r.URL.Path == "/one"; {
	case r.Method == http.MethodPost && page:
		p.cast(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET and POST", http.StatusMethodNotAllowed)
	case page && r.Method == http.MethodHead: // a ballot that nobody sees isn't handed out
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	case page:
		p.ballot(w, r)
	case r.URL.Path == "/a.gif" || r.URL.Path == "/b.gif":
		p.picture(w, r)
	default:
		http.NotFound(w, r)
	}
}

// ballot shows the next one.
func (p *Page) ballot(w http.ResponseWriter, r *http.Request) {
	shown := map[string]any{"Dimensions": p.Box.dimensions, "Single": r.URL.Path == "/one"}
	var ok bool
	var token string
	var err error
	if r.URL.Path == "/one" {
		var s Single
		if s, ok = p.NextSingle(); ok {
			token, err = p.Box.HandSingle(r.Context(), s)
		}
		shown["Task"], shown["Choices"] = s.Task, p.Grades[:]
	} else {
		var pair Pair
		if pair, ok = p.Next(); ok {
			token, _, err = p.Box.Hand(r.Context(), pair)
		}
		shown["Task"], shown["Choices"] = pair.Task, Choices
	}
	if err != nil {
		http.Error(w, "the vote can't be kept", http.StatusInternalServerError)
		return
	}
	if !ok {
		fmt.Fprintln(w, "There is nothing left to vote on. Thank you.")
		return
	}
	shown["Token"] = token
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, shown) // who asked is gone
}

func (p *Page) cast(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "that is no ballot", http.StatusBadRequest)
		return
	}
	choices, given := map[string]string{}, map[string]int{}
	for _, d := range p.Box.dimensions {
		if c := r.PostForm.Get(d); c != "" {
			choices[d], given[d] = c, slices.Index(p.Grades[:], c)
		}
	}
	token, next := r.PostForm.Get("token"), "."
	var err error
	if r.URL.Path == "/one" {
		err, next = p.Box.Rate(r.Context(), token, given), "one"
	} else {
		err = p.Box.Cast(r.Context(), token, choices)
	}
	if errors.Is(err, ErrIncomplete) {
		http.Error(w, err.Error()+". Go back, and vote in every dimension.", http.StatusBadRequest)
		return
	}
	if err != nil {
		http.Error(w, "that ballot can't be cast", http.StatusBadRequest)
		return
	}
	w.Header().Set("Location", next) // relative to where the page is mounted, which http.Redirect doesn't know
	w.WriteHeader(http.StatusSeeOther)
}

func (p *Page) picture(w http.ResponseWriter, r *http.Request) {
	var first, second string
	var swapped bool
	err := p.Box.db.QueryRowContext(r.Context(), `SELECT first, second, swapped FROM ballots WHERE token = ?`, r.URL.Query().Get("ballot")).Scan(&first, &second, &swapped)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if second != "" && (r.URL.Path == "/b.gif") != swapped {
		first = second
	}
	w.Header().Set("Content-Type", "image/gif")
	if err := p.Picture(r.Context(), first, w); err != nil {
		http.Error(w, "the recording can't be shown", http.StatusInternalServerError)
	}
}

var page = template.Must(template.New("ballot").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{if .Single}}How good is it?{{else}}Which is better?{{end}}</title>
<style>body{font-family:sans-serif;max-width:60em;margin:1em auto}figure{display:inline-block;margin:1em}img{image-rendering:pixelated;width:24em}td,th{padding:.3em}</style></head>
<body><h1>{{if .Single}}How good is it?{{else}}Which is better?{{end}}</h1><p>The task: {{.Task}}</p>
<figure><img src="a.gif?ballot={{.Token}}" alt="Recording{{if not .Single}} a{{end}}">{{if not .Single}}<figcaption>a</figcaption>{{end}}</figure>
{{if not .Single}}<figure><img src="b.gif?ballot={{.Token}}" alt="Recording b"><figcaption>b</figcaption></figure>
{{end}}<form method="post" action="{{if .Single}}one{{else}}.{{end}}"><input type="hidden" name="token" value="{{.Token}}"><table>
{{$choices := .Choices}}{{range .Dimensions}}{{$d := .}}<tr><th scope="row">{{.}}</th>{{range $choices}}<td><label><input type="radio" name="{{$d}}" value="{{.}}" required> {{.}}</label></td>{{end}}</tr>
{{end}}</table><button>Vote</button></form>
<p>{{if .Single}}<a href=".">Compare two recordings instead</a>{{else}}<a href="one">Grade one recording instead</a>{{end}}</p></body></html>
`))
