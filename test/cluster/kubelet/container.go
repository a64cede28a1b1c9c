package kubelet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// idle is what a container runs when its spec names no command.
var idle = []string{"/bin/sh", "-c",
	`trap 'echo stopping; exit 0' TERM; echo "started $CONTAINER in $POD"; while :; do sleep 1 & wait $!; done`}

// startErrorCode is what runtimes report for a container that cannot start.
const startErrorCode = 128

// The kubelet begins with 10 s and ends with 5 min; tests cannot wait so long.
const (
	firstBackoff   = time.Second
	longestBackoff = 30 * time.Second
)

// container is one container and its current process, if any.
type container struct {
	pod  *podRunner
	spec corev1.Container

	mu            sync.Mutex
	log, previous *output
	state, last   corev1.ContainerState
	restarts      int32
	stdin         io.WriteCloser
	terminal      *os.File // our side of the pty, for containers with a terminal
}

func waiting(reason, message string) corev1.ContainerState {
	return corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason, Message: message}}
}

func (c *container) status() corev1.ContainerStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	running := c.state.Running != nil
	status := corev1.ContainerStatus{Name: c.spec.Name, Image: c.spec.Image, Ready: running, Started: &running,
		State: c.state, LastTerminationState: c.last, RestartCount: c.restarts}
	if running || c.state.Terminated != nil || c.last.Terminated != nil {
		status.ImageID = "test://" + c.spec.Image
		status.ContainerID = fmt.Sprintf("test://%s-%s-%d", c.pod.pod.UID, c.spec.Name, c.restarts)
	}
	return status
}

// output is the log of the current process or of the one before; nil if there
// was none.
func (c *container) output(previous bool) *output {
	c.mu.Lock()
	defer c.mu.Unlock()
	if previous {
		return c.previous
	}
	return c.log
}

func (c *container) set(change func()) {
	c.mu.Lock()
	change()
	c.mu.Unlock()
	c.pod.report()
}

// loop runs the container until its restart policy or the pod's end says stop,
// and returns the last exit code.
func (c *container) loop(policy corev1.RestartPolicy) int32 {
	if host, _, _ := strings.Cut(c.spec.Image, "/"); strings.HasSuffix(host, ".invalid") {
		return c.failToPull()
	}
	for backoff := firstBackoff; ; backoff = min(2*backoff, longestBackoff) {
		began := metav1.Now()
		code, err := c.once(began)
		again := c.pod.ctx.Err() == nil &&
			(policy == corev1.RestartPolicyAlways || policy == corev1.RestartPolicyOnFailure && code != 0)
		ended := corev1.ContainerState{Terminated: terminated(began, code, err)}
		c.set(func() {
			c.state = ended
			if again {
				c.last, c.state = ended, waiting("CrashLoopBackOff", fmt.Sprintf(
					"back-off %v restarting failed container=%s pod=%s", backoff, c.spec.Name, c.pod.pod.Name))
			}
		})
		if !again {
			return code
		}
		c.pod.event(corev1.EventTypeWarning, "BackOff", "Back-off restarting failed container "+c.spec.Name)
		select {
		case <-c.pod.ctx.Done():
			return code
		case <-time.After(backoff):
		}
		c.mu.Lock()
		c.restarts++
		c.previous, c.log = c.log, newOutput()
		c.mu.Unlock()
	}
}

func terminated(began metav1.Time, code int32, err error) *corev1.ContainerStateTerminated {
	state := &corev1.ContainerStateTerminated{ExitCode: code, StartedAt: began, FinishedAt: metav1.Now(), Reason: "Completed"}
	if err != nil {
		state.Reason, state.Message = "StartError", err.Error()
	} else if code != 0 {
		state.Reason = "Error"
	}
	return state
}

