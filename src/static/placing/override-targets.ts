import { groupOf, objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { compareOverrides, type Override } from '../../selection/override.ts';
import type { Overridable } from '../../schedule/override/override-resource.ts';
import { overriddenTargets, overridesByItem } from '../../schedule/override/placement-overrides.ts';
import { entriesNamed, hubContent, type HubContent } from '../../selection/hub-content.ts';
import { selectResources } from '../../selection/select-resources.ts';
import type { Selected, SelectedResource } from '../../selection/selection.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements, isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { isNamespacedAsWritten } from './placements-of-object.ts';
import { whatIf } from './what-if.ts';
import type { World } from '../world/world.ts';

/** An object that an override changes on its way to the clusters of a placement. */
export interface OverrideTarget {
  readonly placement: Manifest;
  readonly resource: Overridable;
  /** The override, as the scheduler's half reads it. */
  readonly override: Override;
  /** Those that are applied before it. */
  readonly earlier: readonly Override[];
  /** Those that are applied after it. */
  readonly later: readonly Override[];
}

/** What an override changes, as far as placements of the manifests select objects of the manifests. */
export function overrideTargets(manifest: Manifest, world: World): readonly OverrideTarget[] {
  const override = overridesIn(world).get(manifest);
  return override === undefined ? [] : (byOverride(world).get(override) ?? []);
}

/** What overrides change of one object, in the order they are applied. */
export function overridesOnObject(ref: ObjectRef, world: World): readonly OverrideTarget[] {
  return byResource(world).get(objectKey(ref)) ?? [];
}

const byResource = oncePer((world: World) =>
  Map.groupBy([...byOverride(world).values()].flat(), ({ resource }) => objectKey(resource.ref)),
);

const overridesIn = oncePer((world: World) => overridesByItem(world.manifests));

/** The members a placement would pick; `undefined` where that is not known. */
export function pickedClusters(placement: Manifest, world: World): readonly MemberCluster[] | undefined {
  const picked = new Set(whatIf(placement, world)?.picked);
  return whatIf(placement, world) === undefined ? undefined : knownClusters(world)?.filter(({ name }) => picked.has(name));
}

const byOverride = oncePer((world: World): ReadonlyMap<Override, readonly OverrideTarget[]> => {
  const overrides = [...overridesIn(world).values()].toSorted(compareOverrides);
  const content = hubContent(world.manifests, world.hub?.apis);
  const placements = overrides.length === 0 ? [] : allPlacements(world);
  const targets = placements.flatMap((placement): readonly OverrideTarget[] => {
    if (!isNamed(placement) || !isResolved(placement, '/spec')) return [];
    const selection = selectResources({ placement: placement.object, namespace: placement.namespace, content, target: world.target });
    if (selection.kind !== 'selected') return [];
    const resources = [...selection.resources, ...likelyOnes(selection, content)];
    return overriddenTargets(placement, resources, overrides, content, world.target).flatMap(({ resource, overrides: own }) =>
      own.map((override, index) => ({
        placement,
        resource,
        override,
        earlier: withoutSame(own.slice(0, index), override),
        later: withoutSame(own.slice(index + 1), override),
      })),
    );
  });
  return Map.groupBy(targets, ({ override }) => override);
});

/** Custom resources of kinds that nothing tells, where the namespace is written in them: their overrides are judged like all others. */
function likelyOnes({ unknown }: Selected<Manifest>, content: HubContent<Manifest>): readonly SelectedResource<Manifest>[] {
  return unknown.flatMap(({ reason, ref, selector }) => {
    if (reason !== 'unknownKind' || ref === undefined) return [];
    const there = content.inNamespace(ref.namespace, groupOf(ref.apiVersion), ref.kind);
    const item = entriesNamed(there, ref.name).at(-1)?.item;
    return item === undefined || !isNamespacedAsWritten(item) ? [] : [{ ref, item, selector }];
  });
}

/** Without what else declares this override: a hub has the last one alone. */
function withoutSame(others: readonly Override[], override: Override): readonly Override[] {
  return others.filter((other) => keyOf(other) !== keyOf(override));
}

const keyOf = oncePer(({ ref }: Override) => objectKey(ref));
