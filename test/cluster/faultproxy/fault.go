package faultproxy

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Action is what a fault does to a request.
type Action string

const (
	// Cut closes the connection, and with HTTP/2 all that runs on it.
	Cut Action = "cut"
	// Reset closes it with a TCP reset.
	Reset Action = "reset"
	// Stall goes silent with the connection open, until resumed or cleared.
	Stall Action = "stall"
	// Delay waits before the request is forwarded.
	Delay Action = "delay"
	// Status answers with an HTTP status and its Status object.
	Status Action = "status"
	// GoneEvent ends a watch with the error event of an expired version (410).
	GoneEvent Action = "gone-event"
	// ErrorEvent ends a watch with an error event of another code.
	ErrorEvent Action = "error-event"
	// Truncate ends the body in mid-line, as if it were whole.
	Truncate Action = "truncate"
	// Malformed puts a line that is no JSON into the body, and goes on.
	Malformed Action = "malformed"
)

var actions = []Action{Cut, Reset, Stall, Delay, Status, GoneEvent, ErrorEvent, Truncate, Malformed}

// Match says which requests a fault meets.
type Match struct {
	// Path is a regular expression on the path and query; empty meets all.
	Path string `json:"path,omitempty"`
	// Method is an HTTP method; empty meets all.
	Method string `json:"method,omitempty"`
	// Watch meets watches only (true), all but watches (false), or both (absent).
	Watch *bool `json:"watch,omitempty"`
}

// Fault is one rule. In a watch, all actions but delay and status act after
// AfterEvents events; elsewhere they act before the answer, or in its body.
type Fault struct {
	ID     int    `json:"id"`
	Match  Match  `json:"match"`
	Action Action `json:"action"`
	// Code is the HTTP status, or the code of an error event.
	Code              int `json:"status,omitempty"`
	RetryAfterSeconds int `json:"retryAfterSeconds,omitempty"`
	DelayMillis       int `json:"delayMillis,omitempty"`
	AfterEvents       int `json:"afterEvents,omitempty"`
	// Count is how many requests it meets; 0 is all until it is cleared.
	Count int `json:"count,omitempty"`
	// Open meets the watches that are open already, too.
	Open bool `json:"open,omitempty"`
	Hits int  `json:"hits"`

	path     *regexp.Regexp
	released chan struct{} // closed when it is cleared or resumed
}

// prepare checks a fault that came from outside.
func (f *Fault) prepare() error {
	if !slices.Contains(actions, f.Action) {
		return fmt.Errorf("unknown action %q: use one of %v", f.Action, actions)
	}
	path, err := regexp.Compile(f.Match.Path)
	if err != nil {
		return fmt.Errorf("match.path: %w", err)
	}
	f.path, f.released = path, make(chan struct{})
	switch {
	case f.Action == Status && (f.Code < 400 || f.Code > 599):
		return fmt.Errorf("action status wants a status from 400 to 599, not %d", f.Code)
	case f.Action == Delay && f.DelayMillis <= 0:
		return fmt.Errorf("action delay wants delayMillis")
	case f.Action == GoneEvent:
		f.Code = http.StatusGone
	case f.Action == ErrorEvent && f.Code == 0:
		f.Code = http.StatusInternalServerError
	}
	return nil
}

func (f *Fault) meets(r *http.Request) bool {
	watch := isWatch(r)
	if (f.Action == GoneEvent || f.Action == ErrorEvent) && !watch {
		return false
	}
	if f.Match.Watch != nil && *f.Match.Watch != watch {
		return false
	}
	if f.Match.Method != "" && f.Match.Method != r.Method {
		return false
	}
	return f.path.MatchString(r.URL.RequestURI())
}

func (f *Fault) isSpent() bool { return f.Count > 0 && f.Hits >= f.Count }

// actsInBody is true for faults that let the request pass and change the answer.
func (f *Fault) actsInBody(watch bool) bool {
	switch f.Action {
	case Delay, Status:
		return false
	case Truncate, Malformed:
		return true
	}
	return watch
}

func (f *Fault) delay() time.Duration { return time.Duration(f.DelayMillis) * time.Millisecond }

// isWatch knows both forms: the parameter and the old path.
func isWatch(r *http.Request) bool {
	value := r.URL.Query().Get("watch")
	return value == "true" || value == "1" || strings.Contains(r.URL.Path, "/watch/")
}
