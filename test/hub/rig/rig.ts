import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { HANG_LIMIT } from '../../support/hang-limit.ts';
import { hubBinary } from './build.ts';
import { installCrds, readCrds } from './crds.ts';
import { auditFlags } from './audit.ts';
import { hubAt, keepHub, type Hub, type HubAddress } from './hub.ts';
import { writeKubeconfigs } from './kubeconfigs.ts';
import { isAlive, startRole, untilReady, type Role } from './role.ts';
import { createReaders, tokenFile } from './users.ts';

const run = promisify(execFile);

export interface HubOptions {
  readonly name: string;
  /** The set of CRDs; `''` for none. */
  readonly version: string;
  readonly crds?: (name: string) => boolean;
  /** Logs every request: see `requestsOf`. */
  readonly audit?: boolean;
}

export interface StartedHub {
  readonly hub: Hub;
  readonly role: Role;
  readonly stop: () => Promise<void>;
  /** Stops the API server and starts it again at the same address, `downMs` later. */
  readonly restart: (downMs?: number) => Promise<void>;
}

export interface Rig {
  readonly site: Site;
  /** Starts another API server on the same etcd. */
  readonly start: (options: HubOptions) => Promise<StartedHub>;
  readonly stop: () => Promise<void>;
  /** Stops etcd and the API servers, lets `change` replace the folder of the data, and starts them again at the same addresses. */
  readonly whileStopped: (change: (data: string) => void) => Promise<void>;
}

/**
 * Starts etcd and writes certificates. API servers are then started on it, one after the other or at the same time.
 * @param folder for logs and kubeconfigs; emptied first
 * @throws {RigError} the rig cannot be built or started
 */
export async function startRig(folder: string, say: (line: string) => void = () => undefined): Promise<Rig> {
  const binary = await hubBinary(say);
  rmSync(folder, { recursive: true, force: true });
  const certs = path.join(folder, 'certs');
  mkdirSync(certs, { recursive: true });
  await run(binary, ['certs', certs]);
  writeFileSync(path.join(folder, 'tokens.csv'), tokenFile());
  const data = dataFolder();
  const [client, peer] = (await Promise.all([freePort(), freePort()])).map((port) => `http://127.0.0.1:${port}`);
  const startEtcd = (): Role =>
    startRole(binary, ['etcd', '--data', data, '--client', client ?? '', '--peer', peer ?? ''], path.join(folder, 'etcd.log'));
  const etcdReady = (): Promise<void> => untilReady(etcd, 'etcd', () => answers(`${client ?? ''}/health`), HANG_LIMIT);
  let etcd = startEtcd();
  const started: StartedHub[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((hub) => hub.stop()));
    await etcd.stop();
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await etcdReady();
  } catch (error) {
    await stop();
    throw error;
  }
  const site: Site = { binary, folder, certs, etcd: client ?? '' };
  const start = async (options: HubOptions): Promise<StartedHub> => {
    const hub = await startHub(site, options);
    started.push(hub);
    return hub;
  };
  const whileStopped = async (change: (data: string) => void): Promise<void> => {
    await Promise.all(started.map((hub) => hub.stop()));
    await etcd.stop();
    change(data);
    etcd = startEtcd();
    await etcdReady();
    for (const hub of started) await hub.restart();
  };
  return { site, start, stop, whileStopped };
}

/** A folder in memory if possible. Removes what a killed process left behind. */
function dataFolder(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = /^fleet-gate-hub-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  return mkdtempSync(path.join(parent, `fleet-gate-hub-${process.pid}-`));
}

/** What API servers on one etcd share. It is plain data, so a test can start its own server. */
export interface Site {
  readonly binary: string;
  readonly folder: string;
  readonly certs: string;
  readonly etcd: string;
}

/** Starts an API server with readers, the requested CRDs and kubeconfigs. The caller stops it. @throws {RigError} */
export async function startHub(site: Site, options: HubOptions): Promise<StartedHub> {
  const started = await launchHub(site, options);
  try {
    await furnish(started.hub, options);
  } catch (error) {
    await started.stop();
    throw error;
  }
  return started;
}

async function launchHub({ binary, folder, certs, etcd }: Site, { name, version, audit = false }: HubOptions): Promise<StartedHub> {
  const port = await freePort();
  const own = path.join(folder, name);
  mkdirSync(own, { recursive: true });
  const address: HubAddress = {
    name,
    version,
    url: `https://127.0.0.1:${port}`,
    folder: own,
    certs,
    binary,
    etcd,
    prefix: `/registry-${name}`,
  };
  const hub = hubAt(address);
  const flags = [...flagsOf(address, port, path.join(folder, 'tokens.csv')), ...(audit ? auditFlags(own) : [])];
  const launch = async (): Promise<Role> => {
    const role = startRole(binary, ['apiserver', ...flags], hub.log);
    try {
      await untilReady(role, `the API server ${name}`, () => isReady(hub), HANG_LIMIT);
    } catch (error) {
      await role.stop();
      throw error;
    }
    return role;
  };
  let role = await launch();
  return {
    hub,
    get role() {
      return role;
    },
    stop: () => role.stop(),
    restart: async (downMs = 0) => {
      await role.stop();
      await new Promise((resolve) => setTimeout(resolve, downMs));
      role = await launch();
    },
  };
}

function flagsOf({ certs, etcd, prefix, folder }: HubAddress, port: number, tokens: string): readonly string[] {
  return [
    `--etcd-servers=${etcd}`,
    `--etcd-prefix=${prefix}`,
    '--etcd-compaction-interval=0',
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${port}`,
    `--tls-cert-file=${certs}/server.crt`,
    `--tls-private-key-file=${certs}/server.key`,
    `--client-ca-file=${certs}/ca.crt`,
    `--token-auth-file=${tokens}`,
    `--cert-dir=${folder}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${certs}/sa.pub`,
    `--service-account-signing-key-file=${certs}/sa.key`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
    '--disable-admission-plugins=ServiceAccount',
    // Otherwise it keeps reporting its loopback endpoint as an error.
    '--endpoint-reconciler-type=none',
  ];
}

/** Adds what every hub of the rig has (readers, the CRDs of its version, kubeconfigs) and records it as the initial state. */
async function furnish(hub: Hub, { version, crds }: HubOptions): Promise<void> {
  await createReaders(hub.api);
  if (version !== '') await installCrds(hub.api, readCrds(version, crds));
  await keepHub(hub);
  await writeKubeconfigs(hub);
}

async function isReady(hub: Hub): Promise<boolean> {
  try {
    return (await hub.api.ask('GET', '/readyz', { withinMs: 5_000 })).code === 200;
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
