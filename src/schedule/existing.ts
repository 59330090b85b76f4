import { isDeepStrictEqual } from 'node:util';
import { fleetAnnotation, fleetLabel, isLatestSnapshot } from '../fleet/kubefleet/fleet-metadata.ts';
import { listAt, numberAt, objectAt, stringAt } from '../fleet/json/json.ts';
import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import { isDeleting, type KubeObject } from '../fleet/kubernetes/object.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import type { Binding } from './binding.ts';

/** What a placement has on the hub already. Without it a what-if run starts from nothing. */
export interface Existing {
  /** `spec.policy` of the latest policy snapshot, as stored. */
  readonly policy: unknown;
  /** The snapshot's annotation, which the scheduler reads instead of the policy. */
  readonly numberOfClusters: number | undefined;
  readonly bindings: readonly Binding[];
}

/**
 * The latest policy snapshot and the bindings of a placement, found by their labels (the label says CRP for both kinds).
 * `undefined` without a latest snapshot: bindings alone do not tell which of them are of the policy in force.
 */
export function existingOf(placement: KubeObject, namespace: string | undefined, objects: readonly KubeObject[]): Existing | undefined {
  const namespaced = placement.kind === 'ResourcePlacement';
  const scoped = namespaced ? '' : 'Cluster';
  const owned = ownedObjects(objects).get(ownerKey(namespaced ? namespace : undefined, placement.metadata.name)) ?? [];
  const snapshot = owned.find((object) => object.kind === `${scoped}SchedulingPolicySnapshot` && isLatestSnapshot(object));
  if (snapshot === undefined) return undefined;
  const number = Number.parseInt(fleetAnnotation(snapshot, 'number-of-clusters') ?? '', 10);
  return {
    policy: objectAt(snapshot, 'spec', 'policy'),
    numberOfClusters: Number.isNaN(number) ? undefined : number,
    bindings: owned.filter(({ kind }) => kind === `${scoped}ResourceBinding`).flatMap((object) => toBinding(object, snapshot) ?? []),
  };
}

/** The objects by the placement they belong to, sorted out once for a dump. */
const ownedObjects = oncePer((objects: readonly KubeObject[]) =>
  Map.groupBy(objects, (object) => ownerKey(object.metadata.namespace, fleetLabel(object, 'parent-CRP') ?? '')),
);

function ownerKey(namespace: string | undefined, placement: string): string {
  return `${namespace ?? ''}/${placement}`;
}

function toBinding(object: KubeObject, latest: KubeObject): Binding | undefined {
  const cluster = stringAt(object, 'spec', 'targetCluster');
  const state = stringAt(object, 'spec', 'state');
  if (cluster === undefined || (state !== 'Scheduled' && state !== 'Bound' && state !== 'Unscheduled')) return undefined;
  const previous = fleetAnnotation(object, 'previous-binding-state');
  const affinity = numberAt(object, 'spec', 'clusterDecision', 'clusterScore', 'affinityScore');
  const spread = numberAt(object, 'spec', 'clusterDecision', 'clusterScore', 'priorityScore');
  return {
    name: object.metadata.name,
    cluster,
    state,
    ...(previous === 'Scheduled' || previous === 'Bound' ? { previousState: previous } : {}),
    current: stringAt(object, 'spec', 'schedulingPolicySnapshotName') === latest.metadata.name,
    deleting: isDeleting(object),
    ...(affinity === undefined && spread === undefined ? {} : { score: { affinity: affinity ?? 0, spread: spread ?? 0 } }),
  };
}

/**
 * Whether the hub makes a new policy snapshot for this policy, so that every cluster is judged anew. It hashes the defaulted policy
 * without `numberOfClusters`; the order of lists counts, empty lists and empty texts are the same as none. A ClusterResourcePlacement
 * without a policy is given PickAll; a ResourcePlacement, which no webhook touches, stays without one, and before KubeFleet main without
 * the `whenUnsatisfiable` that it leaves out.
 */
export function isNewPolicy(before: unknown, after: unknown, kind: string, target: HubProfile = 'v0.3'): boolean {
  const isTouched = kind !== 'ResourcePlacement';
  if (!isTouched && (objectAt(before) === undefined) !== (objectAt(after) === undefined)) return true;
  const defaults = isTouched || target === 'main' ? { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' } : { maxSkew: 1 };
  return !isDeepStrictEqual(before, after) && canonical(before, defaults) !== canonical(after, defaults);
}

/** @param defaults of a topology spread constraint */
function canonical(policy: unknown, defaults: object): string {
  // What is null or empty has its default as well.
  const { numberOfClusters: _number, affinity: given, ...rest } = objectAt(withoutEmpty(objectAt(policy))) ?? {};
  const tolerations = listAt(rest, 'tolerations').map((entry) => ({ operator: 'Equal', ...objectAt(entry) }));
  const spread = listAt(rest, 'topologySpreadConstraints').map((entry) => ({ ...defaults, ...objectAt(entry) }));
  const affinity = withPreferences(given);
  return JSON.stringify(withoutEmpty({ placementType: 'PickAll', ...rest, affinity, tolerations, topologySpreadConstraints: spread }));
}

/** The webhook writes the zero values of a preferred term back: a weight of 0, and a preference for every cluster. */
function withPreferences(affinity: unknown): unknown {
  const clusterAffinity = objectAt(affinity, 'clusterAffinity');
  if (clusterAffinity === undefined) return affinity;
  const preferred = listAt(clusterAffinity, PREFERRED).map((entry) => ({ weight: 0, preference: {}, ...objectAt(entry) }));
  return { ...objectAt(affinity), clusterAffinity: { ...clusterAffinity, [PREFERRED]: preferred } };
}

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Keys in one order, `omitempty` fields of Go dropped; an empty object is a pointer there and stays. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, entry]) => !isOmitted(key, entry));
  return inOrder(
    entries.map(([key, entry]) => [key, key === 'matchLabels' ? inOrder(Object.entries(objectAt(entry) ?? {})) : withoutEmpty(entry)]),
  );
}

function inOrder(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isOmitted(key: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return key === 'matchLabels' && typeof value === 'object' && Object.keys(value).length === 0;
}
