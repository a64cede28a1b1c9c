package kubelet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilexec "k8s.io/utils/exec"
)

// startPod runs a pod without a cluster: its status is read from the runner.
func startPod(t *testing.T, policy corev1.RestartPolicy, containers ...corev1.Container) *podRunner {
	t.Helper()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "test", Namespace: "default", UID: "uid"},
		Spec: corev1.PodSpec{RestartPolicy: policy, Containers: containers}}
	p := newPodRunner(pod, nil, nil, filepath.Join(t.TempDir(), "pod"))
	p.start()
	t.Cleanup(func() { p.stop(0) })
	return p
}

func shell(name, script string) corev1.Container {
	return corev1.Container{Name: name, Command: []string{"/bin/sh", "-c", script}}
}

func eventually(t *testing.T, what string, check func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if check() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

func phase(p *podRunner) corev1.PodPhase {
	pod := p.pod.DeepCopy()
	p.fillStatus(pod)
	return pod.Status.Phase
}

func TestAContainerRunsAndIsStopped(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, corev1.Container{Name: "main"})
	eventually(t, "it says that it started", func() bool {
		return strings.Contains(streamed(p.container("main").output(false), logOptions{tail: -1, limit: -1}), "started main in test")
	})
	if got := phase(p); got != corev1.PodRunning {
		t.Errorf("phase %s", got)
	}
	p.stop(10 * time.Second)
	if log := streamed(p.container("main").output(false), logOptions{tail: -1, limit: -1}); !strings.Contains(log, "stopping") {
		t.Errorf("no time to end: %q", log)
	}
	if _, err := os.Stat(p.folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folder is left (%v)", err)
	}
}

func TestThePhaseFollowsTheExitCode(t *testing.T) {
	for script, want := range map[string]corev1.PodPhase{"exit 0": corev1.PodSucceeded, "exit 3": corev1.PodFailed} {
		p := startPod(t, corev1.RestartPolicyNever, shell("main", script))
		eventually(t, script, func() bool { return phase(p) == want })
	}
}

func TestACommandThatIsNotThere(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyNever, corev1.Container{Name: "main", Command: []string{"/no/such/command"}})
	eventually(t, "it fails to start", func() bool {
		end := p.container("main").status().State.Terminated
		return end != nil && end.Reason == "StartError" && end.ExitCode == startErrorCode
	})
}

func TestACrashingContainerIsRestartedAndKeepsItsLastLog(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, shell("main", "echo crash; exit 7"))
	c := p.container("main")
	eventually(t, "it waits for its restart", func() bool {
		status := c.status()
		return status.State.Waiting != nil && status.State.Waiting.Reason == "CrashLoopBackOff" && status.LastTerminationState.Terminated.ExitCode == 7
	})
	if got := phase(p); got != corev1.PodRunning {
		t.Errorf("phase %s: a pod that ran once is not pending", got)
	}
	eventually(t, "it ran again", func() bool { return c.status().RestartCount > 0 })
	if log := streamed(c.output(true), logOptions{tail: -1, limit: -1}); log != "crash\n" {
		t.Errorf("the previous log is %q", log)
	}
}

func TestAnImageOfARegistryThatCannotBe(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, corev1.Container{Name: "main", Image: "registry.invalid/app:1"})
	eventually(t, "the image is not pulled", func() bool {
		waits := p.container("main").status().State.Waiting
		return waits != nil && waits.Reason == "ImagePullBackOff"
	})
	if got := phase(p); got != corev1.PodPending {
		t.Errorf("phase %s", got)
	}
}

func TestChildrenEndWithTheirContainer(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, shell("main", "sleep 1000 & echo $! > child; wait"))
	child := 0
	eventually(t, "the child is known", func() bool {
		text, err := os.ReadFile(filepath.Join(p.folder, "child"))
		child, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return err == nil && child > 0
	})
	p.stop(0)
	eventually(t, "the child has ended", func() bool {
		// A zombie that nobody collects yet has ended too.
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(child) + "/stat")
		return syscall.Kill(child, 0) != nil || err == nil && strings.Contains(string(stat), ") Z ")
	})
}

