package main

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/server/v3/embed"
)

// serveEtcd serves until it is told to stop; nothing it holds is worth a sync to disk.
func serveEtcd(args []string) error {
	flags := flag.NewFlagSet("etcd", flag.ExitOnError)
	data := flags.String("data", "", "folder of the data")
	client := flags.String("client", "", "URL for clients")
	peer := flags.String("peer", "", "URL for peers")
	_ = flags.Parse(args)
	clientURL, err := url.Parse(*client)
	if err != nil {
		return err
	}
	peerURL, err := url.Parse(*peer)
	if err != nil {
		return err
	}
	config := embed.NewConfig()
	config.Dir = *data
	config.UnsafeNoFsync = true
	config.ListenClientUrls = []url.URL{*clientURL}
	config.AdvertiseClientUrls = config.ListenClientUrls
	config.ListenPeerUrls = []url.URL{*peerURL}
	config.AdvertisePeerUrls = config.ListenPeerUrls
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.LogLevel = "warn"
	config.QuotaBackendBytes = 4 << 30
	server, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	defer server.Close()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGINT, syscall.SIGTERM)
	select {
	case <-server.Server.ReadyNotify():
		fmt.Println("ready")
	case <-time.After(30 * time.Second):
		return fmt.Errorf("etcd is not ready after 30 s")
	case <-stop:
		return nil
	}
	select {
	case err := <-server.Err():
		return err
	case <-stop:
		return nil
	}
}

// compact forgets every revision but the newest, so that watches from older ones are answered 410.
func compact(args []string) error {
	flags := flag.NewFlagSet("compact", flag.ExitOnError)
	endpoint := flags.String("etcd", "", "URL of etcd")
	_ = flags.Parse(args)
	client, err := connect(*endpoint)
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	now, err := client.Get(ctx, "\x00", clientv3.WithCountOnly())
	if err != nil {
		return err
	}
	_, err = client.Compact(ctx, now.Header.Revision, clientv3.WithCompactPhysical())
	return err
}

func connect(endpoint string) (*clientv3.Client, error) {
	return clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, DialTimeout: 10 * time.Second, MaxCallSendMsgSize: 16 << 20})
}
