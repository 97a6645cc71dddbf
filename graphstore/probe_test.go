package graphstore_test
import ("testing";"context";"fmt";"time"
"github.com/adam-discovery/adam/graphstore"
"github.com/adam-discovery/adam/discovery/explore"
)
func TestProbe(t *testing.T) {
	for _, w := range []string{"tiny","minecraft-41","minecraft-41-paper","minecraft-41-modified"} {
		for seed := range uint64(10) {
		l := &graphstore.Memory{}
		for k, b := range []int{40, 100, 700, 0, 300, 0} {
			run(t, w, l, func(c *explore.Config){ c.Budget=b; c.Seed = seed; if k >= 4 { c.Seed = seed+77; c.Unlock=explore.UnlockNone; c.Delta=.005 } })
			s := time.Now()
			r, err := graphstore.Check(context.Background(), l)
			if err != nil { t.Fatal(err) }
			if seed==0 { fmt.Println(w, k, r.Entries, r.Outcomes, r.Findings, time.Since(s)) }
			for _, p := range r.Problems { fmt.Println("  ", p) }
		}
		if seed == 0 && w=="tiny" { for _, e := range all(t,l)[:30] {fmt.Println(e.Seq, e.Kind, string(e.Body))}}
		}
	}
	x, err := graphstore.Why(context.Background(), tiny(t), "", "axe")
	if err != nil { t.Fatal(err) }
	fmt.Println(x)
	for _, c := range graphstore.Diff(fold(t, tiny(t)[:100]).Graph, fold(t, tiny(t)).Graph) { fmt.Println(c) }
}
