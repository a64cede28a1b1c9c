package kubelet

import (
	"context"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
)

const (
	leaseNamespace = "kube-node-lease"
	leaseSeconds   = 40
	renewEvery     = 10 * time.Second
)

// register makes the node, or renews the status of the one that an earlier
// run left: the port of its server is a new one.
func (k *kubelet) register(ctx context.Context, port int) error {
	nodes := k.client.CoreV1().Nodes()
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: k.node, Labels: map[string]string{
			"kubernetes.io/hostname": k.node, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"}},
		Status: nodeStatus(k.node, port),
	}
	_, err := nodes.Create(ctx, node, metav1.CreateOptions{})
	if !apierrors.IsAlreadyExists(err) {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		known, err := nodes.Get(ctx, k.node, metav1.GetOptions{})
		if err != nil {
			return err
		}
		known.Status = node.Status
		_, err = nodes.UpdateStatus(ctx, known, metav1.UpdateOptions{})
		return err
	})
}

func nodeStatus(name string, port int) corev1.NodeStatus {
	now := metav1.Now()
	// Roomy enough for the pods of scale tests, which are only shown.
	capacity := corev1.ResourceList{
		"cpu": resource.MustParse("256"), "memory": resource.MustParse("1Ti"), "pods": resource.MustParse("200000"),
		"ephemeral-storage": resource.MustParse("1Ti"),
	}
	condition := func(kind corev1.NodeConditionType, status corev1.ConditionStatus, reason string) corev1.NodeCondition {
		return corev1.NodeCondition{Type: kind, Status: status, Reason: reason, LastHeartbeatTime: now, LastTransitionTime: now}
	}
	return corev1.NodeStatus{
		Capacity: capacity, Allocatable: capacity,
		Addresses: []corev1.NodeAddress{
			{Type: corev1.NodeInternalIP, Address: "127.0.0.1"}, {Type: corev1.NodeHostName, Address: name}},
		DaemonEndpoints: corev1.NodeDaemonEndpoints{KubeletEndpoint: corev1.DaemonEndpoint{Port: int32(port)}},
		NodeInfo: corev1.NodeSystemInfo{KubeletVersion: "v1.36.3-test", OperatingSystem: "linux",
			Architecture: "amd64", OSImage: "test", ContainerRuntimeVersion: "test://1"},
		Conditions: []corev1.NodeCondition{
			condition(corev1.NodeMemoryPressure, corev1.ConditionFalse, "KubeletHasSufficientMemory"),
			condition(corev1.NodeDiskPressure, corev1.ConditionFalse, "KubeletHasNoDiskPressure"),
			condition(corev1.NodePIDPressure, corev1.ConditionFalse, "KubeletHasSufficientPID"),
			condition(corev1.NodeReady, corev1.ConditionTrue, "KubeletReady"),
		},
	}
}

// heartbeat renews the node's lease, by which the node lifecycle controller
// knows that the node lives.
func (k *kubelet) heartbeat(ctx context.Context) {
	for {
		if err := k.renewLease(ctx); err != nil && ctx.Err() == nil {
			klog.ErrorS(err, "Lease not renewed", "node", k.node)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(renewEvery):
		}
	}
}

func (k *kubelet) renewLease(ctx context.Context) error {
	leases := k.client.CoordinationV1().Leases(leaseNamespace)
	seconds, now := int32(leaseSeconds), metav1.NowMicro()
	spec := coordinationv1.LeaseSpec{HolderIdentity: &k.node, LeaseDurationSeconds: &seconds, RenewTime: &now}
	lease, err := leases.Get(ctx, k.node, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		_, err = leases.Create(ctx, &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Name: k.node}, Spec: spec}, metav1.CreateOptions{})
		return err
	}
	if err != nil {
		return err
	}
	lease.Spec = spec
	_, err = leases.Update(ctx, lease, metav1.UpdateOptions{})
	return err
}
