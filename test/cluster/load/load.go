// Package load fills a cluster: many objects through the API, tens of
// thousands of pods straight into etcd, and a stream of changes.
package load

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// maker creates object i of a kind.
type maker func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error

var makers = map[string]maker{
	"pods": func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error {
		_, err := client.CoreV1().Pods(namespace).Create(ctx, shownPod(fmt.Sprintf("load-%06d", i), i), metav1.CreateOptions{})
		return err
	},
	"configmaps": func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error {
		_, err := client.CoreV1().ConfigMaps(namespace).Create(ctx, &corev1.ConfigMap{
			ObjectMeta: loadMeta(i), Data: map[string]string{"key": fmt.Sprint("value-", i)}}, metav1.CreateOptions{})
		return err
	},
	"secrets": func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error {
		_, err := client.CoreV1().Secrets(namespace).Create(ctx, &corev1.Secret{
			ObjectMeta: loadMeta(i), StringData: map[string]string{"password": fmt.Sprint("secret-", i)}}, metav1.CreateOptions{})
		return err
	},
	"services": func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error {
		_, err := client.CoreV1().Services(namespace).Create(ctx, &corev1.Service{
			// Headless: the range of cluster addresses ends before large counts do.
			ObjectMeta: loadMeta(i), Spec: corev1.ServiceSpec{ClusterIP: corev1.ClusterIPNone,
				Selector: map[string]string{"app": appName(i)}, Ports: []corev1.ServicePort{{Port: 80}}}}, metav1.CreateOptions{})
		return err
	},
	"serviceaccounts": func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error {
		_, err := client.CoreV1().ServiceAccounts(namespace).Create(ctx, &corev1.ServiceAccount{ObjectMeta: loadMeta(i)}, metav1.CreateOptions{})
		return err
	},
	"deployments": func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error {
		_, err := client.AppsV1().Deployments(namespace).Create(ctx, deployment(i), metav1.CreateOptions{})
		return err
	},
	"events": func(ctx context.Context, client kubernetes.Interface, namespace string, i int) error {
		_, err := client.CoreV1().Events(namespace).Create(ctx, event(namespace, i), metav1.CreateOptions{})
		return err
	},
	"namespaces": func(ctx context.Context, client kubernetes.Interface, _ string, i int) error {
		_, err := client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: loadMeta(i)}, metav1.CreateOptions{})
		return err
	},
}

// Kinds are those that Create knows.
func Kinds() []string {
	kinds := make([]string, 0, len(makers))
	for kind := range makers {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	return kinds
}

// Create makes count objects of a kind through the API, named load-000000 and
// so on, with a number of requests at a time.
func Create(ctx context.Context, client kubernetes.Interface, kind, namespace string, count, atATime int) error {
	create := makers[kind]
	if create == nil {
		return fmt.Errorf("unknown kind %q: use one of %s", kind, strings.Join(Kinds(), ", "))
	}
	if err := ensureNamespace(ctx, client, namespace); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers := make(chan int)
	var group sync.WaitGroup
	for range atATime {
		group.Go(func() {
			for i := range numbers {
				if err := create(ctx, client, namespace, i); err != nil {
					cancel(fmt.Errorf("%s %d: %w", kind, i, err))
				}
			}
		})
	}
	for i := range count {
		select {
		case numbers <- i:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(numbers)
	group.Wait()
	return context.Cause(ctx)
}

// ensureNamespace makes the namespace if it is absent, and waits for its
// service account: no pod can be made before.
func ensureNamespace(ctx context.Context, client kubernetes.Interface, name string) error {
	_, err := client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	for {
		_, err := client.CoreV1().ServiceAccounts(name).Get(ctx, "default", metav1.GetOptions{})
		if err == nil || !apierrors.IsNotFound(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}
