import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { coverageByPolicies } from '../../schedule/reach/policy-coverage.ts';
import { arrivalOf } from '../delivery/arrival.ts';
import { patchFaults, type PatchFault } from '../delivery/patch-faults.ts';
import { picksOf } from '../delivery/picks.ts';
import type { Fault } from '../delivery/faults-within.ts';
import { arrivalOn } from '../delivery/written-faults.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { firstCopyOf } from '../world/first-copy.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { definitionOf, isCustomKind, isServedBy } from './definitions.ts';

/** A custom resource on clusters whose definition a patch leaves without the version, or the kind, of the resource. */
export interface Unserved extends Use {
  /** Pointer into the override. */
  readonly at: string;
  readonly placement: Manifest;
  readonly definition: Manifest;
  /** Empty if their names are not known. */
  readonly clusters: readonly string[];
  readonly isCertain: boolean;
}

interface Use {
  readonly object: KubeObject;
  /** The object, or the envelope that contains it. */
  readonly holder: Manifest;
  /** Pointer to the object in its manifest. */
  readonly inHolder: string;
}

/** The custom resources that the patches of an override make unreadable on clusters, each once for each placement. */
export function unservedByPatches(override: Manifest, world: World): readonly Unserved[] {
  const uses = usesOf(world);
  if (uses.size === 0) return [];
  const all = patchFaults(override, unservedUses(uses), world).filter(({ delivery }) => arrivalOf(delivery.placement) !== 'compared');
  return all.flatMap((made) =>
    placementsLikelySending(made.fault.use.holder, world).flatMap((placement) => {
      const on = clustersOf(made, placement, world);
      if (on === undefined) return [];
      return [{ ...made.fault.use, at: made.patch, definition: made.delivery.item, placement, ...on }];
    }),
  );
}

interface UnservedUse extends Fault {
  readonly use: Use;
}

function unservedUses(uses: ReadonlyMap<string, readonly Use[]>): (definition: KubeObject) => readonly UnservedUse[] {
  return (definition) =>
    (uses.get(`${definition.kind}/${definition.metadata.name}`) ?? []).flatMap((use) => {
      const { apiVersion, kind, metadata } = use.object;
      const key = `unserved ${apiVersion} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
      return isServedBy(definition, use.object) ? [] : [{ key, at: '/spec/versions', use }];
    });
}

/** The custom resources of the manifests, by the kind and name of the object that defines theirs. */
const usesOf = oncePer((world: World): ReadonlyMap<string, readonly Use[]> => {
  const all = world.manifests.filter(isNamed).flatMap((holder) =>
    objectsWithin(holder.object).flatMap(({ object, at }) => {
      const definition =
        isCustomKind(object) && isResolved(holder, `${at}/apiVersion`, `${at}/kind`) ? definitionOf(object, world) : undefined;
      return definition === undefined ? [] : [{ definition, use: { object, holder, inHolder: at } }];
    }),
  );
  const byDefinition = Map.groupBy(all, ({ definition: { ref } }) => `${ref.kind}/${ref.name}`);
  return new Map([...byDefinition].map(([key, those]) => [key, those.map(({ use }) => use)]));
});

/** The clusters of a placement of a custom resource on which the patch arrives; `undefined` if there are none. */
function clustersOf(
  { fault: { use }, clusters, isCertain, delivery }: PatchFault<UnservedUse>,
  placement: Manifest,
  world: World,
): Pick<Unserved, 'clusters' | 'isCertain'> | undefined {
  const arrival = arrivalOn(use.holder, use.inHolder, placement, world);
  if (arrival === 'nowhere') return undefined;
  const isSure = isCertain && arrival !== 'open' && arrivalOf(placement) !== 'compared';
  const wanted = typeof arrival === 'object' ? arrival.clusters : picksOf(placement, world)?.picked.map(({ name }) => name);
  if (clusters.length > 0 && wanted !== undefined) {
    const both = clusters.filter((name) => wanted.includes(name));
    return both.length === 0 ? undefined : { clusters: both, isCertain: isSure };
  }
  if (firstCopyOf(placement, world) === delivery.placement) return { clusters, isCertain: isSure };
  const coverage = coverageByPolicies(placement.object, [delivery.placement.object]);
  return coverage.kind === 'notCovered' ? undefined : { clusters, isCertain: isSure && coverage.kind === 'covered' };
}
