import { isUnder } from '../../fleet/json/json-pointer.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { overridesOf, overridesOn } from '../../schedule/override/placement-overrides.ts';
import { ruleMatches, type Override } from '../../selection/override.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** Whether an override of any placement may change this place on some cluster. */
export function mayBePatched(manifest: Manifest, pointer: string, world: World): boolean {
  return overridesIn(world).length > 0 && mayBePatchedInside(manifestRef(manifest), pointer, world);
}

/** The same for an object that an envelope may contain. */
export function mayBePatchedInside(ref: ObjectRef, pointer: string, world: World): boolean {
  return overridesFor(ref, world).some(({ rules }) =>
    rules.some(({ operations }) => operations.some(({ path }) => isUnder(pointer, path) || isUnder(path, pointer))),
  );
}

/** Whether an override removes the object from some clusters. */
export function mayBeDeleted(ref: ObjectRef, world: World): boolean {
  return overridesFor(ref, world).some(({ rules }) => rules.some(({ deletes }) => deletes));
}

function overridesFor(ref: ObjectRef, world: World): readonly Override[] {
  const all = overridesIn(world);
  return all.length === 0 ? [] : overridesOn(all, ref, knownApis(world));
}

/** Whether an override of the manifests changes this place: on no cluster, on some or on all, as far as its selectors show. */
export function whereverPatched(manifest: Manifest, pointer: string, world: World): 'nowhere' | 'somewhere' | 'everywhere' {
  if (overridesIn(world).length === 0) return 'nowhere';
  const writes = overridesFor(manifestRef(manifest), world).flatMap(({ placement, rules }) =>
    rules
      .filter(({ operations }) => operations.some(({ path }) => isUnder(pointer, path) || isUnder(path, pointer)))
      .map((rule) => ({ rule, isForAll: placement === undefined })),
  );
  if (writes.length === 0) return 'nowhere';
  const always = writes.filter(({ isForAll, rule }) => isForAll && !rule.deletes).map(({ rule }) => rule);
  if (always.some(({ terms }) => terms?.length === 0)) return 'everywhere';
  const clusters = knownClusters(world) ?? [];
  const isCovered = clusters.length > 0 && clusters.every((cluster) => always.some((rule) => ruleMatches(rule, cluster)));
  return isCovered ? 'everywhere' : 'somewhere';
}

const overridesIn = oncePer((world: World) => overridesOf(world.manifests));
