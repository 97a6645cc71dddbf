package graphstore_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

// A reply is read back as it was written; the fold takes no notice of it, and a
// check does.
func TestReply(t *testing.T) {
	want := graphstore.ReplyEntry{Version: 2, Request: "k", Text: "{b; c}", Calls: 2, Tokens: [2]int{30, 4}, Seconds: .5, USD: .01}
	e, err := graphstore.NewEntry(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := graphstore.DecodeReply(e); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	plain, err := graphstore.Fold(context.Background(), ledger(t, world(t)...), nil)
	if err != nil {
		t.Fatal(err)
	}
	folded, err := graphstore.Fold(context.Background(), ledger(t, append(world(t), e)...), nil)
	if err != nil || !reflect.DeepEqual(folded.Graph, plain.Graph) {
		t.Errorf("the fold with a reply: %v", err)
	}
	for body, want := range map[string]error{
		`{"v":3,"request":"k"}`:                 graphstore.ErrFuture,
		`{"v":2}`:                               graphstore.ErrCorrupt,
		`{"v":2,"request":"k","tokens":[-1,0]}`: graphstore.ErrCorrupt,
		`{"v":2,"request":"k","usd":-1}`:        graphstore.ErrCorrupt,
		`{"v":2,"request":`:                     graphstore.ErrCorrupt,
	} {
		bad := graphstore.Entry{Kind: graphstore.KindReply, Body: []byte(body)}
		if _, err := graphstore.DecodeReply(bad); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", body, err, want)
		}
		if r, err := graphstore.Check(context.Background(), ledger(t, append(world(t), bad)...)); err != nil || len(r.Problems) != 1 {
			t.Errorf("%s: the check found %v, %v", body, r.Problems, err)
		}
	}
}
