package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

func review(object string) []byte {
	text, err := json.Marshal(admissionv1.AdmissionReview{
		TypeMeta: metav1.TypeMeta{APIVersion: "admission.k8s.io/v1", Kind: "AdmissionReview"},
		Request:  &admissionv1.AdmissionRequest{UID: "uid-1", Object: runtime.RawExtension{Raw: []byte(object)}}})
	if err != nil {
		panic(err)
	}
	return text
}

func send(t *testing.T, recorder *Recorder, method, path string, body []byte) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	recorder.ServeHTTP(answer, httptest.NewRequest(method, path, bytes.NewReader(body)))
	return answer
}

func ask(t *testing.T, recorder *Recorder, path, object string) *admissionv1.AdmissionResponse {
	t.Helper()
	answer := send(t, recorder, http.MethodPost, path, review(object))
	got := admissionv1.AdmissionReview{}
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || got.Response == nil {
		t.Fatalf("%s: code %d, %v, %s", path, answer.Code, err, answer.Body)
	}
	if got.Kind != "AdmissionReview" || got.Response.UID != "uid-1" {
		t.Errorf("%s: the answer is not to the question: %+v", path, got)
	}
	return got.Response
}

func TestAPathSaysWhatTheWebhookDoes(t *testing.T) {
	const plain, labelled = `{"metadata":{"name":"a"}}`, `{"metadata":{"labels":{"x":"y"}}}`
	for _, test := range []struct {
		path, object string
		allowed      bool
		patch        string
		warnings     int
		code         int32
	}{
		{path: "/", object: plain, allowed: true},
		{path: "/anything/h", object: plain, allowed: true},
		{path: "/deny", object: plain, code: 403},
		{path: "/deny/some/name", object: plain, code: 403},
		{path: "/warn", object: plain, allowed: true, warnings: 1},
		{path: "/mutate-3", object: labelled, allowed: true, patch: `[{"op":"add","path":"/metadata/labels/testbed-3","value":"3"}]`},
		{path: "/mutate-3", object: plain, allowed: true,
			patch: `[{"op":"add","path":"/metadata/labels","value":{}},{"op":"add","path":"/metadata/labels/testbed-3","value":"3"}]`},
		{path: "/bad-patch", object: plain, allowed: true, patch: `[{"op":"remove","path":"/no/such/field"}]`},
		{path: "/slow-1ms", object: plain, allowed: true},
	} {
		got := ask(t, NewRecorder(), test.path, test.object)
		if got.Allowed != test.allowed || string(got.Patch) != test.patch || len(got.Warnings) != test.warnings {
			t.Errorf("%s: got %+v, patch %s", test.path, got, got.Patch)
		}
		if (got.PatchType != nil) != (test.patch != "") {
			t.Errorf("%s: patch type %v", test.path, got.PatchType)
		}
		if test.code != 0 && (got.Result == nil || got.Result.Code != test.code) {
			t.Errorf("%s: result %+v", test.path, got.Result)
		}
	}
}

func TestBrokenWebhooks(t *testing.T) {
	for _, test := range []struct {
		path, body string
		sent       []byte
		code       int
	}{
		{"/error", "broken webhook", review("{}"), 500},
		{"/invalid", "no AdmissionReview", review("{}"), 200},
		{"/", "not an AdmissionReview", []byte("nonsense"), 400},
		{"/", "not an AdmissionReview", []byte(`{"kind":"AdmissionReview"}`), 400},
	} {
		answer := send(t, NewRecorder(), http.MethodPost, test.path, test.sent)
		if answer.Code != test.code || !strings.Contains(answer.Body.String(), test.body) {
			t.Errorf("%s: got %d %s", test.path, answer.Code, answer.Body)
		}
	}
}

func TestASlowWebhookEndsWithItsCaller(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	request := httptest.NewRequest(http.MethodPost, "/slow-1h", bytes.NewReader(review("{}"))).WithContext(ctx)
	began := time.Now()
	NewRecorder().ServeHTTP(httptest.NewRecorder(), request)
	if waited := time.Since(began); waited > 5*time.Second {
		t.Errorf("it held its caller for %v", waited)
	}
}

