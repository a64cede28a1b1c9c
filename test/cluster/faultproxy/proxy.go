// Package faultproxy stands between a client and an API server and makes what
// goes wrong in real networks: cut and silent connections, errors, expired
// watches, broken bodies.
package faultproxy

import (
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Proxy is a running one.
type Proxy struct {
	rules   *rules
	gate    *gate
	forward *httputil.ReverseProxy
	server  *http.Server

	mu       sync.Mutex
	requests map[string]int
}

type connKey struct{}

type faultKey struct{}

// New forwards to target, which is trusted by the transport's configuration.
// Credentials are the client's own: its bearer token is passed on.
func New(target *url.URL, trust *tls.Config) *Proxy {
	p := &Proxy{rules: newRules(), gate: newGate(), requests: map[string]int{}}
	silent := log.New(io.Discard, "", 0) // broken connections are its trade
	p.forward = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
		// A watch has a connection of its own on this side: one that ends
		// ends no other.
		Transport:      &http.Transport{TLSClientConfig: trust, MaxIdleConnsPerHost: 64, DisableCompression: true},
		FlushInterval:  -1, // an event is sent on when it comes
		ModifyResponse: p.changeResponse,
		ErrorLog:       silent,
	}
	p.server = &http.Server{Handler: p, ErrorLog: silent,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, conn)
		}}
	return p
}

// Serve serves TLS, with HTTP/2 for clients that want it, until Close.
func (p *Proxy) Serve(listener net.Listener, config *tls.Config) error {
	p.server.TLSConfig = config
	return p.server.ServeTLS(gatedListener{listener, p.gate}, "", "")
}

// Close ends all connections.
func (p *Proxy) Close() error {
	err := p.server.Close()
	p.gate.resume()
	p.gate.cut() // upgraded ones are not the server's any more
	return err
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.requests[r.URL.Path]++
	p.mu.Unlock()
	f := p.rules.take(r)
	if f == nil || f.actsInBody(isWatch(r)) {
		p.pass(w, r, f)
		return
	}
	switch f.Action {
	case Status:
		answerStatus(w, f)
	case Delay:
		if wait(r.Context(), time.After(f.delay())) {
			p.pass(w, r, nil)
		}
	case Stall:
		if wait(r.Context(), f.released) {
			p.pass(w, r, nil)
		}
	default:
		breakOff(r.Context(), f.Action)
		panic(http.ErrAbortHandler)
	}
}

func wait[T any](ctx context.Context, until <-chan T) bool {
	select {
	case <-until:
		return true
	case <-ctx.Done():
		return false
	}
}

func answerStatus(w http.ResponseWriter, f *Fault) {
	w.Header().Set("Content-Type", "application/json")
	if f.RetryAfterSeconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.RetryAfterSeconds))
	}
	w.WriteHeader(f.Code)
	_, _ = io.WriteString(w, toJSON(statusObject(f.Code, f.RetryAfterSeconds))) // the client may be gone
}

func (p *Proxy) pass(w http.ResponseWriter, r *http.Request, f *Fault) {
	r = r.WithContext(context.WithValue(r.Context(), faultKey{}, f))
	if f != nil || isWatch(r) {
		// A compressed body has no lines.
		r.Header.Set("Accept-Encoding", "identity")
	}
	p.forward.ServeHTTP(w, r)
}

// changeResponse puts the fault into the body. Watches are wrapped even
// without one: a later fault may meet them while they are open.
func (p *Proxy) changeResponse(response *http.Response) error {
	request := response.Request
	ctx := request.Context()
	f, _ := ctx.Value(faultKey{}).(*Fault)
	isJSON := strings.HasPrefix(response.Header.Get("Content-Type"), "application/json")
	switch {
	case response.StatusCode != http.StatusOK:
	case isWatch(request) && isJSON:
		body := newWatchBody(ctx, response.Body, f, func(action Action) { breakOff(ctx, action) })
		body.onClose = func() { p.rules.closeWatch(body) }
		p.rules.openWatch(body, request)
		response.Body = body
	case f != nil:
		response.Body = faultyBody(response.Body, f.Action)
		response.ContentLength = -1
		response.Header.Del("Content-Length")
	}
	return nil
}

// breakOff ends the connection that a request came on.
func breakOff(ctx context.Context, action Action) {
	conn, _ := ctx.Value(connKey{}).(net.Conn)
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	gated, ok := conn.(*gatedConn)
	switch {
	case !ok:
	case action == Reset:
		gated.reset()
	default:
		gated.Close()
	}
}
