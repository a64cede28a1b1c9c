//go:build unix && !linux

package kubelet

import "syscall"

// childAttributes put a process into a group of its own, unless a terminal
// makes it a session. Only Linux can tie its life to ours: elsewhere the
// containers of a killed cluster outlive it.
func childAttributes(terminal bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: !terminal}
}
