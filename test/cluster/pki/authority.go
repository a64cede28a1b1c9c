// Package pki makes the certificates of a test cluster. One authority is
// trusted for everything: serving, clients, the front proxy and signed CSRs.
package pki

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Authority signs with one key kept in a folder, so that a cluster which
// starts again on the same folder is still trusted by its old clients.
type Authority struct {
	dir         string
	certificate *x509.Certificate
	key         crypto.Signer

	mu     sync.Mutex
	byName map[string]*tls.Certificate
}

// Open reads the authority kept in dir, or makes a new one there.
func Open(dir string) (*Authority, error) {
	a := &Authority{dir: dir, byName: map[string]*tls.Certificate{}}
	pair, err := tls.LoadX509KeyPair(a.Path("ca.crt"), a.Path("ca.key"))
	if err == nil {
		a.certificate, a.key = pair.Leaf, pair.PrivateKey.(crypto.Signer)
		return a, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the authority in %s cannot be read: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	signed, err := a.sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: "gatehouse-test-ca"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	})
	if err != nil {
		return nil, err
	}
	if err := a.write("ca", signed); err != nil {
		return nil, err
	}
	a.certificate, a.key = signed.Leaf, signed.PrivateKey.(crypto.Signer)
	return a, nil
}

// Path is the place of a file of this authority: ca.crt, or NAME.crt,
// NAME.key and NAME.pub of an issued pair.
func (a *Authority) Path(file string) string { return filepath.Join(a.dir, file) }

// Pool holds the authority's own certificate.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.certificate)
	return pool
}

// Issue writes a pair for a client (user and groups) that may also serve on
// this host. A pair that is there already stays.
func (a *Authority) Issue(name, user string, groups ...string) error {
	if _, err := os.Stat(a.Path(name + ".crt")); err == nil {
		return nil
	}
	pair, err := a.sign(&x509.Certificate{
		Subject:     pkix.Name{CommonName: user, Organization: groups},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		DNSNames:    []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"},
		// 10.96.0.1 is the address of the Service "kubernetes".
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback, net.IPv4(10, 96, 0, 1)},
	})
	if err != nil {
		return err
	}
	return a.write(name, pair)
}

// ServerTLS serves with an issued pair; mutual demands a client certificate
// of this authority.
func (a *Authority) ServerTLS(name string, mutual bool) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(a.Path(name+".crt"), a.Path(name+".key"))
	if err != nil {
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, NextProtos: []string{"http/1.1"}}
	if mutual {
		config.ClientCAs, config.ClientAuth = a.Pool(), tls.RequireAndVerifyClientCert
	}
	return config, nil
}

// ServerTLSForAnyName makes a certificate for whatever name a client asks for.
// The API server calls a webhook service as NAME.NAMESPACE.svc, and only the
// tests know those names. Clients that dial an address send no name: they get
// one for the given addresses.
func (a *Authority) ServerTLSForAnyName(addresses ...net.IP) *tls.Config {
	return &tls.Config{
		NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			return a.certificateFor(hello.ServerName, addresses)
		},
	}
}

func (a *Authority) certificateFor(name string, addresses []net.IP) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if pair := a.byName[name]; pair != nil {
		return pair, nil
	}
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: "gatehouse-test-server"},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:    []string{"localhost"},
		IPAddresses: addresses,
	}
	if name != "" {
		template.DNSNames = []string{name}
	}
	pair, err := a.sign(template)
	if err != nil {
		return nil, err
	}
	a.byName[name] = pair
	return pair, nil
}

// sign signs with the authority's key, or with the new one while there is none.
func (a *Authority) sign(template *x509.Certificate) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	if template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<62)); err != nil {
		return nil, err
	}
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().AddDate(1, 0, 0)
	parent, signer := a.certificate, a.key
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, nil
}

func (a *Authority) write(name string, pair *tls.Certificate) error {
	key := pair.PrivateKey.(*ecdsa.PrivateKey)
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return err
	}
	for file, block := range map[string]*pem.Block{
		name + ".crt": {Type: "CERTIFICATE", Bytes: pair.Certificate[0]},
		name + ".key": {Type: "EC PRIVATE KEY", Bytes: private},
		name + ".pub": {Type: "PUBLIC KEY", Bytes: public},
	} {
		if err := os.WriteFile(a.Path(file), pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	return nil
}
