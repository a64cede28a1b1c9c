package kubelet

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"gatehouse.dev/cluster/ports"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
)

// podRunner runs the containers of one pod.
type podRunner struct {
	pod      *corev1.Pod
	client   kubernetes.Interface
	recorder record.EventRecorder
	folder   string
	ip       string // for show: nothing listens there, and Endpoints refuse loopback

	ctx    context.Context
	cancel context.CancelFunc
	ending atomic.Bool // its deletion has begun
	silent atomic.Bool // the cluster stops: the status stays as it is
	grace  atomic.Int64
	work   sync.WaitGroup

	mu         sync.Mutex
	containers map[string]*container
	statusMu   sync.Mutex
}

var (
	podCount    atomic.Int64
	hostAddress = sync.OnceValue(func() string {
		// The API server's pod proxy works for pods with hostNetwork at this
		// address, and never at a loopback one.
		if outer := ports.OuterAddress(); outer != "" {
			return outer
		}
		return "127.0.0.1"
	})
)

func newPodRunner(pod *corev1.Pod, client kubernetes.Interface, recorder record.EventRecorder, folder string) *podRunner {
	p := &podRunner{pod: pod, client: client, recorder: recorder, folder: folder, containers: map[string]*container{}}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	n := podCount.Add(1)
	p.ip = fmt.Sprintf("10.244.%d.%d", n/250%250, 2+n%250)
	for _, specs := range [][]corev1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for _, spec := range specs {
			p.add(spec)
		}
	}
	// A pod that ran before this process starts anew, as after a node's reboot.
	for _, before := range append(append([]corev1.ContainerStatus{}, pod.Status.InitContainerStatuses...), pod.Status.ContainerStatuses...) {
		if c := p.containers[before.Name]; c != nil && before.ContainerID != "" {
			c.restarts = before.RestartCount + 1
		}
	}
	return p
}

func (p *podRunner) add(spec corev1.Container) *container {
	c := &container{pod: p, spec: spec, log: newOutput(), state: waiting("ContainerCreating", "")}
	p.mu.Lock()
	p.containers[spec.Name] = c
	p.mu.Unlock()
	return c
}

func (p *podRunner) container(name string) *container {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.containers[name]
}

// start runs the pod in the background.
func (p *podRunner) start() {
	p.work.Add(1)
	go func() {
		defer p.work.Done()
		if err := os.MkdirAll(p.folder, 0o700); err != nil {
			p.event(corev1.EventTypeWarning, "FailedCreatePodSandBox", err.Error())
			return
		}
		if p.runInit() {
			for _, spec := range p.pod.Spec.Containers {
				p.runInBackground(p.container(spec.Name), p.pod.Spec.RestartPolicy)
			}
		}
	}()
}

// runInit runs the init containers one after the other; sidecars stay running.
// It says whether the others may start.
func (p *podRunner) runInit() bool {
	for _, spec := range p.pod.Spec.InitContainers {
		c := p.container(spec.Name)
		if spec.RestartPolicy != nil && *spec.RestartPolicy == corev1.ContainerRestartPolicyAlways {
			p.runInBackground(c, corev1.RestartPolicyAlways)
			continue
		}
		policy := p.pod.Spec.RestartPolicy
		if policy == corev1.RestartPolicyAlways {
			policy = corev1.RestartPolicyOnFailure
		}
		if c.loop(policy) != 0 {
			return false
		}
	}
	return p.ctx.Err() == nil
}

func (p *podRunner) runInBackground(c *container, policy corev1.RestartPolicy) {
	p.work.Add(1)
	go func() {
		defer p.work.Done()
		c.loop(policy)
	}()
}

func (p *podRunner) startEphemeral(specs []corev1.EphemeralContainer) {
	for _, spec := range specs {
		if p.container(spec.Name) == nil && p.ctx.Err() == nil {
			c := p.add(corev1.Container(spec.EphemeralContainerCommon))
			p.runInBackground(c, corev1.RestartPolicyNever)
		}
	}
}

// stop ends every container: SIGTERM, then SIGKILL after the grace period.
func (p *podRunner) stop(grace time.Duration) {
	p.grace.Store(int64(grace))
	p.cancel()
	p.work.Wait()
	if err := os.RemoveAll(p.folder); err != nil {
		klog.ErrorS(err, "Files of a pod left", "pod", klog.KObj(p.pod))
	}
}

func (p *podRunner) event(kind, reason, message string) {
	if p.recorder != nil && !p.silent.Load() {
		p.recorder.Event(p.pod, kind, reason, message)
	}
}

// report writes the pod's status as it is now.
func (p *podRunner) report() {
	p.statusMu.Lock()
	defer p.statusMu.Unlock()
	if p.client == nil || p.silent.Load() {
		return
	}
	ctx := context.Background()
	err := retry.OnError(retry.DefaultBackoff, func(error) bool { return p.ctx.Err() == nil }, func() error {
		pod, err := p.client.CoreV1().Pods(p.pod.Namespace).Get(ctx, p.pod.Name, metav1.GetOptions{})
		if err != nil || pod.UID != p.pod.UID {
			return err
		}
		p.fillStatus(pod)
		_, err = p.client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		return err
	})
	if err != nil && !apierrors.IsNotFound(err) && p.ctx.Err() == nil {
		klog.ErrorS(err, "Status not written", "pod", klog.KObj(p.pod))
	}
}
