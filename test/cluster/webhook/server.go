package webhook

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"gatehouse.dev/cluster/pki"
	"gatehouse.dev/cluster/ports"
)

// Server listens on loopback for webhooks called by URL, and on the host's
// outer address for those called through a Service: an EndpointSlice must not
// hold a loopback address.
type Server struct {
	Recorder *Recorder
	// URL is the loopback address.
	URL  string
	Port int
	// ServiceIP and ServicePort are the outer address; empty on a machine
	// that has loopback only.
	ServiceIP   string
	ServicePort int

	server *http.Server
}

// Start serves on the given ports; 0 takes any free one.
func Start(authority *pki.Authority, port, servicePort int) (*Server, error) {
	const patience = 5 * time.Second
	loopback, err := ports.ListenLasting("127.0.0.1", port, patience)
	if err != nil {
		return nil, err
	}
	s := &Server{Recorder: NewRecorder(), Port: ports.Number(loopback), ServiceIP: ports.OuterAddress()}
	s.URL = fmt.Sprintf("https://127.0.0.1:%d", s.Port)
	addresses := []net.IP{net.IPv4(127, 0, 0, 1)}
	listeners := []net.Listener{loopback}
	if s.ServiceIP != "" {
		outer, err := ports.ListenLasting(s.ServiceIP, servicePort, patience)
		if err != nil {
			loopback.Close()
			return nil, err
		}
		s.ServicePort = ports.Number(outer)
		addresses = append(addresses, net.ParseIP(s.ServiceIP))
		listeners = append(listeners, outer)
	}
	config := authority.ServerTLSForAnyName(addresses...)
	s.server = &http.Server{Handler: s.Recorder, TLSConfig: config,
		ErrorLog: log.New(io.Discard, "", 0)} // refused handshakes are what some tests want
	for _, listener := range listeners {
		// Serve ends when Stop closes the server; there is no other end.
		go s.server.Serve(tls.NewListener(listener, config))
	}
	return s, nil
}

// Stop ends open calls too: a slow one would hold it up.
func (s *Server) Stop() { s.server.Close() }
