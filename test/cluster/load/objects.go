package load

import (
	"fmt"
	"time"

	"gatehouse.dev/cluster/kubelet"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Names such as clusters really hold, of several lengths.
var apps = []string{
	"api", "checkout", "cart-service", "payments-worker", "ledger", "search-indexer", "frontend",
	"recommendation-engine", "mailer", "audit-log-shipper", "session-cache", "image-resizer",
}

var tiers = []string{"web", "backend", "data", "batch"}

func appName(i int) string { return apps[i%len(apps)] }

func labelsOf(i int) map[string]string {
	app := appName(i)
	return map[string]string{
		"app": app, "app.kubernetes.io/name": app, "tier": tiers[i/len(apps)%len(tiers)],
		"pod-template-hash": fmt.Sprintf("%08x", uint32(i%len(apps)+1)*2654435761),
		"shard":             fmt.Sprint(i % 50),
	}
}

func loadMeta(i int) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: fmt.Sprintf("load-%06d", i), Labels: labelsOf(i)}
}

// shownPod is a pod that nothing schedules or runs. It can be deleted at once:
// no kubelet would complete a graceful deletion.
func shownPod(name string, i int) *corev1.Pod {
	labels, grace := labelsOf(i), int64(0)
	labels[kubelet.ShownOnlyLabel] = "true"
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels},
		Spec: corev1.PodSpec{SchedulerName: "nobody", TerminationGracePeriodSeconds: &grace, Containers: []corev1.Container{{
			Name: "main", Image: "registry.example/" + appName(i) + ":1." + fmt.Sprint(i%7),
			Ports: []corev1.ContainerPort{{ContainerPort: 80, Name: "http"}},
			Env:   []corev1.EnvVar{{Name: "MODE", Value: "production"}, {Name: "LOG_LEVEL", Value: "info"}},
			// Small, because the scheduler counts them on the nodes of real pods.
			Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{
				"cpu": resource.MustParse("1m"), "memory": resource.MustParse("1Mi")}},
		}}},
	}
}

// deployment has no replicas: the load is the objects, not their pods.
func deployment(i int) *appsv1.Deployment {
	zero, selector := int32(0), map[string]string{"app": appName(i), "shard": fmt.Sprint(i % 50)}
	return &appsv1.Deployment{ObjectMeta: loadMeta(i), Spec: appsv1.DeploymentSpec{
		Replicas: &zero, Selector: &metav1.LabelSelector{MatchLabels: selector},
		Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: selector},
			Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "registry.example/" + appName(i) + ":1"}}}},
	}}
}

func event(namespace string, i int) *corev1.Event {
	reasons := []string{"Scheduled", "Pulled", "Started", "BackOff", "FailedMount"}
	kind := corev1.EventTypeNormal
	if i%len(reasons) >= 3 {
		kind = corev1.EventTypeWarning
	}
	at := metav1.NewTime(time.Now().Add(-time.Duration(i%3600) * time.Second))
	return &corev1.Event{
		ObjectMeta:     loadMeta(i),
		InvolvedObject: corev1.ObjectReference{Kind: "Pod", APIVersion: "v1", Namespace: namespace, Name: fmt.Sprintf("load-%06d", i)},
		Reason:         reasons[i%len(reasons)], Message: fmt.Sprintf("event %d of the load", i), Type: kind,
		FirstTimestamp: at, LastTimestamp: at, Count: int32(i%9 + 1), Source: corev1.EventSource{Component: "load"},
	}
}
