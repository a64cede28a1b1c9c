package load

import (
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
)

// SeedOptions say which pods to seed.
type SeedOptions struct {
	Namespaces []string
	Prefix     string
	// Start is the number of the first pod, Count how many there are.
	Start, Count int
	// Nodes are the names to spread them over.
	Nodes []string
}

// condition is what a seeded pod is shown as. The weights are those of a large
// cluster on an ordinary day: most runs, a little is wrong.
type condition struct {
	weight   int
	phase    corev1.PodPhase
	reason   string // of a waiting or terminated container
	restarts int32
	exit     int32
}

var conditions = []condition{
	{weight: 84, phase: corev1.PodRunning},
	{weight: 4, phase: corev1.PodRunning, restarts: 3},
	{weight: 3, phase: corev1.PodRunning, reason: "CrashLoopBackOff", restarts: 17, exit: 1},
	{weight: 2, phase: corev1.PodPending, reason: "ImagePullBackOff"},
	{weight: 2, phase: corev1.PodPending, reason: "ContainerCreating"},
	{weight: 2, phase: corev1.PodPending}, // not scheduled
	{weight: 2, phase: corev1.PodSucceeded, reason: "Completed"},
	{weight: 1, phase: corev1.PodFailed, reason: "OOMKilled", exit: 137},
}

// conditionOf is the same for the same number, so that tests know what to
// expect; the numbers of one condition are spread over the list.
func conditionOf(i int) condition {
	slot := i * 37 % 100 // 37 and 100 have no common divisor: each slot once in a hundred
	for _, c := range conditions {
		if slot < c.weight {
			return c
		}
		slot -= c.weight
	}
	return conditions[0]
}

// PodName is the name of seeded pod i.
func (o SeedOptions) PodName(i int) string { return fmt.Sprintf("%s%s-%06d", o.Prefix, appName(i), i) }

// NamespaceOf is the namespace of seeded pod i.
func (o SeedOptions) NamespaceOf(i int) string { return o.Namespaces[i%len(o.Namespaces)] }

// vary makes seeded pod i of a stored template. The result shares what does
// not differ with the template.
func (o SeedOptions) vary(template *corev1.Pod, i int, now time.Time) *corev1.Pod {
	pod := *template
	like := shownPod(o.PodName(i), i)
	pod.Name, pod.Namespace, pod.UID = like.Name, o.NamespaceOf(i), uuid.NewUUID()
	pod.Labels = like.Labels
	// From seconds to weeks, so that ages differ.
	age := time.Duration(1+i*7919%(21*24*3600)) * time.Second
	pod.CreationTimestamp = metav1.NewTime(now.Add(-age))
	pod.Spec.Containers = append([]corev1.Container{}, template.Spec.Containers...)
	pod.Spec.Containers[0].Image = like.Spec.Containers[0].Image
	shown := conditionOf(i)
	if scheduled := shown.phase != corev1.PodPending || shown.reason != ""; scheduled && len(o.Nodes) > 0 {
		pod.Spec.NodeName = o.Nodes[i%len(o.Nodes)]
	}
	pod.Status = shown.status(pod.Spec, pod.UID, pod.CreationTimestamp, i)
	return &pod
}

func (c condition) status(spec corev1.PodSpec, uid types.UID, created metav1.Time, i int) corev1.PodStatus {
	status := corev1.PodStatus{Phase: c.phase, QOSClass: corev1.PodQOSBurstable}
	if spec.NodeName == "" {
		status.Conditions = []corev1.PodCondition{{Type: corev1.PodScheduled, Status: corev1.ConditionFalse,
			Reason: corev1.PodReasonUnschedulable, Message: "0/2 nodes are available: 2 Insufficient memory.", LastTransitionTime: created}}
		return status
	}
	started := metav1.NewTime(created.Add(2 * time.Second))
	container := corev1.ContainerStatus{Name: spec.Containers[0].Name, Image: spec.Containers[0].Image, RestartCount: c.restarts}
	end := &corev1.ContainerStateTerminated{ExitCode: c.exit, Reason: "Error", StartedAt: started, FinishedAt: started}
	switch {
	case c.phase == corev1.PodSucceeded || c.phase == corev1.PodFailed:
		end.Reason = c.reason
		container.State.Terminated = end
	case c.reason != "":
		container.State.Waiting = &corev1.ContainerStateWaiting{Reason: c.reason}
	default:
		container.State.Running = &corev1.ContainerStateRunning{StartedAt: started}
		container.Ready = true
	}
	if c.restarts > 0 {
		container.LastTerminationState.Terminated = end
	}
	if c.phase != corev1.PodPending {
		container.ContainerID = "test://" + string(uid)
	}
	container.Started = &container.Ready
	status.ContainerStatuses = []corev1.ContainerStatus{container}
	status.HostIP, status.StartTime = "127.0.0.1", &created
	status.PodIP = fmt.Sprintf("10.%d.%d.%d", 128+i/62500%100, i/250%250, 2+i%250)
	status.PodIPs, status.HostIPs = []corev1.PodIP{{IP: status.PodIP}}, []corev1.HostIP{{IP: status.HostIP}}
	ready := corev1.ConditionFalse
	if container.Ready {
		ready = corev1.ConditionTrue
	}
	for _, kind := range []corev1.PodConditionType{corev1.PodScheduled, corev1.PodInitialized, corev1.ContainersReady, corev1.PodReady} {
		value := corev1.ConditionTrue
		if kind == corev1.ContainersReady || kind == corev1.PodReady {
			value = ready
		}
		status.Conditions = append(status.Conditions, corev1.PodCondition{Type: kind, Status: value, LastTransitionTime: started})
	}
	return status
}
