package faultproxy

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestPrepareRefusesWhatCannotBe(t *testing.T) {
	for _, test := range []struct {
		fault Fault
		want  string // in the error; empty if it is fine
	}{
		{Fault{Action: Cut}, ""},
		{Fault{Action: "explode"}, "unknown action"},
		{Fault{Action: Cut, Match: Match{Path: "("}}, "match.path"},
		{Fault{Action: Status, Code: 503}, ""},
		{Fault{Action: Status}, "from 400 to 599"},
		{Fault{Action: Status, Code: 200}, "from 400 to 599"},
		{Fault{Action: Delay}, "delayMillis"},
		{Fault{Action: Delay, DelayMillis: 1}, ""},
	} {
		err := test.fault.prepare()
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v: %v", test.fault, err)
		}
	}
}

func TestControlRefusesUnknownFields(t *testing.T) {
	proxy := New(nil, nil)
	answer := httptest.NewRecorder()
	proxy.Control().ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/faults", strings.NewReader(`{"action":"cut","afterEvent":1}`)))
	if answer.Code != http.StatusBadRequest || len(proxy.rules.list()) != 0 {
		t.Errorf("a misspelt field was taken: %d", answer.Code)
	}
}

func TestMeets(t *testing.T) {
	yes, no := true, false
	for _, test := range []struct {
		name   string
		fault  Fault
		method string
		path   string
		want   bool
	}{
		{"everything", Fault{Action: Cut}, "GET", "/any", true},
		{"path", Fault{Action: Cut, Match: Match{Path: "/pods$"}}, "GET", "/api/v1/pods", true},
		{"other path", Fault{Action: Cut, Match: Match{Path: "/pods$"}}, "GET", "/api/v1/nodes", false},
		{"query", Fault{Action: Cut, Match: Match{Path: "limit=1"}}, "GET", "/api/v1/pods?limit=1", true},
		{"watches only", Fault{Action: Cut, Match: Match{Watch: &yes}}, "GET", "/pods?watch=1", true},
		{"watches only, of a list", Fault{Action: Cut, Match: Match{Watch: &yes}}, "GET", "/pods", false},
		{"no watches", Fault{Action: Cut, Match: Match{Watch: &no}}, "GET", "/pods?watch=true", false},
		{"the old form of a watch", Fault{Action: Cut, Match: Match{Watch: &yes}}, "GET", "/api/v1/watch/pods", true},
		{"method", Fault{Action: Cut, Match: Match{Method: "PATCH"}}, "GET", "/pods", false},
		{"an event where none is", Fault{Action: GoneEvent}, "GET", "/pods", false},
	} {
		if err := test.fault.prepare(); err != nil {
			t.Fatal(err)
		}
		if got := test.fault.meets(httptest.NewRequest(test.method, test.path, nil)); got != test.want {
			t.Errorf("%s: got %t", test.name, got)
		}
	}
}

func TestFaultsActInOrderAndAsOftenAsTheySay(t *testing.T) {
	s := newRules()
	for _, f := range []*Fault{{Action: Cut, Count: 2}, {Action: Reset, Count: 1}} {
		if err := f.prepare(); err != nil {
			t.Fatal(err)
		}
		s.add(f)
	}
	got := []Action{}
	for f := s.take(httptest.NewRequest("GET", "/", nil)); f != nil; f = s.take(httptest.NewRequest("GET", "/", nil)) {
		got = append(got, f.Action)
	}
	if len(got) != 3 || got[0] != Cut || got[1] != Cut || got[2] != Reset {
		t.Errorf("got %v", got)
	}
	s.clear(1)
	if rest := s.list(); len(rest) != 1 || rest[0].ID != 2 {
		t.Errorf("cleared one of two, left %+v", rest)
	}
	s.clear(0)
	if len(s.list()) != 0 {
		t.Error("not all are cleared")
	}
}
