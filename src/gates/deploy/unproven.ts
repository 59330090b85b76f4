import { kindInScopeOf } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { isDeployedMember } from './pending-members.ts';
import { isComparable } from './deployed-object.ts';
import { isOverride } from '../../selection/override.ts';
import { changes, liveOverrides } from './override.ts';
import { selectsAnyKind } from './selection.ts';
import { ofKinds, unseenKinds } from './unseen-kinds.ts';
import type { GateMemory } from '../memory.ts';
import type { Moment } from '../moment.ts';
import type { HubState, Visibility } from '../../fleet/kubefleet/hub-state.ts';
import type { PlacementView } from '../view/placement.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import { flagTerms, type Terms, whereGiven } from '../../terms.ts';
import { seenObjects, typeOf } from '../view/seen.ts';

/** What the gate cannot read to prove the content, and how long it must still wait instead. */
export interface Unproven {
  readonly message: string;
  /** Milliseconds; absent for a single judgement, which cannot wait. */
  readonly remaining?: number;
}

/** Evidence that a proof needs and that was not seen, in clauses; empty if all was seen. */
export function missingEvidence(hub: HubState, view: PlacementView, manifests: readonly KubeObject[]): readonly string[] {
  const scope = view.ref.kind === 'ClusterResourcePlacement' ? 'Cluster' : '';
  const isUnread = (kind: string): boolean => hub.visibility(typeOf(kind), view.ref.namespace).kind === 'unread';
  // If no cluster is picked, there is no binding to write into a file.
  const isPlacedNowhere = view.clusters.length === 0 && isUnread(`${scope}ResourceBinding`);
  const missing = [
    ...(view.groups === undefined ? [{ what: 'resource snapshots', kind: `${scope}ResourceSnapshot` }] : []),
    ...(view.bindings === undefined && !isPlacedNowhere ? [{ what: 'bindings', kind: `${scope}ResourceBinding` }] : []),
    ...(view.bindings === undefined && !isPlacedNowhere && view.works === undefined ? [{ what: 'Works', kind: 'Work' }] : []),
    ...(manifests.some((manifest) => isOverride(manifest) || isDeployedMember(manifest)) && seenObjects(hub, 'MemberCluster') === undefined
      ? [{ what: 'MemberClusters', kind: 'MemberCluster' }]
      : []),
    ...unseenOverrideSnapshots(hub, view, manifests).map((kind) => ({ what: 'override snapshots', kind })),
  ];
  // The gate requests every kind from a hub, so an unread kind is one of which the files hold nothing.
  const { files = [], denied = [] } = Object.groupBy(missing, ({ kind }) => (isUnread(kind) ? 'files' : 'denied'));
  const unreadable = [
    ...denied.map(({ what }) => what),
    ...(manifests.some((manifest) => isOfOtherVersion(hub, manifest)) ? ['objects in the version they were deployed in'] : []),
  ];
  return [
    ...(files.length === 0 ? [] : [`the files hold ${files.map(({ what }) => `no ${what}`).join(' and ')}`]),
    ...(unreadable.length === 0 ? [] : [`${unreadable.join(' and ')} cannot be read`]),
  ];
}

/** The gate requests every kind from a hub, so an unread kind is one of which the files hold nothing. */
const WHY_UNSEEN: Readonly<Partial<Record<Visibility['kind'], string>>> = {
  denied: 'cannot be read',
  notServed: 'are not served by the hub',
  unread: 'are not in the files',
};
const OVERRIDES = ['ClusterResourceOverride', 'ClusterResourceOverrideSnapshot', 'ResourceOverride', 'ResourceOverrideSnapshot'];

/**
 * Facts that were not seen and that the content does not depend on, in clauses.
 * @param terms how they name the setting for the time of files
 */
