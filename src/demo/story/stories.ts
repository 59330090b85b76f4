import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Refusal } from './cluster-rollout.ts';
import { PlacementRollout } from './placement-rollout.ts';
import { stored } from './stored-object.ts';
import type { Storybook } from './storybook.ts';

export interface PlacedApplication {
  /** A ClusterResourcePlacement as in its manifest. */
  readonly placement: KubeObject;
  /** The objects that it selects, as in their manifests, in the order of the snapshot. */
  readonly resources: readonly KubeObject[];
  /** The clusters that it is placed on, in the order of their updates. */
  readonly clusters: readonly string[];
}

/** Seconds from the deploy until the hub takes a snapshot of it. A hub with default settings takes 15 to 30. */
const SNAPSHOT_DELAY = 2;

/**
 * An application that has been green for an hour gets new content. For `SNAPSHOT_DELAY` seconds the hub shows the old content, all
 * conditions True at the current generation. From the mark `snapshot` on, the hub updates one cluster after the other.
 */
export function updateGoesGreen(
  book: Storybook,
  { placement, resources, clusters }: PlacedApplication,
  before: readonly KubeObject[],
): void {
  const rollout = new PlacementRollout(book, stored(placement), clusters);
  book.at(-3600);
  for (const resource of before) book.put(stored(resource));
  rollout.putPolicySnapshot(true);
  rollout.takeSnapshot(before.map((resource) => stored(resource)));
  for (const cluster of clusters) {
    rollout.bind(cluster);
    rollout.putWork(cluster);
    rollout.reach(cluster, { kind: 'available' });
  }
  rollout.putPlacement();

  book.at(0);
  for (const resource of changed(before, resources)) book.put(stored(resource, 2));
  book.mark('deploy');
  book.at(0.02);
  rollout.detectChange();

  book.at(SNAPSHOT_DELAY);
  book.mark('snapshot');
  rollout.takeSnapshot(resources.map((resource) => stored(resource)));
  for (const cluster of clusters) rollout.hold(cluster, { kind: 'undecided' });
  rollout.putPlacement();
  book.at(SNAPSHOT_DELAY + 0.05);
  for (const cluster of clusters.slice(1)) rollout.hold(cluster, { kind: 'blocked' });
  rollout.putPlacement();
  for (const [index, cluster] of clusters.entries()) {
    const start = SNAPSHOT_DELAY + 0.1 + index;
    book.at(start);
    rollout.bind(cluster);
    rollout.putPlacement();
    book.at(start + 0.1);
    rollout.putWork(cluster);
    rollout.reach(cluster, { kind: 'applying' });
    rollout.putPlacement();
    book.at(start + 0.3);
    rollout.reach(cluster, { kind: 'applied' });
    rollout.putPlacement();
    book.at(start + 0.9);
    rollout.reach(cluster, { kind: 'available' });
    rollout.putPlacement();
  }
}

/** A new application is placed. One cluster refuses one of its objects, at each retry. */
export function firstRolloutRefused(
  book: Storybook,
  { placement, resources, clusters }: PlacedApplication,
  refusing: string,
  refusal: (attempt: number) => Refusal,
): void {
  const rollout = new PlacementRollout(book, stored(placement), clusters);
  book.at(0);
  for (const resource of resources) book.put(stored(resource));
  rollout.createPlacement();
  book.mark('deploy');
  book.at(0.03);
  rollout.putPolicySnapshot(false);
  rollout.takeSnapshot(resources.map((resource) => stored(resource)));
  rollout.putPending();
  book.at(0.15);
  for (const cluster of clusters) rollout.hold(cluster, { kind: 'undecided' });
  rollout.putPolicySnapshot(true);
  rollout.putPlacement();
  book.at(0.4);
  for (const cluster of clusters) rollout.bind(cluster);
  rollout.putPlacement();
  book.at(0.6);
  for (const cluster of clusters) {
    rollout.putWork(cluster);
    rollout.reach(cluster, { kind: 'applying' });
  }
  rollout.putPlacement();
  book.at(1.1);
  for (const cluster of clusters) {
    rollout.reach(cluster, cluster === refusing ? { kind: 'refused', refusal: refusal(0) } : { kind: 'available' });
  }
  rollout.putPlacement();
  for (const attempt of [1, 2]) {
    book.at(1.1 + 2 * attempt);
    rollout.reach(refusing, { kind: 'refused', refusal: refusal(attempt) });
  }
}

function changed(before: readonly KubeObject[], after: readonly KubeObject[]): readonly KubeObject[] {
  const known = new Set(before.map((object) => JSON.stringify(object)));
  return after.filter((object) => !known.has(JSON.stringify(object)));
}
