package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// ChurnOptions say what to change and how fast.
type ChurnOptions struct {
	Kind, Namespace string
	Rate            float64 // operations a second
	Duration        time.Duration
	Seed            uint64
}

// ChurnCounts is what Churn did.
type ChurnCounts struct {
	Created int     `json:"created"`
	Updated int     `json:"updated"`
	Deleted int     `json:"deleted"`
	Failed  int     `json:"failed"`
	Seconds float64 `json:"seconds"`
}

type operation int

const (
	creation operation = iota
	update
	deletion
)

// plan decides operations from a seed alone, so that the same seed gives the
// same sequence on any machine.
type plan struct {
	random *rand.Rand
	live   []int
	next   int
}

func newPlan(seed uint64) *plan { return &plan{random: rand.New(rand.NewPCG(seed, seed))} }

// step gives the next operation and the number of its object. Creations are a
// bit more frequent than deletions, so that there is always something to see.
func (p *plan) step() (operation, int) {
	roll := p.random.IntN(100)
	switch {
	case len(p.live) == 0 || roll < 30:
		p.live = append(p.live, p.next)
		p.next++
		return creation, p.next - 1
	case roll < 75:
		return update, p.live[p.random.IntN(len(p.live))]
	}
	at := p.random.IntN(len(p.live))
	gone := p.live[at]
	p.live[at] = p.live[len(p.live)-1]
	p.live = p.live[:len(p.live)-1]
	return deletion, gone
}

// Churn changes objects named churn-000000 and so on, one operation at a time.
// A machine that cannot keep the rate does fewer; the counts say how many.
func Churn(ctx context.Context, client kubernetes.Interface, options ChurnOptions) (ChurnCounts, error) {
	var counts ChurnCounts
	target, err := churnTarget(client, options)
	if err != nil {
		return counts, err
	}
	if options.Rate <= 0 {
		return counts, fmt.Errorf("the rate must be above 0, not %v", options.Rate)
	}
	if err := ensureNamespace(ctx, client, options.Namespace); err != nil {
		return counts, err
	}
	p, began := newPlan(options.Seed), time.Now()
	ticks := time.NewTicker(time.Duration(float64(time.Second) / options.Rate))
	defer ticks.Stop()
	for time.Since(began) < options.Duration && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-ticks.C:
			op, i := p.step()
			counts.add(op, target(ctx, op, i))
		}
	}
	counts.Seconds = time.Since(began).Seconds()
	return counts, nil
}

func (c *ChurnCounts) add(op operation, err error) {
	switch {
	case err != nil:
		c.Failed++
	case op == creation:
		c.Created++
	case op == update:
		c.Updated++
	default:
		c.Deleted++
	}
}

func churnTarget(client kubernetes.Interface, options ChurnOptions) (func(context.Context, operation, int) error, error) {
	switch options.Kind {
	case "pods":
		return podChurn(client, options.Namespace), nil
	case "configmaps":
		return configMapChurn(client, options.Namespace), nil
	}
	return nil, fmt.Errorf("unknown kind %q: use pods or configmaps", options.Kind)
}

func churnName(i int) string { return fmt.Sprintf("churn-%06d", i) }

func podChurn(client kubernetes.Interface, namespace string) func(context.Context, operation, int) error {
	pods := client.CoreV1().Pods(namespace)
	revision := 0
	return func(ctx context.Context, op operation, i int) error {
		switch op {
		case creation:
			_, err := pods.Create(ctx, shownPod(churnName(i), i), metav1.CreateOptions{})
			return err
		case deletion:
			return pods.Delete(ctx, churnName(i), metav1.DeleteOptions{})
		}
		revision++
		shown := conditionOf(revision)
		spec := corev1.PodSpec{NodeName: "shown", Containers: shownPod("", i).Spec.Containers}
		status, err := json.Marshal(map[string]any{"status": shown.status(spec, types.UID(churnName(i)), metav1.Now(), i)})
		if err != nil {
			return err
		}
		_, err = pods.Patch(ctx, churnName(i), types.MergePatchType, status, metav1.PatchOptions{}, "status")
		return err
	}
}

func configMapChurn(client kubernetes.Interface, namespace string) func(context.Context, operation, int) error {
	maps := client.CoreV1().ConfigMaps(namespace)
	revision := 0
	return func(ctx context.Context, op operation, i int) error {
		switch op {
		case creation:
			_, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: churnName(i), Labels: labelsOf(i)},
				Data: map[string]string{"revision": "0"}}, metav1.CreateOptions{})
			return err
		case deletion:
			return maps.Delete(ctx, churnName(i), metav1.DeleteOptions{})
		}
		revision++
		patch := fmt.Sprintf(`{"data":{"revision":"%d"}}`, revision)
		_, err := maps.Patch(ctx, churnName(i), types.MergePatchType, []byte(patch), metav1.PatchOptions{})
		return err
	}
}
