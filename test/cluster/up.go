package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"gatehouse.dev/cluster/controlplane"
	"gatehouse.dev/cluster/kubelet"
	"gatehouse.dev/cluster/pki"
	"gatehouse.dev/cluster/ports"
	"gatehouse.dev/cluster/profile"
	"gatehouse.dev/cluster/webhook"
	"k8s.io/component-base/version"
	"k8s.io/klog/v2"
)

// readyLine is printed as one line of JSON once the cluster is usable.
type readyLine struct {
	Kubeconfig      string `json:"kubeconfig"`
	TokenKubeconfig string `json:"tokenKubeconfig"`
	Server          string `json:"server"`
	CAFile          string `json:"caFile"`
	WebhookURL      string `json:"webhookURL"`
	WebhookCA       string `json:"webhookCA"`
	// WebhookServiceIP and WebhookServicePort are where the endpoints of a
	// webhook's Service must point; empty on a machine with loopback only.
	WebhookServiceIP   string `json:"webhookServiceIP"`
	WebhookServicePort int    `json:"webhookServicePort"`
	AuditLog           string `json:"auditLog,omitempty"`
	Log                string `json:"log"`
	Version            string `json:"version"`
	ReadyMillis        int64  `json:"readyMillis"`
}

type upOptions struct {
	dir, profile             string
	nodes, port, parent      int
	keep, audit, untilClosed bool
	apiServerFlags           []string
}

func parseUp(args []string) (upOptions, error) {
	var o upOptions
	flags := flag.NewFlagSet("up", flag.ContinueOnError)
	flags.StringVar(&o.dir, "dir", "", "state folder; emptied at the start and the end unless -keep")
	flags.StringVar(&o.profile, "profile", "default", "served APIs: default (as a stock server) or all (alpha and beta too)")
	flags.IntVar(&o.nodes, "nodes", 2, "number of fake nodes")
	flags.IntVar(&o.port, "port", 0, "API server port (0: any free one, or the kept one)")
	flags.BoolVar(&o.keep, "keep", false, "keep the folder, and start again on a kept one with the same keys, ports and objects")
	flags.BoolVar(&o.audit, "audit", false, "write an audit log (audit.log in the folder)")
	flags.BoolVar(&o.untilClosed, "until-stdin-closes", false, "stop when standard input closes; the lines keep and discard on it override -keep at the end")
	flags.IntVar(&o.parent, "parent-pid", 0, "stop when this process has ended")
	flags.Func("apiserver-flags", "more kube-apiserver flags, separated by spaces; may be repeated", func(text string) error {
		o.apiServerFlags = append(o.apiServerFlags, strings.Fields(text)...)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.dir == "" {
		return o, errors.New("-dir is missing: name a folder for the cluster's state")
	}
	var err error
	o.dir, err = filepath.Abs(o.dir)
	return o, err
}

func up(ctx context.Context, args []string) error {
	start := time.Now()
	options, err := parseUp(args)
	if err != nil {
		return err
	}
	served, err := profile.Parse(options.profile)
	if err != nil {
		return err
	}
	kept, err := openState(options.dir, options.keep)
	if err != nil {
		return err
	}
	log, err := captureLog(options.dir)
	if err != nil {
		return err
	}
	var keep atomic.Bool
	keep.Store(options.keep)
	ctx, cancel := withLifetime(ctx, options.untilClosed, options.parent, &keep)
	defer cancel()
	// Written now, so that a folder left by a failure is known as ours.
	if err := kept.write(options.dir); err != nil {
		return err
	}
	err = runCluster(ctx, options, served, kept, log, start)
	klog.Flush()
	if err != nil && ctx.Err() == nil {
		// The log stays: it is what explains the failure.
		return fmt.Errorf("%w\nthe components' log is %s", err, log)
	}
	if keep.Load() {
		return nil
	}
	return kept.discard(options.dir)
}

// runCluster starts everything, says that it is ready, and runs until the
// context ends or a component fails.
func runCluster(ctx context.Context, options upOptions, served profile.Profile, kept state, log string, start time.Time) (err error) {
	authority, err := pki.Open(filepath.Join(options.dir, "pki"))
	if err != nil {
		return err
	}
	if options.port == 0 {
		options.port = kept.Port
	}
	// A predecessor on a kept folder may still be closing its port.
	listener, err := ports.ListenLasting("127.0.0.1", options.port, 10*time.Second)
	if err != nil {
		return fmt.Errorf("kube-apiserver: %w", err)
	}
	// Before the components open connections that could be given its ports.
	hooks, err := webhook.Start(authority, kept.WebhookPort, kept.WebhookServicePort)
	if err != nil {
		listener.Close()
		return fmt.Errorf("webhook server: %w", err)
	}
	defer hooks.Stop()
	plane, err := controlplane.Start(ctx, authority, listener, controlplane.Options{
		Dir: options.dir, Profile: served, APIServerFlags: options.apiServerFlags, Audit: options.audit, Log: note})
	if err != nil {
		return err
	}
	defer plane.Stop()
	nodes, err := kubelet.Start(authority, plane.Client, filepath.Join(options.dir, "pods"), options.nodes)
	if err != nil {
		return fmt.Errorf("kubelets: %w", err)
	}
	defer func() { err = errors.Join(err, nodes.Stop()) }()
	kept.Port, kept.WebhookPort, kept.WebhookServicePort = ports.Number(listener), hooks.Port, hooks.ServicePort
	if err := kept.write(options.dir); err != nil {
		return err
	}
	if err := plane.WaitUsable(ctx, options.nodes); err != nil {
		return err
	}
	if hooks.ServiceIP == "" {
		complain("this machine has no address beyond loopback: webhooks can be called by URL only, not through a Service")
	}
	if err := announce(options, plane, hooks, log, start); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-plane.Failed:
		return err
	}
}

func announce(options upOptions, plane *controlplane.ControlPlane, hooks *webhook.Server, log string, start time.Time) error {
	ca := plane.Authority.Path("ca.crt")
	line := readyLine{
		Kubeconfig: plane.Kubeconfig, TokenKubeconfig: filepath.Join(options.dir, "token.kubeconfig"),
		Server: plane.Server, CAFile: ca, WebhookURL: hooks.URL, WebhookCA: ca,
		WebhookServiceIP: hooks.ServiceIP, WebhookServicePort: hooks.ServicePort,
		Log: log, Version: version.Get().GitVersion, ReadyMillis: time.Since(start).Milliseconds(),
	}
	if options.audit {
		line.AuditLog = filepath.Join(options.dir, controlplane.AuditLogFile)
	}
	return json.NewEncoder(os.Stdout).Encode(line)
}
