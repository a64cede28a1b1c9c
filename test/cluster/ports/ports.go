// Package ports finds addresses to listen on without the race of asking for a
// free port, closing it and hoping that nobody takes it before it is opened
// again.
package ports

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Systems take the ports of outgoing connections from above this range
// (Linux from 32768, macOS from 49152).
const (
	lowestLasting  = 20000
	highestLasting = 32000
)

// ListenLasting opens host:port for a server whose clients must find it again
// after a restart. Port 0 takes a free one that no outgoing connection can be
// given while the server is away.
func ListenLasting(host string, port int, patience time.Duration) (*net.TCPListener, error) {
	if port != 0 {
		return Listen(host, port, patience)
	}
	for deadline := time.Now().Add(patience); ; {
		listener, err := Listen(host, lowestLasting+rand.IntN(highestLasting-lowestLasting), 0)
		if err == nil || !errors.Is(err, syscall.EADDRINUSE) || time.Now().After(deadline) {
			return listener, err
		}
	}
}

// Listen opens host:port. Port 0 takes any free one. A port asked for by
// number may still be held by a predecessor that is ending, so a busy one is
// tried again until patience runs out.
func Listen(host string, port int, patience time.Duration) (*net.TCPListener, error) {
	deadline := time.Now().Add(patience)
	for {
		listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.ParseIP(host), Port: port})
		if err == nil {
			return listener, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			return nil, err
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("port %d of %s is in use by another process: %w", port, host, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Number is the port that a listener got.
func Number(listener net.Listener) int { return listener.Addr().(*net.TCPAddr).Port }

// Reservation keeps a loopback port for a server that opens its own listener
// with SO_REUSEPORT. It is bound but not listening, so it gets no connections,
// and the system gives the port to nobody else.
type Reservation struct {
	Port   int
	socket int
}

// Reserve takes a free loopback port.
func Reserve() (*Reservation, error) {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		return nil, fmt.Errorf("no socket: %w", err)
	}
	unix.CloseOnExec(socket)
	fail := func(err error) (*Reservation, error) {
		unix.Close(socket)
		return nil, fmt.Errorf("no port could be reserved: %w", err)
	}
	if err := unix.SetsockoptInt(socket, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1); err != nil {
		return fail(err)
	}
	if err := unix.Bind(socket, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return fail(err)
	}
	bound, err := unix.Getsockname(socket)
	if err != nil {
		return fail(err)
	}
	return &Reservation{Port: bound.(*unix.SockaddrInet4).Port, socket: socket}, nil
}

// Release ends the reservation; a server that listens on the port stays.
func (r *Reservation) Release() { unix.Close(r.socket) }

// OuterAddress is this host's first IPv4 address beyond loopback, or "" if it
// has none. The API server refuses loopback addresses in EndpointSlices and in
// its pod proxy.
func OuterAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	for _, address := range addresses {
		ip, ok := address.(*net.IPNet)
		if ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() && !ip.IP.IsLinkLocalUnicast() {
			return ip.IP.String()
		}
	}
	return ""
}
