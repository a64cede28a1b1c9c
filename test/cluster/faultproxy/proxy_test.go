package faultproxy

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse.dev/cluster/pki"
)

// event is one line of a watch.
type event struct {
	Type   string
	Object struct {
		Code   int
		Reason string
		N      int
	}
}

// upstream stands for an API server: a list, and a watch of events that come
// every few milliseconds.
func upstream(t *testing.T) *httptest.Server {
	t.Helper()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Token", r.Header.Get("Authorization"))
		if !isWatch(r) {
			fmt.Fprintf(w, `{"kind":"List","padding":%q}`, strings.Repeat("x", 2*truncatedAfter))
			return
		}
		for n := 0; r.Context().Err() == nil; n++ {
			fmt.Fprintf(w, `{"type":"ADDED","object":{"n":%d}}`+"\n", n)
			w.(http.Flusher).Flush()
			time.Sleep(2 * time.Millisecond)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// bench is a proxy before the upstream, and a client of it.
type bench struct {
	t       *testing.T
	proxy   *Proxy
	url     string
	client  *http.Client
	control *httptest.Server
}

func newBench(t *testing.T, http2 bool) *bench {
	t.Helper()
	target := upstream(t)
	address, err := url.Parse(target.URL)
	if err != nil {
		t.Fatal(err)
	}
	authority, err := pki.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	proxy := New(address, target.Client().Transport.(*http.Transport).TLSClientConfig)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go proxy.Serve(listener, authority.ServerTLSForAnyName(net.IPv4(127, 0, 0, 1)))
	control := httptest.NewServer(proxy.Control())
	b := &bench{t: t, proxy: proxy, url: "https://" + listener.Addr().String(), control: control,
		client: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: authority.Pool()}, ForceAttemptHTTP2: http2}}}
	t.Cleanup(func() {
		b.client.CloseIdleConnections()
		control.Close()
		proxy.Close()
	})
	return b
}

func (b *bench) command(method, path, body string) string {
	b.t.Helper()
	request, err := http.NewRequest(method, b.control.URL+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s: %d %s %v", method, path, answer.StatusCode, text, err)
	}
	return string(text)
}

func (b *bench) get(path string) (*http.Response, error) { return b.client.Get(b.url + path) }

// stream is an open watch.
type stream struct {
	lines *bufio.Reader
	body  io.Closer
}

func (b *bench) watch(path string) *stream {
	b.t.Helper()
	answer, err := b.get(path)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { answer.Body.Close() })
	return &stream{bufio.NewReader(answer.Body), answer.Body}
}

// read returns the events until one of another type than ADDED, a line that is
// none, or the end; that line and how the stream ended.
func (s *stream) read() (count int, last string, err error) {
	for {
		line, err := s.lines.ReadString('\n')
		var e event
		if err != nil || json.Unmarshal([]byte(line), &e) != nil || e.Type != "ADDED" {
			return count, line, err
		}
		count++
	}
}

func eachProtocol(t *testing.T, test func(t *testing.T, b *bench)) {
	for _, http2 := range []bool{false, true} {
		t.Run(fmt.Sprintf("http2=%t", http2), func(t *testing.T) { test(t, newBench(t, http2)) })
	}
}

