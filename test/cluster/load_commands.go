package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gatehouse.dev/cluster/controlplane"
	"gatehouse.dev/cluster/load"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/grpclog"
)

func loadObjects(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", "kubeconfig of the cluster")
	kind := flags.String("kind", "pods", "one of "+strings.Join(load.Kinds(), ", "))
	count := flags.Int("count", 1000, "number of objects")
	namespace := flags.String("namespace", "load", "namespace, made if absent")
	atATime := flags.Int("at-a-time", 32, "number of requests at a time")
	if err := flags.Parse(args); err != nil {
		return err
	}
	client, err := clientFor(*kubeconfig)
	if err != nil {
		return err
	}
	start := time.Now()
	if err := load.Create(ctx, client, *kind, *namespace, *count, *atATime); err != nil {
		return err
	}
	complain("%d %s made in %v", *count, *kind, time.Since(start).Round(time.Millisecond))
	return nil
}

func seedPods(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("seed", flag.ContinueOnError)
	dir := flags.String("dir", "", "state folder of the cluster")
	count := flags.Int("count", 10000, "number of pods")
	namespaces := flags.String("namespaces", "seed", "namespaces to spread them over, separated by commas; made if absent")
	prefix := flags.String("prefix", "", "begin of every name")
	first := flags.Int("start", 0, "number of the first pod")
	if err := flags.Parse(args); err != nil {
		return err
	}
	client, err := clientFor(filepath.Join(*dir, "admin.kubeconfig"))
	if err != nil {
		return err
	}
	etcd, err := etcdClient(*dir)
	if err != nil {
		return err
	}
	defer etcd.Close()
	start := time.Now()
	err = load.Seed(ctx, client, etcd, load.SeedOptions{
		Namespaces: strings.Split(*namespaces, ","), Prefix: *prefix, Start: *first, Count: *count})
	if err != nil {
		return err
	}
	complain("%d pods seeded in %v", *count, time.Since(start).Round(time.Millisecond))
	return nil
}

func churnObjects(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("churn", flag.ContinueOnError)
	var options load.ChurnOptions
	kubeconfig := flags.String("kubeconfig", "", "kubeconfig of the cluster")
	flags.StringVar(&options.Kind, "kind", "pods", "pods or configmaps")
	flags.StringVar(&options.Namespace, "namespace", "churn", "namespace, made if absent")
	flags.Float64Var(&options.Rate, "rate", 20, "operations a second")
	flags.DurationVar(&options.Duration, "duration", 10*time.Second, "how long")
	flags.Uint64Var(&options.Seed, "seed", 1, "the same number gives the same operations")
	if err := flags.Parse(args); err != nil {
		return err
	}
	client, err := clientFor(*kubeconfig)
	if err != nil {
		return err
	}
	counts, err := load.Churn(ctx, client, options)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(counts)
}

// etcdKey reads and writes keys, for objects that the API would refuse: the
// server stores JSON too, if that is what it finds.
func etcdKey(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("etcd", flag.ContinueOnError)
	dir := flags.String("dir", "", "state folder of the cluster")
	value := flags.String("value", "", "what to put")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 2 {
		return fmt.Errorf("usage: cluster etcd -dir DIR [-value JSON] put|get|delete KEY")
	}
	etcd, err := etcdClient(*dir)
	if err != nil {
		return err
	}
	defer etcd.Close()
	verb, key := flags.Arg(0), flags.Arg(1)
	switch verb {
	case "put":
		_, err = etcd.Put(ctx, key, *value)
	case "delete":
		_, err = etcd.Delete(ctx, key)
	case "get":
		var found *clientv3.GetResponse
		if found, err = etcd.Get(ctx, key); err == nil {
			if len(found.Kvs) == 0 {
				return fmt.Errorf("no key %s", key)
			}
			_, err = os.Stdout.Write(found.Kvs[0].Value)
		}
	default:
		err = fmt.Errorf("unknown verb %q: use put, get or delete", verb)
	}
	return err
}

func etcdClient(dir string) (*clientv3.Client, error) {
	endpoint, err := os.ReadFile(filepath.Join(dir, controlplane.EtcdURLFile))
	if err != nil {
		return nil, fmt.Errorf("no running cluster in %q: %w", dir, err)
	}
	// gRPC reports the end of every connection as if it were a fault.
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard))
	return clientv3.New(clientv3.Config{Endpoints: []string{string(endpoint)}, DialTimeout: 5 * time.Second})
}
