package page

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/adam-discovery/adam/cmd/adam/internal/pace"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Source is where a ledger is read.
type Source struct {
	// Name is what people call it.
	Name string
	// Open opens it for reading; what it returns is closed after each reading.
	Open func(context.Context) (graphstore.Ledger, error)
	// Stamp changes when there may be more to read.
	Stamp func() string
}

// Config is what is shown. Source is needed.
type Config struct {
	Source Source
	// With is another ledger to compare with; without Open: there is none.
	With Source
	// Frames is a folder of kept pictures (package interaction/film); empty: none.
	Frames string
	Guard  Guard
}

// Server serves pages. It is safe for concurrent use.
type Server struct {
	cfg       Config
	mux       *http.ServeMux
	pages     *template.Template
	main, alt *reader
	mounted   []link

	mu      sync.Mutex
	now     Now
	clients map[chan []byte]bool
	pace    pace.Pace
}

// link is an entry of the navigation.
type link struct{ Path, Title string }

// Now is what a run in this process is doing.
type Now struct {
	// Stage says what the latest round was for, Actions what it tried.
	Stage   string   `json:"stage,omitempty"`
	Actions []string `json:"actions,omitempty"`
}

//go:embed templates/*.html
var templates embed.FS

//go:embed static
var static embed.FS

// New returns a server. It reads nothing yet.
func New(cfg Config) (*Server, error) {
	s := &Server{cfg: cfg, mux: http.NewServeMux(), main: &reader{source: cfg.Source}, alt: &reader{source: cfg.With}, clients: map[chan []byte]bool{}}
	var err error
	s.pages, err = parse()
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	s.mux.Handle("GET /static/", http.StripPrefix("/static/", noListing(http.FileServerFS(files))))
	s.mux.HandleFunc("GET /static/tree.css", treeStyle)
	s.mux.HandleFunc("GET /events", s.events)
	s.mux.HandleFunc("GET /frame/{session}/{file}", s.frame)
	for path, p := range map[string]func(*http.Request, *snapshot) (any, error){
		"tree": s.tree, "item": s.item, "entry": s.entry, "run": s.run, "plan": s.plan, "tasks": s.tasks, "audit": s.audit, "diff": s.diff, "frames": s.frames,
	} {
		s.mux.HandleFunc("GET /"+path, s.page(path, p))
	}
	s.mux.HandleFunc("GET /moments.json", s.moments)
	s.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/tree", http.StatusSeeOther) })
	return s, nil
}

// parse reads the templates.
func parse() (*template.Template, error) {
	return template.New("").Funcs(template.FuncMap{
		"shown": interaction.Shown, "short": short, "query": query, "count": count, "inc": func(i int) int { return i + 1 },
	}).ParseFS(templates, "templates/*.html")
}

// Mount adds pages of others below a path, such as "/vote/", with a link of this title in the
// navigation. They are protected as all are; what they write to the header wins. Call it before serving.
func (s *Server) Mount(path, title string, h http.Handler) {
	s.mux.Handle(path, h)
	s.mounted = append(s.mounted, link{path, title})
}

// Handler returns all pages, protected.
func (s *Server) Handler() http.Handler { return s.cfg.Guard.Protect(s.mux) }

// Show says what a run in this process is doing.
func (s *Server) Show(now Now) {
	s.mu.Lock()
	s.now = now
	s.mu.Unlock()
}

// view is what the frame of a page needs.
type view struct {
	Page, Title, World, Source string
	Links                      []link
	Seq                        graphstore.Seq
	Body                       any
	// Part: only the inner part is asked for, by a script.
	Part bool
}

// wrong is an error that is the visitor's.
type wrong struct {
	error
	status int
}

func (s *Server) links() []link {
	out := []link{{"/tree", "Tree"}, {"/run", "Run"}, {"/plan", "Plans"}, {"/tasks", "Tasks"}, {"/audit", "Audit"}}
	if s.cfg.With.Open != nil {
		out = append(out, link{"/diff", "Differences"})
	}
	if s.cfg.Frames != "" {
		out = append(out, link{"/frames", "Pictures"})
	}
	return append(out, s.mounted...)
}

// page serves what a function makes of the ledger, in the template of its name.
func (s *Server) page(name string, of func(*http.Request, *snapshot) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := view{Page: name, Title: name, Source: s.cfg.Source.Name, Links: s.links(), Part: r.URL.Query().Get("part") != ""}
		status := http.StatusOK
		snap, err := s.main.read(r.Context())
		if err == nil {
			v.World, v.Seq = snap.Graph.World, snap.Last
			v.Body, err = of(r, snap)
		}
		if err != nil {
			status = http.StatusInternalServerError
			var w wrong
			if errors.As(err, &w) {
				status = w.status
			}
			v.Page, v.Body = "error", strings.ReplaceAll(err.Error(), "\n", "; ")
		}
		var b bytes.Buffer
		template := "page.html"
		if v.Part {
			template = v.Page
		}
		data := any(v)
		if v.Part {
			data = v.Body
		}
		if err := s.pages.ExecuteTemplate(&b, template, data); err != nil {
			http.Error(w, "this page can't be made: "+err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write(b.Bytes()) // whoever asked may be gone
	}
}

// noListing serves files only.
func noListing(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "" || r.URL.Path[len(r.URL.Path)-1] == '/' {
			http.NotFound(w, r)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// short cuts a text from the middle: the whole is in its title.
func short(text string) string {
	const most = 80
	r := []rune(interaction.Shown(text))
	if len(r) <= most {
		return string(r)
	}
	return string(r[:most/2]) + "…" + string(r[len(r)-most/2+1:])
}

// count is "1 trial" or "2 trials".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// query is a URL of a page with parameters: names and values in turn. Empty values are left out.
func query(path string, pairs ...any) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := text(pairs[i+1]); v != "" && v != "0" {
			q.Add(text(pairs[i]), v)
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// Watch reads the source, watches it until ctx ends, and tells browsers when there is more to see.
func (s *Server) Watch(ctx context.Context) {
	last := ""
	_, _ = s.main.read(ctx) // whoever comes first needn't wait; pages say what is wrong
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		stamp := s.cfg.Source.Stamp()
		if stamp == last || !s.watched() {
			s.tell(nil)
			continue
		}
		snap, err := s.main.read(ctx)
		if err != nil {
			continue // pages say it
		}
		if s.main.fresh() {
			last = stamp
		}
		s.tell(snap)
	}
}
