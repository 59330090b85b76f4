import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { FLEET_NOW, members, onePlacement, unfinishedPlacement, type FleetSize } from '../../support/fleets/large-fleet.ts';
import type { HubAddress } from '../rig/hub.ts';
import { playOn, type Play } from '../rig/play.ts';

/** How many placements are written at once: the player keeps what it writes in memory. */
const AT_ONCE = 20;

/**
 * Writes a fleet into the store of a hub, not through its API server, which would take hours for a hundred thousand Works. The last
 * placement is not yet available on any cluster.
 * @returns the members, which send heartbeats until they are stopped
 */
export async function writeFleet(hub: HubAddress, { placements, clusters }: FleetSize): Promise<Play> {
  const alive = await write(hub, 'members', members(clusters));
  for (let from = 0; from < placements - 1; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, placements - 1 - from);
    const play = await write(
      hub,
      'fleet',
      all(count, (each) => onePlacement(from + each, clusters)),
    );
    await play.stop();
  }
  const last = await write(hub, 'fleet', unfinishedPlacement(placements - 1, clusters));
  await last.stop();
  return alive;
}

/** Writes the final state of the last placement. */
export async function finishFleet(hub: HubAddress, { placements, clusters }: FleetSize): Promise<void> {
  await writeObjects(hub, onePlacement(placements - 1, clusters));
}

/** Writes these objects into the store unchanged, except that their times become current. */
export async function writeObjects(hub: HubAddress, objects: Iterable<KubeObject>): Promise<void> {
  const play = await write(hub, 'objects', objects);
  await play.stop();
}

function* all(count: number, of: (index: number) => Iterable<KubeObject>): Generator<KubeObject> {
  for (let index = 0; index < count; index++) yield* of(index);
}

async function write(hub: HubAddress, name: string, objects: Iterable<KubeObject>): Promise<Play> {
  const file = path.join(hub.folder, `${name}.jsonl`);
  const out = openSync(file, 'w');
  for (const object of objects) writeSync(out, `${JSON.stringify({ t: FLEET_NOW.toISOString(), type: 'ADDED', object })}\n`);
  closeSync(out);
  const play = await playOn(hub, file, { atEnd: true });
  rmSync(file);
  return play;
}
