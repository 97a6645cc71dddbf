package luanti

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

func TestLook(t *testing.T) {
	w := game(t, Config{Lived: true, Servers: 1})
	g := w.Spec().Ground
	t.Log(len(w.Spec().Actions), len(g.Things))
	s, err := w.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for seed := range 5 {
		now := time.Now()
		st, err := s.Begin(context.Background(), interaction.State{}, uint64(seed*7+1)<<40)
		if err != nil {
			t.Fatal(err)
		}
		show := func() {
			sight := s.(interaction.Seer).Look()
			letters := map[int]byte{}
			var b, legend strings.Builder
			for i, c := range sight.Cells {
				if i%sight.Width == 0 {
					b.WriteByte('\n')
				}
				if c < 0 {
					b.WriteByte(' ')
					continue
				}
				if letters[c] == 0 {
					letters[c] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(letters)]
					fmt.Fprintf(&legend, "%c=%s ", letters[c], g.Things[c].Name)
				}
				b.WriteByte(letters[c])
			}
			t.Log(b.String(), "\n", legend.String())
		}
		t.Log(time.Since(now), st.String())
		show()
		now = time.Now()
		for i := range 100 {
			st, err = s.Step(context.Background(), g.Moves[(i/20)%4])
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Log(time.Since(now), st.String())
		show()
	}
}
