import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { kubeApi, type KubeApi } from './kube-api.ts';
import { tokenOf } from './users.ts';

const run = promisify(execFile);

/** An API server as plain data: what another process needs to use it. */
export interface HubAddress {
  readonly name: string;
  /** The CRD set it serves; none when empty. */
  readonly version: string;
  readonly url: string;
  /** Its logs, kubeconfigs and the note of what it held when fresh. */
  readonly folder: string;
  readonly certs: string;
  readonly binary: string;
  readonly etcd: string;
  /** Its part of etcd. */
  readonly prefix: string;
}

/** A running API server to play on. */
export interface Hub extends HubAddress {
  /** As admin. */
  readonly api: KubeApi;
  readonly log: string;
}

export function hubAt(address: HubAddress): Hub {
  const api = kubeApi(address.url, path.join(address.certs, 'ca.crt'), tokenOf('admin'));
  return { ...address, api, log: path.join(address.folder, 'apiserver.log') };
}

/** Notes what the hub holds, for `resetHub`. */
export async function keepHub(hub: HubAddress): Promise<void> {
  await run(hub.binary, ['keep', ...store(hub)]);
}

/** Makes the hub as fresh as it was at `keepHub`. */
export async function resetHub(hub: HubAddress): Promise<void> {
  await run(hub.binary, ['reset', ...store(hub)]);
}

/** Makes etcd forget the past: watches from before end with 410. */
export async function compactEtcd(hub: HubAddress): Promise<void> {
  await run(hub.binary, ['compact', '--etcd', hub.etcd]);
}

function store({ etcd, prefix, folder }: HubAddress): readonly string[] {
  return ['--etcd', etcd, '--prefix', prefix, '--file', path.join(folder, 'fresh.json')];
}
