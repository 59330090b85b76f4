import { isDeepStrictEqual } from 'node:util';
import { threeWayMerge } from '../../admission/three-way-merge.ts';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { isReportedOn } from '../../fleet/kubefleet/member-cluster.ts';
import { READ_AT } from '../../fleet/kubefleet/read-at.ts';
import { withoutDeletion, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { previousObjectOf } from './previous-object.ts';
import type { Manifest } from './manifest.ts';

/** The member clusters before and after the manifests are applied. */
export interface MergedClusters {
  /** `undefined` if neither the manifests nor another input has any. */
  readonly members: readonly KubeObject[] | undefined;
  /** `undefined` if no input has any and there is no base. */
  readonly before: readonly KubeObject[] | undefined;
  /** Names of those without a report from a hub: assumed to be joined and healthy, with only the labels and taints of their manifests. */
  readonly assumed: readonly string[];
  /** Names of those that are not among the given ones, and whose manifests have the report of an agent, as read from some hub. */
  readonly reported: readonly string[];
  /** Names of given ones that the manifests change. */
  readonly changed: readonly string[];
  /** Names of given ones that only the base has. */
  readonly removed: readonly string[];
}

/**
 * Merges the MemberClusters of the manifests into the given ones, as an apply would. If a manifest has a placeholder, the given one is
 * used.
 * @param base the manifests of the base
 * @param now the time of an assumed heartbeat
 * @param givenBefore the given clusters for the base
 */
export function mergeClusters(
  head: readonly Manifest[],
  base: readonly Manifest[] | undefined,
  given: readonly KubeObject[] | undefined,
  now: Date,
  givenBefore: readonly KubeObject[] | undefined = given,
): MergedClusters {
  const [heads, bases] = [byName(head), byName(base ?? [])];
  const live = new Map((given ?? []).map((object) => [object.metadata.name, object]));
  if (given === undefined && heads.size === 0)
    return { members: undefined, before: undefined, assumed: [], reported: [], changed: [], removed: [] };
  const removed = [...live.keys()].filter((name) => bases.has(name) && !heads.has(name));
  const after = new Map(live);
  for (const name of removed) after.delete(name);
  for (const [name, manifest] of heads) after.set(name, applied(manifest, bases.get(name), live.get(name), now));
  // The clusters of the base are not known: most likely they are only now written down.
  const isGiven = given !== undefined || bases.size > 0;
  const liveBefore = new Map((givenBefore ?? []).map((object) => [object.metadata.name, object]));
  const before = new Map(isGiven ? liveBefore : after);
  for (const [name, manifest] of bases) before.set(name, applied(manifest, heads.get(name), liveBefore.get(name), now));
  return {
    members: [...after.values()],
    before: base === undefined && given === undefined ? undefined : [...before.values()],
    assumed: [...heads].flatMap(([name, { object }]) => (live.has(name) || isReportedOn(object) ? [] : [name])),
    reported: [...heads].flatMap(([name, { object }]) => (given !== undefined && !live.has(name) && isReportedOn(object) ? [name] : [])),
    changed: [...live].flatMap(([name, object]) => (heads.has(name) && !isDeepStrictEqual(after.get(name), object) ? [name] : [])),
    removed,
  };
}

/**
 * Adds a status to clusters of a file that were written by hand, like manifests: joined and healthy. A cluster from a hub has a uid, a
 * condition or the time of `fleet-gate clusters`; without an agent's report, it has not joined.
 * @param now the time of an assumed heartbeat
 */
export function withAssumedStatus(
  members: readonly KubeObject[],
  now: Date,
): { readonly members: readonly KubeObject[]; readonly assumed: readonly string[] } {
  return {
    members: members.map((member) => (isByHand(member) ? { ...member, status: healthySince(now) } : member)),
    assumed: members.filter(isByHand).map(({ metadata }) => metadata.name),
  };
}

function isByHand(member: KubeObject): boolean {
  const isOfHub =
    stringAt(member, 'metadata', 'uid') !== undefined ||
    listAt(member, 'status', 'conditions').length > 0 ||
    stringAt(member, 'metadata', 'annotations', READ_AT) !== undefined;
  return !isOfHub && !isReportedOn(member);
}

function byName(manifests: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  const known = manifests.filter(({ object, unresolved }) => isMemberCluster(object) && unresolved.length === 0);
  return new Map(known.map((manifest) => [manifest.object.metadata.name, manifest]));
}

/** The hub's cluster after its manifest is applied; fields that only the other manifest has are removed. */
function applied(manifest: Manifest, other: Manifest | undefined, live: KubeObject | undefined, now: Date): KubeObject {
  const { object } = manifest;
  if (live === undefined) return isReportedOn(object) ? object : { ...withoutDeletion(object), status: healthySince(now) };
  const noted = previousObjectOf(other === undefined ? [] : [other], live)?.manifest ?? object;
  return { ...(threeWayMerge(written(noted), written(object), live) as KubeObject), status: live['status'] };
}

function written(object: KubeObject): KubeObject {
  const { status: _status, ...rest } = withoutDeletion(object);
  return rest;
}

function healthySince(now: Date): object {
  const time = now.toISOString();
  const conditions = ['Joined', 'Healthy'].map((type) => ({ type, status: 'True', reason: 'Assumed', lastTransitionTime: time }));
  return { agentStatus: [{ type: 'MemberAgent', lastReceivedHeartbeat: time, conditions }] };
}
