package faultproxy

import (
	"net/http"
	"sync"
)

// rules are the faults in force and the watches that are open.
type rules struct {
	mu      sync.Mutex
	lastID  int
	faults  []*Fault
	watches map[*watchBody]*http.Request
}

func newRules() *rules { return &rules{watches: map[*watchBody]*http.Request{}} }

// add puts a prepared fault in force, for open watches too if it says so.
func (s *rules) add(f *Fault) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastID++
	f.ID = s.lastID
	s.faults = append(s.faults, f)
	if f.Open {
		for body, request := range s.watches {
			if f.meets(request) && !f.isSpent() && body.interrupt(f) {
				f.Hits++
			}
		}
	}
	return f.ID
}

// take returns the first fault that meets a request, and counts it.
func (s *rules) take(r *http.Request) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if !f.isSpent() && f.meets(r) {
			f.Hits++
			return f
		}
	}
	return nil
}

// clear ends one fault, or all for id 0; what it stalls goes on.
func (s *rules) clear(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var rest []*Fault
	for _, f := range s.faults {
		if id == 0 || f.ID == id {
			close(f.released)
		} else {
			rest = append(rest, f)
		}
	}
	s.faults = rest
}

// list returns copies, so that they can be read without the lock.
func (s *rules) list() []Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []Fault{}
	for _, f := range s.faults {
		all = append(all, *f)
	}
	return all
}

func (s *rules) openWatch(body *watchBody, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watches[body] = r
}

func (s *rules) closeWatch(body *watchBody) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.watches, body)
}

// watchPaths are the open watches, with their queries.
func (s *rules) watchPaths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	paths := []string{}
	for _, request := range s.watches {
		paths = append(paths, request.URL.RequestURI())
	}
	return paths
}
