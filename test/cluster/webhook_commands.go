package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"

	"gatehouse.dev/cluster/pki"
	"gatehouse.dev/cluster/webhook"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// webhookAlone runs the webhook server without a cluster, with a CA of its own.
func webhookAlone(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("webhook", flag.ContinueOnError)
	dir := flags.String("dir", "webhook-state", "folder for the CA")
	port := flags.Int("port", 0, "port (0: any free one)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	authority, err := pki.Open(*dir)
	if err != nil {
		return err
	}
	server, err := webhook.Start(authority, *port, 0)
	if err != nil {
		return err
	}
	defer server.Stop()
	err = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"webhookURL": server.URL, "webhookCA": authority.Path("ca.crt"),
		"webhookServiceIP": server.ServiceIP, "webhookServicePort": server.ServicePort})
	if err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// webhookService makes a Service that leads to the webhook server.
func webhookService(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("webhook-service", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", "kubeconfig of the cluster")
	namespace := flags.String("namespace", "webhooks", "namespace of the Service, made if absent")
	name := flags.String("name", "webhook", "name of the Service")
	address := flags.String("address", "", "webhookServiceIP of the ready line")
	port := flags.Int("port", 0, "webhookServicePort of the ready line")
	if err := flags.Parse(args); err != nil {
		return err
	}
	client, err := clientFor(*kubeconfig)
	if err != nil {
		return err
	}
	return webhook.MakeService(ctx, client, *namespace, *name, *address, *port)
}

func clientFor(kubeconfig string) (kubernetes.Interface, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1 // what it takes to make 10,000 objects is not the client's to limit
	config.ContentType = "application/vnd.kubernetes.protobuf"
	return kubernetes.NewForConfig(config)
}
