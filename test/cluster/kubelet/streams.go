package kubelet

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/creack/pty"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

// notFoundCode is what a shell reports for a command that cannot be started.
const notFoundCode = 127

// ExecInContainer runs a command beside the container's own process, under a
// terminal if tty is set.
func (c *container) ExecInContainer(ctx context.Context, _, _, _ string, argv []string, in io.Reader, out, errOut io.WriteCloser,
	tty bool, resize <-chan remotecommand.TerminalSize, _ time.Duration) error {
	command := c.command(argv, tty)
	var err error
	if tty {
		err = c.execWithTerminal(ctx, command, in, out, resize)
	} else {
		err = startWithPipes(command, in, out, errOut)
	}
	if err != nil {
		return utilexec.CodeExitError{Err: err, Code: notFoundCode}
	}
	// A client that goes away, or a pod that ends, ends the command.
	defer context.AfterFunc(ctx, func() { killGroup(command, syscall.SIGKILL) })()
	defer context.AfterFunc(c.pod.ctx, func() { killGroup(command, syscall.SIGKILL) })()
	if code := exitCode(command.Wait()); code != 0 {
		return utilexec.CodeExitError{Err: fmt.Errorf("command terminated with exit code %d", code), Code: int(code)}
	}
	return nil
}

func startWithPipes(command *exec.Cmd, in io.Reader, out, errOut io.Writer) error {
	command.Stdout, command.Stderr = out, errOut
	if in == nil {
		return command.Start()
	}
	// A plain command.Stdin would make Wait wait for the client to close its side.
	pipe, err := command.StdinPipe()
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(pipe, in) // either side may end first
		_ = pipe.Close()
	}()
	return command.Start()
}

// execWithTerminal starts the command and copies until its side is closed.
func (c *container) execWithTerminal(ctx context.Context, command *exec.Cmd, in io.Reader, out io.Writer, resize <-chan remotecommand.TerminalSize) error {
	terminal, err := pty.Start(command)
	if err != nil {
		return err
	}
	defer terminal.Close()
	defer context.AfterFunc(ctx, func() { killGroup(command, syscall.SIGKILL) })()
	defer context.AfterFunc(c.pod.ctx, func() { killGroup(command, syscall.SIGKILL) })()
	go follow(terminal, resize)
	if in != nil {
		go io.Copy(terminal, in) // ends with the client or the terminal
	}
	// A pty ends with an error (EIO) where a pipe ends with EOF.
	_, _ = io.Copy(out, terminal)
	return nil
}

// AttachContainer joins the container's own process until it ends.
func (c *container) AttachContainer(ctx context.Context, _, _, _ string, in io.Reader, out, _ io.WriteCloser, _ bool,
	resize <-chan remotecommand.TerminalSize) error {
	c.mu.Lock()
	log, stdin, terminal := c.log, c.stdin, c.terminal
	c.mu.Unlock()
	if terminal != nil {
		go follow(terminal, resize)
	}
	if in != nil && stdin != nil {
		go func() {
			_, _ = io.Copy(stdin, in) // either side may end first
			if c.spec.StdinOnce {
				_ = stdin.Close()
			}
		}()
	}
	return log.copyRaw(ctx, out)
}

func follow(terminal *os.File, resize <-chan remotecommand.TerminalSize) {
	for size := range resize {
		// A size that comes after the end is of no use.
		_ = pty.Setsize(terminal, &pty.Winsize{Cols: size.Width, Rows: size.Height})
	}
}
