import { createHash } from 'node:crypto';
import { field } from '../../fleet/json.ts';
import { groupOf, versionOf, type KubeObject } from '../../fleet/object.ts';
import { bindingConditions, clusterConditions, type ClusterRollout, type Judgement, type Phase } from './cluster-rollout.ts';
import { placementConditions } from './placement-conditions.ts';
import { DEFAULT_APPLY_STRATEGY, selected } from './stored-object.ts';
import { uidOf, type Storybook } from './storybook.ts';
import { workStatus } from './work-status.ts';

const API_VERSION = 'placement.kubernetes-fleet.io/v1beta1';
const PREFIX = 'kubernetes-fleet.io';

/** A ClusterResourcePlacement and everything KubeFleet writes for it, at whatever point of a rollout. Snapshots are never split. */
export class PlacementRollout {
  readonly #book: Storybook;
  readonly #placement: KubeObject;
  readonly #clusters = new Map<string, ClusterRollout>();
  readonly #snapshots: { readonly resources: readonly KubeObject[]; readonly annotations: Readonly<Record<string, string>> }[] = [];

  /** `placement` as the API server stores it. */
  constructor(book: Storybook, placement: KubeObject, clusters: readonly string[]) {
    this.#book = book;
    this.#placement = placement;
    for (const cluster of clusters) {
      this.#clusters.set(cluster, { cluster, phase: { kind: 'undecided' }, bindingGeneration: 1, settledGeneration: 1, workGeneration: 0 });
    }
  }

  /** The placement before any decision. */
  createPlacement(): void {
    this.#book.put({ ...this.#placement, metadata: { ...this.#placement.metadata, finalizers: [`${PREFIX}/crp-cleanup`] } });
  }

