package kubelet

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func (p *podRunner) fillStatus(pod *corev1.Pod) {
	s := &pod.Status
	s.HostIP, s.PodIP = hostAddress(), p.ip
	if pod.Spec.HostNetwork {
		s.PodIP = hostAddress()
	}
	s.HostIPs, s.PodIPs = []corev1.HostIP{{IP: s.HostIP}}, []corev1.PodIP{{IP: s.PodIP}}
	if s.StartTime == nil {
		now := metav1.Now()
		s.StartTime = &now
	}
	s.InitContainerStatuses, s.ContainerStatuses, s.EphemeralContainerStatuses = nil, nil, nil
	for _, spec := range pod.Spec.InitContainers {
		s.InitContainerStatuses = append(s.InitContainerStatuses, p.container(spec.Name).status())
	}
	for _, spec := range pod.Spec.Containers {
		s.ContainerStatuses = append(s.ContainerStatuses, p.container(spec.Name).status())
	}
	for _, spec := range pod.Spec.EphemeralContainers {
		if c := p.container(spec.Name); c != nil {
			s.EphemeralContainerStatuses = append(s.EphemeralContainerStatuses, c.status())
		}
	}
	initialized, ready := isInitialized(s.InitContainerStatuses), true
	for _, status := range s.ContainerStatuses {
		ready = ready && status.Ready
	}
	s.Phase = phaseOf(initialized, s.ContainerStatuses)
	setCondition(s, corev1.PodReadyToStartContainers, true)
	setCondition(s, corev1.PodInitialized, initialized)
	setCondition(s, corev1.ContainersReady, ready)
	setCondition(s, corev1.PodReady, ready)
}

func isInitialized(statuses []corev1.ContainerStatus) bool {
	for _, status := range statuses {
		done := status.State.Terminated != nil && status.State.Terminated.ExitCode == 0
		if !status.Ready && !done {
			return false
		}
	}
	return true
}

// phaseOf follows the kubelet's rules: a pod runs once all its containers have
// been started, be it that they wait for a restart now.
func phaseOf(initialized bool, statuses []corev1.ContainerStatus) corev1.PodPhase {
	ended, failed, unstarted := true, false, !initialized
	for _, status := range statuses {
		terminated := status.State.Terminated
		ended = ended && terminated != nil
		failed = failed || terminated != nil && terminated.ExitCode != 0
		unstarted = unstarted || status.State.Waiting != nil && status.LastTerminationState.Terminated == nil
	}
	switch {
	case ended && failed:
		return corev1.PodFailed
	case ended:
		return corev1.PodSucceeded
	case unstarted:
		return corev1.PodPending
	}
	return corev1.PodRunning
}

func setCondition(s *corev1.PodStatus, kind corev1.PodConditionType, on bool) {
	value := corev1.ConditionFalse
	if on {
		value = corev1.ConditionTrue
	}
	for i := range s.Conditions {
		if condition := &s.Conditions[i]; condition.Type == kind {
			if condition.Status != value {
				condition.Status, condition.LastTransitionTime = value, metav1.Now()
			}
			return
		}
	}
	s.Conditions = append(s.Conditions, corev1.PodCondition{Type: kind, Status: value, LastTransitionTime: metav1.Now()})
}
