// Package webhook is an admission webhook server for tests: it remembers every
// AdmissionReview it gets, and answers as its path or the test says.
package webhook

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
)

// A test that forgets to clear must not fill the memory of the machine.
const remembered = 10000

// Record is one request as it came.
type Record struct {
	Time   time.Time                    `json:"time"`
	Path   string                       `json:"path"`
	Host   string                       `json:"host"`
	Review *admissionv1.AdmissionReview `json:"review"`
}

// Recorder is the handler. Beside reviews it serves its own control:
//
//	GET    /_requests?path=PREFIX   what came, oldest first
//	DELETE /_requests               forgets it
//	PUT    /_answers?path=PATH      answers PATH with the Answer in the body
//	DELETE /_answers                back to answers by path
type Recorder struct {
	mu      sync.Mutex
	seen    []Record
	answers map[string]Answer
}

// NewRecorder has seen nothing.
func NewRecorder() *Recorder { return &Recorder{answers: map[string]Answer{}} }

func (rec *Recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/_requests":
		rec.serveRequests(w, r)
	case "/_answers":
		rec.serveAnswers(w, r)
	default:
		rec.serveReview(w, r)
	}
}

func (rec *Recorder) serveRequests(w http.ResponseWriter, r *http.Request) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	if r.Method == http.MethodDelete {
		rec.seen = nil
		return
	}
	prefix := r.URL.Query().Get("path")
	found := []Record{}
	for _, record := range rec.seen {
		if strings.HasPrefix(record.Path, prefix) {
			found = append(found, record)
		}
	}
	writeJSON(w, found)
}

func (rec *Recorder) serveAnswers(w http.ResponseWriter, r *http.Request) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	switch r.Method {
	case http.MethodPut:
		var answer Answer
		if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
			http.Error(w, "not an answer: "+err.Error(), http.StatusBadRequest)
			return
		}
		rec.answers[r.URL.Query().Get("path")] = answer
	case http.MethodDelete:
		rec.answers = map[string]Answer{}
	default:
		writeJSON(w, rec.answers)
	}
}

func (rec *Recorder) serveReview(w http.ResponseWriter, r *http.Request) {
	review := &admissionv1.AdmissionReview{}
	if err := json.NewDecoder(r.Body).Decode(review); err != nil || review.Request == nil {
		http.Error(w, "not an AdmissionReview", http.StatusBadRequest)
		return
	}
	answer := rec.remember(r, review)
	select {
	case <-r.Context().Done():
		return
	case <-time.After(answer.delay()):
	}
	if answer.HTTPStatus != 0 {
		w.WriteHeader(answer.HTTPStatus)
		_, _ = io.WriteString(w, answer.Body) // the caller is gone if this fails
		return
	}
	writeJSON(w, admissionv1.AdmissionReview{TypeMeta: review.TypeMeta, Response: answer.response(review.Request)})
}

func (rec *Recorder) remember(r *http.Request, review *admissionv1.AdmissionReview) Answer {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	rec.seen = append(rec.seen, Record{time.Now(), r.URL.Path, r.Host, review})
	if len(rec.seen) > remembered {
		rec.seen = rec.seen[len(rec.seen)-remembered:]
	}
	if answer, ok := rec.answers[r.URL.Path]; ok {
		return answer
	}
	return answerByPath(r.URL.Path, review.Request)
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value) // the caller is gone if this fails
}
