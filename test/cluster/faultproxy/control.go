package faultproxy

import (
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
)

// Stats is what the proxy has seen.
type Stats struct {
	Connections struct {
		Open  int `json:"open"`
		Total int `json:"total"`
	} `json:"connections"`
	// Requests counts them by path, without queries.
	Requests    map[string]int `json:"requests"`
	OpenWatches int            `json:"openWatches"`
	// Watches are the open ones, with their queries.
	Watches []string `json:"watches"`
	Faults  []Fault  `json:"faults"`
}

// Control is the handler by which tests command the proxy:
//
//	POST   /faults        puts the Fault in the body in force; answers {"id": N}
//	GET    /faults        those in force, with how often they acted
//	DELETE /faults?id=N   ends one, or all without an id
//	POST   /cut           cuts all open connections
//	POST   /stall         goes silent on all connections; POST /resume goes on
//	GET    /stats
func (p *Proxy) Control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /faults", p.serveAddFault)
	mux.HandleFunc("GET /faults", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, p.rules.list()) })
	mux.HandleFunc("DELETE /faults", func(w http.ResponseWriter, r *http.Request) {
		id := 0
		if text := r.URL.Query().Get("id"); text != "" {
			var err error
			if id, err = strconv.Atoi(text); err != nil {
				http.Error(w, "id is no number", http.StatusBadRequest)
				return
			}
		}
		p.rules.clear(id)
		writeJSON(w, struct{}{})
	})
	mux.HandleFunc("POST /cut", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, map[string]int{"connections": p.gate.cut()})
	})
	mux.HandleFunc("POST /stall", func(w http.ResponseWriter, _ *http.Request) {
		p.gate.stall()
		writeJSON(w, struct{}{})
	})
	mux.HandleFunc("POST /resume", func(w http.ResponseWriter, _ *http.Request) {
		p.gate.resume()
		writeJSON(w, struct{}{})
	})
	mux.HandleFunc("GET /stats", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, p.stats()) })
	return mux
}

func (p *Proxy) serveAddFault(w http.ResponseWriter, r *http.Request) {
	fault := &Fault{}
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(fault); err != nil {
		http.Error(w, "not a fault: "+err.Error(), http.StatusBadRequest)
		return
	}
	fault.Hits = 0
	if err := fault.prepare(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	writeJSON(w, map[string]int{"id": p.rules.add(fault)})
}

func (p *Proxy) stats() Stats {
	watches := p.rules.watchPaths()
	s := Stats{OpenWatches: len(watches), Watches: watches, Faults: p.rules.list()}
	s.Connections.Open, s.Connections.Total = p.gate.counts()
	p.mu.Lock()
	defer p.mu.Unlock()
	s.Requests = maps.Clone(p.requests)
	return s
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // the caller may be gone
}
