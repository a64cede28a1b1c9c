package ports

import (
	"context"
	"errors"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func listen(t *testing.T, port int, patience time.Duration) *net.TCPListener {
	t.Helper()
	listener, err := Listen("127.0.0.1", port, patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}

func TestABusyPortIsNamed(t *testing.T) {
	port := Number(listen(t, 0, 0))
	_, err := Listen("127.0.0.1", port, 0)
	if !errors.Is(err, syscall.EADDRINUSE) || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("got %v", err)
	}
}

func TestAPortThatGetsFreeInTimeIsTaken(t *testing.T) {
	first := listen(t, 0, 0)
	time.AfterFunc(100*time.Millisecond, func() { first.Close() })
	second := listen(t, Number(first), 5*time.Second)
	if Number(second) != Number(first) {
		t.Errorf("got %d, want %d", Number(second), Number(first))
	}
}

func TestLastingPortsAreBelowThoseOfOutgoingConnections(t *testing.T) {
	for range 50 {
		listener, err := ListenLasting("127.0.0.1", 0, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		if port := Number(listener); port < lowestLasting || port >= highestLasting {
			t.Errorf("port %d", port)
		}
	}
}

func TestALastingPortCanBeTakenAgain(t *testing.T) {
	first, err := ListenLasting("127.0.0.1", 0, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	first.Close()
	second, err := ListenLasting("127.0.0.1", Number(first), 0)
	if err != nil {
		t.Fatal(err)
	}
	second.Close()
}

func TestAReservedPortGoesToNobodyElse(t *testing.T) {
	reserved, err := Reserve()
	if err != nil {
		t.Fatal(err)
	}
	defer reserved.Release()
	if other, err := Listen("127.0.0.1", reserved.Port, 0); err == nil {
		other.Close()
		t.Error("somebody else could listen on it")
	}
	for range 200 {
		other, err := Reserve()
		if err != nil {
			t.Fatal(err)
		}
		defer other.Release()
		if other.Port == reserved.Port {
			t.Fatal("it was reserved twice")
		}
	}
}

func TestAServerThatSharesThePortGetsTheConnections(t *testing.T) {
	reserved, err := Reserve()
	if err != nil {
		t.Fatal(err)
	}
	defer reserved.Release()
	sharing := net.ListenConfig{Control: func(_, _ string, conn syscall.RawConn) error {
		var failed error
		err := conn.Control(func(socket uintptr) {
			failed = unix.SetsockoptInt(int(socket), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
		})
		return errors.Join(err, failed)
	}}
	address := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: reserved.Port}
	server, err := sharing.Listen(context.Background(), "tcp", address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	client, err := net.Dial("tcp", address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	got, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	got.Close()
}

func TestTheOuterAddressIsNotLoopback(t *testing.T) {
	address := OuterAddress()
	if address == "" {
		t.Skip("this machine has loopback only")
	}
	if ip := net.ParseIP(address); ip == nil || ip.To4() == nil || ip.IsLoopback() {
		t.Errorf("got %q", address)
	}
}
