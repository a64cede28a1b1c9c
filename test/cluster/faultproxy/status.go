package faultproxy

import (
	"encoding/json"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var reasons = map[int]metav1.StatusReason{
	http.StatusUnauthorized:        metav1.StatusReasonUnauthorized,
	http.StatusForbidden:           metav1.StatusReasonForbidden,
	http.StatusNotFound:            metav1.StatusReasonNotFound,
	http.StatusConflict:            metav1.StatusReasonConflict,
	http.StatusGone:                metav1.StatusReasonExpired,
	http.StatusTooManyRequests:     metav1.StatusReasonTooManyRequests,
	http.StatusInternalServerError: metav1.StatusReasonInternalError,
	http.StatusServiceUnavailable:  metav1.StatusReasonServiceUnavailable,
	http.StatusGatewayTimeout:      metav1.StatusReasonTimeout,
}

// statusObject is what an API server would answer with this code.
func statusObject(code, retryAfterSeconds int) metav1.Status {
	status := metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"},
		Status:   metav1.StatusFailure, Code: int32(code), Reason: reasons[code],
		Message: fmt.Sprintf("%s (made by the fault proxy)", http.StatusText(code)),
	}
	if code == http.StatusGone {
		status.Message = "too old resource version: 1 (2) (made by the fault proxy)"
	}
	if retryAfterSeconds > 0 {
		status.Details = &metav1.StatusDetails{RetryAfterSeconds: int32(retryAfterSeconds)}
	}
	return status
}

func errorEvent(code int) string {
	return `{"type":"ERROR","object":` + toJSON(statusObject(code, 0)) + "}\n"
}

// toJSON encodes what cannot fail to be encoded: our own plain structs.
func toJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
