import { isDeepStrictEqual } from 'node:util';
import { dottedPath } from '../../fleet/json-pointer.ts';
import { displayName, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/object.ts';
import type { ChangedResource, PlannedChange } from '../../report.ts';
import type { Resolvable } from '../override/placement-overrides.ts';
import type { SelectedResource } from '../../selection/selection.ts';
import { enclosedPairs } from './enclosed-pairs.ts';
import { immutableEdits } from './immutable-edits.ts';

/** What a placement selects, and whether an object is in the tree of its side at all. */
export interface SelectedSide<T extends Resolvable> {
  readonly selected: readonly SelectedResource<T>[];
  readonly holds: (ref: ObjectRef) => boolean;
}

export interface ResourceChanges {
  /** `undefined` where nothing changes. */
  readonly resources: PlannedChange['resources'];
  /** Edits no API server takes, in whole sentences. */
  readonly refused: readonly string[];
}

export function resourceChanges<T extends Resolvable>(before: SelectedSide<T>, after: SelectedSide<T>): ResourceChanges {
  const old = new Map(before.selected.map((entry) => [objectKey(entry.ref), entry]));
  const now = new Map(after.selected.map((entry) => [objectKey(entry.ref), entry]));
  const only = (one: typeof old, other: typeof old, reason: (ref: ObjectRef) => string): readonly ChangedResource[] =>
    [...one].filter(([key]) => !other.has(key)).map(([, { ref }]) => ({ resource: ref, reason: reason(ref) }));
  const edits = [...now].flatMap(([key, { ref, item }]) => {
    const was = old.get(key)?.item;
    return was === undefined || item === undefined || isDeepStrictEqual(was.object, item.object) ? [] : [{ ref, was, item }];
  });
  const changes = {
    added: only(now, old, (ref) => (before.holds(ref) ? 'selected now' : 'new in the tree')),
    changed: edits.map(({ ref }) => ({ resource: ref, reason: 'edited' })),
    removed: only(old, now, (ref) => (after.holds(ref) ? 'no longer selected' : 'gone from the tree')),
  };
  return {
    resources: Object.values(changes).every((list) => list.length === 0) ? undefined : changes,
    refused: edits.flatMap(({ ref, was, item }) => (isResolved(was) && isResolved(item) ? refusals(ref, was.object, item.object) : [])),
  };
}

function isResolved({ unresolved = [] }: Resolvable): boolean {
  return unresolved.length === 0;
}

/** Of the object itself, and of what it holds where it is an envelope. */
function refusals(ref: ObjectRef, before: KubeObject, after: KubeObject): readonly string[] {
  const enclosed = enclosedPairs(before, after).map((pair) => ({ ...pair, name: displayName(refOf(pair.after)) }));
  return [{ name: displayName(ref), before, after }, ...enclosed].flatMap((pair) =>
    immutableEdits(pair.before, pair.after).map(
      (pointer) => `API servers refuse the edit of ${pair.name}: ${dottedPath(pointer)} cannot be changed once it is set.`,
    ),
  );
}
