package controlplane

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gatehouse.dev/cluster/pki"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// AdminToken is the bearer token of a user with all rights.
const AdminToken = "admin-token"

const (
	tokenFile   = "tokens.csv"
	adminName   = "admin"
	contextName = "test-cluster"
)

// TokenUser is a user known by a bearer token.
type TokenUser struct {
	// File is the name of the user's kubeconfig without its ending.
	File, Token, Name, Group string
}

// TokenUsers are all of them. Only the first has rights: tests bind roles to
// the others.
var TokenUsers = []TokenUser{
	{"token", AdminToken, "token-admin", "system:masters"},
	{"viewer", "viewer-token", "viewer", "viewers"},
	{"team", "team-token", "team", "team"},
}

// issueCredentials writes all pairs and tokens that the components read.
func issueCredentials(authority *pki.Authority) error {
	for _, id := range [][]string{
		{"apiserver", "kube-apiserver"},
		{adminName, "admin", "system:masters"},
		{"controller-manager", "system:kube-controller-manager", "system:masters"},
		{"scheduler", "system:kube-scheduler", "system:masters"},
		{"kubelet-client", "kube-apiserver-kubelet-client", "system:masters"},
		{"node", "test-node"},
		{"front-proxy", "front-proxy-client"},
		{"service-account", "service-account-key"},
	} {
		if err := authority.Issue(id[0], id[1], id[2:]...); err != nil {
			return err
		}
	}
	var lines strings.Builder
	for i, user := range TokenUsers {
		fmt.Fprintf(&lines, "%s,%s,uid-%d,%q\n", user.Token, user.Name, i+1, user.Group)
	}
	return os.WriteFile(authority.Path(tokenFile), []byte(lines.String()), 0o600)
}

// writeKubeconfigs writes those of people into the state folder and those of
// the components beside their keys.
func (c *ControlPlane) writeKubeconfigs() error {
	for file, pair := range map[string]string{
		filepath.Join(c.options.Dir, "admin.kubeconfig"):  adminName,
		c.Authority.Path("controller-manager.kubeconfig"): "controller-manager",
		c.Authority.Path("scheduler.kubeconfig"):          "scheduler",
	} {
		user, err := certificateUser(c.Authority, pair)
		if err != nil {
			return err
		}
		if err := WriteKubeconfig(file, c.Server, c.Authority.Path("ca.crt"), pair, user); err != nil {
			return err
		}
	}
	for _, user := range TokenUsers {
		file := filepath.Join(c.options.Dir, user.File+".kubeconfig")
		auth := &clientcmdapi.AuthInfo{Token: user.Token}
		if err := WriteKubeconfig(file, c.Server, c.Authority.Path("ca.crt"), user.Name, auth); err != nil {
			return err
		}
	}
	return nil
}

func certificateUser(authority *pki.Authority, pair string) (*clientcmdapi.AuthInfo, error) {
	certificate, err := os.ReadFile(authority.Path(pair + ".crt"))
	if err != nil {
		return nil, err
	}
	key, err := os.ReadFile(authority.Path(pair + ".key"))
	if err != nil {
		return nil, err
	}
	return &clientcmdapi.AuthInfo{ClientCertificateData: certificate, ClientKeyData: key}, nil
}

// WriteKubeconfig writes a file with one context; it holds the authority's
// certificate itself, so it can be moved.
func WriteKubeconfig(file, server, caFile, userName string, user *clientcmdapi.AuthInfo) error {
	ca, err := os.ReadFile(caFile)
	if err != nil {
		return err
	}
	config := clientcmdapi.NewConfig()
	config.Clusters[contextName] = &clientcmdapi.Cluster{Server: server, CertificateAuthorityData: ca}
	config.AuthInfos[userName] = user
	config.Contexts[contextName] = &clientcmdapi.Context{Cluster: contextName, AuthInfo: userName}
	config.CurrentContext = contextName
	return clientcmd.WriteToFile(*config, file)
}
