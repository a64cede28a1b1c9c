package pki

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
)

func open(t *testing.T, dir string) *Authority {
	t.Helper()
	authority, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return authority
}

func TestAnAuthorityOpenedAgainIsTheSame(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	if err := first.Issue("admin", "admin", "system:masters"); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(first.Path("admin.crt"))
	if err != nil {
		t.Fatal(err)
	}
	second := open(t, dir)
	if !first.certificate.Equal(second.certificate) {
		t.Error("the authority's certificate changed")
	}
	if err := second.Issue("admin", "somebody else"); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(second.Path("admin.crt"))
	if err != nil || !slices.Equal(before, after) {
		t.Errorf("an issued pair was replaced (%v)", err)
	}
}

func TestABrokenAuthorityIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	authority := open(t, dir)
	if err := os.WriteFile(authority.Path("ca.key"), []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("clients of the old authority would be locked out without a word")
	}
}

func TestIssuedPairsNameUserAndGroups(t *testing.T) {
	authority := open(t, t.TempDir())
	if err := authority.Issue("kcm", "system:kube-controller-manager", "system:masters", "others"); err != nil {
		t.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(authority.Path("kcm.crt"), authority.Path("kcm.key"))
	if err != nil {
		t.Fatal(err)
	}
	subject := pair.Leaf.Subject
	slices.Sort(subject.Organization) // a certificate holds them as a set
	if subject.CommonName != "system:kube-controller-manager" || !slices.Equal(subject.Organization, []string{"others", "system:masters"}) {
		t.Errorf("subject is %v", subject)
	}
	for _, usage := range []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth} {
		options := x509.VerifyOptions{Roots: authority.Pool(), KeyUsages: []x509.ExtKeyUsage{usage}}
		if _, err := pair.Leaf.Verify(options); err != nil {
			t.Errorf("usage %v: %v", usage, err)
		}
	}
	for _, file := range []string{"ca.key", "kcm.key"} {
		if info, err := os.Stat(authority.Path(file)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s can be read by others: %v %v", file, info.Mode(), err)
		}
	}
}

func TestAServerAnswersUnderAnyName(t *testing.T) {
	authority := open(t, t.TempDir())
	listener, err := tls.Listen("tcp", "127.0.0.1:0", authority.ServerTLSForAnyName(net.IPv4(127, 0, 0, 1)))
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.NotFoundHandler(), ErrorLog: log.New(io.Discard, "", 0)}
	go server.Serve(listener)
	defer server.Close()
	address := listener.Addr().String()
	for _, name := range []string{"my-hook.hooks.svc", "other.default.svc", "my-hook.hooks.svc", "localhost", "127.0.0.1"} {
		// An IP address as server name is verified, but not sent.
		conn, err := tls.Dial("tcp", address, &tls.Config{RootCAs: authority.Pool(), ServerName: name})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		conn.Close()
	}
	if conn, err := tls.Dial("tcp", address, &tls.Config{RootCAs: authority.Pool(), ServerName: "127.0.0.2"}); err == nil {
		conn.Close()
		t.Error("an address that it was not told is not its own")
	}
}

func TestCertificatesByNameAreMadeOnce(t *testing.T) {
	authority := open(t, t.TempDir())
	first, err := authority.certificateFor("a.b.svc", nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := authority.certificateFor("a.b.svc", nil)
	if err != nil || first != second {
		t.Errorf("made twice (%v)", err)
	}
}

func TestMutualTLSRefusesStrangers(t *testing.T) {
	authority, stranger := open(t, t.TempDir()), open(t, t.TempDir())
	for _, a := range []*Authority{authority, stranger} {
		if err := a.Issue("node", "test-node"); err != nil {
			t.Fatal(err)
		}
	}
	config, err := authority.ServerTLS("node", true)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS, server.Config.ErrorLog = config, log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	for _, test := range []struct {
		name     string
		of       *Authority
		accepted bool
	}{{"own", authority, true}, {"stranger", stranger, false}} {
		pair, err := tls.LoadX509KeyPair(test.of.Path("node.crt"), test.of.Path("node.key"))
		if err != nil {
			t.Fatal(err)
		}
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{
			RootCAs: authority.Pool(), Certificates: []tls.Certificate{pair}}}}
		answer, err := client.Get(server.URL)
		if err == nil {
			answer.Body.Close()
		}
		if (err == nil) != test.accepted {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
