import { SHARED_WORLD } from './hub-world.ts';
import type { Manifest } from './manifest.ts';

/** Whether one deployer certainly brings both manifests to one hub. Others may bring one of them to further hubs. */
export function areOfOneWorld(one: Manifest, other: Manifest): boolean {
  return !worldsOf(one).isDisjointFrom(worldsOf(other));
}

function worldsOf({ world, sharedBy }: Manifest): ReadonlySet<string> {
  return sharedBy ?? new Set(world === undefined || world === SHARED_WORLD ? [] : [world]);
}
