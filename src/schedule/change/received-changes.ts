import { isDeepStrictEqual } from 'node:util';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { clusterKeyFor } from '../override/cluster-key.ts';
import type { Override } from '../../selection/override.ts';
import type { OverriddenTarget, Resolvable } from '../override/placement-overrides.ts';
import { objectsIn, variantFor, type Outcome } from '../delivery/variants.ts';
import { receiverOf } from '../override/override-resource.ts';
import { isOverridden, sentObjects, type Sender } from '../received.ts';

/** The objects that a placement sends before or after a change, and the clusters it sends them to. */
export interface SenderSide<T extends Resolvable> extends Sender<T> {
  readonly clusters: ReadonlyMap<string, MemberCluster>;
}

/** How a resource changes on clusters, by cluster name. Clusters that receive the same as before are not listed. */
export interface ReceivedChange {
  readonly changed: readonly string[];
  /** An override leaves it out after the change. */
  readonly leftOut: readonly string[];
  /** No override leaves it out any more. */
  readonly back: readonly string[];
  /** Overrides whose effect changed. */
  readonly by: readonly ObjectRef[];
}

/**
 * Returns, by the key of the resource, how a change of overrides, of cluster labels or of overridden resources changes what clusters
 * receive. Only resources on both sides that an override selects before or after are included; all others are sent as written.
 * @param kept the clusters that the placement picks before and after
 */
export function receivedChanges<T extends Resolvable>(
  before: SenderSide<T>,
  after: SenderSide<T>,
  kept: readonly string[],
): ReadonlyMap<string, ReceivedChange> {
  if (before.overrides.length + after.overrides.length === 0 || kept.length === 0) return new Map();
  const old = new Map(before.selected.map((resource) => [objectKey(resource.ref), resource]));
  const changes = after.selected.flatMap((resource): readonly (readonly [string, ReceivedChange])[] => {
    const key = objectKey(resource.ref);
    const was = old.get(key);
    if (was === undefined) return [];
    if (!isOverridden(before, was) && !isOverridden(after, resource)) return [];
    return [[key, compared({ before, after, kept, sent: sentObjects(before, [was]), sends: sentObjects(after, [resource]) })]];
  });
  return new Map(changes);
}

interface Comparison<T extends Resolvable> {
  readonly before: SenderSide<T>;
  readonly after: SenderSide<T>;
  readonly kept: readonly string[];
  readonly sent: readonly OverriddenTarget[];
  readonly sends: readonly OverriddenTarget[];
}

/** Clusters that all overrides treat equally, before and after, are compared once. */
function compared<T extends Resolvable>({ before, after, kept, sent, sends }: Comparison<T>): ReceivedChange {
  const [oldOverrides, newOverrides] = [overridesOf(sent), overridesOf(sends)];
  const [wasLike, isLike] = [clusterKeyFor(oldOverrides), clusterKeyFor(newOverrides)];
  const pairs = kept.flatMap((name) => {
    const [was, is] = [before.clusters.get(name), after.clusters.get(name)];
    return was === undefined || is === undefined ? [] : [{ name, was, is }];
  });
  const change = { changed: [] as string[], leftOut: [] as string[], back: [] as string[] };
  for (const same of Map.groupBy(pairs, ({ was, is }) => `${wasLike(was)}\u0002${isLike(is)}`).values()) {
    const [first] = same;
    if (first === undefined) continue;
    const what = difference(
      sent.map((target) => variantFor(target, receiverOf(first.was)).outcome),
      sends.map((target) => variantFor(target, receiverOf(first.is)).outcome),
    );
    if (what !== undefined) for (const { name } of same) change[what].push(name);
  }
  const { changed, leftOut, back } = change;
  return {
    changed: changed.toSorted(),
    leftOut: leftOut.toSorted(),
    back: back.toSorted(),
    by: editedOverrides(oldOverrides, newOverrides),
  };
}

/** If a patch fails, nothing is synced. The cluster keeps what it has, which is not known later. */
function difference(before: readonly Outcome[], after: readonly Outcome[]): 'changed' | 'leftOut' | 'back' | undefined {
  if (after.some(({ kind }) => kind === 'failed')) return undefined;
  const [had, gets] = [objectsOf(before), objectsOf(after)];
  if (isDeepStrictEqual(had, gets) && before.every(({ kind }) => kind !== 'failed')) return undefined;
  if (gets.length === 0) return 'leftOut';
  return had.length === 0 && before.every(({ kind }) => kind === 'leftOut') ? 'back' : 'changed';
}

function objectsOf(received: readonly Outcome[]): readonly unknown[] {
  return received.flatMap(objectsIn);
}

function overridesOf(targets: readonly OverriddenTarget[]): readonly Override[] {
  return [...new Set(targets.flatMap(({ overrides }) => overrides))];
}

/** New overrides, deleted ones, and those with different rules. */
function editedOverrides(before: readonly Override[], after: readonly Override[]): readonly ObjectRef[] {
  const [old, now] = [byKey(before), byKey(after)];
  const keys = [...new Set([...now.keys(), ...old.keys()])];
  return keys.flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    return isDeepStrictEqual(was?.rules, is?.rules) ? [] : [(is ?? was)?.ref ?? []].flat();
  });
}

function byKey(overrides: readonly Override[]): ReadonlyMap<string, Override> {
  return new Map(overrides.map((override) => [objectKey(override.ref), override]));
}
