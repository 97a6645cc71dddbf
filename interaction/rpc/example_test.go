package rpc_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/adam-discovery/adam/interaction/rpc"
	"github.com/adam-discovery/adam/interaction/sim"
)

// A world is served over anything that can be read and written, one message a line.
func ExampleServe() {
	f, err := sim.Parse("pit.json", []byte(`{"format": 1, "id": "pit", "actions": [
		{"label": "dig",   "effects": [{"gives": {"clay": 1}, "ways": [{}]}]},
		{"label": "mould", "effects": [{"gives": {"brick": 1}, "ways": [{"consumes": {"clay": 2}}]}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	asked := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"begin","params":{"start":{"clay":3},"seed":"7"}}
{"jsonrpc":"2.0","id":2,"method":"step","params":{"action":"b"}}
{"jsonrpc":"2.0","id":3,"method":"step","params":{"action":"b"}}
`)
	if err := rpc.Serve(context.Background(), sim.New(f), asked, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"observation":{"levels":{"clay":3}}}}
	// {"jsonrpc":"2.0","id":2,"result":{"observation":{"levels":{"brick":1,"clay":1}}}}
	// {"jsonrpc":"2.0","id":3,"result":{"observation":{"levels":{"brick":1,"clay":1}}}}
}
