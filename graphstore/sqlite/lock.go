package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"

	"github.com/adam-discovery/adam/graphstore"
)

// lockFile is what is locked for a database: the file itself, or, where locked files can't
// be read, one beside it.
func lockFile(path string, flag int) *flock.Flock {
	if runtime.GOOS == "windows" {
		path, flag = path+".lock", flag|os.O_CREATE
	}
	return flock.New(path, flock.SetFlag(flag), flock.SetPermissions(private))
}

// private is the mode of files that are made: replies of language models are in them.
const private = 0o600

// hold makes sure that nobody writes to the file as long as what it returns is open; nil if
// somebody does. rest says that somebody did, and left something to be put in order.
func hold(path string) (l *flock.Flock, rest bool) {
	l = lockFile(path, os.O_RDONLY)
	if ok, err := l.TryRLock(); err != nil || !ok {
		_ = l.Close() // it was only looked at
		return nil, false
	}
	at, err := filepath.EvalSymlinks(path)
	if err != nil || exists(at+"-wal") || exists(at+"-journal") {
		_ = l.Close()
		return nil, err == nil
	}
	return l, false
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// patience is how long somebody who wants to write waits for those who read.
const patience = 5 * time.Second

// reserve makes this process the one that writes to the file. Who comes later is
// told so at once: numbers that collide would end whichever writes next, which may
// be the one that has been at it for hours. The lock goes with the process, and must
// be given up after the database was closed: closing a file drops SQLite's locks on
// it, too.
func reserve(ctx context.Context, path string) (*flock.Flock, error) {
	l := lockFile(path, os.O_RDONLY|os.O_CREATE)
	ok, err := l.TryLock()
	// Who reads is done soon; who writes isn't.
	for end := time.Now().Add(patience); err == nil && !ok && time.Now().Before(end); {
		if readers, rerr := l.TryRLock(); rerr != nil || !readers {
			break
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), l.Close())
		case <-time.After(20 * time.Millisecond):
		}
		ok, err = l.TryLock()
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		err = fmt.Errorf("%s: %w: %w", path, graphstore.ErrReadOnly, err)
	case err == nil && !ok:
		err = fmt.Errorf("%s: %w", path, graphstore.ErrBusy)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}
