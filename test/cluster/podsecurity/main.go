// Command podsecurity answers what the server's own code says of pods and of
// access: the checks of Pod Security, limit ranges and quotas, and the
// authorizer of roles and bindings. The project's gates are held against it.
//
// It reads one JSON question a line and writes one JSON answer a line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// question is about a pod, about access, or about the labels of a namespace.
type question struct {
	Pod *corev1.Pod `json:"pod"`
	// Level and Version are those that the pod is held against.
	Level   string `json:"level"`
	Version string `json:"version"`

	// LimitRange and Quota are held against the pod in place of a level.
	LimitRange *corev1.LimitRange    `json:"limitRange"`
	Quota      *corev1.ResourceQuota `json:"quota"`

	Access *access `json:"access"`
	// Labels are those of a namespace, which are read as a policy.
	Labels map[string]string `json:"labels"`
}

// answer is what the server's code makes of a question.
type answer struct {
	// Detail is empty where the pod is allowed.
	Detail  string   `json:"detail,omitempty"`
	Policy  string   `json:"policy,omitempty"`
	Errors  []string `json:"errors,omitempty"`
	Allowed bool     `json:"allowed,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	// Pod is the pod after limits were filled in.
	Pod *corev1.Pod `json:"pod,omitempty"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	decoder := json.NewDecoder(in)
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		fail(err)
	}
	for decoder.More() {
		var asked question
		if err := decoder.Decode(&asked); err != nil {
			fail(err)
		}
		if err := encoder.Encode(answerTo(evaluator, asked)); err != nil {
			fail(err)
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
	out.Flush()
}

func fail(err error) {
	fmt.Fprintf(os.Stderr, "podsecurity: %v\n", err)
	os.Exit(1)
}

func answerTo(evaluator policy.Evaluator, asked question) answer {
	switch {
	case asked.Access != nil:
		return authorize(asked.Access)
	case asked.LimitRange != nil:
		return limit(asked.LimitRange, asked.Pod)
	case asked.Quota != nil:
		return charge(asked.Quota, asked.Pod)
	case asked.Pod != nil:
		return evaluate(evaluator, asked)
	default:
		return readPolicy(asked.Labels)
	}
}

func evaluate(evaluator policy.Evaluator, asked question) answer {
	version, err := api.ParseVersion(asked.Version)
	if err != nil {
		return answer{Errors: []string{err.Error()}}
	}
	held := api.LevelVersion{Level: api.Level(asked.Level), Version: version}
	result := policy.AggregateCheckResults(
		evaluator.EvaluatePod(held, &asked.Pod.ObjectMeta, &asked.Pod.Spec),
	)
	return answer{Detail: result.ForbiddenDetail()}
}

func readPolicy(labels map[string]string) answer {
	free := api.LevelVersion{Level: api.LevelPrivileged, Version: api.LatestVersion()}
	read, errs := api.PolicyToEvaluate(labels, api.Policy{Enforce: free, Audit: free, Warn: free})
	texts := make([]string, 0, len(errs))
	for _, err := range errs {
		texts = append(texts, err.Error())
	}
	return answer{
		Policy: fmt.Sprintf("%s %s %s", read.Enforce.String(), read.Audit.String(), read.Warn.String()),
		Errors: texts,
	}
}
