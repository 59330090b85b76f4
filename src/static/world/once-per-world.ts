import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/**
 * The same function, computed once for each manifest of a World: rules that compare every placement with every other ask over and over.
 * Of objects that are not KubeFleet's, which are far more, the last ones are remembered: the rules ask of one after the other.
 */
export function oncePerWorld<T>(compute: (manifest: Manifest, world: World) => T): (manifest: Manifest, world: World) => T {
  // A World keeps its manifests anyway, and a map that does not hold its keys is slow.
  const knownIn = oncePer((_world: World) => ({ fleet: new Map<Manifest, Known<T>>(), others: new Map<Manifest, Known<T>>() }));
  return (manifest, world) => {
    const { fleet, others } = knownIn(world);
    const isKept = isFleetObject(manifest.object);
    const known = isKept ? fleet : others;
    const found = known.get(manifest);
    if (found !== undefined) return found.value;
    const value = compute(manifest, world);
    known.set(manifest, { value });
    if (!isKept) forgetOldest(known);
    return value;
  };
}

interface Known<T> {
  readonly value: T;
}

function forgetOldest(known: Map<Manifest, unknown>): void {
  for (const oldest of known.keys()) {
    if (known.size <= MOST_OTHERS) return;
    known.delete(oldest);
  }
}

const MOST_OTHERS = 256;
