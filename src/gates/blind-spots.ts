import { groupOf } from '../fleet/object.ts';
import type { KubeObject } from '../fleet/object.ts';
import { isComparable } from './content/deploy.ts';
import { isOverride } from './content/override.ts';
import type { GateMemory } from './memory.ts';
import type { Snapshot } from './snapshot.ts';
import type { PlacementView } from './view/placement.ts';
import { seenObjects, typeOf } from './view/seen.ts';

/** Where the gate cannot see what would prove the content, and how long it must still wait instead. */
export interface Settling {
  readonly message: string;
  /** Milliseconds; absent for one look, which cannot wait. */
  readonly remaining?: number;
}

/** What is needed for a proof and was not seen, in clauses; empty when all of it was. */
export function blindSpots(snapshot: Snapshot, view: PlacementView, manifests: readonly KubeObject[]): readonly string[] {
  const overrides = manifests.filter(isOverride);
  const unsnapped = overrides.find(
    (override) => seenObjects(snapshot, `${override.kind}Snapshot`, override.metadata.namespace) === undefined,
  );
  const scope = view.ref.kind === 'ClusterResourcePlacement' ? 'Cluster' : '';
  const missing = [
    ...(view.groups === undefined ? [{ what: 'resource snapshots', kind: `${scope}ResourceSnapshot` }] : []),
    ...(view.bindings === undefined ? [{ what: 'bindings', kind: `${scope}ResourceBinding` }] : []),
    ...(overrides.length > 0 && seenObjects(snapshot, 'MemberCluster') === undefined
      ? [{ what: 'MemberClusters', kind: 'MemberCluster' }]
      : []),
    ...(unsnapped === undefined ? [] : [{ what: 'override snapshots', kind: `${unsnapped.kind}Snapshot` }]),
  ];
  // Nobody asks a hub for nothing: kinds that were not asked for are those that files hold none of.
  const { files = [], hub = [] } = Object.groupBy(missing, ({ kind }) =>
    snapshot.visibility(typeOf(kind), view.ref.namespace).kind === 'unread' ? 'files' : 'hub',
  );
  const unreadable = [
    ...hub.map(({ what }) => what),
    ...(manifests.some((manifest) => isOfOtherVersion(snapshot, manifest)) ? ['objects in the version they were deployed in'] : []),
  ];
  return [
    ...(files.length === 0 ? [] : [`the files hold ${files.map(({ what }) => `no ${what}`).join(' and ')}`]),
    ...(unreadable.length === 0 ? [] : [`${unreadable.join(' and ')} cannot be read`]),
  ];
}

/**
 * The hub's own objects, where only they tell what is to be rolled out: the deploy brings none that this placement selects, or nobody said
 * what it brings. One look takes the snapshot for it.
 */
export function unseenContent(
  snapshot: Snapshot,
  view: PlacementView,
  expected: readonly unknown[] | undefined,
  memory: GateMemory,
): readonly string[] {
  if (!memory.watching || (expected !== undefined && expected.length > 0)) return [];
  const hidden = view.groups?.[0]?.objects.find((object) => {
    const type = { group: groupOf(object.apiVersion), kind: object.kind };
    return snapshot.visibility(type, object.metadata.namespace).kind === 'denied';
  });
  return hidden === undefined ? [] : [`selected objects (${hidden.kind}) cannot be read`];
}

function isOfOtherVersion(snapshot: Snapshot, manifest: KubeObject): boolean {
  const type = { group: groupOf(manifest.apiVersion), kind: manifest.kind };
  const live = snapshot.get(type, manifest.metadata.namespace, manifest.metadata.name);
  return live !== undefined && !isComparable(live, manifest);
}

/** Without a proof nothing counts before a snapshot taken after the deploy must be out. */
export function settlingOf(spots: readonly string[], memory: GateMemory, delay: number, now: number): Settling | undefined {
  if (spots.length === 0) return undefined;
  const what = spots.join('; ');
  if (memory.startedAt === undefined) return { message: `${what}: one look cannot tell whether this is the deploy` };
  const remaining = memory.startedAt + delay - now;
  return remaining > 0 ? { message: `${what}: waiting until the hub must have taken the deploy up`, remaining } : undefined;
}
