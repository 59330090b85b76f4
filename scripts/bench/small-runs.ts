/** Runs of the shipped program that have little to do. The bench says how long they take, the budget what they load. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dump } from 'js-yaml';
import { type EmbeddedHub, startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { realTime } from '../../src/demo/hub/hub-time.ts';
import { deployOf, FLEET_NOW, largeFleet, members, placementName } from '../../test/support/large-fleet.ts';
import type { Program } from './whole-process.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
export const CLI = path.join(DIST, 'cli.js');
const ACTION = path.join(DIST, 'action.js');
const SIZE = { placements: 1, clusters: 2 };

/** What each run is given, in a folder of its own. */
export interface SmallRuns {
  readonly folder: string;
  readonly version: Program;
  readonly help: Program;
  /** One placement in a file, and a namespace with a workload in another. */
  readonly lint: Program;
  readonly plan: Program;
  readonly diagnose: Program;
  /** The same tree as `lint`, as a workflow has it judged: without a comment. */
  readonly action: Program;
  /** Waits for a placement that is good already, on that hub. */
  wait(hub: Pick<EmbeddedHub, 'kubeconfig'>): Program;
}

/** Writes all that the runs read, has it used, and removes it. */
export async function withSmallRuns<T>(use: (runs: SmallRuns) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-small-'));
  try {
    return await use(writeRuns(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A hub on which all is good; its time is that of the fleet, so that heartbeats are fresh. */
export async function withGoodHub<T>(use: (hub: EmbeddedHub) => Promise<T>): Promise<T> {
  const start = Date.now();
  const hub = await startEmbeddedHub({ time: { ...realTime, now: () => FLEET_NOW.getTime() + Date.now() - start } });
  try {
    for (const object of largeFleet(SIZE)) hub.store.put(object);
    return await use(hub);
  } finally {
    await hub.close();
  }
}

function writeRuns(folder: string): SmallRuns {
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const [placement = '', ...content] = deployOf(0).map((object) => dump(object, { noRefs: true }));
  write('deploy/placement.yaml', placement);
  write('deploy/app.yaml', content.join('---\n'));
  write('clusters.yaml', list(members(SIZE.clusters)));
  write('dump.yaml', list([...largeFleet(SIZE)]));
  mkdirSync(path.join(folder, 'home'), { mode: 0o700 });
  const env = { PATH: process.env['PATH'], HOME: path.join(folder, 'home'), TMPDIR: folder, NO_COLOR: '1' };
  const program = (...args: readonly string[]): Program => ({ args: [CLI, ...args], cwd: folder, env });
  const { href } = new URL('https://github.invalid');
  const inputs = { INPUT_MODE: 'lint', INPUT_PATHS: 'deploy', INPUT_COMMENT: 'never', 'INPUT_GITHUB-TOKEN': '' };
  for (const name of ['summary', 'output', 'event.json']) write(name, name === 'event.json' ? '{}' : '');
  const runner = {
    GITHUB_EVENT_NAME: 'push',
    GITHUB_EVENT_PATH: path.join(folder, 'event.json'),
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
    GITHUB_OUTPUT: path.join(folder, 'output'),
    GITHUB_API_URL: href,
    GITHUB_GRAPHQL_URL: `${href}graphql`,
    GITHUB_SERVER_URL: href,
    GITHUB_REPOSITORY: 'contoso/fleet',
    GITHUB_SHA: 'abc',
    GITHUB_WORKSPACE: folder,
    GITHUB_WORKFLOW: 'deploy',
    GITHUB_JOB: 'gate',
  };
  return {
    folder,
    version: program('--version'),
    help: program('--help'),
    lint: program('lint', 'deploy'),
    plan: program('plan', 'deploy', '--clusters', 'clusters.yaml', '--now', FLEET_NOW.toISOString()),
    diagnose: program('diagnose', `crp/${placementName(0)}`, '--from', 'dump.yaml', '--now', FLEET_NOW.toISOString()),
    action: { args: [ACTION], cwd: folder, env: { ...env, ...runner, ...inputs } },
    wait: (hub) => {
      write('kubeconfig', hub.kubeconfig());
      return program('wait', `crp/${placementName(0)}`, '--kubeconfig', 'kubeconfig');
    },
  };
}

function list(items: readonly object[]): string {
  return dump({ apiVersion: 'v1', kind: 'List', items }, { noRefs: true });
}
