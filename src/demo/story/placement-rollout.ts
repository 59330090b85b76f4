import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { clusterConditions, type ClusterRollout, type Judgement, type Phase } from './cluster-rollout.ts';
import { placementConditions } from './placement-conditions.ts';
import {
  binding,
  decisionFor,
  failedPlacement,
  identifier,
  policyFulfilled,
  policySnapshot,
  PREFIX,
  resourceSnapshot,
  work,
  workName,
  type SnapshotContent,
} from './placement-objects.ts';
import { selected } from './stored-object.ts';
import type { Storybook } from './storybook.ts';
import { workStatus } from './work-status.ts';

/** A ClusterResourcePlacement and all objects that KubeFleet writes for it, at any point of a rollout. Snapshots are never split. */
export class PlacementRollout {
  readonly #book: Storybook;
  readonly #placement: KubeObject;
  readonly #clusters = new Map<string, ClusterRollout>();
  readonly #snapshots: SnapshotContent[] = [];

  /** @param placement as the API server stores it */
  constructor(book: Storybook, placement: KubeObject, clusters: readonly string[]) {
    this.#book = book;
    this.#placement = placement;
    for (const cluster of clusters) {
      this.#clusters.set(cluster, { cluster, phase: { kind: 'undecided' }, bindingGeneration: 1, settledGeneration: 1, workGeneration: 0 });
    }
  }

  /** Writes the placement before any decision. */
  createPlacement(): void {
    this.#book.put({ ...this.#placement, metadata: { ...this.#placement.metadata, finalizers: [`${PREFIX}/crp-cleanup`] } });
  }

  putPolicySnapshot(decided: boolean): void {
    this.#book.put(policySnapshot(this.#placement, decided ? [...this.#clusters.keys()] : undefined, this.#book.now));
  }

  /** Takes a new resource snapshot. The previous one is no longer the latest. */
  takeSnapshot(resources: readonly KubeObject[]): void {
    if (this.#snapshots.length > 0) this.#putLatestSnapshot(false);
    this.#snapshots.push({ resources: resources.map(selected), annotations: {} });
    this.#putLatestSnapshot(true);
  }

  /** Marks on the latest snapshot that the selected resources have changed. */
  detectChange(): void {
    const snapshot = this.#snapshots.pop();
    if (snapshot === undefined) return;
    this.#snapshots.push({ ...snapshot, annotations: { [`${PREFIX}/next-resource-snapshot-candidate-detection-time`]: this.#book.now } });
    this.#putLatestSnapshot(true);
  }

  /** Writes the status of a placement whose policy has not been evaluated yet. */
  putPending(): void {
    const pending = { status: 'Unknown', reason: 'SchedulePending', message: 'Scheduling has not completed' } as const;
    this.#put([{ type: 'ClusterResourcePlacementScheduled', ...pending }], []);
  }

  /** Binds the cluster to the latest snapshot. The binding gets a new generation, and its conditions are still of the old one. */
  bind(cluster: string): void {
    const before = this.#rollout(cluster);
    // The first time the generation increases twice: applyStrategy first, then snapshot and state.
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

  /** Writes the Work for the binding's snapshot. The member has not processed it yet. */
  putWork(cluster: string): void {
    const before = this.#rollout(cluster);
    const settled = before.workGeneration;
    this.#clusters.set(cluster, { ...before, workGeneration: settled + 1 });
    this.#putWork(cluster, settled === 0 ? undefined : { phase: { kind: 'available' }, generation: settled });
  }

  /** Moves the cluster to that phase: first the Work, then the binding. */
  reach(cluster: string, phase: Phase): void {
    this.#clusters.set(cluster, { ...this.#rollout(cluster), phase });
    if (phase.kind === 'applied' || phase.kind === 'available' || phase.kind === 'refused') {
      this.#putWork(cluster, { phase, generation: this.#rollout(cluster).workGeneration });
    }
    this.#putBinding(cluster);
  }

  /** The rollout controller has not processed the new snapshot yet, or holds the cluster back. */
  hold(cluster: string, phase: { readonly kind: 'undecided' | 'blocked' }): void {
    this.#clusters.set(cluster, { ...this.#rollout(cluster), phase });
    if (phase.kind === 'blocked' || this.#rollout(cluster).index === undefined) this.#putBinding(cluster);
  }

  /** Writes the placement's status, derived from the phases of its clusters. */
  putPlacement(): void {
    const judged = [...this.#clusters.values()].map((rollout) => ({
      rollout,
      judgements: clusterConditions(rollout, workName(this.#placement)),
    }));
    const placementStatuses = judged.map(({ rollout, judgements }) => {
      const scheduled: Judgement = { type: 'Scheduled', status: 'True', reason: 'Scheduled', message: decisionFor(rollout.cluster).reason };
      const failedPlacements = this.#failedPlacements(rollout);
      return {
        clusterName: rollout.cluster,
        conditions: this.#dated([scheduled, ...judgements]),
        ...(failedPlacements.length > 0 ? { failedPlacements } : {}),
        observedResourceIndex: String(this.#snapshots.length - 1),
      };
    });
    const own = placementConditions(judged.map(({ judgements }) => judgements));
    this.#put([{ ...policyFulfilled(this.#clusters.size), type: 'ClusterResourcePlacementScheduled' }, ...own], placementStatuses);
  }

  #rollout(cluster: string): ClusterRollout {
    const rollout = this.#clusters.get(cluster);
    if (rollout === undefined) throw new Error(`${this.#placement.metadata.name} is not placed on ${cluster}`);
    return rollout;
  }

  #put(conditions: readonly Judgement[], placementStatuses: readonly object[]): void {
    const finalizers = [`${PREFIX}/crp-cleanup`, `${PREFIX}/scheduler-cleanup`];
    this.#book.put({
      ...this.#placement,
      metadata: { ...this.#placement.metadata, finalizers },
      status: {
        conditions: this.#dated(conditions),
        observedResourceIndex: String(this.#snapshots.length - 1),
        placementStatuses,
        selectedResources: (this.#snapshots.at(-1)?.resources ?? []).map(identifier),
      },
    });
  }

  #putLatestSnapshot(latest: boolean): void {
    const content = this.#snapshots.at(-1);
    if (content !== undefined) this.#book.put(resourceSnapshot(this.#placement, this.#snapshots.length - 1, content, latest));
  }

  #putBinding(cluster: string): void {
    const rollout = this.#rollout(cluster);
    this.#book.put(binding(this.#placement, rollout, this.#failedPlacements(rollout), this.#book.now));
  }

  #putWork(cluster: string, seen: { readonly phase: Phase; readonly generation: number } | undefined): void {
    const rollout = this.#rollout(cluster);
    const manifests = this.#manifests(rollout);
    const status = seen === undefined ? undefined : workStatus(manifests, seen.phase, seen.generation, this.#book.now);
    this.#book.put(work(this.#placement, rollout, manifests, status));
  }

  #manifests({ index = 0 }: ClusterRollout): readonly KubeObject[] {
    return this.#snapshots[index]?.resources ?? [];
  }

  #failedPlacements(rollout: ClusterRollout): readonly object[] {
    if (rollout.phase.kind !== 'refused') return [];
    const { refusal } = rollout.phase;
    const manifest = this.#manifests(rollout)[refusal.ordinal];
    return manifest === undefined ? [] : [failedPlacement(manifest, refusal, this.#book.now)];
  }

  #dated(judgements: readonly Judgement[]): readonly object[] {
    const { generation } = this.#placement.metadata;
    return judgements.map((judgement) => ({ ...judgement, observedGeneration: generation, lastTransitionTime: this.#book.now }));
  }
}
