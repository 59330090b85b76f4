import { isDeleting, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { holdsDeployed } from './holds-deployed.ts';
import { asSnapshotted } from './content/comparable.ts';
import type { DeployedObject } from './deployed-object.ts';
import { copyDiffers } from './content/copied.ts';
import { withoutScaled } from './scaled-by.ts';
import { mayBeRewrittenAt } from './rewritten-on-apply.ts';
import { latestGroup } from '../view/resource-snapshot.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';

/**
 * Whether the placement rolls out this deploy. Neither a higher index nor an observed generation proves that. A hub shows all conditions
 * True for 20 to 30 seconds after an edit, even at a higher index with half of the deploy.
 */
export type Freshness =
  | {
      readonly kind: 'fresh';
      readonly proof: 'proven' | 'assumed';
      readonly index: number;
      readonly group?: SnapshotGroup;
      readonly note: string;
    }
  | ({ readonly kind: 'stale'; readonly message: string; readonly object?: ObjectRef } & AsOnHub)
  | ({ readonly kind: 'notCarried'; readonly index: number; readonly objects: readonly ObjectRef[]; readonly message: string } & AsOnHub);

interface AsOnHub {
  /** What the snapshot holds instead of the deploy is what the hub holds: the manifests differ from the hub, and the snapshot is not older. */
  readonly isAsOnHub?: true;
}

/**
 * @param expected objects of the deploy that this placement selects; `undefined` if the deploy was not described
 * @param live the hub's own object of a selected one: `undefined` if unknown, `null` if it does not exist
 */
export function freshnessOfGroups(
  groups: readonly SnapshotGroup[],
  expected: readonly DeployedObject[] | undefined,
  live: (object: KubeObject) => KubeObject | null | undefined,
): Freshness {
  const latest = latestGroup(groups);
  if (latest.kind !== 'one') return { kind: 'stale', message: latest.message };
  if (expected === undefined) return freshAgainstHub(latest.group, live);
  const pending = expected.find((object) => object.state === 'pending' && object.live !== undefined);
  if (pending === undefined) return freshAgainstDeploy(latest.group, expected);
  return unsynced(pending);
}

/** The hub's own object is not as deployed. */
function unsynced(pending: DeployedObject): Freshness & { readonly kind: 'stale' } {
  return {
    kind: 'stale',
    object: pending.ref,
    message: `the hub does not hold ${pending.ref.kind} ${pending.ref.name} as deployed yet (differs at ${pending.differsAt ?? '/'}${mayBeRewrittenAt(pending).length === 0 ? '' : '; the deploy step may have rewritten it'})`,
  };
}

/** The same for one given group, as an update run or an external rollout uses it, regardless of what the hub has now. */
export function freshAgainstDeploy(group: SnapshotGroup, expected: readonly DeployedObject[]): Freshness {
  const held = new Map(group.objects.map((object) => [objectKey(refOf(object)), object]));
  const missing = expected.filter(({ ref }) => !held.has(objectKey(ref)));
  const unlike = expected.flatMap((object) => {
    const carried = held.get(objectKey(object.ref));
    return carried === undefined || holdsDeployed(carried, object) ? [] : [{ object, isAsOnHub: isAsOnHub(carried, object) }];
  });
  const older = unlike.find((found) => !found.isAsOnHub)?.object;
  if (older !== undefined)
    return {
      kind: 'stale',
      object: older.ref,
      message: `resource snapshot ${String(group.index)} still holds ${older.ref.kind} ${older.ref.name} as it was before this deploy`,
    };
  const areAbsent = missing.every(({ live, state, trace }) => state === 'pending' && live === undefined && trace === undefined);
  const [first] = unlike;
  if (first !== undefined && areAbsent) return { ...unsynced(first.object), isAsOnHub: true };
  if (missing.length > 0) {
    return {
      kind: 'notCarried',
      index: group.index,
      objects: missing.map(({ ref }) => ref),
      message: `resource snapshot ${String(group.index)} does not hold ${missing.map(({ ref }) => `${ref.kind} ${ref.name}`).join(', ')}`,
      ...(areAbsent ? { isAsOnHub: true } : {}),
    };
  }
  return {
    kind: 'fresh',
    proof: 'proven',
    index: group.index,
    group,
    note: `resource snapshot ${String(group.index)} is what was deployed`,
  };
}

/** Whether the hub has now what the snapshot holds, and nothing shows that it ever had the deploy. */
function isAsOnHub(carried: KubeObject, { live, scaled, state, trace }: DeployedObject): boolean {
  if (live === undefined || state !== 'pending' || trace !== undefined) return false;
  const copy = scaled === undefined ? carried : withoutScaled(carried, scaled);
  return copyDiffers(asSnapshotted(copy), asSnapshotted(live)) === undefined;
}

/** If the deploy was not described, the snapshot must hold what the hub itself holds now. */
export function freshAgainstHub(group: SnapshotGroup, live: (object: KubeObject) => KubeObject | null | undefined): Freshness {
  let unknown = 0;
  let isLeaving = false;
  for (const object of group.objects) {
    const now = live(object);
    isLeaving ||= now !== undefined && now !== null && isDeleting(now);
    if (now === undefined) unknown += 1;
    else if (now === null || copyDiffers(asSnapshotted(object), asSnapshotted(now)) !== undefined) {
      const ref = refOf(object);
      return {
        kind: 'stale',
        object: ref,
        message: `resource snapshot ${String(group.index)} does not hold ${ref.kind} ${ref.name} as the hub has it now`,
      };
    }
  }
  const index = group.index;
  if (unknown > 0)
    return {
      kind: 'fresh',
      proof: 'assumed',
      index,
      group,
      note: `${String(unknown)} of ${String(group.objects.length)} selected objects could not be read on the hub to compare`,
    };
  return {
    kind: 'fresh',
    proof: 'proven',
    index,
    group,
    note: isLeaving
      ? `the hub still has the objects of resource snapshot ${String(index)}`
      : `the objects of resource snapshot ${String(index)} are as the hub holds them now`,
  };
}
