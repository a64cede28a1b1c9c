package webhook

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Answer is what a webhook says. The zero value allows without a change.
type Answer struct {
	Allowed          *bool             `json:"allowed,omitempty"` // absent: true
	Status           *metav1.Status    `json:"status,omitempty"`
	Patch            json.RawMessage   `json:"patch,omitempty"`    // a JSON patch
	PatchRaw         string            `json:"patchRaw,omitempty"` // sent as the patch, be it one or not
	Warnings         []string          `json:"warnings,omitempty"`
	AuditAnnotations map[string]string `json:"auditAnnotations,omitempty"`
	DelayMillis      int               `json:"delayMillis,omitempty"`
	// HTTPStatus answers with this code and Body and no AdmissionReview.
	HTTPStatus int    `json:"httpStatus,omitempty"`
	Body       string `json:"body,omitempty"`
}

func (a Answer) delay() time.Duration { return time.Duration(a.DelayMillis) * time.Millisecond }

func (a Answer) response(request *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse {
	response := &admissionv1.AdmissionResponse{
		UID: request.UID, Allowed: a.Allowed == nil || *a.Allowed, Result: a.Status,
		Warnings: a.Warnings, AuditAnnotations: a.AuditAnnotations,
	}
	switch {
	case a.PatchRaw != "":
		response.Patch = []byte(a.PatchRaw)
	case len(a.Patch) > 0:
		response.Patch = a.Patch
	}
	if response.Patch != nil {
		kind := admissionv1.PatchTypeJSONPatch
		response.PatchType = &kind
	}
	return response
}

// answerByPath reads the first segment of a path: a webhook's URL says what
// it does, so that a test needs no call to set it up.
//
//	/deny         refuses with 403
//	/mutate-N     adds the label testbed-N: N
//	/warn         allows with a warning
//	/bad-patch    allows with a patch of a field that is not there
//	/slow-D       allows after the duration D (60 s if D is none)
//	/error        fails with HTTP 500
//	/invalid      answers JSON that is no AdmissionReview
//
// Any other path allows.
func answerByPath(path string, request *admissionv1.AdmissionRequest) Answer {
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	action, rest, _ := strings.Cut(segment, "-")
	switch action {
	case "deny":
		no := false
		return Answer{Allowed: &no, Status: &metav1.Status{
			Code: http.StatusForbidden, Message: "denied by the test webhook", Reason: metav1.StatusReasonForbidden}}
	case "mutate":
		return Answer{Patch: labelPatch(rest, request)}
	case "bad":
		return Answer{Patch: json.RawMessage(`[{"op":"remove","path":"/no/such/field"}]`)}
	case "warn":
		return Answer{Warnings: []string{"a warning of the test webhook"}}
	case "slow":
		delay, err := time.ParseDuration(rest)
		if err != nil {
			delay = time.Minute // longer than the longest timeout of a webhook
		}
		return Answer{DelayMillis: int(delay.Milliseconds())}
	case "error":
		return Answer{HTTPStatus: http.StatusInternalServerError, Body: "broken webhook"}
	case "invalid":
		return Answer{HTTPStatus: http.StatusOK, Body: `{"this is": "no AdmissionReview"}`}
	}
	return Answer{}
}

func labelPatch(name string, request *admissionv1.AdmissionRequest) json.RawMessage {
	var object struct{ Metadata metav1.ObjectMeta }
	// An object that cannot be read has no labels to keep.
	_ = json.Unmarshal(request.Object.Raw, &object)
	label := fmt.Sprintf(`{"op":"add","path":"/metadata/labels/testbed-%s","value":%q}`, name, name)
	if object.Metadata.Labels == nil {
		return json.RawMessage(`[{"op":"add","path":"/metadata/labels","value":{}},` + label + `]`)
	}
	return json.RawMessage(`[` + label + `]`)
}
