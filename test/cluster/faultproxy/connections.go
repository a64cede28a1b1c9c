package faultproxy

import (
	"net"
	"sync"
)

// gate is the client's side of the network: it knows all connections, and can
// cut them or go silent on them. It sits below TLS, so that a stall is what a
// client sees of a dead link: not even a ping is answered.
type gate struct {
	mu    sync.Mutex
	open  map[*gatedConn]struct{}
	total int
	// flowing is closed while nothing is stalled.
	flowing chan struct{}
}

func newGate() *gate {
	flowing := make(chan struct{})
	close(flowing)
	return &gate{open: map[*gatedConn]struct{}{}, flowing: flowing}
}

func (g *gate) stall() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.flowing:
		g.flowing = make(chan struct{})
	default: // stalled already
	}
}

func (g *gate) resume() {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.flowing:
	default:
		close(g.flowing)
	}
}

// cut closes all open connections and says how many there were.
func (g *gate) cut() int {
	g.mu.Lock()
	conns := make([]*gatedConn, 0, len(g.open))
	for conn := range g.open {
		conns = append(conns, conn)
	}
	g.mu.Unlock()
	for _, conn := range conns {
		conn.Close()
	}
	return len(conns)
}

func (g *gate) counts() (open, total int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.open), g.total
}

func (g *gate) flow() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.flowing
}

// gatedListener puts every connection behind the gate.
type gatedListener struct {
	net.Listener
	gate *gate
}

func (l gatedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	gated := &gatedConn{Conn: conn, gate: l.gate, closed: make(chan struct{})}
	l.gate.mu.Lock()
	defer l.gate.mu.Unlock()
	l.gate.open[gated] = struct{}{}
	l.gate.total++
	return gated, nil
}

type gatedConn struct {
	net.Conn
	gate   *gate
	once   sync.Once
	closed chan struct{}
}

func (c *gatedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err == nil {
		err = c.wait()
	}
	return n, err
}

func (c *gatedConn) Write(b []byte) (int, error) {
	if err := c.wait(); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}

func (c *gatedConn) wait() error {
	select {
	case <-c.gate.flow():
		return nil
	case <-c.closed:
		return net.ErrClosed
	}
}

func (c *gatedConn) Close() error {
	c.once.Do(func() {
		close(c.closed)
		c.gate.mu.Lock()
		delete(c.gate.open, c)
		c.gate.mu.Unlock()
	})
	return c.Conn.Close()
}

// reset closes with a TCP reset in place of an orderly end.
func (c *gatedConn) reset() {
	if tcp, ok := c.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // fails only on a closed connection
	}
	c.Close()
}
