package kubelet

import "syscall"

// childAttributes put a process into a group of its own, unless a terminal
// makes it a session, and end it when this process dies in any way.
func childAttributes(terminal bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: !terminal}
}
