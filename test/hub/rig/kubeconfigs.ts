import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Hub } from './hub.ts';
import { shortToken, tokenOf, type User } from './users.ts';

/** Lifetime in seconds of the token in `expiring-token`. A hub that runs longer refuses it, which tests need. */
const EXPIRING_S = 120;

/** Writes one kubeconfig for each way to log in to `<folder of the hub>/kubeconfigs/`. */
export async function writeKubeconfigs(hub: Hub): Promise<void> {
  const { body } = await hub.api.must('GET', '/api/v1/namespaces/default/serviceaccounts/ci');
  const base64 = (name: string): string => readFileSync(path.join(hub.certs, name)).toString('base64');
  writeKubeconfig(hub, 'admin', { token: tokenOf('admin') });
  writeKubeconfig(hub, 'read-only', { token: tokenOf('reader') });
  writeKubeconfig(hub, 'no-rights', { token: tokenOf('nobody') });
  writeKubeconfig(hub, 'client-certificate', { 'client-certificate-data': base64('client.crt'), 'client-key-data': base64('client.key') });
  writeKubeconfig(hub, 'expiring-token', { token: await shortToken(hub.api, hub.certs, EXPIRING_S) });
  writeKubeconfig(hub, 'exec-plugin', execPlugin(hub, String(body.metadata.uid), 600));
}

export function userKubeconfig(hub: Hub, user: User, namespace?: string): string {
  return writeKubeconfig(hub, namespace === undefined ? user : `${user}-${namespace}`, { token: tokenOf(user) }, namespace);
}

/** @returns the user entry of a kubeconfig whose plugin returns tokens with this lifetime in seconds */
export function execPlugin(hub: Hub, uid: string, seconds: number, countFile?: string): object {
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: [
        path.join(import.meta.dirname, 'exec-plugin.ts'),
        path.join(hub.certs, 'sa.key'),
        uid,
        String(seconds),
        ...(countFile === undefined ? [] : [countFile]),
      ],
      interactiveMode: 'Never',
    },
  };
}

/** Writes `<name>.yaml`; @returns its path */
export function writeKubeconfig(hub: Hub, name: string, user: object, namespace?: string): string {
  const folder = path.join(hub.folder, 'kubeconfigs');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.yaml`);
  const certificateAuthority = readFileSync(path.join(hub.certs, 'ca.crt')).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'hub', cluster: { server: hub.url, 'certificate-authority-data': certificateAuthority } }],
    users: [{ name, user }],
    contexts: [{ name: 'hub', context: { cluster: 'hub', user: name, ...(namespace === undefined ? {} : { namespace }) } }],
    'current-context': 'hub',
  };
  writeFileSync(file, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 });
  return file;
}
