package kubelet

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

// ShownOnlyLabel marks pods that no kubelet runs: scale tests put tens of
// thousands of them into lists. The kubelets do not even watch them.
const ShownOnlyLabel = "test-cluster.gatehouse.dev/shown-only"

func (k *kubelet) watchPods(ctx context.Context) {
	onlyOurs := func(options *metav1.ListOptions) {
		options.FieldSelector = fields.OneTermEqualSelector("spec.nodeName", k.node).String()
		options.LabelSelector = "!" + ShownOnlyLabel
	}
	watch := cache.NewFilteredListWatchFromClient(k.client.CoreV1().RESTClient(), "pods", "", onlyOurs)
	informer := cache.NewSharedInformer(watch, &corev1.Pod{}, 0)
	// The only error is that of an informer that has ended.
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { k.sync(object.(*corev1.Pod)) },
		UpdateFunc: func(_, object any) { k.sync(object.(*corev1.Pod)) },
		DeleteFunc: func(object any) {
			if gone, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = gone.Obj
			}
			if pod, ok := object.(*corev1.Pod); ok {
				k.forget(pod.UID)
			}
		},
	})
	informer.Run(ctx.Done())
}

func (k *kubelet) sync(pod *corev1.Pod) {
	ended := pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed
	k.mu.Lock()
	p := k.pods[pod.UID]
	if p == nil && pod.DeletionTimestamp == nil && !ended {
		p = newPodRunner(pod, k.client, k.recorder, k.podFolder(pod))
		k.pods[pod.UID] = p
		p.start()
	}
	k.mu.Unlock()
	switch {
	case pod.DeletionTimestamp == nil:
		if p != nil {
			p.startEphemeral(pod.Spec.EphemeralContainers)
		}
	case p == nil: // ended before, or known only as being deleted
		k.remove(pod)
	case p.ending.CompareAndSwap(false, true):
		go func() {
			grace := time.Duration(0)
			if seconds := pod.DeletionGracePeriodSeconds; seconds != nil {
				grace = time.Duration(*seconds) * time.Second
			}
			p.event(corev1.EventTypeNormal, "Killing", "Stopping containers")
			p.stop(grace)
			k.remove(pod)
		}()
	}
}

// remove completes a graceful deletion, as only a kubelet may. That the pod is
// gone already is fine.
func (k *kubelet) remove(pod *corev1.Pod) {
	zero := int64(0)
	_ = k.client.CoreV1().Pods(pod.Namespace).Delete(context.Background(), pod.Name, metav1.DeleteOptions{
		GracePeriodSeconds: &zero, Preconditions: metav1.NewUIDPreconditions(string(pod.UID))})
}

func (k *kubelet) forget(uid types.UID) {
	k.mu.Lock()
	p := k.pods[uid]
	delete(k.pods, uid)
	k.mu.Unlock()
	if p != nil {
		go p.stop(0)
	}
}

// find returns the pod that runs under a name, or nil.
func (k *kubelet) find(namespace, name string) *podRunner {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.pods {
		if p.pod.Namespace == namespace && p.pod.Name == name {
			return p
		}
	}
	return nil
}
