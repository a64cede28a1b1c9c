package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"gatehouse.dev/cluster/controlplane"
	"gatehouse.dev/cluster/faultproxy"
	"gatehouse.dev/cluster/pki"
	"gatehouse.dev/cluster/ports"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

type proxyOptions struct {
	target, dir  string
	port, parent int
	untilClosed  bool
}

func parseProxy(args []string) (proxyOptions, error) {
	var o proxyOptions
	flags := flag.NewFlagSet("proxy", flag.ContinueOnError)
	flags.StringVar(&o.target, "target-kubeconfig", "", "kubeconfig of the cluster to forward to")
	flags.StringVar(&o.dir, "dir", "", "folder for the proxy's kubeconfigs")
	flags.IntVar(&o.port, "port", 0, "port (0: any free one)")
	flags.BoolVar(&o.untilClosed, "until-stdin-closes", false, "stop when standard input closes")
	flags.IntVar(&o.parent, "parent-pid", 0, "stop when this process has ended")
	err := flags.Parse(args)
	if err == nil && (o.dir == "" || o.target == "") {
		err = errors.New("-target-kubeconfig and -dir are needed")
	}
	return o, err
}

// faultProxy runs a proxy until a signal, or until its starter is gone.
func faultProxy(ctx context.Context, args []string) error {
	start := time.Now()
	options, err := parseProxy(args)
	if err != nil {
		return err
	}
	target, err := clientcmd.BuildConfigFromFlags("", options.target)
	if err != nil {
		return err
	}
	discard, err := openFolder(options.dir)
	if err != nil {
		return err
	}
	defer discard()
	ctx, cancel := withLifetime(ctx, options.untilClosed, options.parent, &atomic.Bool{})
	defer cancel()
	authority, err := proxyAuthority(options)
	if err != nil {
		return err
	}
	proxy, err := newProxy(target)
	if err != nil {
		return err
	}
	defer proxy.Close()
	listener, err := ports.ListenLasting("127.0.0.1", options.port, 5*time.Second)
	if err != nil {
		return err
	}
	control, err := ports.Listen("127.0.0.1", 0, 0)
	if err != nil {
		listener.Close()
		return err
	}
	defer control.Close()
	failed := make(chan error, 2)
	go func() { failed <- proxy.Serve(listener, authority.ServerTLSForAnyName(net.IPv4(127, 0, 0, 1))) }()
	go func() { failed <- http.Serve(control, proxy.Control()) }()
	server := fmt.Sprintf("https://127.0.0.1:%d", ports.Number(listener))
	if err := writeProxyKubeconfigs(options.dir, server, authority.Path("ca.crt"), target.BearerToken); err != nil {
		return err
	}
	err = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"kubeconfig": filepath.Join(options.dir, "proxy.kubeconfig"), "server": server,
		"control": "http://" + control.Addr().String(), "readyMillis": time.Since(start).Milliseconds()})
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-failed:
		return err
	}
}

// proxyAuthority is the cluster's own, so that a client trusts both alike, or
// one in the proxy's folder for a cluster whose keys are not at hand.
func proxyAuthority(options proxyOptions) (*pki.Authority, error) {
	dir := filepath.Join(filepath.Dir(options.target), "pki")
	if _, err := os.Stat(filepath.Join(dir, "ca.key")); err != nil {
		dir = filepath.Join(options.dir, "pki")
	}
	return pki.Open(dir)
}

// openFolder makes the folder if it is absent; discard then removes it, and
// otherwise what the proxy wrote.
func openFolder(dir string) (discard func(), err error) {
	if _, err := os.Stat(dir); err == nil {
		return func() {
			files, _ := filepath.Glob(filepath.Join(dir, "proxy*.kubeconfig")) // the pattern is sound
			for _, file := range files {
				os.Remove(file)
			}
		}, nil
	}
	return func() { os.RemoveAll(dir) }, os.MkdirAll(dir, 0o700)
}

func newProxy(target *rest.Config) (*faultproxy.Proxy, error) {
	address, err := url.Parse(target.Host)
	if err != nil {
		return nil, err
	}
	if err := rest.LoadTLSFiles(target); err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(target.CAData) {
		return nil, errors.New("the target's kubeconfig holds no certificate authority")
	}
	return faultproxy.New(address, &tls.Config{RootCAs: roots, ServerName: target.ServerName}), nil
}

// writeProxyKubeconfigs writes proxy.kubeconfig for the target's own token (or
// the admin's) and proxy-USER.kubeconfig for the cluster's token users.
func writeProxyKubeconfigs(dir, server, caFile, token string) error {
	if token == "" {
		token = controlplane.AdminToken
	}
	files := map[string]string{"proxy": token}
	for _, user := range controlplane.TokenUsers {
		files["proxy-"+user.File] = user.Token
	}
	for name, token := range files {
		auth := &clientcmdapi.AuthInfo{Token: token}
		if err := controlplane.WriteKubeconfig(filepath.Join(dir, name+".kubeconfig"), server, caFile, name, auth); err != nil {
			return err
		}
	}
	return nil
}
