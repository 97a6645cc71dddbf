package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/internal/ledgertest"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
)

func open(t testing.TB, path string) *sqlite.Ledger {
	t.Helper()
	l, err := sqlite.Open(context.Background(), path, sqlite.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestContract(t *testing.T) {
	ledgertest.Run(t, func(t *testing.T, place string) graphstore.Ledger {
		return open(t, "//"+filepath.Join(place, "l ed?ger%.db"))
	}, true)
}

func TestMemoryContract(t *testing.T) {
	ledgertest.Run(t, func(*testing.T, string) graphstore.Ledger { return &graphstore.Memory{} }, false)
}

// Every way in which a file can be unfit is told apart, by name.
func TestUnfitFiles(t *testing.T) {
	exec := func(t *testing.T, path, text string) {
		db, err := sql.Open("sqlite3", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		mode sqlite.Mode
		want error
	}{
		{"text", func(t *testing.T, p string) {
			if err := os.WriteFile(p, []byte("this is not a database, and long enough to be sure of it"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, sqlite.ReadWrite, graphstore.ErrForeign},
		{"foreign", func(t *testing.T, p string) { exec(t, p, `CREATE TABLE song (name TEXT)`) }, sqlite.ReadWrite, graphstore.ErrForeign},
		{"foreign, reading", func(t *testing.T, p string) { exec(t, p, `CREATE TABLE song (name TEXT)`) }, sqlite.ReadOnly, graphstore.ErrForeign},
		{"past", func(t *testing.T, p string) { open(t, p).Close(); exec(t, p, `PRAGMA user_version = 1`) }, sqlite.ReadWrite, graphstore.ErrPast},
		{"past, reading", func(t *testing.T, p string) { open(t, p).Close(); exec(t, p, `PRAGMA user_version = 1`) }, sqlite.ReadOnly, graphstore.ErrPast},
		{"another table", func(t *testing.T, p string) {
			open(t, p).Close()
			exec(t, p, `ALTER TABLE entry RENAME COLUMN body TO text`)
		}, sqlite.ReadOnly, graphstore.ErrCorrupt},
		{"a byte that flipped", func(t *testing.T, p string) {
			l := open(t, p)
			if err := l.Append(context.Background(), graphstore.Entry{Kind: graphstore.KindLabels, Body: []byte(`{"v":2,"labels":{"a":"dig"}}`)}); err != nil {
				t.Fatal(err)
			}
			l.Close()
			exec(t, p, `UPDATE entry SET body = replace(body, 'dig', 'dog')`)
		}, sqlite.ReadOnly, graphstore.ErrCorrupt},
		{"future", func(t *testing.T, p string) { open(t, p).Close(); exec(t, p, `PRAGMA user_version = 99`) }, sqlite.ReadWrite, graphstore.ErrFuture},
		{"a row without a kind", func(t *testing.T, p string) {
			open(t, p).Close()
			exec(t, p, `CREATE TABLE e (seq INTEGER PRIMARY KEY, kind TEXT, key BLOB UNIQUE, body TEXT, sum INTEGER); INSERT INTO e VALUES (1, NULL, NULL, '{}', 0); DROP TABLE entry; ALTER TABLE e RENAME TO entry`)
		}, sqlite.ReadOnly, graphstore.ErrCorrupt},
		{"no version", func(t *testing.T, p string) { open(t, p).Close(); exec(t, p, `PRAGMA user_version = -1`) }, sqlite.ReadWrite, graphstore.ErrFuture},
		{"a folder", func(t *testing.T, p string) { os.Mkdir(p, 0o700) }, sqlite.ReadWrite, graphstore.ErrForeign},
		{"a folder, reading", func(t *testing.T, p string) { os.Mkdir(p, 0o700) }, sqlite.ReadOnly, graphstore.ErrForeign},
		{"a device", func(t *testing.T, p string) { os.Symlink(os.DevNull, p) }, sqlite.ReadWrite, graphstore.ErrForeign},
		{"missing, reading", func(*testing.T, string) {}, sqlite.ReadOnly, fs.ErrNotExist},
		{"missing folder", func(t *testing.T, p string) { os.Remove(filepath.Dir(p)) }, sqlite.ReadWrite, fs.ErrNotExist},
		{"torn", func(t *testing.T, p string) {
			l := open(t, p)
			for i := range 2000 {
				e := graphstore.Entry{Kind: graphstore.KindOutcome, Key: interaction.Key{1, uint64(i)}, Body: make([]byte, 100)}
				if err := l.Append(context.Background(), e); err != nil {
					t.Fatal(err)
				}
			}
			l.Close()
			f, err := os.OpenFile(p, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteAt(make([]byte, 3*4096), 4096); err != nil {
				t.Fatal(err)
			}
		}, sqlite.ReadWrite, graphstore.ErrCorrupt},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			c.make(t, path)
			before, _ := os.ReadFile(path) // nil if there is none
			l, err := sqlite.Open(context.Background(), path, c.mode)
			if err == nil {
				for _, e := range l.Since(context.Background(), 0) {
					if err == nil {
						err = e
					}
				}
				err = errors.Join(err, l.Check(context.Background()))
				l.Close()
			}
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			if after, _ := os.ReadFile(path); c.want != graphstore.ErrCorrupt && !bytes.Equal(after, before) {
				t.Errorf("a file that can't be used was written to")
			}
		})
	}
}

// What a process leaves that is killed while it makes the file can be read: it is empty. So
// can what it leaves that is killed while it writes: it holds what was written before.
func TestKilledWhileWriting(t *testing.T) {
	ctx := context.Background()
	read := func(t *testing.T, path string, want int) {
		t.Helper()
		l, err := sqlite.Open(ctx, path, sqlite.ReadOnly)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		n := 0
		for _, err := range l.Since(ctx, 0) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if err := l.Check(ctx); err != nil || n != want {
			t.Errorf("%d entries, want %d: %v", n, want, err)
		}
	}
	t.Run("nothing yet", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "x.db")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		read(t, path, 0)
	})
	// A large transaction reaches the file before it ends, and leaves a journal to undo it.
	for name, prepare := range map[string]func(t *testing.T, path string){
		"while it is made": func(*testing.T, string) {},
		"later": func(t *testing.T, path string) {
			l := open(t, path)
			if err := l.Append(ctx, graphstore.Entry{Kind: graphstore.KindEnd, Body: []byte(`{}`)}); err != nil {
				t.Fatal(err)
			}
			l.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path, killed := filepath.Join(dir, "x.db"), filepath.Join(dir, "killed.db")
			prepare(t, path)
			db, err := sql.Open("sqlite3", path+"?_journal_mode=DELETE&_cache_size=-16")
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			tx, err := db.Begin()
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback()
			if _, err := tx.Exec(`CREATE TABLE IF NOT EXISTS big (x TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 400) INSERT INTO big SELECT printf('%01000d', i) FROM n`); err != nil {
				t.Fatal(err)
			}
			for _, end := range []string{"", "-journal"} {
				b, err := os.ReadFile(path + end)
				if err == nil {
					err = os.WriteFile(killed+end, b, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			want := 0
			if name == "later" {
				want = 1
			}
			read(t, killed, want)
		})
	}
}

// Who else is on the machine doesn't read what a language model was told.
func TestPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	l := open(t, path)
	defer l.Close()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// However many make one file at once, all find it theirs; at most one has it.
func TestMakingAtOnce(t *testing.T) {
	for range 30 {
		path := filepath.Join(t.TempDir(), "x.db")
		var errs [8]error
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() {
				l, err := sqlite.Open(context.Background(), path, sqlite.ReadWrite)
				if err == nil {
					err = l.Close()
				}
				if !errors.Is(err, graphstore.ErrBusy) {
					errs[i] = err
				}
			})
		}
		wg.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	l := open(t, path)
	defer l.Close()
	l.SetMaxPages(t, 20)
	ctx := context.Background()
	var err error
	for i := 0; i < 100000 && err == nil; i++ {
		err = l.Append(ctx, graphstore.Entry{Kind: graphstore.KindOutcome, Key: interaction.Key{2, uint64(i)}, Body: make([]byte, 200)})
	}
	err = errors.Join(err, l.Sync(ctx))
	if !errors.Is(err, graphstore.ErrFull) {
		t.Fatalf("got %v, want ErrFull", err)
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{1, 8} {
		b.Run(fmt.Sprintf("batch=%d", n), func(b *testing.B) {
			l := open(b, filepath.Join(b.TempDir(), "x.db"))
			defer l.Close()
			ctx := context.Background()
			body := []byte(`{"v":1,"a":"k","n":45,"d":[[12,0]],"r":3,"s":"completed","c":{"log":1},"o":{"planks":4}}`)
			i := uint64(0)
			for b.Loop() {
				batch := make([]graphstore.Entry, n)
				for j := range batch {
					i++
					batch[j] = graphstore.Entry{Kind: graphstore.KindOutcome, Key: interaction.Key{i * 0x9e3779b97f4a7c15, i}, Body: body}
				}
				if err := l.Append(ctx, batch...); err != nil {
					b.Fatal(err)
				}
			}
			if err := l.Sync(ctx); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(i), "ns/entry")
		})
	}
}

// Who comes second can't write, and doesn't disturb who came first; but may read.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	ctx := context.Background()
	first := open(t, path)
	if second, err := sqlite.Open(ctx, path, sqlite.ReadWrite); !errors.Is(err, graphstore.ErrBusy) {
		t.Fatalf("the second writer: %v, %v, want ErrBusy", second, err)
	}
	if err := errors.Join(first.Append(ctx, graphstore.Entry{Kind: graphstore.KindEnd, Body: []byte(`{"v":1}`)}), first.Sync(ctx)); err != nil {
		t.Error(err)
	}
	reader, err := sqlite.Open(ctx, path, sqlite.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range reader.Since(ctx, 0) {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("the reader sees %d entries", n)
	}
	if err := errors.Join(reader.Close(), first.Close()); err != nil {
		t.Error(err)
	}
	open(t, path).Close() // now it is free
}

// Reading a file that was closed in order leaves nothing beside it, and who wants to write
// meanwhile waits for its end.
func TestReadingLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "l.db")
	ctx := context.Background()
	first := open(t, path)
	if err := errors.Join(first.Append(ctx, graphstore.Entry{Kind: graphstore.KindEnd, Body: []byte(`{"v":1}`)}), first.Close()); err != nil {
		t.Fatal(err)
	}
	reader, err := sqlite.Open(ctx, path, sqlite.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	opened := make(chan error)
	go func() {
		l, err := sqlite.Open(ctx, path, sqlite.ReadWrite)
		if err == nil {
			err = l.Close()
		}
		opened <- err
	}()
	n := 0
	for _, err := range reader.Since(ctx, 0) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 || n != 1 {
		t.Errorf("%d entries, %d files: %v %v", n, len(files), files, err)
	}
	select {
	case err := <-opened:
		t.Errorf("somebody could write while it was read: %v", err)
	default:
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%d files: %v %v", len(files), files, err)
	}
}

// What a process left that was killed is read also by another name of the file.
func TestReadingByAnotherName(t *testing.T) {
	dir := t.TempDir()
	path, copied, link := filepath.Join(dir, "l.db"), filepath.Join(dir, "killed.db"), filepath.Join(dir, "link.db")
	ctx := context.Background()
	l := open(t, path)
	defer l.Close()
	for range 3 {
		if err := errors.Join(l.Append(ctx, graphstore.Entry{Kind: graphstore.KindEnd, Body: []byte(`{"v":1}`)}), l.Sync(ctx)); err != nil {
			t.Fatal(err)
		}
	}
	for _, end := range []string{"", "-wal"} { // as they lie there at this moment
		b, err := os.ReadFile(path + end)
		if err == nil {
			err = os.WriteFile(copied+end, b, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(copied, link); err != nil {
		t.Skip(err)
	}
	reader, err := sqlite.Open(ctx, link, sqlite.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	n := 0
	for _, err := range reader.Since(ctx, 0) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 3 {
		t.Errorf("%d entries, want 3", n)
	}
}