export function unverifiedFacts(hub: HubState, view: PlacementView, terms: Terms = flagTerms): readonly string[] {
  const unseen = (kind: string): string => WHY_UNSEEN[hub.visibility(typeOf(kind)).kind] ?? '';
  const [works, members] = [unseen('Work'), unseen('MemberCluster')];
  const isOldPolicyUnseen = view.policySnapshots === undefined && view.bindings !== undefined && view.bindings.length > 0;
  const policies = isOldPolicyUnseen ? unseen(kindInScopeOf(view.ref, 'SchedulingPolicySnapshot')) : '';
  // Update runs take the overrides, and their plan shows which.
  const isDenied = (kind: string): boolean => hub.visibility(typeOf(kind), view.ref.namespace).kind === 'denied';
  const areOverridesDenied = !view.external && OVERRIDES.some(isDenied);
  return [
    ...(works !== '' && view.bindings !== undefined ? [`Works ${works}: what members did is known from the bindings only`] : []),
    ...(members === '' ? [] : [`MemberClusters ${members}: whether members still answer is not verified`]),
    ...(policies === '' ? [] : [`scheduling policy snapshots ${policies}: whether bindings are of the newest policy is not verified`]),
    ...(areOverridesDenied ? ['overrides cannot be read: whether clusters have the newest of them is not verified'] : []),
    ...timeOfFiles(hub, terms),
  ];
}

/** If all members are silent, the newest time in the files is as old as their heartbeats. */
function timeOfFiles(hub: HubState, terms: Terms): readonly string[] {
  if (hub.isTimeConcluded !== true || (seenObjects(hub, 'MemberCluster') ?? []).length === 0) return [];
  const time = `${hub.now.toISOString().slice(0, 19)}Z`;
  const remedy = whereGiven(terms, ['now'], (term) => ` (add ${term} with the time at which they were written)`);
  return [`checked at ${time}, the newest time in the files: whether members still answered later is not verified${remedy}`];
}

/**
 * The kind of override snapshots for which it cannot be seen whether clusters have the newest. It matters for overrides of the deploy, for
 * snapshots that bindings list, and for overrides on the hub that change the placement's content: the hub takes a snapshot of each.
 */
function unseenOverrideSnapshots(hub: HubState, view: PlacementView, manifests: readonly KubeObject[]): readonly string[] {
  const inForce = (view.bindings ?? []).flatMap(({ overrides }) => overrides);
  const content = view.groups?.[0]?.objects ?? [];
  // Update runs take the overrides, and their plan shows which.
  const live = view.external ? [] : liveOverrides(hub, view.ref.namespace).filter((override) => changes(override, view.object, content));
  const needed = [
    ...[...manifests.filter(isOverride), ...live].map(({ kind, metadata }) => ({ kind: `${kind}Snapshot`, namespace: metadata.namespace })),
    ...inForce.map((name) => ({
      kind: name.startsWith('/') ? 'ClusterResourceOverrideSnapshot' : 'ResourceOverrideSnapshot',
      namespace: view.ref.namespace,
    })),
  ];
  return needed.flatMap(({ kind, namespace }) => (seenObjects(hub, kind, namespace) === undefined ? [kind] : [])).slice(0, 1);
}

/**
 * The evidence that is missing for overrides of the deploy that change the placement's content. Its snapshots then show neither that a
 * deployed override is on the hub nor that clusters have it.
 */
export function unseenDeployedOverrides(hub: HubState, view: PlacementView, manifests: readonly KubeObject[]): readonly string[] {
  const content = view.groups?.[0]?.objects ?? [];
  const own = manifests.filter((manifest) => isOverride(manifest) && changes(manifest, view.object, content));
  const unseen = own.some(({ kind, metadata }) => seenObjects(hub, `${kind}Snapshot`, metadata.namespace) === undefined);
  return unseen ? missingEvidence(hub, view, own) : [];
}

/**
 * Selected kinds whose own objects on the hub cannot be seen. If a deploy removed an object, or a field of one, only these objects show it.
 * A snapshot taken since the gate began has the hub's content of that time. If files hold no object of a kind, there are assumed to be
 * none.
 */
