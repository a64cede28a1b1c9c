package controlplane

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"gatehouse.dev/cluster/ports"
	"gatehouse.dev/cluster/profile"
	"github.com/spf13/pflag"
	"k8s.io/client-go/rest"
	cliflag "k8s.io/component-base/cli/flag"
	logsapi "k8s.io/component-base/logs/api/v1"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	apiserveroptions "k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// AuditLogFile is the file of the state folder that holds the audit log.
const AuditLogFile = "audit.log"

const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules: [{level: Metadata}]
`

func (c *ControlPlane) apiServerFlags(etcdURL string, port int) []string {
	p := c.Authority.Path
	flags := []string{
		"--etcd-servers=" + etcdURL,
		"--bind-address=127.0.0.1", "--advertise-address=127.0.0.1",
		fmt.Sprintf("--secure-port=%d", port),
		"--endpoint-reconciler-type=none", // Endpoints must not hold a loopback address
		"--service-cluster-ip-range=10.96.0.0/16",
		// Nothing routes cluster addresses here: call the endpoints of
		// webhook services and aggregated APIs themselves.
		"--enable-aggregator-routing=true",
		"--allow-privileged=true",
		"--authorization-mode=Node,RBAC",
		"--token-auth-file=" + p(tokenFile),
		"--client-ca-file=" + p("ca.crt"),
		"--tls-cert-file=" + p("apiserver.crt"), "--tls-private-key-file=" + p("apiserver.key"),
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + p("service-account.pub"),
		"--service-account-signing-key-file=" + p("service-account.key"),
		"--kubelet-client-certificate=" + p("kubelet-client.crt"), "--kubelet-client-key=" + p("kubelet-client.key"),
		"--kubelet-certificate-authority=" + p("ca.crt"),
		"--kubelet-preferred-address-types=InternalIP",
		"--requestheader-client-ca-file=" + p("ca.crt"), "--requestheader-allowed-names=front-proxy-client",
		"--requestheader-username-headers=X-Remote-User", "--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + p("front-proxy.crt"), "--proxy-client-key-file=" + p("front-proxy.key"),
		"--max-requests-inflight=2000", "--max-mutating-requests-inflight=1000",
		// A stopping server waits this long for open watches: tests want none of it.
		"--shutdown-watch-termination-grace-period=0s",
		"--v=0",
	}
	flags = append(flags, c.options.Profile.Flags()...)
	if c.options.Audit {
		flags = append(flags,
			"--audit-policy-file="+filepath.Join(c.options.Dir, "audit-policy.yaml"),
			"--audit-log-path="+filepath.Join(c.options.Dir, AuditLogFile),
			"--audit-log-mode=blocking-strict") // an answered request is in the log
	}
	return profile.MergeFlags(flags, c.options.APIServerFlags)
}

// startAPIServer serves on the listener, which is open already so that nobody
// else can take its port.
func (c *ControlPlane) startAPIServer(etcdURL string, listener net.Listener) error {
	if c.options.Audit {
		if err := os.WriteFile(filepath.Join(c.options.Dir, "audit-policy.yaml"), []byte(auditPolicy), 0o600); err != nil {
			return err
		}
	}
	options := apiserveroptions.NewServerRunOptions()
	if err := parse(options.Flags(), c.apiServerFlags(etcdURL, ports.Number(listener))); err != nil {
		return err
	}
	options.SecureServing.Listener = listener
	// The gates live in one registry for the whole process: set them here, once.
	if err := options.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return err
	}
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	logsapi.ReapplyHandling = logsapi.ReapplyHandlingIgnoreUnchanged
	if err := logsapi.ValidateAndApply(options.Logs, nil); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	completed, err := options.Complete(ctx)
	if err != nil {
		cancel()
		return err
	}
	if errs := completed.Validate(); len(errs) > 0 {
		cancel()
		return errors.Join(errs...)
	}
	c.run("kube-apiserver", func(runCtx context.Context) error {
		defer cancel()
		return apiserver.Run(runCtx, completed)
	})
	return nil
}

func parse(sets cliflag.NamedFlagSets, args []string) error {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, set := range sets.FlagSets {
		flags.AddFlagSet(set)
	}
	return flags.Parse(args)
}
