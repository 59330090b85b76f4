import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { EXIT_CODES } from '../report.ts';
import { PLAIN, type Styler } from '../report/text/terminal.ts';
import { temporaryFolder } from '../static/read/files/temporary-folder.ts';
import type { DemoIo } from './demo-io.ts';
import { startEmbeddedHub } from './hub/embedded-hub.ts';
import { SAMPLE_REPO } from './sample-repo.gen.ts';
import { readSample } from './sample.ts';

/** Runs `fleet-gate` with these arguments and prints its report. Resolves with the exit code. */
type Ready = (argv: readonly string[]) => Promise<number>;

/**
 * `fleet-gate demo ready`: a change must not go out while an update run is at work, then waits for a window, then may go out.
 * @returns 0 if the three runs of `ready` ended with 1, 10 and 0
 */
export async function runReadyDemo(io: DemoIo, ready: Ready, style: Styler = PLAIN): Promise<number> {
  const say = (line = ''): void => io.stdout.write(`${line}\n`);
  const hub = await startEmbeddedHub();
  const temporary = temporaryFolder('demo');
  const codes: number[] = [];
  try {
    const at = (name: string): string => join(temporary.path, name);
    writeFileSync(at('kubeconfig'), hub.kubeconfig(), { mode: 0o600 });
    const deploy = writeStorefront(at('storefront'));
    const config = { open: at('no-windows.yaml'), closed: at('windows.yaml') };
    writeFileSync(config.open, '{}\n');
    writeFileSync(config.closed, windowUntil(new Date(Date.now() + HOUR)));
    for (const member of livingMembers()) hub.store.put(member);
    const ask = async (title: string, by: string): Promise<void> => {
      if (io.signal.aborted) return;
      say(`${style.bold(title)}\n${style.dim('fleet-gate ready storefront')}\n`);
      codes.push(await ready(['ready', deploy, '--kubeconfig', at('kubeconfig'), '--config', by]));
      say();
    };
    say('A new placement for three clusters. The hub is an API server of this process.\n');
    const former = [PLACEMENT, RUN];
    for (const object of former) hub.store.put(object);
    await ask('1. An update run of the placement has not ended', config.open);
    for (const object of former) hub.store.remove(object);
    await ask('2. It is gone, and a window of the configuration denies rollouts now', config.closed);
    await ask('3. Without the window', config.open);
    if (io.signal.aborted) return EXIT_CODES.cancelled;
    if (codes.join() === '1,10,0') return EXIT_CODES.passed;
    say(`The demo did not go as planned: exit codes ${codes.join(', ')}`);
    return EXIT_CODES.failed;
  } finally {
    await hub.close();
    temporary.remove();
  }
}

const HOUR = 3_600_000;

/** The storefront of the sample repository, rolled out by update runs. */
function writeStorefront(folder: string): string {
  mkdirSync(folder);
  for (const { path, text } of SAMPLE_REPO.filter((file) => file.path.startsWith('storefront/')))
    writeFileSync(join(folder, path.replace('storefront/', '')), text.replace(/type: RollingUpdate[^]*/, 'type: External\n'));
  return folder;
}

function windowUntil(end: Date): string {
  const wall = (time: Date): string => time.toISOString().slice(0, 16);
  const start = new Date(end.getTime() - 2 * HOUR);
  return `windows:
  - { name: maintenance, kind: deny, start: "${wall(start)}", end: "${wall(end)}", reason: the registry is being moved }
`;
}

/** The clusters of the sample, with heartbeats of now. */
function livingMembers(): readonly KubeObject[] {
  const { members, now } = readSample();
  const text = JSON.stringify(members);
  const beat = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  return JSON.parse(text.replaceAll(now.toISOString().replace('.000Z', 'Z'), beat)) as readonly KubeObject[];
}

const GROUP = 'placement.kubernetes-fleet.io/v1beta1';
const PLACEMENT: KubeObject = {
  apiVersion: GROUP,
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'storefront', generation: 1 },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'storefront' }],
    policy: { placementType: 'PickAll' },
    strategy: { type: 'External' },
  },
};
const RUN: KubeObject = {
  apiVersion: GROUP,
  kind: 'ClusterStagedUpdateRun',
  metadata: { name: 'storefront-7', generation: 1 },
  spec: { placementName: 'storefront', stagedRolloutStrategyName: 'staging-first', state: 'Run' },
};
