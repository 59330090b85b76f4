import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { commandDemo, type CommandDemoIo } from './command-demo.ts';
import { SAMPLE_REPO } from './sample-repo.gen.ts';
import { readSample } from './sample.ts';

/**
 * `fleet-gate demo ready`: a change must not go out while an update run is at work, then waits for a window, then may go out.
 * @returns the exit code of the demo
 */
export function runReadyDemo(io: CommandDemoIo): Promise<number> {
  return commandDemo(io, [1, 10, 0], async ({ hub, at, say, show }) => {
    const deploy = writeStorefront(at('storefront'));
    const config = { open: at('no-windows.yaml'), closed: at('windows.yaml') };
    writeFileSync(config.open, '{}\n');
    writeFileSync(config.closed, windowUntil(new Date(Date.now() + HOUR)));
    for (const member of livingMembers()) hub.store.put(member);
    const ask = (title: string, by: string): Promise<void> => show(title, 'fleet-gate ready storefront', ['ready', deploy, '--config', by]);
    say('A new placement for three clusters. The hub is an API server of this process.\n');
    const former = [PLACEMENT, RUN];
    for (const object of former) hub.store.put(object);
    await ask('1. An update run of the placement has not ended', config.open);
    for (const object of former) hub.store.remove(object);
    await ask('2. It is gone, and a window of the configuration denies rollouts now', config.closed);
    await ask('3. Without the window', config.open);
    return undefined;
  });
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
