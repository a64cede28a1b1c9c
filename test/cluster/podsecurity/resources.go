package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/resourcequota"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/kubernetes/pkg/apis/core"
	conversion "k8s.io/kubernetes/pkg/apis/core/v1"
	quotacore "k8s.io/kubernetes/pkg/quota/v1/evaluator/core"
	"k8s.io/kubernetes/plugin/pkg/admission/limitranger"
	"k8s.io/utils/clock"
)

// limit fills in what a limit range gives and says what it refuses.
func limit(limits *corev1.LimitRange, pod *corev1.Pod) answer {
	internal := &core.Pod{}
	if err := conversion.Convert_v1_Pod_To_core_Pod(pod.DeepCopy(), internal, nil); err != nil {
		return answer{Errors: []string{err.Error()}}
	}
	if err := limitranger.PodMutateLimitFunc(limits, internal); err != nil {
		return answer{Errors: []string{err.Error()}}
	}
	filled := &corev1.Pod{}
	if err := conversion.Convert_core_Pod_To_v1_Pod(internal, filled, nil); err != nil {
		return answer{Errors: []string{err.Error()}}
	}
	said := answer{Pod: filled}
	if err := limitranger.PodValidateLimitFunc(limits, internal); err != nil {
		said.Detail = err.Error()
	}
	return said
}

// charge creates a pod under a quota.
func charge(quota *corev1.ResourceQuota, pod *corev1.Pod) answer {
	attributes := admission.NewAttributesRecord(
		pod, nil, corev1.SchemeGroupVersion.WithKind("Pod"), quota.Namespace, pod.Name,
		corev1.SchemeGroupVersion.WithResource("pods"), "", admission.Create, nil, false,
		&user.DefaultInfo{Name: "ada"},
	)
	evaluator := quotacore.NewPodEvaluator(nil, clock.RealClock{})
	_, err := resourcequota.CheckRequest([]corev1.ResourceQuota{*quota}, attributes, evaluator, nil)
	if err != nil {
		return answer{Detail: err.Error()}
	}
	return answer{Allowed: true}
}
