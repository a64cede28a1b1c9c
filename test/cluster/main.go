// Command cluster runs a real Kubernetes control plane with fake kubelets and
// a recording admission webhook in one process, and the tools that tests of a
// Kubernetes client need beside it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"sort"
	"strings"
	"syscall"

	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
)

// subcommands get a context that ends with SIGTERM or SIGINT.
var subcommands = map[string]func(context.Context, []string) error{
	"up":              up,
	"webhook":         webhookAlone,
	"webhook-service": webhookService,
	"load":            loadObjects,
	"seed":            seedPods,
	"churn":           churnObjects,
	"proxy":           faultProxy,
	"etcd":            etcdKey,
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, usage())
		os.Exit(2)
	}
	name, args := os.Args[1], os.Args[2:]
	if name == "kubectl" {
		os.Args = append([]string{"kubectl"}, args...)
		os.Exit(cli.Run(kubectl.NewDefaultKubectlCommand()))
	}
	command := subcommands[name]
	if command == nil {
		fmt.Fprintf(os.Stderr, "unknown subcommand %q\n%s\n", name, usage())
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	err := command(ctx, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(2)
	case err != nil:
		complain("%s: %v", name, err)
		os.Exit(1)
	}
}

func usage() string {
	names := []string{"kubectl"}
	for name := range subcommands {
		names = append(names, name)
	}
	sort.Strings(names)
	return "usage: cluster " + strings.Join(names, "|") + " [flags]\neach says its flags with -h"
}
