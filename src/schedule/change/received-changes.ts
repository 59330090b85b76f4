import { isDeepStrictEqual } from 'node:util';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { likenessTo } from '../override/cluster-likeness.ts';
import type { Override } from '../../selection/override.ts';
import type { OverriddenTarget, Resolvable } from '../override/placement-overrides.ts';
import { objectsIn, variantFor, type Outcome } from '../delivery/variants.ts';
import { receiverOf } from '../override/override-resource.ts';
import { isOverridden, sentObjects, type Sender } from '../received.ts';

/** What a placement sends before or after a change, and to which clusters. */
export interface SenderSide<T extends Resolvable> extends Sender<T> {
  readonly clusters: ReadonlyMap<string, MemberCluster>;
}

/** How what clusters receive of a resource changes, by the names of the clusters; those that receive what they had are left out. */
export interface ReceivedChange {
  readonly changed: readonly string[];
  /** An override leaves it out now. */
  readonly leftOut: readonly string[];
  /** None leaves it out any more. */
  readonly back: readonly string[];
  /** Overrides that do something else than before. */
  readonly by: readonly ObjectRef[];
}

/**
 * What a change of overrides, of labels of clusters, or of resources that overrides select makes of what clusters receive, by the key of the
 * resource. Only resources on both sides that an override selects before or after; all others are sent as they are written.
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

/** Clusters that are alike to all overrides, before and after, are looked at once. */
function compared<T extends Resolvable>({ before, after, kept, sent, sends }: Comparison<T>): ReceivedChange {
  const [oldOverrides, newOverrides] = [overridesOf(sent), overridesOf(sends)];
  const [wasLike, isLike] = [likenessTo(oldOverrides), likenessTo(newOverrides)];
  const pairs = kept.flatMap((name) => {
    const [was, is] = [before.clusters.get(name), after.clusters.get(name)];
    return was === undefined || is === undefined ? [] : [{ name, was, is }];
  });
  const change = { changed: [] as string[], leftOut: [] as string[], back: [] as string[] };
  for (const alike of Map.groupBy(pairs, ({ was, is }) => `${wasLike(was)}\u0002${isLike(is)}`).values()) {
    const [first] = alike;
    if (first === undefined) continue;
    const what = difference(
      sent.map((target) => variantFor(target, receiverOf(first.was)).outcome),
      sends.map((target) => variantFor(target, receiverOf(first.is)).outcome),
    );
    if (what !== undefined) for (const { name } of alike) change[what].push(name);
  }
  const { changed, leftOut, back } = change;
  return {
    changed: changed.toSorted(),
    leftOut: leftOut.toSorted(),
    back: back.toSorted(),
    by: editedOverrides(oldOverrides, newOverrides),
  };
}

/** Where a patch fails nothing is synced: the cluster keeps what it has, and what that was nobody knows afterwards. */
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

/** New ones, those that are gone, and those with other rules. */
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
