// The oldest server that Gatehouse must work with: etcd and a kube-apiserver of Kubernetes 1.31
// in one process, with no controllers, no scheduler and no kubelets. It prints one line of JSON
// when it is ready and ends when its standard input closes.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"
	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// adminToken signs in a user with all rights: the server listens on loopback and lives for a test.
const adminToken = "admin-token"

// readyLine is what the starter needs.
type readyLine struct {
	Server      string `json:"server"`
	Token       string `json:"token"`
	CAFile      string `json:"caFile"`
	Version     string `json:"version"`
	ReadyMillis int64  `json:"readyMillis"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: oldserver STATE_FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string) error {
	start := time.Now()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	etcdURL, stopEtcd, err := startEtcd(dir)
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}
	defer stopEtcd()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	flags, err := flagsOf(dir, etcdURL, listener.Addr().(*net.TCPAddr).Port)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	if err := startServer(ctx, flags, listener, ended); err != nil {
		return fmt.Errorf("kube-apiserver: %w", err)
	}
	line := readyLine{
		Server: "https://" + listener.Addr().String(), Token: adminToken,
		CAFile: filepath.Join(dir, "certificates", "apiserver.crt"), Version: version.Get().GitVersion,
	}
	if err := waitUntilReady(line); err != nil {
		return err
	}
	line.ReadyMillis = time.Since(start).Milliseconds()
	if err := json.NewEncoder(os.Stdout).Encode(line); err != nil {
		return err
	}
	closed := make(chan struct{})
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		}
		close(closed)
	}()
	select {
	case <-closed:
		cancel()
		select {
		case <-ended:
		case <-time.After(5 * time.Second):
		}
		return nil
	case err := <-ended:
		return fmt.Errorf("kube-apiserver ended by itself: %w", err)
	}
}

func startEtcd(dir string) (string, func(), error) {
	config := embed.NewConfig()
	config.Dir = filepath.Join(dir, "etcd")
	// The system chooses the ports; nobody but this process needs to know them.
	client, peer := url.URL{Scheme: "http", Host: "127.0.0.1:0"}, url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{client}, []url.URL{client}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peer}, []url.URL{peer}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.UnsafeNoFsync = true
	config.TickMs, config.ElectionMs = 10, 100 // one member: elect itself at once
	config.LogLevel = "error"
	server, err := embed.StartEtcd(config)
	if err != nil {
		return "", nil, err
	}
	select {
	case <-server.Server.ReadyNotify():
		return "http://" + server.Clients[0].Addr().String(), server.Close, nil
	case err := <-server.Err():
		return "", nil, err
	case <-time.After(20 * time.Second):
		server.Close()
		return "", nil, errors.New("not ready in 20 s")
	}
}

func flagsOf(dir, etcdURL string, port int) ([]string, error) {
	tokens, key := filepath.Join(dir, "tokens.csv"), filepath.Join(dir, "service-account.key")
	if err := os.WriteFile(tokens, []byte(adminToken+`,admin,1,"system:masters"`+"\n"), 0o600); err != nil {
		return nil, err
	}
	if err := writeKey(key); err != nil {
		return nil, err
	}
	return []string{
		"--etcd-servers=" + etcdURL,
		"--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", port),
		// Its own certificate for its address is written here.
		"--cert-dir=" + filepath.Join(dir, "certificates"),
		"--endpoint-reconciler-type=none", "--service-cluster-ip-range=10.96.0.0/16",
		"--authorization-mode=RBAC", "--token-auth-file=" + tokens,
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + key, "--service-account-signing-key-file=" + key,
		// There is no controller that makes service accounts.
		"--disable-admission-plugins=ServiceAccount",
		"--shutdown-watch-termination-grace-period=0s",
	}, nil
}

func writeKey(file string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return os.WriteFile(file, pem.EncodeToMemory(block), 0o600)
}

func startServer(ctx context.Context, args []string, listener net.Listener, ended chan<- error) error {
	run := options.NewServerRunOptions()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	sets := run.Flags()
	for _, set := range sets.FlagSets {
		flags.AddFlagSet(set)
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	run.SecureServing.Listener = listener
	if err := run.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return err
	}
	completed, err := run.Complete()
	if err != nil {
		return err
	}
	if errs := completed.Validate(); len(errs) > 0 {
		return errors.Join(errs...)
	}
	go func() { ended <- apiserver.Run(ctx, completed) }()
	return nil
}

func waitUntilReady(line readyLine) error {
	certificate, err := awaitFile(line.CAFile)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(certificate)
	client := &http.Client{Timeout: 5 * time.Second, Transport: trusting(roots)}
	defer client.CloseIdleConnections()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		answer, err := client.Get(line.Server + "/readyz")
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("kube-apiserver was not ready in time: %w", orStatus(err))
		}
	}
}

func orStatus(err error) error {
	if err == nil {
		return errors.New("/readyz does not answer 200")
	}
	return err
}

func trusting(roots *x509.CertPool) *http.Transport {
	return &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
}

func awaitFile(path string) ([]byte, error) {
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		content, err := os.ReadFile(path)
		if err == nil || time.Now().After(deadline) {
			return content, err
		}
	}
}
