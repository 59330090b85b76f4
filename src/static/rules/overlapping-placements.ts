/**
 * On a member an object belongs to the Work that applied it first; a second one from another placement fails with `FailedToTakeOver`,
 * whatever the content and `allowCoOwnership`. Source: `pkg/controllers/workapplier/process.go`, `drift_detection_takeover.go`;
 * asserted in `test/e2e/mixed_placement_test.go`. A Namespace placed with NamespaceOnly and the objects in it do not overlap.
 */
import { displayName } from '../../fleet/object.ts';
import { claimsOf, selectorsOf, type Claim, type ObjectClaim } from '../claims.ts';
import { canShareCluster } from '../common-clusters.ts';
import { manifestRef } from '../identity.ts';
import type { Manifest } from '../manifest.ts';
import { clusterPlacements, isNamed, namespacedPlacements } from '../placements.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
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
    const overlaps = placementsBefore(manifest, world)
      .filter((other) => isKnown(other) && canShareCluster(manifest, other, world))
      .flatMap((other) => firstShared(manifest, other, world) ?? []);
    for (const [at, shared] of Map.groupBy(overlaps, ({ ours }) => ours)) {
      const others = shared.map(({ other }) => displayName(manifestRef(other)));
      const related = shared.map(({ other, theirs }, index) => ({
        manifest: other,
        at: theirs,
        message: `${others[index]} selects it here`,
      }));
      yield { at, data: { what: shared[0]?.what ?? '', others }, related };
    }
  },
});

interface Shared {
  readonly other: Manifest;
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A pair is told once, at the later of the two; an object that is declared twice is one placement. */
function placementsBefore(manifest: Manifest, world: World): readonly Manifest[] {
  const all = [...clusterPlacements(world), ...namespacedPlacements(world)];
  const own = displayName(manifestRef(manifest));
  return all.slice(0, all.indexOf(manifest)).filter((other) => displayName(manifestRef(other)) !== own);
}

function isKnown(placement: Manifest): boolean {
  const homeless = placement.object.kind === 'ResourcePlacement' && placement.namespace === undefined;
  return !homeless && isNamed(placement) && isResolved(placement, '/spec/policy');
}

function firstShared(manifest: Manifest, other: Manifest, world: World): Shared | undefined {
  const theirs = claimsOf(other, world);
  for (const ours of claimsOf(manifest, world)) {
    const same = theirs.find((claim) => isShared(ours, claim));
    if (same !== undefined) return { other, what: nameOf(ours.kind === 'object' ? ours : same), ours: ours.at, theirs: same.at };
  }
  return wholeNamespace(manifest, other, world);
}

function isShared(a: Claim, b: Claim): boolean {
  if (a.kind === 'namespace') return b.kind === 'namespace' ? a.namespace === b.namespace : b.namespace === a.namespace;
  if (b.kind === 'namespace') return a.namespace === b.namespace;
  return a.group === b.group && a.objectKind === b.objectKind && a.namespace === b.namespace && a.name === b.name;
}

/** Whatever a ResourcePlacement selects is in its namespace; a placement that holds the whole namespace holds that too. */
function wholeNamespace(manifest: Manifest, other: Manifest, world: World): Shared | undefined {
  if (manifest.object.kind !== 'ResourcePlacement') return undefined;
  const [selector] = selectorsOf(manifest);
  const whole = claimsOf(other, world).find((claim) => claim.kind === 'namespace' && claim.namespace === manifest.namespace);
  if (selector === undefined || whole === undefined) return undefined;
  return { other, what: `What it selects in namespace ${manifest.namespace ?? ''}`, ours: selector.at, theirs: whole.at };
}

function nameOf(claim: Claim): string {
  if (claim.kind === 'namespace') return `Namespace ${claim.namespace}`;
  return displayName(refOf(claim));
}

function refOf({ objectKind, namespace, name }: ObjectClaim): {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
} {
  return namespace === undefined ? { kind: objectKind, name } : { kind: objectKind, namespace, name };
}
