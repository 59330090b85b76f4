import { isDeepStrictEqual } from 'node:util';
import { field } from '../../fleet/json/json.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { deployerKind } from '../read/deployers/deployer-kind.ts';
import type { Manifest } from '../world/manifest.ts';
import { objectKeyOf } from '../world/identity.ts';

/**
 * The objects that show whether two parts of a tree are for different hubs, by their keys. Each has what has to be different for that: the
 * spec of an object with which Flux or Argo CD deploys, as each of two parts would replace that of the other one; nothing for an object of KubeFleet.
 */
export type HubIdentities = ReadonlyMap<string, unknown>;

export function hubIdentities(manifests: readonly Manifest[]): HubIdentities {
  return new Map(
    manifests.flatMap((manifest) => {
      const { object, namespace } = manifest;
      if (isFleetObject(object)) return [[objectKeyOf(manifest), undefined] as const];
      // Without a namespace, the deployer of each may give it another one.
      if (namespace === undefined || deployerKind(object) === undefined) return [];
      return [[objectKeyOf(manifest), field(object, 'spec')] as const];
    }),
  );
}

/** Whether two parts are certainly for different hubs. */
export function areOfTwoHubs(one: HubIdentities, other: HubIdentities): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return few.entries().some(([key, spec]) => many.has(key) && (spec === undefined || !isDeepStrictEqual(spec, many.get(key))));
}
