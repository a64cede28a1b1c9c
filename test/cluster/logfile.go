package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

const logFile = "cluster.log"

// people is the standard error that people see. It outlives captureLog.
var people = os.Stderr

// complain tells people.
func complain(format string, args ...any) {
	fmt.Fprintf(people, format+"\n", args...)
}

// note writes to standard error, which is the log file once captureLog ran.
func note(format string, args ...any) {
	fmt.Fprintf(os.Stderr, time.Now().Format("15:04:05.000")+" "+format+"\n", args...)
}

// captureLog sends this process's standard error to a file in dir: the
// components write thousands of lines, some from places that have no logger.
// People keep the old one.
func captureLog(dir string) (path string, err error) {
	path = filepath.Join(dir, logFile)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return "", err
	}
	defer file.Close()
	old, err := unix.Dup(int(os.Stderr.Fd()))
	if err != nil {
		return "", err
	}
	unix.CloseOnExec(old)
	people = os.NewFile(uintptr(old), "stderr")
	return path, replaceDescriptor(int(file.Fd()), int(os.Stderr.Fd()))
}
