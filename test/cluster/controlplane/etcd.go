package controlplane

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"gatehouse.dev/cluster/ports"
	"go.etcd.io/etcd/server/v3/embed"
)

// EtcdURLFile is the file of the state folder that holds etcd's address, for
// commands that write to etcd directly.
const EtcdURLFile = "etcd.url"

func (c *ControlPlane) startEtcd() (string, error) {
	client, err := ports.Reserve()
	if err != nil {
		return "", err
	}
	defer client.Release()
	peer, err := ports.Reserve()
	if err != nil {
		return "", err
	}
	defer peer.Release()
	clientURL, peerURL := loopbackURL(client.Port), loopbackURL(peer.Port)

	config := embed.NewConfig()
	config.Dir = filepath.Join(c.options.Dir, "etcd")
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{clientURL}, []url.URL{clientURL}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peerURL}, []url.URL{peerURL}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.SocketOpts.ReusePort = true // the reservation holds the port too
	config.UnsafeNoFsync = true
	config.TickMs, config.ElectionMs = 10, 100 // one member: elect itself at once
	// Seeding 50,000 pods in profile tests passes the default of 2 GiB.
	config.QuotaBackendBytes = 8 << 30
	config.LogLevel = "error"
	server, err := embed.StartEtcd(config)
	if err != nil {
		return "", err
	}
	c.stops = append(c.stops, server.Close)
	select {
	case <-server.Server.ReadyNotify():
		address := clientURL.String()
		return address, os.WriteFile(filepath.Join(c.options.Dir, EtcdURLFile), []byte(address), 0o600)
	case err := <-server.Err():
		return "", err
	case <-time.After(20 * time.Second):
		return "", errors.New("not ready in 20 s")
	}
}

func loopbackURL(port int) url.URL {
	return url.URL{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", port)}
}
