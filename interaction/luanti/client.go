package luanti

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// The connection of a player, as the engine's src/network has it: packets of a protocol of
// its own over UDP, of which those that matter are sent again until they are acknowledged.
const (
	protocolID = 0x4f457403
	firstSeq   = 65500
	// resend is how long an acknowledgement may take, and hello how often a server that
	// doesn't listen yet is knocked at.
	resend = 200 * time.Millisecond
)

// Types of packets and of control packets.
const (
	packetControl = iota
	packetOriginal
	packetSplit
	packetReliable
)

const (
	controlAck = iota
	controlPeer
	controlPing
	controlDisconnect
)

// Commands that are read or sent: of some hundred those that make a player join.
const (
	toServerInit     = 0x02
	toServerInit2    = 0x11
	toServerReady    = 0x43
	toServerFirstSRP = 0x50

	toClientHello  = 0x02
	toClientAccept = 0x03
	toClientDenied = 0x0a

	mechanismFirstSRP = 1 << 2
)

// client is a player who joins and does nothing: who stands in the world, with all that
// the engine gives a player, for the server's mod to act with. A game asks more of a
// player than anything that only looks like one can answer.
//
// It is written here as what a player sends to join is five commands; libraries for the
// whole protocol read the nodes and the map of one version of the engine.
type client struct {
	conn net.Conn
	name string

	mu     sync.Mutex
	peer   uint16
	seq    uint16
	unsent map[uint16][]byte // not acknowledged yet
	state  int               // the last command that was answered
	denied error
	done   chan struct{} // closed when the reader has ended
}

// join has a player join the server at the port. It returns at once: the server's mod sees
// when somebody is there.
func join(port int, name string) (*client, error) {
	conn, err := net.DialUDP("udp4", nil, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
	if err != nil {
		return nil, err
	}
	c := &client{conn: conn, name: name, seq: firstSeq, unsent: map[uint16][]byte{}, done: make(chan struct{})}
	go c.read()
	go c.again()
	return c, nil
}

// leave ends the connection. It may be called again.
func (c *client) leave() {
	c.mu.Lock()
	c.send(0, []byte{packetControl, controlDisconnect})
	c.mu.Unlock()
	_ = c.conn.Close() // the other side goes too
	<-c.done
}

// refused says why the server doesn't want the player; nil: it doesn't say so.
func (c *client) refused() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.denied
}

// send sends a packet. Where nobody listens yet that fails, and is tried again. The caller
// holds mu.
func (c *client) send(channel byte, body []byte) {
	b := binary.BigEndian.AppendUint32(nil, protocolID)
	b = binary.BigEndian.AppendUint16(b, c.peer)
	_, _ = c.conn.Write(append(append(b, channel), body...))
}

// reliable sends a command that must arrive. The caller holds mu.
func (c *client) reliable(command []byte) {
	body := binary.BigEndian.AppendUint16([]byte{packetReliable}, c.seq)
	body = append(append(body, packetOriginal), command...)
	c.unsent[c.seq] = body
	c.seq++
	c.send(1, body)
}

// again sends what wasn't acknowledged, and knocks while nobody has answered.
func (c *client) again() {
	tick := time.NewTicker(resend)
	defer tick.Stop()
	for {
		c.mu.Lock()
		if c.peer == 0 {
			// A reliable packet with nothing in it, in a channel of its own.
			c.send(0, []byte{packetReliable, firstSeq >> 8, firstSeq & 0xff, packetOriginal})
		} else if c.state == 0 {
			c.send(1, append([]byte{packetOriginal}, c.init()...))
		}
		for _, body := range c.unsent {
			c.send(1, body)
		}
		c.mu.Unlock()
		select {
		case <-tick.C:
		case <-c.done:
			return
		}
	}
}

// read answers packets until the connection is closed.
func (c *client) read() {
	defer close(c.done)
	buf := make([]byte, 1<<16)
	for {
		n, err := c.conn.Read(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil || n < 8 || binary.BigEndian.Uint32(buf) != protocolID {
			continue // nobody listens yet, or it is none of ours
		}
		c.mu.Lock()
		c.packet(buf[6], buf[7:n])
		c.mu.Unlock()
	}
}

// packet takes a packet without its header, of at least one byte.
func (c *client) packet(channel byte, b []byte) {
	switch {
	case b[0] == packetReliable && len(b) > 3:
		c.send(channel, append([]byte{packetControl, controlAck}, b[1:3]...))
		if b[3] != packetReliable {
			c.packet(channel, b[3:])
		}
	case b[0] == packetControl && len(b) >= 4 && b[1] == controlAck:
		if channel == 1 {
			delete(c.unsent, binary.BigEndian.Uint16(b[2:]))
		}
	case b[0] == packetControl && len(b) >= 4 && b[1] == controlPeer && c.peer == 0:
		c.peer = binary.BigEndian.Uint16(b[2:])
		c.send(1, append([]byte{packetOriginal}, c.init()...))
	case b[0] == packetOriginal && len(b) >= 3:
		c.command(int(binary.BigEndian.Uint16(b[1:])), b[3:])
	}
}

// command takes the next step of joining. What comes in parts, such as the game's nodes, is
// none of a player's who doesn't look.
func (c *client) command(what int, b []byte) {
	switch {
	case what == toClientDenied:
		why := "it doesn't say why"
		if len(b) > 0 {
			why = fmt.Sprintf("reason %d %s", b[0], bytes.ToValidUTF8(bytes.Trim(b[1:], "\x00"), nil))
		}
		c.denied = fmt.Errorf("the server refuses the player: %s", why)
	case what == toClientHello && c.state == 0 && len(b) >= 9:
		if binary.BigEndian.Uint32(b[5:])&mechanismFirstSRP == 0 {
			c.denied = errors.New("the server knows the player already")
			return
		}
		c.state = what
		// The password is empty and the server dies with the world, so that what
		// the verifier is made of doesn't matter.
		b := binary.BigEndian.AppendUint16(nil, toServerFirstSRP)
		c.reliable(append(text(text(b, "salt"), "verifier"), 1))
	case what == toClientAccept && c.state == toClientHello:
		c.state = what
		c.reliable(text(binary.BigEndian.AppendUint16(nil, toServerInit2), ""))
		ready := append(binary.BigEndian.AppendUint16(nil, toServerReady), 5, 6, 1, 0)
		c.reliable(binary.BigEndian.AppendUint16(text(ready, "adam"), 4))
	}
}

// init is the first command: which versions of the protocol are spoken.
func (c *client) init() []byte {
	b := append(binary.BigEndian.AppendUint16(nil, toServerInit), 29) // the map's format
	for _, n := range []uint16{0, 37, 41} {                           // no compression; versions from, to
		b = binary.BigEndian.AppendUint16(b, n)
	}
	return text(b, c.name)
}

// text appends a string as the protocol has it.
func text(b []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(s))), s...)
}

// watch cancels the context when the server refuses the player.
func (c *client) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(resend)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.done:
			return
		case <-tick.C:
			if err := c.refused(); err != nil {
				cancel(err)
				return
			}
		}
	}
}
