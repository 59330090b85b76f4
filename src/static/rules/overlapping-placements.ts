/**
 * On a member an object belongs to the Work that applied it first; a second one from another placement fails with `FailedToTakeOver`,
 * whatever the content and `allowCoOwnership`. Source: `pkg/controllers/workapplier/process.go`, `drift_detection_takeover.go`;
 * asserted in `test/e2e/mixed_placement_test.go`. A Namespace placed with NamespaceOnly and the objects in it do not overlap.
 */
import { displayName } from '../../fleet/object.ts';
import { canShareCluster } from '../../schedule/reach/share-cluster.ts';
import { sharedClaims } from '../claim-index.ts';
import type { Claim } from '../claims.ts';
import { folderOf } from '../folder-of.ts';
import { manifestRef } from '../identity.ts';
import { knownClusters } from '../known-clusters.ts';
import type { Manifest } from '../manifest.ts';
import { oncePerWorld } from '../once-per-world.ts';
import { isNamed } from '../placements.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import { whatIf } from '../what-if.ts';
import type { World } from '../world.ts';

interface Overlap {
  readonly what: string;
  readonly others: readonly string[];
}

export const overlappingPlacements = defineRule<Overlap>({
  id: 'overlapping-placements',
  summary: 'Two placements put the same object on the same clusters',
  effect: 'fails',
  kinds: ['ClusterResourcePlacement', 'ResourcePlacement'],
  why: 'On a member cluster an object belongs to the placement that applied it first. For every other placement it fails with `FailedToTakeOver`, even with equal content and with `allowCoOwnership`, and which one comes first on a new cluster is chance. A ClusterResourcePlacement that selects a namespace with its resources holds everything in it.',
  remedy:
    'Let one placement hold the object: narrow the selectors, or make the clusters differ. To place single objects of a namespace, select the Namespace with `selectionScope: NamespaceOnly`.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ what, others: [first = '', ...more] }) =>
    `${what} is placed by ${first}${more.length === 0 ? '' : ` and ${more.length} more`} as well, and a cluster takes it from one of them only.`,
  *check(manifest, world) {
    if (!isKnown(manifest)) return;
    const place = placeOf(manifest, world);
    const overlaps = sharedClaims(manifest, world).filter(
      ({ other }) =>
        placeOf(other, world) < place &&
        isOther(manifest, other) &&
        isKnown(other) &&
        canShareCluster(manifest.object, other.object, knownClusters(world)),
    );
    const pairs = [...Map.groupBy(overlaps, ({ other }) => other).values()].flatMap(([first]) => first ?? []);
    for (const [at, shared] of Map.groupBy(pairs, ({ ours }) => ours)) {
      const others = shared.map(({ other }) => displayName(manifestRef(other)));
      const related = shared.map(({ other, theirs }, index) => ({
        manifest: other,
        at: theirs,
        message: `${others[index]} selects it here`,
      }));
      // Both are as they should be today, until a score, a taint or the health of a cluster changes;
      // and folders of one tree may be for different hubs (`env/dev`, `env/prod`) as long as no fleet is given.
      const apart = shared.every(({ other }) => areApart(manifest, other, world) || mayBeOfOtherHub(manifest, other, world));
      yield { at, data: { what: whatOf(shared[0]?.what, manifest), others }, related, ...(apart ? { effect: 'misbehaves' } : {}) };
    }
  },
});

/** A pair is told once, at the later of the two: namespaced placements after cluster-scoped ones, then in the order of the manifests. */
const placeOf = oncePerWorld((manifest, world) => {
  const order = world.manifests.indexOf(manifest);
  return manifest.object.kind === 'ResourcePlacement' ? world.manifests.length + order : order;
});

/** An object that is declared twice is one placement. */
function isOther(one: Manifest, other: Manifest): boolean {
  return displayName(manifestRef(one)) !== displayName(manifestRef(other));
}

/** Whether the scheduler would give the two different clusters of the known ones. */
function areApart(one: Manifest, other: Manifest, world: World): boolean {
  const [a, b] = [whatIf(one, world), whatIf(other, world)];
  if (a === undefined || b === undefined || [a, b].some(({ outcome }) => outcome === 'Stuck' || outcome === 'Pending')) return false;
  return !a.picked.some((name) => b.picked.includes(name));
}

function mayBeOfOtherHub(one: Manifest, other: Manifest, world: World): boolean {
  return world.members === undefined && folderOf(one) !== folderOf(other);
}

function isKnown(placement: Manifest): boolean {
  const homeless = placement.object.kind === 'ResourcePlacement' && placement.namespace === undefined;
  return !homeless && isNamed(placement) && isResolved(placement, '/spec/policy');
}

function whatOf(claim: Claim | undefined, placement: Manifest): string {
  if (claim === undefined) return `What it selects in namespace ${placement.namespace ?? ''}`;
  if (claim.kind === 'namespace') return `Namespace ${claim.namespace}`;
  const { objectKind: kind, namespace, name } = claim;
  return displayName(namespace === undefined ? { kind, name } : { kind, namespace, name });
}
