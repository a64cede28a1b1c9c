package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// asProgram makes the test binary behave as the program, so that the tests run
// real processes without a second link of 170 MB.
const asProgram = "CLUSTER_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func program(args ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), asProgram+"=1")
	return command
}

// running is a cluster in a process of its own.
type running struct {
	readyLine
	t       *testing.T
	dir     string
	command *exec.Cmd
	input   io.WriteCloser
	errors  bytes.Buffer
	client  kubernetes.Interface
}

func startUp(t *testing.T, dir string, args ...string) *running {
	t.Helper()
	r := &running{t: t, dir: dir, command: program(append([]string{"up", "-dir", dir}, args...)...)}
	r.command.Stderr = &r.errors
	output, err := r.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if r.input, err = r.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := r.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.command.Process.Kill() }) // in case the test failed
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		t.Fatalf("it did not start: %v, %v\n%s", err, r.command.Wait(), r.errors.String())
	}
	if err := json.Unmarshal(line, &r.readyLine); err != nil {
		t.Fatalf("the ready line is %s: %v", line, err)
	}
	if r.client, err = clientFor(r.Kubeconfig); err != nil {
		t.Fatal(err)
	}
	t.Logf("ready in %d ms", r.ReadyMillis)
	return r
}

// wait waits for its end and checks that nothing is left.
func (r *running) wait() {
	r.t.Helper()
	began := time.Now()
	if err := r.command.Wait(); err != nil {
		r.t.Errorf("it ended with %v\n%s", err, r.errors.String())
	}
	r.t.Logf("stopped in %v", time.Since(began).Round(time.Millisecond))
	if entries, err := os.ReadDir("/proc"); err == nil { // Linux
		for _, entry := range entries {
			if folder, err := os.Readlink("/proc/" + entry.Name() + "/cwd"); err == nil && strings.HasPrefix(folder, r.dir) {
				r.t.Errorf("process %s still runs in %s", entry.Name(), folder)
			}
		}
	}
	for _, address := range []string{r.Server, r.WebhookURL} {
		parsed, err := url.Parse(address)
		if err != nil {
			r.t.Fatal(err)
		}
		if conn, err := net.Dial("tcp", parsed.Host); err == nil {
			conn.Close()
			r.t.Errorf("%s still answers", address)
		}
	}
}

func (r *running) leavesNothing() {
	r.t.Helper()
	if _, err := os.Stat(r.dir); !os.IsNotExist(err) {
		r.t.Errorf("its folder is left: %v", err)
	}
}

func (r *running) kubectl(args ...string) (stdout, stderr string, code int) {
	r.t.Helper()
	command := program(append([]string{"kubectl", "--kubeconfig", r.Kubeconfig, "--cache-dir", filepath.Join(r.dir, "kubectl-cache")}, args...)...)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil && command.ProcessState == nil {
		r.t.Fatal(err)
	}
	return out.String(), errs.String(), command.ProcessState.ExitCode()
}

func (r *running) serves(groupVersion string) bool {
	r.t.Helper()
	_, err := r.client.Discovery().ServerResourcesForGroupVersion(groupVersion)
	if err != nil && !apierrors.IsNotFound(err) {
		r.t.Fatal(err)
	}
	return err == nil
}

func (r *running) runPod(name string) {
	r.t.Helper()
	ctx, pods := context.Background(), r.client.CoreV1().Pods("default")
	_, err := pods.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PodSpec{
		Containers: []corev1.Container{{Name: "main", Image: "x", Ports: []corev1.ContainerPort{{ContainerPort: 80}}}}}}, metav1.CreateOptions{})
	if err != nil {
		r.t.Fatal(err)
	}
	r.eventually("pod "+name+" runs", func() bool {
		pod, err := pods.Get(ctx, name, metav1.GetOptions{})
		return err == nil && pod.Status.Phase == corev1.PodRunning
	})
}

func (r *running) eventually(what string, check func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if check() {
			return
		}
	}
	r.t.Fatalf("never: %s", what)
}

func TestTwoClustersAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts control planes")
	}
	parent := exec.Command("sleep", "1000")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	all := startUp(t, filepath.Join(dir, "all"), "-profile", "all", "-until-stdin-closes", "-audit")
	stock := startUp(t, filepath.Join(dir, "stock"), "-nodes", "1", "-parent-pid", fmt.Sprint(parent.Process.Pid))
	if all.Server == stock.Server || all.WebhookURL == stock.WebhookURL {
		t.Errorf("they share addresses: %+v %+v", all.readyLine, stock.readyLine)
	}
	t.Run("profiles", func(t *testing.T) {
		for _, groupVersion := range []string{"scheduling.k8s.io/v1alpha2", "admissionregistration.k8s.io/v1beta1"} {
			if !all.serves(groupVersion) || stock.serves(groupVersion) {
				t.Errorf("%s: all %t, default %t", groupVersion, all.serves(groupVersion), stock.serves(groupVersion))
			}
		}
	})
	t.Run("pods", func(t *testing.T) { checkPods(t, all) })
	t.Run("users", func(t *testing.T) { checkUsers(t, all) })
	t.Run("service webhooks", func(t *testing.T) { checkServiceWebhook(t, all) })
	t.Run("seed", func(t *testing.T) { checkSeed(t, stock) })
	stock.runPod("left-running")

	all.input.Close()
	all.wait()
	all.leavesNothing()
	_ = parent.Process.Kill()
	_ = parent.Wait() // killed: that is its end
	stock.wait()
	stock.leavesNothing()
}

func checkPods(t *testing.T, r *running) {
	r.runPod("web")
	if out, _, code := r.kubectl("exec", "web", "--", "sh", "-c", "echo hi $POD; exit 3"); out != "hi web\n" || code != 3 {
		t.Errorf("exec: %q, code %d", out, code)
	}
	r.eventually("the log is there", func() bool {
		out, _, _ := r.kubectl("logs", "web")
		return strings.Contains(out, "started main in web")
	})
	forward := program("kubectl", "--kubeconfig", r.Kubeconfig, "port-forward", "pod/web", ":80")
	output, err := forward.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := forward.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = forward.Process.Kill()
		_ = forward.Wait() // killed: that is its end
	}()
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Fields(strings.TrimPrefix(line, "Forwarding from "))[0]
	answer, err := http.Get("http://" + address + "/path")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(body), `"pod":"default/web"`) {
		t.Errorf("port-forward: %s %v", body, err)
	}
}

func checkUsers(t *testing.T, r *running) {
	for user, allowed := range map[string]bool{"admin": true, "token": true, "viewer": false, "team": false} {
		client, err := clientFor(filepath.Join(r.dir, user+".kubeconfig"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.CoreV1().Pods("default").List(context.Background(), metav1.ListOptions{})
		if allowed && err != nil || !allowed && !apierrors.IsForbidden(err) {
			t.Errorf("%s: %v", user, err)
		}
	}
	if log, err := os.ReadFile(r.AuditLog); err != nil || !bytes.Contains(log, []byte(`"username":"viewer"`)) {
		t.Errorf("the audit log does not tell: %v", err)
	}
}

func checkSeed(t *testing.T, r *running) {
	if out, err := program("seed", "-dir", r.dir, "-count", "250", "-namespaces", "a,b").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ctx := context.Background()
	r.eventually("all seeded pods are listed", func() bool {
		list, err := r.client.CoreV1().Pods("").List(ctx, metav1.ListOptions{LabelSelector: "app=api"})
		return err == nil && len(list.Items) == 21 // every twelfth of 250
	})
	if err := r.client.CoreV1().Pods("a").Delete(ctx, "api-000000", metav1.DeleteOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := r.client.CoreV1().Pods("a").Get(ctx, "api-000000", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Errorf("a deleted seeded pod is still there: %v", err)
	}
}

func TestAKeptClusterStartsAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("starts control planes")
	}
	dir := filepath.Join(t.TempDir(), "kept")
	first := startUp(t, dir, "-nodes", "1", "-keep")
	first.runPod("web")
	if err := first.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	first.wait()
	second := startUp(t, dir, "-nodes", "1", "-keep", "-until-stdin-closes")
	if first.Server != second.Server || first.WebhookURL != second.WebhookURL || first.WebhookServicePort != second.WebhookServicePort {
		t.Errorf("clients would not find it: %+v, then %+v", first.readyLine, second.readyLine)
	}
	// The old client has the old keys.
	second.eventually("the pod runs again, with a restart", func() bool {
		pod, err := first.client.CoreV1().Pods("default").Get(context.Background(), "web", metav1.GetOptions{})
		return err == nil && pod.Status.Phase == corev1.PodRunning && pod.Status.ContainerStatuses[0].RestartCount == 1
	})
	if out, _, code := second.kubectl("exec", "web", "--", "echo", "again"); out != "again\n" || code != 0 {
		t.Errorf("exec: %q, code %d", out, code)
	}
	if _, err := io.WriteString(second.input, "discard\n"); err != nil {
		t.Fatal(err)
	}
	second.input.Close()
	second.wait()
	second.leavesNothing()
}
