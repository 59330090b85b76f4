import { makeWorld } from '../static/make-world.ts';
import type { World } from '../static/world.ts';
import { hubAfter } from './hub-after.ts';
import type { StaticInput } from './static-input.ts';

/** The manifests as rules look at them, held against the base and the hub where they are known. */
export function worldOf({ target, fleet, read, base }: StaticInput): World {
  const { members, hub, contracts, now, objects } = fleet;
  const before = base?.manifests ?? [];
  return makeWorld({
    target,
    ...(contracts === undefined ? {} : { contracts }),
    now,
    manifests: read.manifests,
    decided: objects,
    base: before,
    ...(members === undefined ? {} : { members }),
    ...(hub === undefined ? {} : { hub: hubAfter(hub, read.manifests, before) }),
  });
}
