package load

import (
	"context"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
)

// putsInTransaction stays below etcd's limit of 128.
const putsInTransaction = 100

// Seed copies one pod many times straight into etcd, which is far faster than
// the API. The API server's watch cache sees the copies as ordinary events.
func Seed(ctx context.Context, client kubernetes.Interface, etcd *clientv3.Client, options SeedOptions) error {
	for _, namespace := range options.Namespaces {
		if err := ensureNamespace(ctx, client, namespace); err != nil {
			return err
		}
	}
	nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, node := range nodes.Items {
		options.Nodes = append(options.Nodes, node.Name)
	}
	// A dry run gives what the server would store: defaults, service account
	// and managed fields.
	template, err := client.CoreV1().Pods(options.Namespaces[0]).Create(ctx, shownPod("template", 0),
		metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	if err != nil {
		return err
	}
	template.ResourceVersion = ""
	template.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Pod"))
	codec := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	now := time.Now()
	ops := make([]clientv3.Op, 0, putsInTransaction)
	for i := options.Start; i < options.Start+options.Count; i++ {
		pod := options.vary(template, i, now)
		value, err := runtime.Encode(codec, pod)
		if err != nil {
			return err
		}
		ops = append(ops, clientv3.OpPut("/registry/pods/"+pod.Namespace+"/"+pod.Name, string(value)))
		if len(ops) == putsInTransaction || i == options.Start+options.Count-1 {
			if _, err := etcd.Txn(ctx).Then(ops...).Commit(); err != nil {
				return fmt.Errorf("etcd: %w", err)
			}
			ops = ops[:0]
		}
	}
	return nil
}
