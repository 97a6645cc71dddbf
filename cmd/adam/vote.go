package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"

	"github.com/adam-discovery/adam/scenarios/mcu"
	"github.com/adam-discovery/adam/scenarios/mcu/votes"
)

// votesFile is where a folder of recordings keeps people's votes, which name recordings by their paths in it.
const votesFile = "votes.db"

// ballots is the page on which people compare recordings of a folder, by two of one scene that are drawn by lot, and grade
// single ones. Its box must be closed.
func ballots(dir string) (http.Handler, io.Closer, error) {
	rows, _, err := readRows(filepath.Join(dir, rowsFile))
	if err != nil {
		return nil, nil, err
	}
	type scene struct {
		task       string
		difficulty mcu.Difficulty
		episode    int
	}
	of := map[scene][]mcu.Row{}
	var scenes []scene // with something to compare
	for _, r := range rows {
		s := scene{r.Task, r.Difficulty, r.Episode}
		if of[s] = append(of[s], r); len(of[s]) == 2 {
			scenes = append(scenes, s)
		}
	}
	if len(scenes) == 0 {
		return nil, nil, hinted(inputf("no two recordings in %s are of one scene", dir), "adam mcu run with two --agent flags makes some")
	}
	var dimensions []string
	for _, d := range mcu.Dimensions {
		dimensions = append(dimensions, string(d))
	}
	box, err := votes.Open(filepath.Join(dir, votesFile), dimensions)
	if err != nil {
		return nil, nil, quiet{err, errOutput}
	}
	page := &votes.Page{Box: box, Grades: [5]string(mcu.Grades), Next: func() (votes.Pair, bool) {
		s := scenes[rand.IntN(len(scenes))]
		two := rand.Perm(len(of[s]))
		return votes.Pair{First: recording("", of[s][two[0]]), Second: recording("", of[s][two[1]]), Task: s.task}, true
	}, NextSingle: func() (votes.Single, bool) {
		r := rows[rand.IntN(len(rows))]
		return votes.Single{Recording: recording("", r), Task: r.Task}, true
	}, Picture: func(ctx context.Context, recording string, w io.Writer) error {
		t, err := readTrace(filepath.Join(dir, recording))
		if err != nil {
			return err
		}
		g, err := openGame(t.World)
		if err != nil {
			return err
		}
		return g.WriteGIF(ctx, t, w)
	}}
	return http.StripPrefix("/vote", page), box, nil
}

// heard is what people said of the recordings of a folder, and how much of it is of recordings that have no row.
func heard(ctx context.Context, dir string, rows []mcu.Row) (preferences []mcu.Preference, graded []mcu.Graded, lost int, err error) {
	path := filepath.Join(dir, votesFile)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, 0, nil
	}
	box, err := votes.OpenReadOnly(path)
	if err != nil {
		return nil, nil, 0, quiet{err, errInput}
	}
	defer func() { _ = box.Close() }() // it was only read
	by := map[string]mcu.Row{}
	for _, r := range rows {
		by[recording("", r)] = r
	}
	all, err := box.All(ctx)
	if err != nil {
		return nil, nil, 0, quiet{fmt.Errorf("%s: %w", path, err), errInput}
	}
	for _, v := range all {
		a, known := by[v.First]
		b, too := by[v.Second]
		if !known || !too {
			lost++
			continue
		}
		preferences = append(preferences, mcu.Preference{A: a, B: b, Ballot: v.Ballot, Dimension: mcu.Dimension(v.Dimension), Result: v.Result})
	}
	grades, err := box.Grades(ctx)
	if err != nil {
		return nil, nil, 0, quiet{fmt.Errorf("%s: %w", path, err), errInput}
	}
	for _, g := range grades {
		r, known := by[g.Recording]
		if !known {
			lost++
			continue
		}
		graded = append(graded, mcu.Graded{Row: r, Ballot: g.Ballot, Dimension: mcu.Dimension(g.Dimension), Grade: g.Grade})
	}
	return preferences, graded, lost, nil
}