  putPolicySnapshot(decided: boolean): void {
    const policy = field(this.#placement, 'spec', 'policy');
    const metadata = {
      name: this.#policySnapshotName,
      generation: 1,
      annotations: { [`${PREFIX}/CRP-generation`]: '1' },
      labels: { [`${PREFIX}/is-latest-snapshot`]: 'true', [`${PREFIX}/parent-CRP`]: this.#name, [`${PREFIX}/policy-index`]: '0' },
      ownerReferences: [this.#owner],
    };
    const spec = { policy, policyHash: Buffer.from(sha256(JSON.stringify(policy))).toString('base64') };
    const snapshot = { apiVersion: API_VERSION, kind: 'ClusterSchedulingPolicySnapshot', metadata, spec };
    if (!decided) return this.#book.put(snapshot);
    const conditions = [{ ...this.#scheduled(), type: 'Scheduled', observedGeneration: 1, lastTransitionTime: this.#book.now }];
    const targetClusters = this.#names.map((cluster) => this.#decision(cluster));
    this.#book.put({ ...snapshot, status: { conditions, observedCRPGeneration: 1, targetClusters } });
  }

  /** Takes a new resource snapshot; the one before is no longer the latest. */
  takeSnapshot(resources: readonly KubeObject[]): void {
    if (this.#snapshots.length > 0) this.#putSnapshot(this.#snapshots.length - 1, false);
    this.#snapshots.push({ resources: resources.map(selected), annotations: {} });
    this.#putSnapshot(this.#snapshots.length - 1, true);
  }

  /** Notes on the latest snapshot that the selected resources have changed. */
  detectChange(): void {
    const latest = this.#snapshots.length - 1;
    const snapshot = this.#snapshots[latest];
    if (snapshot === undefined) return;
    this.#snapshots[latest] = {
      ...snapshot,
      annotations: { [`${PREFIX}/next-resource-snapshot-candidate-detection-time`]: this.#book.now },
    };
    this.#putSnapshot(latest, true);
  }

  /** The status of a placement whose policy has not been decided on. */
  putPending(): void {
    const pending = { status: 'Unknown', reason: 'SchedulePending', message: 'Scheduling has not completed' } as const;
    this.#put([{ type: 'ClusterResourcePlacementScheduled', ...pending }], []);
  }

  /** Binds the cluster to the latest snapshot: a new generation of its binding that no condition is about yet. */
  bind(cluster: string): void {
    const before = this.#rollout(cluster);
    // The first time the generation goes up twice: applyStrategy first, then snapshot and state.
    const bindingGeneration = before.index === undefined ? 3 : before.bindingGeneration + 1;
    const settledGeneration = before.index === undefined ? bindingGeneration : before.bindingGeneration;
    this.#clusters.set(cluster, {
      ...before,
      phase: { kind: 'started' },
      bindingGeneration,
      settledGeneration,
      index: this.#snapshots.length - 1,
    });
    this.#putBinding(cluster);
  }

  /** Writes the Work of what the binding points at; the member has not looked at it yet. */
  putWork(cluster: string): void {
    const before = this.#rollout(cluster);
    const settled = before.workGeneration;
    this.#clusters.set(cluster, { ...before, workGeneration: settled + 1 });
    this.#writeWork(cluster, settled === 0 ? undefined : { phase: { kind: 'available' }, generation: settled });
  }

  /** The cluster has come to that phase: Work first, then binding. */
  reach(cluster: string, phase: Phase): void {
    this.#clusters.set(cluster, { ...this.#rollout(cluster), phase });
    if (phase.kind === 'applied' || phase.kind === 'available' || phase.kind === 'refused') {
      this.#writeWork(cluster, { phase, generation: this.#rollout(cluster).workGeneration });
    }
    this.#putBinding(cluster);
  }

  /** The rollout controller has not looked at the new snapshot yet, or holds the cluster back. */
  hold(cluster: string, phase: { readonly kind: 'undecided' | 'blocked' }): void {
    this.#clusters.set(cluster, { ...this.#rollout(cluster), phase });
    if (phase.kind === 'blocked' || this.#rollout(cluster).index === undefined) this.#putBinding(cluster);
  }

  /** The placement's status out of where its clusters stand. */
  putPlacement(): void {
    const judged = [...this.#clusters.values()].map((rollout) => ({ rollout, judgements: clusterConditions(rollout, this.#workName) }));
    const placementStatuses = judged.map(({ rollout: { cluster, phase }, judgements }) => ({
      clusterName: cluster,
      conditions: [
        { type: 'Scheduled', status: 'True', reason: 'Scheduled', message: this.#decision(cluster).reason } as const,
        ...judgements,
      ].map((judgement) => this.#dated(judgement)),
      ...(phase.kind === 'refused' ? { failedPlacements: this.#failedPlacements(cluster, phase) } : {}),
      observedResourceIndex: String(this.#snapshots.length - 1),
    }));
    const own = placementConditions(judged.map(({ judgements }) => judgements));
    this.#put([{ ...this.#scheduled(), type: 'ClusterResourcePlacementScheduled' }, ...own], placementStatuses);
  }

  get #name(): string {
    return this.#placement.metadata.name;
  }

  get #names(): readonly string[] {
    return [...this.#clusters.keys()];
  }

  get #policySnapshotName(): string {
    return `${this.#name}-0`;
  }

  get #workName(): string {
    return `${this.#name}-work`;
  }

  get #owner(): object {
    const { apiVersion, kind } = this.#placement;
    return { apiVersion, kind, name: this.#name, uid: uidOf(this.#placement), controller: true, blockOwnerDeletion: true };
  }

  #rollout(cluster: string): ClusterRollout {
    const rollout = this.#clusters.get(cluster);
    if (rollout === undefined) throw new Error(`${this.#name} is not placed on ${cluster}`);
    return rollout;
  }

  #dated(judgement: Judgement): object {
    return { ...judgement, observedGeneration: this.#placement.metadata.generation, lastTransitionTime: this.#book.now };
  }

  #scheduled(): Omit<Judgement, 'type'> {
    const message = `found all cluster needed as specified by the scheduling policy, found ${this.#clusters.size} cluster(s)`;
    return { status: 'True', reason: 'SchedulingPolicyFulfilled', message };
  }

  #decision(cluster: string): { readonly clusterName: string; readonly reason: string; readonly [field: string]: unknown } {
    const reason = `Successfully scheduled resources for placement in "${cluster}" (affinity score: 0, topology spread score: 0): picked by scheduling policy`;
    return { clusterName: cluster, clusterScore: { affinityScore: 0, priorityScore: 0 }, reason, selected: true };
  }

  #put(conditions: readonly Judgement[], placementStatuses: readonly object[]): void {
    const finalizers = [`${PREFIX}/crp-cleanup`, `${PREFIX}/scheduler-cleanup`];
    const latest = this.#snapshots.at(-1);
    this.#book.put({
      ...this.#placement,
      metadata: { ...this.#placement.metadata, finalizers },
      status: {
        conditions: conditions.map((judgement) => this.#dated(judgement)),
        observedResourceIndex: String(this.#snapshots.length - 1),
        placementStatuses,
        selectedResources: (latest?.resources ?? []).map(identifier),
      },
    });
  }

  #putSnapshot(index: number, latest: boolean): void {
    const snapshot = this.#snapshots[index];
    if (snapshot === undefined) return;
    this.#book.put({
      apiVersion: API_VERSION,
      kind: 'ClusterResourceSnapshot',
      metadata: {
        name: `${this.#name}-${index}-snapshot`,
        generation: 1,
        annotations: {
          ...snapshot.annotations,
          [`${PREFIX}/number-of-enveloped-object`]: '0',
          [`${PREFIX}/number-of-resource-snapshots`]: '1',
          [`${PREFIX}/resource-hash`]: sha256(JSON.stringify(snapshot.resources)),
        },
        labels: {
          [`${PREFIX}/is-latest-snapshot`]: String(latest),
          [`${PREFIX}/parent-CRP`]: this.#name,
          [`${PREFIX}/resource-index`]: String(index),
        },
        ownerReferences: [this.#owner],
      },
      spec: { selectedResources: snapshot.resources },
    });
  }

  #bindingName(cluster: string): string {
    return `${this.#name}-${cluster}-${sha256(`${this.#name}/${cluster}`).slice(0, 8)}`;
  }

  #putBinding(cluster: string): void {
    const rollout = this.#rollout(cluster);
    const bound = rollout.index !== undefined;
    this.#book.put({
      apiVersion: API_VERSION,
      kind: 'ClusterResourceBinding',
      metadata: {
        name: this.#bindingName(cluster),
        generation: rollout.bindingGeneration,
        finalizers: [`${PREFIX}/scheduler-crb-cleanup`, ...(bound ? [`${PREFIX}/work-cleanup`] : [])],
        labels: { [`${PREFIX}/parent-CRP`]: this.#name },
      },
      spec: {
        ...(bound ? { applyStrategy: DEFAULT_APPLY_STRATEGY } : {}),
        clusterDecision: this.#decision(cluster),
        resourceSnapshotName: bound ? `${this.#name}-${rollout.index}-snapshot` : '',
        schedulingPolicySnapshotName: this.#policySnapshotName,
        state: bound ? 'Bound' : 'Scheduled',
        targetCluster: cluster,
      },
      status: {
        conditions: bindingConditions(rollout, this.#workName, this.#book.now),
        ...(rollout.phase.kind === 'refused' ? { failedPlacements: this.#failedPlacements(cluster, rollout.phase) } : {}),
      },
    });
  }

  #manifests(cluster: string): readonly KubeObject[] {
    return this.#snapshots[this.#rollout(cluster).index ?? 0]?.resources ?? [];
  }

  #writeWork(cluster: string, seen: { readonly phase: Phase; readonly generation: number } | undefined): void {
    const { index = 0, workGeneration } = this.#rollout(cluster);
    const manifests = this.#manifests(cluster);
    this.#book.put({
      apiVersion: API_VERSION,
      kind: 'Work',
      metadata: {
        name: this.#workName,
        namespace: `fleet-member-${cluster}`,
        generation: workGeneration,
        finalizers: [`${PREFIX}/work-cleanup`],
        annotations: {
          [`${PREFIX}/parent-cluster-resource-override-snapshot-hash`]: sha256('null'),
          [`${PREFIX}/parent-resource-override-snapshot-hash`]: sha256('null'),
          [`${PREFIX}/parent-resource-snapshot-name`]: `${this.#name}-${index}-snapshot`,
        },
        labels: {
          [`${PREFIX}/parent-CRP`]: this.#name,
          [`${PREFIX}/parent-resource-binding`]: this.#bindingName(cluster),
          [`${PREFIX}/parent-resource-snapshot-index`]: String(index),
        },
      },
      spec: { applyStrategy: DEFAULT_APPLY_STRATEGY, workload: { manifests } },
      ...(seen === undefined ? {} : { status: workStatus(manifests, seen.phase, seen.generation, this.#book.now) }),
    });
  }

  #failedPlacements(cluster: string, { refusal }: Extract<Phase, { kind: 'refused' }>): readonly object[] {
    const manifest = this.#manifests(cluster)[refusal.ordinal];
    if (manifest === undefined) return [];
    const { reason, message } = refusal;
    return [
      { condition: { type: 'Applied', status: 'False', reason, message, lastTransitionTime: this.#book.now }, ...identifier(manifest) },
    ];
  }
}

/** How status lists name an object. */
function identifier({ apiVersion, kind, metadata }: KubeObject): object {
  const group = groupOf(apiVersion);
  return {
    ...(group === '' ? {} : { group }),
    kind,
    name: metadata.name,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    version: versionOf(apiVersion),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