func TestASetAnswerComesBeforeThePath(t *testing.T) {
	for _, test := range []struct {
		name, answer string
		check        func(*admissionv1.AdmissionResponse) bool
	}{
		{"refused without a status", `{"allowed":false}`, func(r *admissionv1.AdmissionResponse) bool { return !r.Allowed && r.Result == nil }},
		{"refused with code 200", `{"allowed":false,"status":{"code":200,"message":"m"}}`,
			func(r *admissionv1.AdmissionResponse) bool {
				return !r.Allowed && r.Result.Code == 200 && r.Result.Message == "m"
			}},
		{"a patch", `{"patch":[{"op":"remove","path":"/x"}]}`,
			func(r *admissionv1.AdmissionResponse) bool {
				return r.Allowed && strings.Contains(string(r.Patch), "remove")
			}},
		{"a patch that is none", `{"patchRaw":"nonsense"}`, func(r *admissionv1.AdmissionResponse) bool { return string(r.Patch) == "nonsense" }},
		{"warnings and audit annotations", `{"warnings":["w"],"auditAnnotations":{"k":"v"}}`,
			func(r *admissionv1.AdmissionResponse) bool {
				return r.Warnings[0] == "w" && r.AuditAnnotations["k"] == "v"
			}},
	} {
		recorder := NewRecorder()
		if code := send(t, recorder, http.MethodPut, "/_answers?path=/deny/h", []byte(test.answer)).Code; code != http.StatusOK {
			t.Fatalf("%s: code %d", test.name, code)
		}
		if got := ask(t, recorder, "/deny/h", "{}"); !test.check(got) {
			t.Errorf("%s: got %+v", test.name, got)
		}
		send(t, recorder, http.MethodDelete, "/_answers", nil)
		if got := ask(t, recorder, "/deny/h", "{}"); got.Allowed || got.Result.Code != 403 {
			t.Errorf("%s: the answer stayed", test.name)
		}
	}
	if code := send(t, NewRecorder(), http.MethodPut, "/_answers?path=/h", []byte("nonsense")).Code; code != http.StatusBadRequest {
		t.Errorf("nonsense was taken as an answer: %d", code)
	}
}

func TestRequestsAreRemembered(t *testing.T) {
	recorder := NewRecorder()
	ask(t, recorder, "/a/h", "{}")
	ask(t, recorder, "/b/h", "{}")
	for query, want := range map[string]int{"": 2, "?path=/b": 1, "?path=/c": 0} {
		got := []Record{}
		if err := json.Unmarshal(send(t, recorder, http.MethodGet, "/_requests"+query, nil).Body.Bytes(), &got); err != nil || len(got) != want {
			t.Errorf("%q: %d records, %v", query, len(got), err)
		}
	}
	send(t, recorder, http.MethodDelete, "/_requests", nil)
	if body := send(t, recorder, http.MethodGet, "/_requests", nil).Body.String(); strings.TrimSpace(body) != "[]" {
		t.Errorf("after clearing: %s", body)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	recorder := NewRecorder()
	recorder.seen = make([]Record, remembered)
	ask(t, recorder, "/last", "{}")
	if len(recorder.seen) != remembered || recorder.seen[remembered-1].Path != "/last" {
		t.Errorf("%d records", len(recorder.seen))
	}
}

func TestAServiceNeedsAnOuterAddress(t *testing.T) {
	err := MakeService(context.Background(), nil, "hooks", "hook", "", 0)
	if err == nil || !strings.Contains(err.Error(), "no address beyond loopback") {
		t.Errorf("got %v", err)
	}
}

func TestTheSliceBelongsToItsService(t *testing.T) {
	slice := endpointSlice("hook", "192.0.2.1", 4443)
	if slice.Labels["kubernetes.io/service-name"] != "hook" || slice.Endpoints[0].Addresses[0] != "192.0.2.1" ||
		*slice.Ports[0].Port != 4443 || *slice.Ports[0].Name != "https" {
		t.Errorf("got %+v", slice)
	}
}
