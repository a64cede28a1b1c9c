package kubelet

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// PortForward answers declared container ports itself, with a small HTTP
// server that describes each request, and dials localhost for any other.
func (p *podRunner) PortForward(ctx context.Context, _ string, _ string, port int32, stream io.ReadWriteCloser) error {
	defer stream.Close()
	for _, c := range p.pod.Spec.Containers {
		for _, declared := range c.Ports {
			if declared.ContainerPort == port {
				return p.describeRequests(port, stream)
			}
		}
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	defer conn.Close()
	go func() {
		// Either side may end first; the other copy then reports it.
		_, _ = io.Copy(conn, stream)
		_ = conn.(*net.TCPConn).CloseWrite()
	}()
	_, err = io.Copy(stream, conn)
	return err
}

func (p *podRunner) describeRequests(port int32, stream io.ReadWriter) error {
	in := bufio.NewReader(stream)
	for {
		request, err := http.ReadRequest(in)
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return err
		}
		text, err := json.Marshal(map[string]any{"pod": p.pod.Namespace + "/" + p.pod.Name, "port": port,
			"method": request.Method, "url": request.URL.String(), "headers": request.Header, "body": string(body)})
		if err != nil {
			return err
		}
		answer := http.Response{StatusCode: http.StatusOK, ProtoMajor: 1, ProtoMinor: 1, Request: request,
			Header:        http.Header{"Content-Type": {"application/json"}},
			ContentLength: int64(len(text)), Body: io.NopCloser(strings.NewReader(string(text)))}
		if err := answer.Write(stream); err != nil {
			return err
		}
		if request.Close {
			return nil
		}
	}
}
