package load

import (
	"slices"
	"testing"
	"time"

	"gatehouse.dev/cluster/kubelet"
	corev1 "k8s.io/api/core/v1"
)

var seeding = SeedOptions{Namespaces: []string{"a", "b"}, Prefix: "x-", Nodes: []string{"node-1", "node-2", "node-3"}}

func seeded(i int) *corev1.Pod { return seeding.vary(shownPod("template", 0), i, time.Unix(1e9, 0)) }

func TestTheWeightsAreHundred(t *testing.T) {
	total := 0
	for _, c := range conditions {
		total += c.weight
	}
	if total != 100 {
		t.Errorf("the weights add up to %d", total)
	}
}

func TestEveryHundredPodsShowAllConditions(t *testing.T) {
	for _, first := range []int{0, 100, 4900} {
		counts := map[string]int{}
		for i := first; i < first+100; i++ {
			c := conditionOf(i)
			counts[string(c.phase)+c.reason]++
		}
		for _, want := range []struct {
			key   string
			count int
		}{{"Running", 88}, {"RunningCrashLoopBackOff", 3}, {"Pending", 2}, {"PendingImagePullBackOff", 2}, {"Succeeded" + "Completed", 2}, {"FailedOOMKilled", 1}} {
			if counts[want.key] != want.count {
				t.Errorf("from %d: %d pods are %s, want %d", first, counts[want.key], want.key, want.count)
			}
		}
	}
}

func TestSeededPodsDiffer(t *testing.T) {
	names, nodes, images, shapes := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range 1000 {
		pod := seeded(i)
		names[pod.Namespace+"/"+pod.Name] = true
		nodes[pod.Spec.NodeName] = true
		images[pod.Spec.Containers[0].Image] = true
		shapes[pod.Labels["app"]+pod.Labels["tier"]] = true
	}
	if len(names) != 1000 {
		t.Errorf("%d names of 1000 pods", len(names))
	}
	if len(nodes) != 4 { // three, and none for those not scheduled
		t.Errorf("nodes %v", nodes)
	}
	if len(images) < 50 || len(shapes) < 20 {
		t.Errorf("%d images, %d combinations of labels", len(images), len(shapes))
	}
}

func TestTheSameNumberGivesTheSamePod(t *testing.T) {
	one, two := seeded(4711), seeded(4711)
	if one.UID == two.UID {
		t.Error("the UID must differ: it tells a re-creation")
	}
	if one.Name != two.Name || one.Namespace != two.Namespace || one.Status.Phase != two.Status.Phase || one.Spec.NodeName != two.Spec.NodeName {
		t.Errorf("%v and %v", one, two)
	}
	if one.Name != "x-"+appName(4711)+"-004711" || one.Namespace != "b" {
		t.Errorf("%s/%s", one.Namespace, one.Name)
	}
}

func TestVaryLeavesTheTemplateAlone(t *testing.T) {
	template := shownPod("template", 0)
	before := template.DeepCopy()
	seeding.vary(template, 17, time.Now())
	if template.Name != before.Name || template.Spec.Containers[0].Image != before.Spec.Containers[0].Image || template.Labels["app"] != before.Labels["app"] {
		t.Error("the next pods would inherit what this one has")
	}
}

func TestSeededPodsAreShownOnly(t *testing.T) {
	for i := range 100 {
		pod := seeded(i)
		if pod.Labels[kubelet.ShownOnlyLabel] == "" {
			t.Fatal("a kubelet would run it")
		}
		if *pod.Spec.TerminationGracePeriodSeconds != 0 {
			t.Fatal("no kubelet would complete its graceful deletion")
		}
	}
}

func TestStatusesAreConsistent(t *testing.T) {
	for i := range 100 {
		pod := seeded(i)
		status := pod.Status
		if pod.Spec.NodeName == "" {
			if status.Phase != corev1.PodPending || len(status.ContainerStatuses) != 0 || status.Conditions[0].Status != corev1.ConditionFalse {
				t.Errorf("%d is not scheduled, and %+v", i, status)
			}
			continue
		}
		container := status.ContainerStatuses[0]
		isRunning := container.State.Running != nil
		if isRunning != container.Ready || isRunning && status.Phase != corev1.PodRunning {
			t.Errorf("%d: %+v in phase %s", i, container, status.Phase)
		}
		if (status.Phase == corev1.PodSucceeded || status.Phase == corev1.PodFailed) != (container.State.Terminated != nil) {
			t.Errorf("%d: %+v in phase %s", i, container, status.Phase)
		}
		if container.RestartCount > 0 && container.LastTerminationState.Terminated == nil {
			t.Errorf("%d was restarted and never ended", i)
		}
		if !pod.CreationTimestamp.Time.Before(time.Unix(1e9, 0)) {
			t.Errorf("%d was made in the future", i)
		}
	}
}

func TestAPlanIsDecidedByItsSeed(t *testing.T) {
	type step struct {
		op operation
		i  int
	}
	run := func(seed uint64) []step {
		p, steps := newPlan(seed), []step{}
		for range 500 {
			op, i := p.step()
			steps = append(steps, step{op, i})
		}
		return steps
	}
	if !slices.Equal(run(1), run(1)) {
		t.Error("the same seed gave two sequences")
	}
	if slices.Equal(run(1), run(2)) {
		t.Error("two seeds gave the same sequence")
	}
}

func TestAPlanTouchesOnlyWhatLives(t *testing.T) {
	p, live, counts := newPlan(3), map[int]bool{}, ChurnCounts{}
	for range 2000 {
		op, i := p.step()
		if (op == creation) == live[i] {
			t.Fatalf("operation %d on %d, which lives: %t", op, i, live[i])
		}
		live[i] = op != deletion
		counts.add(op, nil)
	}
	if counts.Created == 0 || counts.Updated < counts.Created || counts.Deleted == 0 || counts.Deleted > counts.Created {
		t.Errorf("the mix is %+v", counts)
	}
}

func TestKindsCanAllBeMade(t *testing.T) {
	if kinds := Kinds(); !slices.IsSorted(kinds) || !slices.Contains(kinds, "pods") || !slices.Contains(kinds, "deployments") {
		t.Errorf("kinds %v", kinds)
	}
	if *deployment(1).Spec.Replicas != 0 {
		t.Error("the load of deployments must not be their pods")
	}
}