func TestAPodThatRanBeforeStartsAnew(t *testing.T) {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "test", UID: "uid"},
		Spec:   corev1.PodSpec{Containers: []corev1.Container{{Name: "ran"}, {Name: "never"}}},
		Status: corev1.PodStatus{ContainerStatuses: []corev1.ContainerStatus{{Name: "ran", ContainerID: "x", RestartCount: 2}, {Name: "never"}}}}
	p := newPodRunner(pod, nil, nil, t.TempDir())
	if ran, never := p.container("ran").restarts, p.container("never").restarts; ran != 3 || never != 0 {
		t.Errorf("restarts %d and %d", ran, never)
	}
}

func TestInitContainersRunBeforeTheOthers(t *testing.T) {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "test", UID: "uid"}, Spec: corev1.PodSpec{
		RestartPolicy:  corev1.RestartPolicyNever,
		InitContainers: []corev1.Container{shell("first", "echo 1 >> order"), shell("second", "echo 2 >> order")},
		Containers:     []corev1.Container{shell("main", "echo 3 >> order")}}}
	p := newPodRunner(pod, nil, nil, filepath.Join(t.TempDir(), "pod"))
	defer p.stop(0)
	p.start()
	eventually(t, "all ran", func() bool { return phase(p) == corev1.PodSucceeded })
	if text, err := os.ReadFile(filepath.Join(p.folder, "order")); err != nil || string(text) != "1\n2\n3\n" {
		t.Errorf("order %q, %v", text, err)
	}
}

type buffer struct{ bytes.Buffer }

func (*buffer) Close() error { return nil }

func TestExec(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, corev1.Container{Name: "main", Env: []corev1.EnvVar{{Name: "MODE", Value: "test"}}})
	c := p.container("main")
	eventually(t, "it runs", func() bool { return c.status().Ready })
	for _, test := range []struct {
		name, script, input string
		tty                 bool
		out, errOut         string
		code                int
	}{
		{name: "output and errors are apart", script: "echo out; echo err >&2", out: "out\n", errOut: "err\n"},
		{name: "exit code", script: "exit 42", code: 42},
		{name: "killed", script: "kill -9 $$", code: 137},
		{name: "input", script: "cat", input: "hello", out: "hello"},
		{name: "input left unread", script: "echo done", input: "hello", out: "done\n"},
		{name: "environment", script: "echo $MODE $POD $CONTAINER", out: "test test main\n"},
		{name: "terminal", script: "test -t 0 && echo yes", tty: true, out: "yes\r\n"},
		{name: "exit code under a terminal", script: "exit 5", tty: true, code: 5},
	} {
		var out, errOut buffer
		var input io.Reader
		if test.input != "" {
			input = strings.NewReader(test.input)
		}
		err := c.ExecInContainer(context.Background(), "", "", "", []string{"/bin/sh", "-c", test.script}, input, &out, &errOut, test.tty, nil, 0)
		code := 0
		var exit utilexec.CodeExitError
		if errors.As(err, &exit) {
			code = exit.Code
		} else if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if out.String() != test.out || errOut.String() != test.errOut || code != test.code {
			t.Errorf("%s: out %q, err %q, code %d", test.name, out.String(), errOut.String(), code)
		}
	}
}

func TestExecEndsWithItsClient(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, corev1.Container{Name: "main"})
	c := p.container("main")
	eventually(t, "it runs", func() bool { return c.status().Ready })
	for _, tty := range []bool{false, true} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		var out buffer
		began := time.Now()
		err := c.ExecInContainer(ctx, "", "", "", []string{"sleep", "1000"}, nil, &out, &out, tty, nil, 0)
		cancel()
		if err == nil || time.Since(began) > 10*time.Second {
			t.Errorf("tty %t: %v after %v", tty, err, time.Since(began))
		}
	}
}

func TestPortForwardDescribesRequestsToDeclaredPorts(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, corev1.Container{Name: "main", Ports: []corev1.ContainerPort{{ContainerPort: 80}}})
	client, server := net.Pipe()
	go p.PortForward(context.Background(), "", "", 80, server)
	defer client.Close()
	httpClient := &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) { return client, nil }}}
	for _, path := range []string{"/first", "/second"} { // one connection serves both
		answer, err := httpClient.Get("http://pod" + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || !strings.Contains(string(body), `"pod":"default/test"`) || !strings.Contains(string(body), path) {
			t.Errorf("%s %v", body, err)
		}
	}
}

func TestPortForwardToAPortThatNobodyServes(t *testing.T) {
	p := startPod(t, corev1.RestartPolicyAlways, corev1.Container{Name: "main"})
	_, server := net.Pipe()
	if err := p.PortForward(context.Background(), "", "", 1, server); err == nil {
		t.Error("no error")
	}
}
