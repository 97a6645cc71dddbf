package main

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"

	"github.com/adam-discovery/adam/scenarios/mcu"
	"github.com/adam-discovery/adam/scenarios/mcu/votes"
)

// votesFile is where a folder of recordings keeps people's votes.
const votesFile = "votes.db"

// ballots is the page on which people compare recordings of a folder, by two of one scene that are drawn by lot. Its box
// must be closed.
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
	box, err := votes.Open(filepath.Join(dir, votesFile))
	if err != nil {
		return nil, nil, quiet{err, errOutput}
	}
	page := &votes.Page{Box: box, Next: func() (votes.Pair, bool) {
		s := scenes[rand.IntN(len(scenes))]
		two := rand.Perm(len(of[s]))
		return votes.Pair{First: recording(dir, of[s][two[0]]), Second: recording(dir, of[s][two[1]]), Task: s.task}, true
	}, Picture: func(ctx context.Context, recording string, w io.Writer) error {
		t, err := readTrace(recording)
		if err != nil {
			return err
		}
		g, err := openGame(t.World)
		if err != nil {
			return err
		}
		return g.WriteGIF(ctx, t, w)
	}}
	for _, d := range mcu.Dimensions {
		page.Dimensions = append(page.Dimensions, string(d))
	}
	return http.StripPrefix("/vote", page), box, nil
}
