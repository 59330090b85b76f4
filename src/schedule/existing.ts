import { isDeepStrictEqual } from 'node:util';
import { fleetAnnotation, fleetLabel, isLatestSnapshot } from '../fleet/kubefleet/fleet-metadata.ts';
import { listAt, numberAt, objectAt, stringAt } from '../fleet/json/json.ts';
import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import { isDeleting, type KubeObject } from '../fleet/kubernetes/object.ts';
import { oncePer } from '../fleet/memo/once-per.ts';
import type { Binding } from './binding.ts';
import { PREFERRED_AFFINITY } from '../fleet/kubefleet/placement-policy.ts';

/** The state of a placement on the hub. Without it, a what-if run starts from nothing. */
export interface Existing {
  /** `spec.policy` of the latest policy snapshot, as stored. */
  readonly policy: unknown;
  /** The annotation of the snapshot, which the scheduler reads instead of the number in the policy. */
  readonly numberOfClusters: number | undefined;
  readonly bindings: readonly Binding[];
}

/**
 * The latest policy snapshot and the bindings of a placement, found by their labels (the label name says CRP for both kinds). `undefined`
 * without a latest snapshot, because bindings alone do not show which of them belong to the current policy.
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

/** The objects by the placement that they belong to; computed once for a dump. */
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
 * Whether the hub makes a new policy snapshot for this policy, and so judges every cluster again. It hashes the policy with defaults and
 * without `numberOfClusters`. The order of lists matters; empty lists and texts equal missing ones. A ClusterResourcePlacement without a
 * policy gets PickAll. A ResourcePlacement, which no webhook changes, stays without a policy, and before KubeFleet main also without a
 * default `whenUnsatisfiable`.
 */
export function isNewPolicy(before: unknown, after: unknown, kind: string, target: HubProfile = 'v0.3'): boolean {
  const isTouched = kind !== 'ResourcePlacement';
  if (!isTouched && (objectAt(before) === undefined) !== (objectAt(after) === undefined)) return true;
  const defaults = isTouched || target === 'main' ? { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' } : { maxSkew: 1 };
  return !isDeepStrictEqual(before, after) && canonical(before, defaults) !== canonical(after, defaults);
}

/** @param defaults of a topology spread constraint */
function canonical(policy: unknown, defaults: object): string {
  // Null and empty values get their defaults too.
  const { numberOfClusters: _number, affinity: given, ...rest } = objectAt(withoutEmpty(objectAt(policy))) ?? {};
  const tolerations = listAt(rest, 'tolerations').map((entry) => ({ operator: 'Equal', ...objectAt(entry) }));
  const spread = listAt(rest, 'topologySpreadConstraints').map((entry) => ({ ...defaults, ...objectAt(entry) }));
  const affinity = withPreferences(given);
  return JSON.stringify(withoutEmpty({ placementType: 'PickAll', ...rest, affinity, tolerations, topologySpreadConstraints: spread }));
}

/** The webhook adds the zero values of a preferred term: weight 0, and a preference that matches every cluster. */
function withPreferences(affinity: unknown): unknown {
  const clusterAffinity = objectAt(affinity, 'clusterAffinity');
  if (clusterAffinity === undefined) return affinity;
  const preferred = listAt(clusterAffinity, PREFERRED_AFFINITY).map((entry) => ({ weight: 0, preference: {}, ...objectAt(entry) }));
  return { ...objectAt(affinity), clusterAffinity: { ...clusterAffinity, [PREFERRED_AFFINITY]: preferred } };
}

/** Sorts keys and drops fields that Go marks as `omitempty`. An empty object is a pointer in Go and is kept. */
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
