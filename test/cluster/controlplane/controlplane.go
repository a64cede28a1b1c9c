// Package controlplane runs etcd, kube-apiserver, kube-controller-manager and
// kube-scheduler in this process. It uses their exported run functions and not
// their commands: those install signal handlers, and a second one panics.
package controlplane

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"time"

	"gatehouse.dev/cluster/pki"
	"gatehouse.dev/cluster/ports"
	"gatehouse.dev/cluster/profile"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// Options of one control plane. There can be one in a process, because
// Kubernetes keeps its feature gates in a global registry.
type Options struct {
	Dir            string
	Profile        profile.Profile
	APIServerFlags []string
	Audit          bool
	// Log gets one line for each step.
	Log func(format string, args ...any)
}

// ControlPlane is a running one.
type ControlPlane struct {
	Authority  *pki.Authority
	Server     string
	Kubeconfig string
	Client     kubernetes.Interface
	// Failed receives the error of a component that ended by itself.
	Failed chan error

	options Options
	stops   []func() // run in reverse order
}

// Start starts all components and waits until the API server is ready. It
// takes over the listener.
func Start(ctx context.Context, authority *pki.Authority, listener net.Listener, options Options) (_ *ControlPlane, err error) {
	c := &ControlPlane{
		Authority: authority, options: options, Failed: make(chan error, 4),
		Server:     fmt.Sprintf("https://127.0.0.1:%d", ports.Number(listener)),
		Kubeconfig: filepath.Join(options.Dir, "admin.kubeconfig"),
	}
	c.stops = append(c.stops, func() { listener.Close() })
	defer func() {
		if err != nil {
			c.Stop()
		}
	}()
	if err := issueCredentials(authority); err != nil {
		return nil, fmt.Errorf("credentials: %w", err)
	}
	if err := c.writeKubeconfigs(); err != nil {
		return nil, fmt.Errorf("kubeconfigs: %w", err)
	}
	if c.Client, err = c.newClient(); err != nil {
		return nil, err
	}
	etcdURL, err := c.startEtcd()
	if err != nil {
		return nil, fmt.Errorf("etcd: %w", err)
	}
	if err := c.startAPIServer(etcdURL, listener); err != nil {
		return nil, fmt.Errorf("kube-apiserver: %w", err)
	}
	if err := c.waitForAPIServer(ctx); err != nil {
		return nil, err
	}
	if err := c.startControllerManager(); err != nil {
		return nil, fmt.Errorf("kube-controller-manager: %w", err)
	}
	if err := c.startScheduler(); err != nil {
		return nil, fmt.Errorf("kube-scheduler: %w", err)
	}
	return c, nil
}

func (c *ControlPlane) newClient() (kubernetes.Interface, error) {
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = -1, -1
	// Warnings of the API server are for its clients' users, not for a log.
	config.WarningHandler = rest.NoWarnings{}
	return kubernetes.NewForConfig(config)
}

// Stop ends the components, the last started first.
func (c *ControlPlane) Stop() {
	for len(c.stops) > 0 {
		last := len(c.stops) - 1
		c.stops[last]()
		c.stops = c.stops[:last]
	}
}

// run runs a component until Stop; an early end is reported on Failed.
func (c *ControlPlane) run(name string, component func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := component(ctx); ctx.Err() == nil {
			c.Failed <- fmt.Errorf("%s ended by itself: %w", name, orUnknown(err))
		}
	}()
	c.stops = append(c.stops, func() {
		cancel()
		began := time.Now()
		select {
		case <-done:
			c.options.Log("%s stopped in %v", name, time.Since(began).Round(time.Millisecond))
		case <-time.After(10 * time.Second):
			c.options.Log("%s did not stop in 10 s", name)
		}
	})
}

func orUnknown(err error) error {
	if err == nil {
		return fmt.Errorf("it gave no reason")
	}
	return err
}

func (c *ControlPlane) waitForAPIServer(ctx context.Context) error {
	return c.poll(ctx, "kube-apiserver did not get ready", func() error {
		return c.Client.Discovery().RESTClient().Get().AbsPath("/readyz").Do(ctx).Error()
	})
}

// WaitUsable waits until a pod could be created and run: as many nodes have
// no taints left, and the namespace "default" has its service account.
func (c *ControlPlane) WaitUsable(ctx context.Context, nodes int) error {
	return c.poll(ctx, "nodes and the default service account did not get ready", func() error {
		list, err := c.Client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		ready := 0
		for _, node := range list.Items {
			if len(node.Spec.Taints) == 0 {
				ready++
			}
		}
		if ready < nodes {
			return fmt.Errorf("%d of %d nodes are ready", ready, nodes)
		}
		_, err = c.Client.CoreV1().ServiceAccounts("default").Get(ctx, "default", metav1.GetOptions{})
		return err
	})
}

// A start takes three seconds on two idle cores; a busy machine may need many
// times that, and one that takes longer is broken.
const patience = 120 * time.Second

func (c *ControlPlane) poll(ctx context.Context, complaint string, check func() error) error {
	deadline := time.Now().Add(patience)
	for {
		err := check()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s in %v: %w", complaint, patience, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-c.Failed:
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}
