import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateReport, Report } from '../../../src/report.ts';
import { HANG_LIMIT } from '../../support/hang-limit.ts';
import type { HubAddress } from '../rig/hub.ts';
import { tail } from '../rig/role.ts';

/** The entry that users get. `FLEET_GATE_CLI` names another one, for example `src/cli.ts` during development. */
export const CLI = path.resolve(import.meta.dirname, '../../..', process.env['FLEET_GATE_CLI'] ?? 'dist/cli.js');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** When the process ended; milliseconds since the epoch. */
  readonly at: number;
}

export interface Start {
  /** The process is killed if this hub of the rig ends. */
  readonly hub?: HubAddress;
  readonly cwd: string;
  /** Default: only what a program needs. */
  readonly env?: NodeJS.ProcessEnv;
  readonly onError?: (text: string) => void;
}

/** Runs the shipped CLI as a user does. @throws if it hangs or its hub has ended, with the log of the hub */
export function fleetGate(argv: readonly string[], { hub, cwd, env, onError }: Start): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...argv], { cwd, env: env ?? { PATH: process.env['PATH'], HOME: cwd, NO_COLOR: '1' } });
  child.stdin.end();
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => {
    err += String(chunk);
    onError?.(String(chunk));
  });
  return new Promise((resolve, reject) => {
    const give = (why: string): void => {
      child.kill('SIGKILL');
      const log = hub === undefined ? '' : `\nlog of ${hub.name}: ${tail(path.join(hub.folder, 'apiserver.log'), 12)}`;
      reject(new Error(`fleet-gate ${argv.join(' ')}\n${why}\nstderr: ${err.slice(-2000)}${log}`));
    };
    const late = setTimeout(() => give(`did not end within ${HANG_LIMIT / 1000} s`), HANG_LIMIT);
    const watch = setInterval(() => {
      if (hub !== undefined && existsSync(path.join(hub.folder, 'ended'))) give('its API server has ended');
    }, 1000);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      clearInterval(watch);
      resolve({ code, out, err, at: Date.now() });
    });
  });
}

/** The gate's part of a JSON report. @throws with the output if there is none */
export function gateOf({ out, err, code }: Ended): GateReport {
  try {
    const { gate } = JSON.parse(out) as Report;
    if (gate !== undefined) return gate;
  } catch {
    // the error below reports it
  }
  throw new Error(`no gate in the report; exit ${String(code)}\n${out.slice(0, 1500)}\n${err.slice(-1500)}`);
}

/** An empty folder for a test, with the manifests of its deploy in `deploy.json` if there are any. */
export function workFolder(hub: HubAddress, manifests: readonly KubeObject[] = []): string {
  const parent = path.join(hub.folder, 'work');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'run-'));
  if (manifests.length > 0)
    writeFileSync(path.join(folder, 'deploy.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests }));
  return folder;
}

export function kubeconfigOf(hub: HubAddress, name: string): string {
  return path.join(hub.folder, 'kubeconfigs', `${name}.yaml`);
}
