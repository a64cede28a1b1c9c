package kubelet

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"time"
)

// output keeps what a container wrote, as bytes with the time each line began.
type output struct {
	mu     sync.Mutex
	text   []byte
	lines  []logLine
	closed bool
	wake   chan struct{} // closed and replaced at each change
}

type logLine struct {
	at    time.Time
	start int
}

// logOptions are those of the API's PodLogOptions; tail and limit are negative
// when absent.
type logOptions struct {
	tail, limit        int
	since              time.Time
	follow, timestamps bool
}

func newOutput() *output { return &output{wake: make(chan struct{})} }

func (o *output) Write(written []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return len(written), nil
	}
	for rest := written; len(rest) > 0; {
		if n := len(o.text); n == 0 || o.text[n-1] == '\n' {
			o.lines = append(o.lines, logLine{time.Now(), n})
		}
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			end = len(rest)
		}
		o.text = append(o.text, rest[:end]...)
		rest = rest[end:]
	}
	close(o.wake)
	o.wake = make(chan struct{})
	return len(written), nil
}

func (o *output) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.closed = true
		close(o.wake)
	}
}

// line returns line i without its newline, and whether it is whole.
func (o *output) line(i int) (string, bool) {
	end := len(o.text)
	if i+1 < len(o.lines) {
		end = o.lines[i+1].start
	}
	text := string(o.text[o.lines[i].start:end])
	return strings.TrimSuffix(text, "\n"), strings.HasSuffix(text, "\n") || o.closed
}

// stream emits lines until the options are met, the context ends or emit fails.
func (o *output) stream(ctx context.Context, options logOptions, emit func(string) error) {
	next := o.first(options.tail)
	for {
		text, at, wake := o.next(next, options.follow)
		if wake != nil {
			select {
			case <-ctx.Done():
				return
			case <-wake:
				continue
			}
		}
		if text == "" {
			return
		}
		next++
		if at.Before(options.since) {
			continue
		}
		if options.timestamps {
			text = at.UTC().Format(time.RFC3339Nano) + " " + text
		}
		if options.limit >= 0 {
			text = text[:min(len(text), options.limit)]
			options.limit -= len(text)
		}
		if emit(text) != nil || options.limit == 0 {
			return
		}
	}
}

func (o *output) first(tail int) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if tail < 0 {
		return 0
	}
	return max(0, len(o.lines)-tail)
}

// next returns line i with a newline, or a channel to wait on for it, or
// neither at the end.
func (o *output) next(i int, follow bool) (string, time.Time, <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if i < len(o.lines) {
		if text, whole := o.line(i); whole || !follow {
			return text + "\n", o.lines[i].at, nil
		}
	}
	if !follow || o.closed {
		return "", time.Time{}, nil
	}
	return "", time.Time{}, o.wake
}

// copyRaw writes all output from now on, byte for byte.
func (o *output) copyRaw(ctx context.Context, w io.Writer) error {
	o.mu.Lock()
	at := len(o.text)
	for {
		chunk, wake, closed := o.text[at:], o.wake, o.closed
		at = len(o.text)
		o.mu.Unlock()
		if len(chunk) > 0 {
			if _, err := w.Write(chunk); err != nil {
				return err
			}
		}
		if closed {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
		}
		o.mu.Lock()
	}
}