func TestRequestsAndTokensPass(t *testing.T) {
	eachProtocol(t, func(t *testing.T, b *bench) {
		request, err := http.NewRequest(http.MethodGet, b.url+"/api/v1/pods?limit=5", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer viewer-token")
		answer, err := b.client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if answer.StatusCode != 200 || answer.Header.Get("X-Token") != "Bearer viewer-token" {
			t.Errorf("%d, token %q", answer.StatusCode, answer.Header.Get("X-Token"))
		}
		if want := map[bool]int{false: 1, true: 2}[b.client.Transport.(*http.Transport).ForceAttemptHTTP2]; answer.ProtoMajor != want {
			t.Errorf("HTTP/%d", answer.ProtoMajor)
		}
	})
}

func TestFaultsOfWatches(t *testing.T) {
	eachProtocol(t, func(t *testing.T, b *bench) {
		for _, test := range []struct {
			fault string
			count int
			last  string // begin of the line that ends the reading
			code  int
			end   error // of the stream there; nil if it goes on
		}{
			{`{"action":"gone-event","afterEvents":3}`, 3, `{"type":"ERROR"`, 410, nil},
			{`{"action":"gone-event"}`, 0, `{"type":"ERROR"`, 410, nil},
			{`{"action":"error-event","status":500,"afterEvents":1}`, 1, `{"type":"ERROR"`, 500, nil},
			{`{"action":"error-event"}`, 0, `{"type":"ERROR"`, 500, nil},
			{`{"action":"malformed","afterEvents":2}`, 2, `{"type":"MODIFIED"`, 0, nil},
			{`{"action":"truncate","afterEvents":2}`, 2, `{"type":"ADDED"`, 0, io.EOF},
		} {
			b.command("POST", "/faults", test.fault)
			s := b.watch("/api/v1/pods?watch=true")
			count, last, err := s.read()
			if count != test.count || !strings.HasPrefix(last, test.last) || !errors.Is(err, test.end) {
				t.Errorf("%s: %d events, then %q, %v", test.fault, count, last, err)
			}
			var e event
			if test.code != 0 && (json.Unmarshal([]byte(last), &e) != nil || e.Object.Code != test.code) {
				t.Errorf("%s: the last event is %s", test.fault, last)
			}
			if strings.Contains(test.fault, "malformed") {
				if line, err := s.lines.ReadString('\n'); err != nil || !strings.Contains(line, `"n":2`) {
					t.Errorf("it did not go on with the next event: %q %v", line, err)
				}
			} else if rest, err := io.ReadAll(s.lines); len(rest) != 0 || err != nil {
				t.Errorf("%s: then %q, %v", test.fault, rest, err)
			}
			s.body.Close()
			b.command("DELETE", "/faults", "")
		}
	})
}

func TestCutAndResetOfWatches(t *testing.T) {
	eachProtocol(t, func(t *testing.T, b *bench) {
		for _, action := range []string{"cut", "reset"} {
			b.command("POST", "/faults", fmt.Sprintf(`{"action":%q,"afterEvents":2,"count":1}`, action))
			count, _, err := b.watch("/api/v1/pods?watch=1").read()
			if count != 2 || err == nil || err == io.EOF {
				t.Errorf("%s: %d events, %v: a cut must not look like an orderly end", action, count, err)
			}
			if action == "reset" && !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("reset: %v", err)
			}
		}
	})
}

func TestFaultsBeforeTheAnswer(t *testing.T) {
	eachProtocol(t, func(t *testing.T, b *bench) {
		for _, code := range []int{401, 403, 404, 410, 429, 500, 503} {
			b.command("POST", "/faults", fmt.Sprintf(`{"action":"status","status":%d,"retryAfterSeconds":2,"count":1,"match":{"watch":false}}`, code))
			answer, err := b.get("/api/v1/pods")
			if err != nil {
				t.Fatal(err)
			}
			var status struct {
				Kind, Reason string
				Code         int
			}
			if err := json.NewDecoder(answer.Body).Decode(&status); err != nil || status.Kind != "Status" || status.Code != code || status.Reason == "" {
				t.Errorf("%d: %+v %v", code, status, err)
			}
			answer.Body.Close()
			if answer.StatusCode != code || answer.Header.Get("Retry-After") != "2" {
				t.Errorf("%d: %d, Retry-After %q", code, answer.StatusCode, answer.Header.Get("Retry-After"))
			}
		}
		for _, action := range []string{"cut", "reset"} {
			// A client tries a GET on a fresh connection again if a kept one breaks.
			b.client.CloseIdleConnections()
			b.command("POST", "/faults", fmt.Sprintf(`{"action":%q}`, action))
			if answer, err := b.get("/api/v1/pods"); err == nil {
				answer.Body.Close()
				t.Errorf("%s: answered %d", action, answer.StatusCode)
			}
			b.command("DELETE", "/faults", "")
		}
		b.command("POST", "/faults", `{"action":"delay","delayMillis":100,"count":1}`)
		began := time.Now()
		answer, err := b.get("/api/v1/pods")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if waited := time.Since(began); waited < 100*time.Millisecond || answer.StatusCode != 200 {
			t.Errorf("delay: %d after %v", answer.StatusCode, waited)
		}
	})
}

func TestFaultsInOtherBodies(t *testing.T) {
	eachProtocol(t, func(t *testing.T, b *bench) {
		for _, action := range []string{"truncate", "malformed"} {
			b.command("POST", "/faults", fmt.Sprintf(`{"action":%q,"count":1}`, action))
			answer, err := b.get("/api/v1/pods")
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil || json.Valid(body) || len(body) == 0 {
				t.Errorf("%s: %d bytes, %v", action, len(body), err)
			}
		}
	})
}

