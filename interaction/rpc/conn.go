package rpc

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// conn is one connection with a peer, on the asking side.
type conn struct {
	rw     io.ReadWriteCloser
	mu     sync.Mutex // held by call
	in     *bufio.Reader
	last   uint64
	closed sync.Once
	lost   error // why nothing can be asked any more
}

func newConn(rw io.ReadWriteCloser) *conn {
	return &conn{rw: rw, in: bufio.NewReaderSize(rw, 1<<16)}
}

// close ends the connection; a call that waits for its answer ends with a fault.
func (c *conn) close() (err error) {
	c.closed.Do(func() { err = c.rw.Close() })
	return err
}

// call asks and waits for the answer. Its error is a *Fault: one that the peer
// reported, or one that ended the connection. When ctx is done, the connection is
// ended, as an answer that comes later would be taken for another's.
func (c *conn) call(ctx context.Context, method string, params, result any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost != nil {
		return dead(interaction.FaultLost, fmt.Errorf("%s: %w", method, c.lost))
	}
	if err := ctx.Err(); err != nil {
		return &interaction.Fault{Class: interaction.FaultTimeout, Err: fmt.Errorf("%s: %w", method, err)}
	}
	stop := context.AfterFunc(ctx, func() { _ = c.close() })
	asked, err := json.Marshal(params)
	if err == nil {
		err = c.ask(method, asked, result)
	}
	if !stop() && err != nil {
		err = dead(interaction.FaultTimeout, late(context.Cause(ctx)))
	}
	if err == nil {
		return nil
	}
	f := *interaction.AsFault(err)
	if f.Dead {
		c.lost = errors.New("the connection was lost before")
		_ = c.close()
	}
	f.Err = fmt.Errorf("%s %s: %w", method, excerpt(asked), f.Err)
	return &f
}

// late says what waiting in vain may come of.
func late(why error) error {
	if errors.Is(why, context.DeadlineExceeded) {
		return errors.New("no answer in time: does it hang, or not flush what it writes?")
	}
	return why
}

func (c *conn) ask(method string, params json.RawMessage, result any) error {
	c.last++
	id := strconv.FormatUint(c.last, 10)
	if err := writeLine(c.rw, request{"2.0", json.RawMessage(id), method, params}); err != nil {
		return dead(interaction.FaultLost, fmt.Errorf("it ended without an answer, before it was asked: %w", err))
	}
	line, err := readLine(c.in)
	if errors.Is(err, errTooLong) {
		return dead(FaultProtocol, err)
	}
	if errors.Is(err, io.EOF) {
		return dead(interaction.FaultLost, errors.New("it ended without an answer"))
	}
	if err != nil {
		return dead(interaction.FaultLost, fmt.Errorf("no answer: %w", err))
	}
	var r response
	if err := decode(line, &r); err != nil {
		return dead(FaultProtocol, fmt.Errorf("the answer %s isn't a message: %w", excerpt(line), err))
	}
	switch {
	case r.Version != "2.0":
		return dead(FaultProtocol, fmt.Errorf("the answer %s isn't JSON-RPC 2.0", excerpt(line)))
	case string(r.ID) != id:
		return dead(FaultProtocol, fmt.Errorf("an answer to message %s, not to %s", excerpt(r.ID), id))
	case r.Error != nil && r.Error.Code == codeFault && r.Error.Data != nil && r.Error.Data.Class != "":
		return &interaction.Fault{Class: r.Error.Data.Class, Dead: r.Error.Data.Dead, Err: r.Error}
	case r.Error != nil:
		return dead(FaultProtocol, r.Error)
	}
	if err := json.Unmarshal(r.Result, result); err != nil {
		return dead(FaultProtocol, fmt.Errorf("the result %s: %w", excerpt(r.Result), err))
	}
	return nil
}

func dead(class string, err error) *interaction.Fault {
	return &interaction.Fault{Class: class, Dead: true, Err: err}
}

// excerpt is the beginning of a message as it can be shown: it may be long and not text.
func excerpt(b []byte) string {
	const most = 160
	if len(b) > most {
		return interaction.Shown(string(b[:most])) + "..."
	}
	return interaction.Shown(string(b))
}
