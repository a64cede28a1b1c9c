package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// checkServiceWebhook makes a Service that leads to the webhook server, and a
// webhook that refuses through it.
func checkServiceWebhook(t *testing.T, r *running) {
	if r.WebhookServiceIP == "" {
		t.Skip("this machine has loopback only")
	}
	out, err := program("webhook-service", "-kubeconfig", r.Kubeconfig, "-namespace", "hooks", "-name", "refuse",
		"-address", r.WebhookServiceIP, "-port", fmt.Sprint(r.WebhookServicePort)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ca, err := os.ReadFile(r.WebhookCA)
	if err != nil {
		t.Fatal(err)
	}
	path, none := "/deny", admissionregistrationv1.SideEffectClassNone
	ctx := context.Background()
	_, err = r.client.AdmissionregistrationV1().ValidatingWebhookConfigurations().Create(ctx, &admissionregistrationv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "refuse"},
		Webhooks: []admissionregistrationv1.ValidatingWebhook{{
			Name: "refuse.example.com", SideEffects: &none, AdmissionReviewVersions: []string{"v1"},
			NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"kubernetes.io/metadata.name": "default"}},
			ClientConfig: admissionregistrationv1.WebhookClientConfig{CABundle: ca,
				Service: &admissionregistrationv1.ServiceReference{Namespace: "hooks", Name: "refuse", Path: &path}},
			Rules: []admissionregistrationv1.RuleWithOperations{{
				Operations: []admissionregistrationv1.OperationType{admissionregistrationv1.Create},
				Rule:       admissionregistrationv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"configmaps"}}}},
		}}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	number, last := 0, error(nil)
	r.eventually("the webhook acts", func() bool {
		number++
		_, last = r.client.CoreV1().ConfigMaps("default").Create(ctx,
			&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("try-", number)}}, metav1.CreateOptions{})
		return last != nil
	})
	if !strings.Contains(last.Error(), "denied by the test webhook") {
		t.Errorf("the webhook was not reached: %v", last)
	}
}
