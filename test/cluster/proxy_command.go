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

// faultProxy runs a proxy until a signal, or until standard input closes.
func faultProxy(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("proxy", flag.ContinueOnError)
	targetFile := flags.String("target-kubeconfig", "", "kubeconfig of the cluster to forward to")
	dir := flags.String("dir", "", "folder for the proxy's kubeconfigs")
	port := flags.Int("port", 0, "port (0: any free one)")
	untilClosed := flags.Bool("until-stdin-closes", false, "stop when standard input closes")
	parent := flags.Int("parent-pid", 0, "stop when this process has ended")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *dir == "" || *targetFile == "" {
		return errors.New("-target-kubeconfig and -dir are needed")
	}
	start := time.Now()
	target, err := clientcmd.BuildConfigFromFlags("", *targetFile)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*dir, 0o700); err != nil {
		return err
	}
	ctx, cancel := withLifetime(ctx, *untilClosed, *parent, &atomic.Bool{})
	defer cancel()
	// With the cluster's own authority a client trusts both alike.
	authorityDir := filepath.Join(filepath.Dir(*targetFile), "pki")
	if _, err := os.Stat(filepath.Join(authorityDir, "ca.key")); err != nil {
		authorityDir = filepath.Join(*dir, "pki")
	}
	authority, err := pki.Open(authorityDir)
	if err != nil {
		return err
	}
	proxy, err := newProxy(target)
	if err != nil {
		return err
	}
	listener, err := ports.Listen("127.0.0.1", *port, 5*time.Second)
	if err != nil {
		return err
	}
	defer proxy.Close()
	failed := make(chan error, 2)
	go func() {
		failed <- proxy.Serve(listener, authority.ServerTLSForAnyName(net.IPv4(127, 0, 0, 1)))
	}()
	control, err := ports.Listen("127.0.0.1", 0, 0)
	if err != nil {
		return err
	}
	defer control.Close()
	go func() { failed <- http.Serve(control, proxy.Control()) }()
	server := fmt.Sprintf("https://127.0.0.1:%d", ports.Number(listener))
	if err := writeProxyKubeconfigs(*dir, server, authority.Path("ca.crt"), target.BearerToken); err != nil {
		return err
	}
	err = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"kubeconfig": filepath.Join(*dir, "proxy.kubeconfig"), "server": server,
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
