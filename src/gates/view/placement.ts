import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { isLatestSnapshot, fleetAnnotation } from '../../fleet/kubefleet/fleet-metadata.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import type { JsonObject } from '../../fleet/json/json.ts';
import { objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { differencesAt, issuesAt, toBinding } from './binding.ts';
import type { BindingView, Difference, ManifestIssue } from './binding.ts';
import { snapshotGroups } from './resource-snapshot.ts';
import type { SnapshotGroup } from './resource-snapshot.ts';
import { kindInScopeOf } from '../../fleet/kubefleet/kinds.ts';
import { derivedObjects, isCurrent } from './seen.ts';
import { toWork } from './work.ts';
import type { WorkView } from './work.ts';
import { clusterOfWork } from '../../fleet/kubefleet/cluster-of-work.ts';
import { indexAt } from './index-at.ts';

/** A placement with everything KubeFleet derived from it. A part that could not be read is `undefined`. */
export interface PlacementView {
  readonly ref: ObjectRef;
  readonly object: KubeObject;
  readonly generation: number | undefined;
  readonly policy: PolicyView;
  readonly external: boolean;
  readonly reportDiff: boolean;
  /** By stage, without the kind's prefix: Scheduled, RolloutStarted, … */
  readonly conditions: ReadonlyMap<string, Condition>;
  readonly observedIndex: number | undefined;
  /** Keys of the objects that the placement's status lists as selected, at the observed index. */
  readonly selected: ReadonlySet<string>;
  readonly clusters: readonly ClusterStatusView[];
  /** Per-cluster entries without a name: one for each cluster that could not be scheduled. */
  readonly unnamed: readonly Condition[];
  readonly bindings: readonly BindingView[] | undefined;
  readonly groups: readonly SnapshotGroup[] | undefined;
  readonly policySnapshots: readonly KubeObject[] | undefined;
  readonly works: readonly WorkView[] | undefined;
}

interface PolicyView {
  readonly type: 'PickAll' | 'PickN' | 'PickFixed';
  /** The requested number of clusters; absent under PickAll, and if the policy omits it. */
  readonly wanted?: number;
  readonly clusterNames: readonly string[];
}

interface ClusterStatusView {
  readonly cluster: string;
  /**
   * The resource snapshot index of the cluster, under strategy External. Under other strategies the hub always writes the latest index
   * here.
   */
  readonly observedIndex: number | undefined;
  readonly conditions: readonly Condition[];
  readonly failed: readonly ManifestIssue[];
  readonly diffed: readonly Difference[];
  readonly drifted: readonly Difference[];
}

export function viewPlacement(hub: HubState, object: KubeObject): PlacementView {
  const { kind } = object;
  const derived = (name: string): readonly KubeObject[] | undefined => derivedOf(hub, object, name);
  const entries = listAt(object, 'status', 'placementStatuses');
  return {
    ref: refOf(object),
    object,
    generation: object.metadata.generation,
    policy: toPolicy(object),
    external: isExternal(object),
    reportDiff: stringAt(object, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff',
    conditions: new Map(
      conditionsAt(object, 'status', 'conditions')
        .map((condition) => withoutPrefix(kind, condition))
        .map((condition) => [condition.type, condition]),
    ),
    observedIndex: indexAt(object, 'status', 'observedResourceIndex'),
    selected: new Set(listAt(object, 'status', 'selectedResources').map(toKey)),
    clusters: entries.flatMap((entry) => toClusterStatus(entry) ?? []),
    unnamed: entries.flatMap((entry) => (isNamed(entry) ? [] : conditionsAt(entry, 'conditions').slice(0, 1))),
    bindings: derived('ResourceBinding')?.map(toBinding),
    groups: resourceGroups(hub, object),
    policySnapshots: derived('SchedulingPolicySnapshot'),
    works: derivedObjects(hub, 'Work', object)?.map(toWork),
  };
}

/** The resource snapshots of a placement, newest first; `undefined` if they cannot be read. */
export function resourceGroups(hub: HubState, placement: KubeObject): readonly SnapshotGroup[] | undefined {
  const snapshots = derivedOf(hub, placement, 'ResourceSnapshot');
  return snapshots && snapshotGroups(snapshots);
}

function derivedOf(hub: HubState, placement: KubeObject, name: string): readonly KubeObject[] | undefined {
  const found = derivedObjects(hub, kindInScopeOf(placement, name), placement, placement.metadata.namespace);
  return found?.filter((each) => !isOfNamesake(each, placement));
}

/**
 * Whether a snapshot belongs to another placement of the same name: to one that was deleted, or, in files, to one of another hub. KubeFleet
 * finds its snapshots by a label with the name, and the garbage collector of Kubernetes removes those of an owner that is gone.
 */
function isOfNamesake(found: KubeObject, { kind, metadata: { name, uid } }: KubeObject): boolean {
  const owners = listAt(found, 'metadata', 'ownerReferences').filter(
    (owner) => stringAt(owner, 'kind') === kind && stringAt(owner, 'name') === name,
  );
  return uid !== undefined && owners.length > 0 && owners.every((owner) => stringAt(owner, 'uid') !== uid);
}

/** The newest policy snapshot, with the placement generation that the scheduler has processed (KubeFleet pkg/scheduler/framework). */
export function latestPolicySnapshot(
  view: PlacementView,
): { readonly object: KubeObject; readonly observedGeneration?: number } | undefined {
  const object = view.policySnapshots?.find((found) => isLatestSnapshot(found));
  if (object === undefined) return undefined;
  const observedGeneration = numberAt(object, 'status', 'observedCRPGeneration');
  return observedGeneration === undefined ? { object } : { object, observedGeneration };
}

/**
 * Whether the scheduler has processed the placement's current generation. Its policy snapshot has the processed generation. A later hub
 * does not raise that number if an edit does not change the policy (KubeFleet PR 730). There, three things are required: the placement's
 * Scheduled has the placement's generation, and the snapshot's Scheduled has the snapshot's. The number of decisions equals the requested
 * number, because scaling changes no spec.
 */
export function isScheduleAnswered(view: PlacementView): boolean {
  const policy = latestPolicySnapshot(view);
  if (policy === undefined || policy.observedGeneration === view.generation) return true;
  const { object, observedGeneration } = policy;
  const noted = fleetAnnotation(object, 'CRP-generation');
  if (observedGeneration === undefined || noted !== String(observedGeneration)) return false;
  const scheduled = findCondition(conditionsAt(object, 'status', 'conditions'), 'Scheduled');
  if (!isCurrent(scheduled, object.metadata.generation) || !isCurrent(view.conditions.get('Scheduled'), view.generation)) return false;
  const { type, wanted } = view.policy;
  if (type !== 'PickN' || scheduled?.status !== 'True') return true;
  const picked = listAt(object, 'status', 'targetClusters').filter((target) => field(target, 'selected') === true);
  return askedClusters(view) === wanted && picked.length === wanted;
}

/** The number of clusters that the scheduler must pick, as recorded beside the policy. */
export function askedClusters(view: PlacementView): number | undefined {
  const latest = latestPolicySnapshot(view);
  const recorded = latest && Number.parseInt(fleetAnnotation(latest.object, 'number-of-clusters') ?? '', 10);
  return recorded === undefined || Number.isNaN(recorded) ? view.policy.wanted : recorded;
}

/** The Works of one binding. The agent of a cluster applies only Works in the namespace of that cluster. */
export function worksOfBinding(view: PlacementView, binding: BindingView): readonly WorkView[] | undefined {
  return view.works?.filter((work) => work.binding === binding.name && clusterOfWork(work.object) === binding.cluster);
}

function toKey(selected: unknown): string {
  const at = (name: string): string => stringAt(selected, name) ?? '';
  return objectKey({ apiVersion: `${at('group')}/${at('version')}`, kind: at('kind'), namespace: at('namespace'), name: at('name') });
}

/** Shown placement conditions have types such as `<Kind>Scheduled`; others such as StatusSynced are kept as they are. */
function withoutPrefix(kind: string, condition: Condition): Condition {
  return condition.type.startsWith(kind) ? { ...condition, type: condition.type.slice(kind.length) } : condition;
}

function toPolicy(object: KubeObject): PolicyView {
  const policy: JsonObject | undefined = objectAt(object, 'spec', 'policy');
  const type = stringAt(policy, 'placementType');
  const clusterNames = listAt(policy, 'clusterNames').filter((name) => typeof name === 'string');
  if (type === 'PickFixed') return { type, wanted: clusterNames.length, clusterNames };
  if (type !== 'PickN') return { type: 'PickAll', clusterNames };
  const wanted = numberAt(policy, 'numberOfClusters');
  return wanted === undefined ? { type, clusterNames } : { type, wanted, clusterNames };
}

function isNamed(entry: unknown): boolean {
  const name = field(entry, 'clusterName');
  return typeof name === 'string' && name !== '';
}

function toClusterStatus(entry: unknown): ClusterStatusView | undefined {
  const cluster = stringAt(entry, 'clusterName');
  if (cluster === undefined || cluster === '') return undefined;
  return {
    cluster,
    observedIndex: indexAt(entry, 'observedResourceIndex'),
    conditions: conditionsAt(entry, 'conditions'),
    failed: issuesAt(entry),
    diffed: differencesAt(entry, 'diffedPlacements', 'observedDiffs'),
    drifted: differencesAt(entry, 'driftedPlacements', 'observedDrifts'),
  };
}
