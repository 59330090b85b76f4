/**
 * A real Kubernetes API server with KubeFleet's CRDs on this machine, to play recordings on.
 *   npm run hub -- up                 starts it in the background (built with Go the first time)
 *   npm run hub -- play RECORDING     plays one, `<version>/<scenario>` or a folder, until interrupted
 *   npm run hub -- status             what runs, and where its kubeconfigs are
 *   npm run hub -- down               stops it
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, hubBinary, RigError } from '../test/hub/rig/build.ts';
import { readCrds } from '../test/hub/rig/crds.ts';
import { resetHub, type HubAddress } from '../test/hub/rig/hub.ts';
import { playOn } from '../test/hub/rig/play.ts';
import { startRig } from '../test/hub/rig/rig.ts';
import { isAlive, tail } from '../test/hub/rig/role.ts';
import { truthPath } from '../test/support/truth.ts';

interface Up {
  readonly pid: number;
  readonly hubs: readonly HubAddress[];
}

const FOLDER = path.join(CACHE, 'up');
const STATE = path.join(CACHE, 'up.json');
const LOG = path.join(CACHE, 'up.log');

const [command, recording] = process.argv.slice(2);
try {
  if (command === 'up') await up();
  else if (command === 'serve') await serve();
  else if (command === 'play') await play(recording);
  else if (command === 'status') status();
  else if (command === 'down') await down();
  else throw new RigError('usage: npm run hub -- up | play RECORDING | status | down');
} catch (error) {
  if (!(error instanceof RigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function up(): Promise<void> {
  if (running() !== undefined) return status();
  const began = performance.now();
  await hubBinary(console.log);
  mkdirSync(CACHE, { recursive: true });
  rmSync(STATE, { force: true });
  const log = openSync(LOG, 'w');
  const child = spawn(process.execPath, [import.meta.filename, 'serve'], { detached: true, stdio: ['ignore', log, log] });
  let ended = false;
  child.once('exit', () => (ended = true));
  while (running() === undefined) {
    if (ended) throw new RigError(`the hub did not start:\n${tail(LOG)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.unref();
  console.log(`ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  status();
}

/** The background process that runs etcd and the API servers; they end with it. */
async function serve(): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  const rig = await startRig(FOLDER);
  try {
    const versions = ['v0.3.1', 'main'].filter((version) => readCrds(version).length > 0);
    if (versions.length === 0) console.log(`no CRDs in ${truthPath('crds')}: the hub serves no kind of KubeFleet`);
    const wanted = versions.length === 0 ? [{ name: 'bare', version: '' }] : versions.map((version) => ({ name: version, version }));
    const hubs = await Promise.all(wanted.map((options) => rig.start(options)));
    const addresses = hubs.map(({ hub: { api: _api, log: _log, ...address } }) => address);
    writeFileSync(STATE, JSON.stringify({ pid: process.pid, hubs: addresses } satisfies Up));
    await Promise.race([stopped, ...hubs.map(({ role }) => role.ended)]);
  } finally {
    await rig.stop();
    rmSync(STATE, { force: true });
  }
}

async function play(name: string | undefined): Promise<void> {
  const { hubs } = mustRun();
  if (name === undefined) throw new RigError(`name a recording, for example: npm run hub -- play v0.3.1/quota`);
  const folder = [name, truthPath('recordings', name)].find((found) => existsSync(path.join(found, 'events.jsonl')));
  if (folder === undefined) throw new RigError(`no events.jsonl in ${name} nor in ${truthPath('recordings', name)}`);
  const version = path.basename(path.dirname(path.resolve(folder)));
  const hub = hubs.find((found) => found.version === version) ?? hubs[0];
  if (hub === undefined) throw new RigError('the hub has no API server; see npm run hub -- status');
  await resetHub(hub);
  const { target } = JSON.parse(readFileSync(path.join(folder, 'expect.json'), 'utf8')) as { target: readonly string[] };
  console.log(`fleet-gate wait --kubeconfig ${path.join(hub.folder, 'kubeconfigs/read-only.yaml')} ${target.join(' ')}`);
  const playing = await playOn(hub, path.join(folder, 'events.jsonl'), {
    onTold: ({ what, note, at }) => console.log(`${new Date(at).toISOString().slice(11, 23)} ${what === 'mark' ? note : what}`),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void playing.stop().then(() => process.exit(0)));
  await playing.played;
  console.log('the members go on sending heartbeats; Ctrl-C ends it');
}

function status(): void {
  for (const { name, url, folder } of mustRun().hubs) {
    console.log(`${name}  ${url}  kubeconfigs: ${path.join(folder, 'kubeconfigs')}  log: ${path.join(folder, 'apiserver.log')}`);
  }
}

async function down(): Promise<void> {
  const state = running();
  if (state === undefined) return console.log('no hub runs');
  process.kill(state.pid, 'SIGTERM');
  const end = performance.now() + 40_000;
  while (isAlive(state.pid)) {
    if (performance.now() > end) throw new RigError(`process ${state.pid} does not stop; see ${LOG}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log('stopped');
}

function mustRun(): Up {
  const state = running();
  if (state === undefined) throw new RigError('no hub runs: npm run hub -- up');
  return state;
}

function running(): Up | undefined {
  if (!existsSync(STATE)) return undefined;
  const state = JSON.parse(readFileSync(STATE, 'utf8')) as Up;
  return isAlive(state.pid) ? state : undefined;
}
