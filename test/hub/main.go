// Command hub is a Kubernetes API server on an embedded etcd, without any controller, and a player that lets
// recorded KubeFleet hubs happen on it. One binary, so that one build does; one process per role.
//
//	hub certs DIR                        certificates and keys for a hub, written once
//	hub etcd --data DIR --client URL --peer URL
//	hub apiserver FLAGS…                 the flags of kube-apiserver
//	hub play --etcd URL --prefix /P --events FILE [--from MARK]
//	hub keep|reset --etcd URL --prefix /P --file FILE
//	hub compact --etcd URL
//
// With HUB_FOLLOW_STDIN set, a process ends when its standard input does, so that none outlives its parent.
package main

import (
	"fmt"
	"io"
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	if os.Getenv("HUB_FOLLOW_STDIN") != "" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
	}
	if len(os.Args) < 2 {
		fail(fmt.Errorf("name a role: certs, etcd, apiserver, play, keep, reset, compact"))
	}
	role, args := os.Args[1], os.Args[2:]
	roles := map[string]func([]string) error{
		"certs":   certs,
		"etcd":    serveEtcd,
		"play":    play,
		"keep":    keep,
		"reset":   reset,
		"compact": compact,
	}
	if role == "apiserver" {
		command := app.NewAPIServerCommand()
		command.SetArgs(args)
		os.Exit(cli.Run(command))
	}
	run, known := roles[role]
	if !known {
		fail(fmt.Errorf("no role %q", role))
	}
	if err := run(args); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "hub:", err)
	os.Exit(1)
}
