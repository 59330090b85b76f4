package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// keyOf is where the API server keeps an object below its prefix: group (custom resources only), plural, namespace, name.
func keyOf(apiVersion, kind, namespace, name string) string {
	parts := []string{}
	if group, _, grouped := strings.Cut(apiVersion, "/"); grouped && strings.Contains(group, ".") && !strings.HasSuffix(group, ".k8s.io") {
		parts = append(parts, group)
	}
	if kind == "Service" {
		parts = append(parts, "services", "specs")
	} else {
		parts = append(parts, pluralOf(kind))
	}
	if namespace != "" {
		parts = append(parts, namespace)
	}
	return "/" + strings.Join(append(parts, name), "/")
}

func pluralOf(kind string) string {
	lower := strings.ToLower(kind)
	switch {
	case strings.HasSuffix(lower, "s"):
		return lower + "es"
	case strings.HasSuffix(lower, "y"):
		return strings.TrimSuffix(lower, "y") + "ies"
	default:
		return lower + "s"
	}
}

// played are the folders below a prefix that recordings and tests write to; everything else is the API server's own.
var played = []string{
	"/placement.kubernetes-fleet.io/", "/cluster.kubernetes-fleet.io/", "/multicluster.x-k8s.io/",
	"/configmaps/", "/secrets/", "/namespaces/", "/events/", "/serviceaccounts/", "/services/specs/", "/deployments/", "/statefulsets/",
	"/daemonsets/", "/jobs/", "/clusterroles/", "/clusterrolebindings/", "/roles/", "/rolebindings/",
	"/resourcequotas/", "/limitranges/", "/validatingadmissionpolicies/", "/validatingadmissionpolicybindings/",
	"/validatingwebhookconfigurations/", "/mutatingwebhookconfigurations/",
}

// keep notes what a fresh hub holds, so that reset can bring it back.
func keep(args []string) error {
	return withStore("keep", args, func(ctx context.Context, client *clientv3.Client, prefix, file string) error {
		kept := map[string][]byte{}
		for _, folder := range played {
			found, err := client.Get(ctx, prefix+folder, clientv3.WithPrefix())
			if err != nil {
				return err
			}
			for _, pair := range found.Kvs {
				kept[string(pair.Key)] = pair.Value
			}
		}
		text, err := json.Marshal(kept)
		if err != nil {
			return err
		}
		return os.WriteFile(file, text, 0o600)
	})
}

// reset deletes what came since keep, and brings back what was changed or deleted.
func reset(args []string) error {
	return withStore("reset", args, func(ctx context.Context, client *clientv3.Client, prefix, file string) error {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		kept := map[string][]byte{}
		if err := json.Unmarshal(text, &kept); err != nil {
			return err
		}
		for _, folder := range played {
			found, err := client.Get(ctx, prefix+folder, clientv3.WithPrefix())
			if err != nil {
				return err
			}
			for _, pair := range found.Kvs {
				value, known := kept[string(pair.Key)]
				delete(kept, string(pair.Key))
				switch {
				case !known:
					_, err = client.Delete(ctx, string(pair.Key))
				case string(value) != string(pair.Value):
					_, err = client.Put(ctx, string(pair.Key), string(value))
				}
				if err != nil {
					return err
				}
			}
		}
		for key, value := range kept {
			if _, err := client.Put(ctx, key, string(value)); err != nil {
				return err
			}
		}
		return nil
	})
}

func withStore(name string, args []string, run func(ctx context.Context, client *clientv3.Client, prefix, file string) error) error {
	flags := flag.NewFlagSet(name, flag.ExitOnError)
	endpoint := flags.String("etcd", "", "URL of etcd")
	prefix := flags.String("prefix", "", "prefix of the API server")
	file := flags.String("file", "", "what was kept")
	_ = flags.Parse(args)
	client, err := connect(*endpoint)
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return run(ctx, client, *prefix, *file)
}
