package faultproxy

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
)

// malformedLine looks like the begin of an event, and is no JSON.
const malformedLine = `{"type":"MODIFIED","object":{"kind": oops` + "\n"

// errBroken ends a body with an abort in place of an orderly end.
var errBroken = errors.New("broken by a fault")

// watchBody is the body of a watch: one event a line. It lets lines through
// until a fault acts.
type watchBody struct {
	ctx      context.Context
	upstream io.ReadCloser
	lines    chan []byte
	upErr    error // why the lines ended; read after they have
	faults   chan *Fault
	breakOff func(Action) // breaks the connection as a cut or a reset does

	fault   *Fault
	seen    int
	pending bytes.Buffer
	ended   error // given after what is pending
	onClose func()
	closing sync.Once
}

func newWatchBody(ctx context.Context, upstream io.ReadCloser, fault *Fault, breakOff func(Action)) *watchBody {
	b := &watchBody{ctx: ctx, upstream: upstream, fault: fault, breakOff: breakOff,
		lines: make(chan []byte), faults: make(chan *Fault, 1), onClose: func() {}}
	go b.readLines()
	return b
}

func (b *watchBody) readLines() {
	defer close(b.lines)
	reader := bufio.NewReader(b.upstream)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 0 {
			select {
			case b.lines <- line:
			case <-b.ctx.Done():
				b.upErr = b.ctx.Err()
				return
			}
		}
		if err != nil {
			b.upErr = err
			return
		}
	}
}

// interrupt gives an open watch a fault; false if it has another one to come.
func (b *watchBody) interrupt(f *Fault) bool {
	select {
	case b.faults <- f:
		return true
	default:
		return false
	}
}

func (b *watchBody) Read(p []byte) (int, error) {
	for b.pending.Len() == 0 && b.ended == nil {
		b.next()
	}
	if b.pending.Len() > 0 {
		return b.pending.Read(p)
	}
	return 0, b.ended
}

// next waits for a line, a fault or the end.
func (b *watchBody) next() {
	if b.fault != nil && b.seen >= b.fault.AfterEvents && b.fault.Action != Truncate {
		b.act(nil)
		return
	}
	select {
	case line, ok := <-b.lines:
		switch {
		case !ok:
			b.ended = b.upErr
		case b.fault != nil && b.seen >= b.fault.AfterEvents:
			b.act(line)
		default:
			b.seen++
			b.pending.Write(line)
		}
	case f := <-b.faults:
		b.fault, b.seen = f, 0
	case <-b.ctx.Done():
		b.ended = b.ctx.Err()
	}
}

// act does what the fault says; a truncation needs a line to cut.
func (b *watchBody) act(line []byte) {
	f := b.fault
	b.fault = nil
	switch f.Action {
	case GoneEvent, ErrorEvent:
		b.pending.WriteString(errorEvent(f.Code))
		b.ended = io.EOF
	case Malformed:
		b.pending.WriteString(malformedLine)
	case Truncate:
		b.pending.Write(line[:len(line)/2])
		b.ended = io.EOF
	case Stall:
		select {
		case <-f.released:
		case <-b.ctx.Done():
			b.ended = b.ctx.Err()
		}
	default:
		b.breakOff(f.Action)
		b.ended = errBroken
	}
}

func (b *watchBody) Close() error {
	b.closing.Do(b.onClose)
	return b.upstream.Close()
}

// truncatedAfter is how much of a body other than a watch's is let through.
const truncatedAfter = 512

// faultyBody changes the body of a request that is no watch.
func faultyBody(upstream io.ReadCloser, action Action) io.ReadCloser {
	changed := io.Reader(upstream)
	if action == Malformed {
		changed = io.MultiReader(bytes.NewReader([]byte(malformedLine)), upstream)
	} else {
		changed = io.LimitReader(upstream, truncatedAfter)
	}
	return struct {
		io.Reader
		io.Closer
	}{changed, upstream}
}