// failToPull waits for the pod's end as a container whose image cannot be had.
// There are no images here; registries under .invalid, a name that never
// resolves (RFC 2606), stand for one that is missing.
func (c *container) failToPull() int32 {
	message := fmt.Sprintf("failed to pull image %q: no such host", c.spec.Image)
	c.set(func() { c.state = waiting("ErrImagePull", message) })
	c.pod.event(corev1.EventTypeWarning, "Failed", message)
	select {
	case <-c.pod.ctx.Done():
		return startErrorCode
	case <-time.After(firstBackoff):
	}
	c.set(func() { c.state = waiting("ImagePullBackOff", fmt.Sprintf("Back-off pulling image %q", c.spec.Image)) })
	c.pod.event(corev1.EventTypeNormal, "BackOff", fmt.Sprintf("Back-off pulling image %q", c.spec.Image))
	<-c.pod.ctx.Done()
	return startErrorCode
}

// once runs the process to its end; an error means that it did not start.
func (c *container) once(began metav1.Time) (int32, error) {
	argv := append(append([]string{}, c.spec.Command...), c.spec.Args...)
	if len(c.spec.Command) == 0 {
		argv = idle
	}
	log := c.output(false)
	defer log.close()
	command := c.command(argv, c.spec.TTY)
	closeInput, err := c.startProcess(command, log)
	if err != nil {
		c.pod.event(corev1.EventTypeWarning, "Failed", "Error: "+err.Error())
		return startErrorCode, err
	}
	defer closeInput()
	c.set(func() { c.state = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: began}} })
	c.pod.event(corev1.EventTypeNormal, "Started", "Started container "+c.spec.Name)
	stop := context.AfterFunc(c.pod.ctx, func() {
		killGroup(command, syscall.SIGTERM)
		time.AfterFunc(time.Duration(c.pod.grace.Load()), func() { killGroup(command, syscall.SIGKILL) })
	})
	defer stop()
	return exitCode(command.Wait()), nil
}

// startProcess starts the command with its output going to the log, and keeps
// its input for attach.
func (c *container) startProcess(command *exec.Cmd, log *output) (closeInput func(), err error) {
	var stdin io.WriteCloser
	var terminal *os.File
	if c.spec.TTY {
		if terminal, err = pty.Start(command); err != nil {
			return nil, err
		}
		stdin = terminal
		go io.Copy(log, terminal) // ends with the process
	} else {
		command.Stdout, command.Stderr = log, log
		if c.spec.Stdin {
			if stdin, err = command.StdinPipe(); err != nil {
				return nil, err
			}
		}
		if err := command.Start(); err != nil {
			return nil, err
		}
	}
	c.mu.Lock()
	c.stdin, c.terminal = stdin, terminal
	c.mu.Unlock()
	return func() {
		c.mu.Lock()
		c.stdin, c.terminal = nil, nil
		c.mu.Unlock()
		if stdin != nil {
			stdin.Close()
		}
	}, nil
}

// command prepares a process in its own group, so that its children end with it.
func (c *container) command(argv []string, terminal bool) *exec.Cmd {
	command := exec.Command(argv[0], argv[1:]...)
	command.Dir = c.pod.folder
	// A child that keeps the output open must not keep the container.
	command.WaitDelay = time.Second
	command.SysProcAttr = childAttributes(terminal)
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.pod.folder, "PS1=$ ", "TERM=xterm-256color",
		"POD=" + c.pod.pod.Name, "CONTAINER=" + c.spec.Name}
	for _, variable := range c.spec.Env {
		command.Env = append(command.Env, variable.Name+"="+variable.Value)
	}
	return command
}

// killGroup signals a process and its children; they may have ended already.
func killGroup(command *exec.Cmd, signal syscall.Signal) {
	if command.Process != nil {
		_ = syscall.Kill(-command.Process.Pid, signal)
	}
}

// exitCode is that of a shell: 128 and the signal for a killed process.
func exitCode(err error) int32 {
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return int32(exit.ExitCode())
	case errors.As(err, &exit):
		return 128 + int32(exit.Sys().(syscall.WaitStatus).Signal())
	}
	return 0
}
