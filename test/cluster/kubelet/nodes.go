// Package kubelet makes fake nodes whose pods really run: a container is a
// process of this host in a temporary folder, not isolated from it. Exec,
// attach, logs and port-forward answer as a kubelet's do.
package kubelet

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"gatehouse.dev/cluster/pki"
	"gatehouse.dev/cluster/ports"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/record"
)

// Nodes are the fake nodes of one cluster.
type Nodes struct {
	kubelets []*kubelet
	events   record.EventBroadcaster
	folder   string
}

// kubelet is one fake node.
type kubelet struct {
	node     string
	folder   string
	client   kubernetes.Interface
	recorder record.EventRecorder
	server   *http.Server
	cancel   context.CancelFunc

	mu   sync.Mutex
	pods map[types.UID]*podRunner
}

// Start registers count nodes named node-1, node-2 and so on, and runs what is
// scheduled to them. Pods keep their files in folder.
func Start(authority *pki.Authority, client kubernetes.Interface, folder string, count int) (*Nodes, error) {
	// Containers of a cluster that was killed left their files.
	if err := os.RemoveAll(folder); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	tlsConfig, err := authority.ServerTLS("node", true)
	if err != nil {
		return nil, err
	}
	nodes := &Nodes{folder: folder, events: record.NewBroadcaster()}
	nodes.events.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: client.CoreV1().Events("")})
	for i := range count {
		name := fmt.Sprintf("node-%d", i+1)
		k := &kubelet{node: name, folder: folder, client: client, pods: map[types.UID]*podRunner{},
			recorder: nodes.events.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "kubelet", Host: name})}
		nodes.kubelets = append(nodes.kubelets, k)
		if err := k.start(tlsConfig); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", name, err), nodes.Stop())
		}
	}
	return nodes, nil
}

// Stop ends all containers and removes their files. It does not touch the
// pods' status: on a cluster that starts again they run again.
func (n *Nodes) Stop() error {
	var group sync.WaitGroup
	for _, k := range n.kubelets {
		group.Go(k.stop)
	}
	group.Wait()
	n.events.Shutdown()
	return os.RemoveAll(n.folder)
}

func (k *kubelet) start(tlsConfig *tls.Config) error {
	ctx, cancel := context.WithCancel(context.Background())
	k.cancel = cancel
	listener, err := ports.Listen("127.0.0.1", 0, 0)
	if err != nil {
		return err
	}
	k.serve(tls.NewListener(listener, tlsConfig))
	if err := k.register(ctx, ports.Number(listener)); err != nil {
		return err
	}
	go k.heartbeat(ctx)
	go k.watchPods(ctx)
	return nil
}

func (k *kubelet) stop() {
	k.cancel()
	if k.server != nil {
		k.server.Close()
	}
	k.mu.Lock()
	pods := make([]*podRunner, 0, len(k.pods))
	for _, p := range k.pods {
		pods = append(pods, p)
	}
	k.mu.Unlock()
	var group sync.WaitGroup
	for _, p := range pods {
		p.silent.Store(true)
		group.Go(func() { p.stop(0) })
	}
	group.Wait()
}

func (k *kubelet) serve(listener net.Listener) {
	k.server = newServer(k)
	// Serve ends when stop closes the server; there is no other end.
	go k.server.Serve(listener)
}

func (k *kubelet) podFolder(pod *corev1.Pod) string { return filepath.Join(k.folder, string(pod.UID)) }