func TestAStalledWatchGoesOnWhenCleared(t *testing.T) {
	eachProtocol(t, func(t *testing.T, b *bench) {
		b.command("POST", "/faults", `{"action":"stall","afterEvents":2}`)
		s := b.watch("/api/v1/pods?watch=true")
		next := make(chan string)
		go func() {
			for {
				line, err := s.lines.ReadString('\n')
				if err != nil {
					close(next)
					return
				}
				next <- line
			}
		}()
		<-next
		<-next
		select {
		case line := <-next:
			t.Errorf("got %q", line)
		case <-time.After(100 * time.Millisecond):
		}
		b.command("DELETE", "/faults", "")
		if line := <-next; !strings.Contains(line, `"n":2`) {
			t.Errorf("then %q", line)
		}
		go func() {
			for range next { // let the reader end
			}
		}()
		s.body.Close()
	})
}

func TestOpenWatchesAreMet(t *testing.T) {
	b := newBench(t, true)
	pods, nodes := b.watch("/api/v1/pods?watch=true"), b.watch("/api/v1/nodes?watch=true")
	for _, s := range []*stream{pods, nodes} {
		if _, err := s.lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	b.command("POST", "/faults", `{"action":"gone-event","open":true,"count":1,"match":{"path":"/pods"}}`)
	if _, last, _ := pods.read(); !strings.Contains(last, "410") {
		t.Errorf("the open watch ended with %q", last)
	}
	if line, err := nodes.lines.ReadString('\n'); err != nil || !strings.Contains(line, "ADDED") {
		t.Errorf("the other one: %q %v", line, err)
	}
	if s := b.watch("/api/v1/pods?watch=true"); s != nil {
		if line, err := s.lines.ReadString('\n'); err != nil || !strings.Contains(line, "ADDED") {
			t.Errorf("the count was used up, and yet %q %v", line, err)
		}
	}
}

func TestCutAndStallOfAllConnections(t *testing.T) {
	eachProtocol(t, func(t *testing.T, b *bench) {
		s := b.watch("/api/v1/pods?watch=true")
		if _, err := s.lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		b.command("POST", "/stall", "")
		b.command("POST", "/stall", "") // once more is no error
		answered := make(chan error, 1)
		go func() {
			answer, err := b.get("/api/v1/nodes")
			if err == nil {
				answer.Body.Close()
			}
			answered <- err
		}()
		select {
		case err := <-answered:
			t.Errorf("answered while stalled: %v", err)
		case <-time.After(100 * time.Millisecond):
		}
		b.command("POST", "/resume", "")
		if err := <-answered; err != nil {
			t.Errorf("after resuming: %v", err)
		}
		if text := b.command("POST", "/cut", ""); strings.Contains(text, `"connections":0`) {
			t.Errorf("cut %s", text)
		}
		if _, _, err := s.read(); err == nil || err == io.EOF {
			t.Errorf("the watch ended with %v", err)
		}
		if answer, err := b.get("/api/v1/nodes"); err != nil {
			t.Errorf("a new connection: %v", err)
		} else {
			answer.Body.Close()
		}
	})
}

func TestStats(t *testing.T) {
	b := newBench(t, false)
	first := b.watch("/api/v1/pods?watch=true&limit=1")
	b.command("POST", "/faults", `{"action":"status","status":500,"match":{"method":"GET","path":"^/api/v1/nodes"}}`)
	for range 3 {
		answer, err := b.get("/api/v1/nodes?x=y")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	var stats Stats
	if err := json.Unmarshal([]byte(b.command("GET", "/stats", "")), &stats); err != nil {
		t.Fatal(err)
	}
	if stats.OpenWatches != 1 || stats.Watches[0] != "/api/v1/pods?watch=true&limit=1" {
		t.Errorf("watches %v", stats.Watches)
	}
	if stats.Requests["/api/v1/nodes"] != 3 || stats.Requests["/api/v1/pods"] != 1 {
		t.Errorf("requests %v", stats.Requests)
	}
	if len(stats.Faults) != 1 || stats.Faults[0].Hits != 3 {
		t.Errorf("faults %+v", stats.Faults)
	}
	if stats.Connections.Open < 1 || stats.Connections.Total < stats.Connections.Open {
		t.Errorf("connections %+v", stats.Connections)
	}
	first.body.Close()
	for deadline := time.Now().Add(10 * time.Second); len(b.proxy.rules.watchPaths()) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a closed watch counts as open")
		}
	}
}
