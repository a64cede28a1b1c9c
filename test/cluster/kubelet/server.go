package kubelet

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
)

const (
	streamIdle     = time.Hour
	streamCreation = 30 * time.Second
)

func newServer(k *kubelet) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/containerLogs/{namespace}/{pod}/{container}", k.serveLogs)
	mux.HandleFunc("/exec/{namespace}/{pod}/{container}", k.serveExec)
	mux.HandleFunc("/attach/{namespace}/{pod}/{container}", k.serveAttach)
	mux.HandleFunc("/portForward/{namespace}/{pod}", k.servePortForward)
	// Clients that go away in mid-stream are ordinary here.
	return &http.Server{Handler: mux, ErrorLog: log.New(io.Discard, "", 0)}
}

func (k *kubelet) requestedPod(w http.ResponseWriter, r *http.Request) *podRunner {
	p := k.find(r.PathValue("namespace"), r.PathValue("pod"))
	if p == nil {
		http.Error(w, fmt.Sprintf("pod %q not found", r.PathValue("pod")), http.StatusNotFound)
	}
	return p
}

func (k *kubelet) requestedContainer(w http.ResponseWriter, r *http.Request) *container {
	p := k.requestedPod(w, r)
	if p == nil {
		return nil
	}
	c := p.container(r.PathValue("container"))
	if c == nil {
		http.Error(w, fmt.Sprintf("container %q not found", r.PathValue("container")), http.StatusNotFound)
	}
	return c
}

func (k *kubelet) serveLogs(w http.ResponseWriter, r *http.Request) {
	c := k.requestedContainer(w, r)
	if c == nil {
		return
	}
	query := r.URL.Query()
	out := c.output(query.Get("previous") == "true")
	if out == nil {
		http.Error(w, fmt.Sprintf("previous terminated container %q not found", c.spec.Name), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	// A flush fails when the client is gone, and so does the write after it.
	_ = control.Flush()
	out.stream(r.Context(), parseLogOptions(query, time.Now()), func(text string) error {
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
		return control.Flush()
	})
}

// parseLogOptions takes what the API server has checked already.
func parseLogOptions(query url.Values, now time.Time) logOptions {
	options := logOptions{tail: -1, limit: -1,
		follow: query.Get("follow") == "true", timestamps: query.Get("timestamps") == "true"}
	if lines, err := strconv.Atoi(query.Get("tailLines")); err == nil {
		options.tail = lines
	}
	if bytes, err := strconv.Atoi(query.Get("limitBytes")); err == nil {
		options.limit = bytes
	}
	if seconds, err := strconv.Atoi(query.Get("sinceSeconds")); err == nil {
		options.since = now.Add(-time.Duration(seconds) * time.Second)
	}
	if since, err := time.Parse(time.RFC3339, query.Get("sinceTime")); err == nil {
		options.since = since
	}
	return options
}

func (k *kubelet) serveExec(w http.ResponseWriter, r *http.Request) {
	if c := k.requestedContainer(w, r); c != nil {
		serveStreams(w, r, func(options *remotecommand.Options) {
			remotecommand.ServeExec(w, r, c, r.PathValue("pod"), "", c.spec.Name, r.Form["command"], options,
				streamIdle, streamCreation, remotecommand.SupportedStreamingProtocols)
		})
	}
}

func (k *kubelet) serveAttach(w http.ResponseWriter, r *http.Request) {
	if c := k.requestedContainer(w, r); c != nil {
		serveStreams(w, r, func(options *remotecommand.Options) {
			remotecommand.ServeAttach(w, r, c, r.PathValue("pod"), "", c.spec.Name, options,
				streamIdle, streamCreation, remotecommand.SupportedStreamingProtocols)
		})
	}
}

func serveStreams(w http.ResponseWriter, r *http.Request, serve func(*remotecommand.Options)) {
	options, err := remotecommand.NewOptions(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	serve(options)
}

func (k *kubelet) servePortForward(w http.ResponseWriter, r *http.Request) {
	p := k.requestedPod(w, r)
	if p == nil {
		return
	}
	options, err := portforward.NewV4Options(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	portforward.ServePortForward(w, r, p, p.pod.Name, string(p.pod.UID), options,
		streamIdle, streamCreation, portforward.SupportedProtocols)
}
