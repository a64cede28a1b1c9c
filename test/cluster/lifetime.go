package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// withLifetime ends the context when the starter is gone: when standard input
// closes, or when the process with the given id does. A test that crashed then
// leaves no cluster behind.
//
// A line "keep" or "discard" on standard input decides anew what happens to
// the state at the end: a test restarts a server by keeping what it has, and
// does not want to leave it behind if it crashes later.
func withLifetime(ctx context.Context, untilInputCloses bool, parent int, keep *atomic.Bool) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if untilInputCloses {
		go func() {
			followInput(os.Stdin, keep)
			cancel()
		}()
	}
	if parent != 0 {
		go func() {
			for processLives(parent) {
				select {
				case <-ctx.Done():
					return
				case <-time.After(500 * time.Millisecond):
				}
			}
			cancel()
		}()
	}
	return ctx, cancel
}

// followInput returns when the input closes, in whatever way.
func followInput(input io.Reader, keep *atomic.Bool) {
	lines := bufio.NewScanner(input)
	for lines.Scan() {
		switch lines.Text() {
		case "keep":
			keep.Store(true)
		case "discard":
			keep.Store(false)
		}
	}
}
