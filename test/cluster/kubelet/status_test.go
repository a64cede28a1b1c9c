package kubelet

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
)

var (
	creating = corev1.ContainerStatus{State: waiting("ContainerCreating", "")}
	running  = corev1.ContainerStatus{Ready: true, State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}}
	done     = corev1.ContainerStatus{State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{}}}
	failed   = corev1.ContainerStatus{State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 1}}}
	backOff  = corev1.ContainerStatus{State: waiting("CrashLoopBackOff", ""), LastTerminationState: failed.State}
)

func TestPhaseOf(t *testing.T) {
	for _, test := range []struct {
		name        string
		initialized bool
		statuses    []corev1.ContainerStatus
		want        corev1.PodPhase
	}{
		{"init containers run", false, []corev1.ContainerStatus{creating}, corev1.PodPending},
		{"one is not started yet", true, []corev1.ContainerStatus{running, creating}, corev1.PodPending},
		{"all run", true, []corev1.ContainerStatus{running, running}, corev1.PodRunning},
		{"one ended", true, []corev1.ContainerStatus{running, done}, corev1.PodRunning},
		{"one waits for its restart", true, []corev1.ContainerStatus{running, backOff}, corev1.PodRunning},
		{"all ended well", true, []corev1.ContainerStatus{done, done}, corev1.PodSucceeded},
		{"one failed", true, []corev1.ContainerStatus{done, failed}, corev1.PodFailed},
	} {
		if got := phaseOf(test.initialized, test.statuses); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestIsInitialized(t *testing.T) {
	for _, test := range []struct {
		name     string
		statuses []corev1.ContainerStatus
		want     bool
	}{
		{"there are none", nil, true},
		{"done", []corev1.ContainerStatus{done}, true},
		{"a sidecar runs", []corev1.ContainerStatus{running, done}, true},
		{"one waits", []corev1.ContainerStatus{done, creating}, false},
		{"one failed", []corev1.ContainerStatus{failed}, false},
	} {
		if got := isInitialized(test.statuses); got != test.want {
			t.Errorf("%s: got %t", test.name, got)
		}
	}
}

func TestAConditionKeepsItsTimeWhileItStays(t *testing.T) {
	status := &corev1.PodStatus{}
	setCondition(status, corev1.PodReady, false)
	first := status.Conditions[0].LastTransitionTime
	setCondition(status, corev1.PodReady, false)
	if len(status.Conditions) != 1 || status.Conditions[0].LastTransitionTime != first {
		t.Errorf("got %+v", status.Conditions)
	}
	setCondition(status, corev1.PodReady, true)
	if status.Conditions[0].Status != corev1.ConditionTrue {
		t.Errorf("got %+v", status.Conditions)
	}
}