export function unseenContent(hub: HubState, view: PlacementView, memory: GateMemory, moment: Moment): readonly string[] {
  const [newest] = view.groups ?? [];
  if (newest === undefined) return [];
  const unseen = [...unseenKinds(hub, view.object, newest.objects)];
  const kinds = unseen.filter(([, why]) => why === 'denied' || (why === 'notServed' && memory.watching)).map(([kind]) => kind);
  return kinds.length === 0 || isTakenSince(newest, hub, memory, moment) ? [] : [`${ofKinds(kinds)} cannot be read`];
}

const MINUTE = 60_000;

/**
 * Milliseconds until the hub must have put its last seen change into a snapshot; zero or less if none is due. It collects changes for at
 * most one minute, and takes the next snapshot at most five minutes after the last one (KubeFleet cmd/hubagent/options/placementmgmt.go).
 * One more minute is for its queues.
 */
export function untilSnapshotDue(hub: HubState, view: PlacementView): number {
  const [newest] = view.groups ?? [];
  const seenAt = Date.parse(newest?.changeSeenAt ?? '');
  if (Number.isNaN(seenAt)) return 0;
  const takenAt = Date.parse(newest?.takenAt ?? '');
  const after = Math.max(seenAt + MINUTE, (Number.isNaN(takenAt) ? seenAt : takenAt) + 5 * MINUTE);
  return after + MINUTE - hub.now.getTime();
}

/**
 * The next snapshot of a placement whose content is known only from the hub. The hub notes at once that it saw a change (a recorded hub
 * within 0.1 s), and takes the snapshot later. The note also shows what a comparison with the hub's own objects cannot: a first object of a
 * kind that the snapshot does not hold. It stays if the change is reverted, so it is ignored after the time in which the snapshot must
 * come.
 */
export function awaitedSnapshot(hub: HubState, view: PlacementView, { watching }: GateMemory): Unproven | undefined {
  // Under External an update run takes the snapshots.
  const remaining = view.external ? 0 : untilSnapshotDue(hub, view);
  const [newest] = view.groups ?? [];
  if (remaining <= 0 || newest === undefined) return undefined;
  const message = `the hub saw other content than that of resource snapshot ${String(newest.index)} at ${String(newest.changeSeenAt)}, and has not taken a new one yet`;
  return watching ? { message, remaining } : { message };
}

/** Facts that a comparison with the hub's own objects, instead of manifests, cannot show about this snapshot, in clauses. */
export function uncomparedFacts(hub: HubState, view: PlacementView, group: SnapshotGroup | undefined): readonly string[] {
  const seenAt = view.external ? group?.changeSeenAt : undefined;
  return [
    ...(selectsAnyKind(hub, view.object) ? ['kinds that the snapshot does not hold were not compared'] : []),
    ...(seenAt === undefined ? [] : [`the hub saw other content at ${seenAt}`]),
  ];
}

/** All times are by the hub's clock, which has whole seconds. */
function isTakenSince({ takenAt }: SnapshotGroup, hub: HubState, { startedAt }: GateMemory, moment: Moment): boolean {
  return startedAt !== undefined && Date.parse(takenAt ?? '') >= hub.now.getTime() - (moment.now - startedAt);
}

function isOfOtherVersion(hub: HubState, manifest: KubeObject): boolean {
  const type = { group: groupOf(manifest.apiVersion), kind: manifest.kind };
  const live = hub.get(type, manifest.metadata.namespace, manifest.metadata.name);
  return live !== undefined && !isComparable(live, manifest);
}

/**
 * Without a proof, the rollout is not judged before a snapshot taken after the deploy must exist.
 * @param delay how long that takes after the first evaluation; `least`: the minimum from now; in milliseconds
 */
export function unprovenUntil(
  spots: readonly string[],
  { startedAt }: GateMemory,
  { moment, delay, least }: { readonly moment: Moment; readonly delay: number; readonly least: number },
): Unproven | undefined {
  if (spots.length === 0) return undefined;
  const what = spots.join('; ');
  if (startedAt === undefined) return { message: `${what}: one look cannot tell whether this is the deploy` };
  const remaining = Math.max(startedAt + delay - moment.now, least);
  return remaining > 0 ? { message: `${what}: waiting until the hub must have seen the deploy`, remaining } : undefined;
}
