package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// writeFile writes a file that a person asked for, whole or not at all: it is
// written beside and renamed. What isn't a plain file, as /dev/stdout or a link, is
// written to as it is. A path that can't be written is wrong input; that there is no
// room is not.
func writeFile(path string, data []byte) error {
	f, err := beside(path)
	if err != nil {
		return err
	}
	if f.Name() == path {
		_ = f.Truncate(0) // what has no length needs none
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil && f.Name() != path {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		discard(f, path)
		return quiet{fmt.Errorf("%s: %w", path, err), errOutput}
	}
	return nil
}

// toStdout reports whether what has no file of its own goes to standard output.
func toStdout(path string) bool { return path == "" || path == "-" }

// checkWrite makes sure that the file can be written, and leaves it as it is.
func checkWrite(path string) error {
	f, err := beside(path)
	if err != nil {
		return err
	}
	_ = f.Close() // nothing was written
	discard(f, path)
	return nil
}

// beside makes the file that is to become path, in the same folder; where path isn't
// to be replaced by another, it is path itself.
func beside(path string) (*os.File, error) {
	if path == "-" {
		return nil, usage(errorf("-: this goes into a file, not to standard output: name one"))
	}
	var old *os.File
	was, err := os.Lstat(path)
	if err == nil { // what may not be written to isn't replaced either
		if old, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
			return nil, placeError(err)
		}
		if !was.Mode().IsRegular() {
			return old, nil
		}
	}
	f, err := os.OpenFile(fmt.Sprintf("%s.%d.part", path, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if old != nil && errors.Is(err, fs.ErrPermission) { // only its folder is closed
		return old, nil
	}
	if old != nil {
		_ = old.Close() // nothing was written
	}
	if err != nil {
		return nil, placeError(&fs.PathError{Op: "open", Path: path, Err: errors.Unwrap(err)})
	}
	if old != nil {
		_ = f.Chmod(was.Mode()) // as well as it goes
	}
	return f, nil
}

func placeError(err error) error {
	return hinted(quiet{err, errInput}, "choose another place for the file")
}

// discard takes away what was made beside.
func discard(f *os.File, path string) {
	if f.Name() != path {
		_ = os.Remove(f.Name()) // there is nothing better to do
	}
}
