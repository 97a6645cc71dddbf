// Package votes has people compare recordings: a page with two of them side by side, and their votes in SQLite. Who votes
// isn't told whose the recordings are, and which is on the left is drawn anew each time.
package votes

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"slices"

	_ "github.com/mattn/go-sqlite3" // the driver
)

// Choices are what a vote can be, of one dimension.
var Choices = []string{"a", "b", "tie", "both bad"}

// Pair are two recordings of one scene, by names that nobody who votes sees.
type Pair struct {
	First, Second string
	Task          string
}

// Vote is one person's vote in one dimension: Result is 1 if First was better, -1 if Second was, and 0 if neither.
type Vote struct {
	Pair
	Dimension string
	Result    int
	Bad       bool // both were
}

// Box keeps votes in a SQLite file. It is safe for concurrent use.
type Box struct{ db *sql.DB }

// Open opens the file, and makes it if it isn't there. It must be closed.
func Open(path string) (*Box, error) {
	db, err := sql.Open("sqlite3", "file:"+url.PathEscape(path)+"?_busy_timeout=5000&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(`CREATE TABLE IF NOT EXISTS ballots (token TEXT PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL, task TEXT NOT NULL, swapped INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS votes (token TEXT NOT NULL REFERENCES ballots, dimension TEXT NOT NULL, choice TEXT NOT NULL, PRIMARY KEY (token, dimension))`)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s can't keep votes: %w", path, err), db.Close())
	}
	return &Box{db}, nil
}

// Close closes the file.
func (b *Box) Close() error { return b.db.Close() }

// ErrNoBallot is returned for a ballot that wasn't handed out, or was cast already.
var ErrNoBallot = errors.New("there is no such ballot, or it was cast already")

// Hand hands out a ballot for a pair, and says whether the second recording is on the left.
func (b *Box) Hand(ctx context.Context, p Pair) (token string, swapped bool, err error) {
	var raw [16]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", false, err
	}
	token = hex.EncodeToString(raw[:])
	n, err := rand.Int(rand.Reader, big.NewInt(2))
	if err != nil {
		return "", false, err
	}
	swapped = n.Sign() > 0
	_, err = b.db.ExecContext(ctx, `INSERT INTO ballots (token, first, second, task, swapped) VALUES (?, ?, ?, ?, ?)`, token, p.First, p.Second, p.Task, swapped)
	return token, swapped, err
}

// Cast casts a ballot, all its dimensions at once. It fails with [ErrNoBallot], or where a choice is none of [Choices].
func (b *Box) Cast(ctx context.Context, token string, choices map[string]string) (err error) {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	r, err := tx.ExecContext(ctx, `UPDATE ballots SET used = 1 WHERE token = ? AND used = 0`, token)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrNoBallot)
	}
	for d, c := range choices {
		if !slices.Contains(Choices, c) {
			return fmt.Errorf("%q is no choice", c)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO votes (token, dimension, choice) VALUES (?, ?, ?)`, token, d, c); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// All are the votes that were cast, in the order in which ballots were handed out.
func (b *Box) All(ctx context.Context) (out []Vote, err error) {
	rows, err := b.db.QueryContext(ctx, `SELECT first, second, task, swapped, dimension, choice FROM votes JOIN ballots USING (token) WHERE used = 1 ORDER BY ballots.rowid, dimension`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var v Vote
		var swapped bool
		var choice string
		if err := rows.Scan(&v.First, &v.Second, &v.Task, &swapped, &v.Dimension, &choice); err != nil {
			return out, err
		}
		v.Result = map[string]int{"a": 1, "b": -1}[choice]
		if v.Bad = choice == "both bad"; swapped {
			v.Result = -v.Result
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// Page is a handler that shows pairs and takes votes: GET / shows the next pair, POST / casts a ballot, and GET /a.gif and
// /b.gif with the ballot's token are its recordings.
type Page struct {
	Box *Box
	// Next is the pair to show next; false: there is none left.
	Next func() (Pair, bool)
	// Picture writes a recording as an animated picture.
	Picture func(ctx context.Context, recording string, w io.Writer) error
	// Dimensions are what is voted on.
	Dimensions []string
}

// ServeHTTP implements [http.Handler].
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	switch {
	case r.Method == http.MethodPost && r.URL.Path == "/":
		p.cast(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET and POST", http.StatusMethodNotAllowed)
	case r.URL.Path == "/":
		p.ballot(w, r)
	case r.URL.Path == "/a.gif" || r.URL.Path == "/b.gif":
		p.picture(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (p *Page) ballot(w http.ResponseWriter, r *http.Request) {
	pair, ok := p.Next()
	if !ok {
		fmt.Fprintln(w, "There is nothing left to vote on. Thank you.")
		return
	}
	token, _, err := p.Box.Hand(r.Context(), pair)
	if err != nil {
		http.Error(w, "the vote can't be kept", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, map[string]any{"Token": token, "Task": pair.Task, "Dimensions": p.Dimensions, "Choices": Choices}) // who asked is gone
}

func (p *Page) cast(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "that is no ballot", http.StatusBadRequest)
		return
	}
	choices := map[string]string{}
	for _, d := range p.Dimensions {
		if c := r.PostForm.Get(d); c != "" {
			choices[d] = c
		}
	}
	if err := p.Box.Cast(r.Context(), r.PostForm.Get("token"), choices); err != nil {
		http.Error(w, "that ballot can't be cast", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, ".", http.StatusSeeOther)
}

func (p *Page) picture(w http.ResponseWriter, r *http.Request) {
	var first, second string
	var swapped bool
	err := p.Box.db.QueryRowContext(r.Context(), `SELECT first, second, swapped FROM ballots WHERE token = ?`, r.URL.Query().Get("ballot")).Scan(&first, &second, &swapped)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if (r.URL.Path == "/b.gif") != swapped {
		first = second
	}
	w.Header().Set("Content-Type", "image/gif")
	if err := p.Picture(r.Context(), first, w); err != nil {
		http.Error(w, "the recording can't be shown", http.StatusInternalServerError)
	}
}

var page = template.Must(template.New("ballot").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Which is better?</title>
<style>body{font-family:sans-serif;max-width:60em;margin:1em auto}figure{display:inline-block;margin:1em}img{image-rendering:pixelated;width:24em}td,th{padding:.3em}</style></head>
<body><h1>Which is better?</h1><p>The task: {{.Task}}</p>
<figure><img src="a.gif?ballot={{.Token}}" alt="Recording a"><figcaption>a</figcaption></figure>
<figure><img src="b.gif?ballot={{.Token}}" alt="Recording b"><figcaption>b</figcaption></figure>
<form method="post" action="."><input type="hidden" name="token" value="{{.Token}}"><table>
{{$choices := .Choices}}{{range .Dimensions}}{{$d := .}}<tr><th scope="row">{{.}}</th>{{range $choices}}<td><label><input type="radio" name="{{$d}}" value="{{.}}" required> {{.}}</label></td>{{end}}</tr>
{{end}}</table><button>Vote</button></form></body></html>
`))
