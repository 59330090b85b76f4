import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { kubeApi, type KubeApi } from './kube-api.ts';
import { tokenOf } from './users.ts';

const run = promisify(execFile);

/** An API server as plain data, which another process can use. */
export interface HubAddress {
  readonly name: string;
  /** The set of CRDs that it serves; empty for none. */
  readonly version: string;
  readonly url: string;
  /** The folder for its logs, its kubeconfigs and the list of its initial objects. */
  readonly folder: string;
  readonly certs: string;
  readonly binary: string;
  readonly etcd: string;
  /** The prefix of its keys in etcd. */
  readonly prefix: string;
}

/** A running API server. */
export interface Hub extends HubAddress {
  /** A client with admin rights. */
  readonly api: KubeApi;
  readonly log: string;
}

export function hubAt(address: HubAddress): Hub {
  const api = kubeApi(address.url, path.join(address.certs, 'ca.crt'), tokenOf('admin'));
  return { ...address, api, log: path.join(address.folder, 'apiserver.log') };
}

/** Records what the hub holds, for `resetHub`. */
export async function keepHub(hub: HubAddress): Promise<void> {
  await run(hub.binary, ['keep', ...store(hub)]);
}

/** Restores the state of the hub at `keepHub`. */
export async function resetHub(hub: HubAddress): Promise<void> {
  await run(hub.binary, ['reset', ...store(hub)]);
}

/** Compacts etcd: watches from earlier revisions end with 410. */
export async function compactEtcd(hub: HubAddress): Promise<void> {
  await run(hub.binary, ['compact', '--etcd', hub.etcd]);
}

function store({ etcd, prefix, folder }: HubAddress): readonly string[] {
  return ['--etcd', etcd, '--prefix', prefix, '--file', path.join(folder, 'fresh.json')];
}
