/**
 * On a member, an object belongs to the Work that applied it first. A second Work from another placement fails with `FailedToTakeOver`, for
 * any content and with or without `allowCoOwnership`. Source: `pkg/controllers/workapplier/process.go`, `drift_detection_takeover.go`;
 * asserted in `test/e2e/mixed_placement_test.go`. A Namespace placed with NamespaceOnly does not overlap with the objects in it.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Holder } from '../placing/placed-objects-index.ts';
import type { PlacedItem } from '../placing/placed-objects.ts';
import { type SameHub, sameHub, isAboveBoth, isOfOneBranch } from '../placing/same-hub.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { overlapsOf, type Overlap } from '../placing/overlaps.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import { whatIf } from '../placing/what-if.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { couldPick } from '../../schedule/reach/possible-clusters.ts';
import { arrivalOf } from '../delivery/arrival.ts';
import { deletionOf } from '../presence/hindrances.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { nameOf } from '../world/placements.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface Shared {
  readonly what: string;
  /** The name of the first other placement. */
  readonly first: string;
  /** The placement of the first two that only reports differences. */
  readonly reporting: string | undefined;
}

export const overlappingPlacements = defineRule<Shared>({
  id: 'overlapping-placements',
  summary: 'Two placements put the same object on the same clusters',
  effect: 'fails',
  otherwise: {
    misbehaves: 'on the known clusters the two do not meet today, or the two may be for different hubs',
    advice: 'it is not known whether the two are for the same hub',
  },
  kinds: PLACEMENT_KINDS,
  why: 'On a member cluster an object belongs to the placement that applied it first. For every other placement it fails with `FailedToTakeOver`, even with equal content and with `allowCoOwnership`, and which one is first on a new cluster is random. A placement that only reports differences (`ReportDiff`) does not conflict if its `whenToTakeOver` is `Never`. If overrides remove the object on all clusters that both could pick, there is no conflict. A ClusterResourcePlacement that selects a namespace with its resources includes everything in it. Sibling folders may be for different hubs: if both contain an object of the same name, or clusters of their own, their placements are not compared; if it is not known, the finding is advice. If the hub is read, placements that exist only on the hub are compared as well.',
  remedy:
    'Let only one placement select the object: narrow the selectors, or pick different clusters. To place single objects of a namespace, select the Namespace with `selectionScope: NamespaceOnly`.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ what, first, reporting }) =>
    `${what} is placed by ${first} as well, and a cluster accepts it from only one of them${reporting === undefined ? '' : `: ${reporting} only reports differences, but takes objects over`}.`,
  remedyFor: ({ reporting }) =>
    reporting === undefined
      ? undefined
      : `Set \`whenToTakeOver: Never\` in the apply strategy of ${reporting}: then it reports without taking over.`,
  *check(manifest, judged) {
    const world = withHub(judged);
    const places = new Map<string, Place>();
    const isEnough = (at: string): boolean => {
      const place = places.get(at);
      return place !== undefined && place.effect === EFFECTS[0] && place.listedHolders.length >= MOST_LISTED;
    };
    for (const overlap of overlapsOf(manifest, world, isEnough)) {
      const likeness = likenessOf(manifest, overlap.other.placement, world);
      if (likeness === 'other') continue;
      const { at, what, other } = overlap;
      if (isNoTakeOver(manifest) || isNoTakeOver(other.placement) || isApart(manifest, other.placement, what, world)) continue;
      const place = places.get(at) ?? {
        what,
        listedHolders: [],
        clusters: new Set(),
        effect: 'advice',
        reporting: reportingOf(manifest, other),
      };
      places.set(at, place);
      if (place.listedHolders.length < MOST_LISTED) place.listedHolders.push(other);
      const shared = sharedClusters(manifest, other.placement, world);
      place.clusters = shared && place.clusters?.union(shared);
      if (place.effect !== EFFECTS[0]) place.effect = graver(place.effect, effectOf(overlap, likeness, manifest, world));
    }
    for (const [at, { what, listedHolders, effect, reporting, clusters }] of places) {
      const data = {
        what: whatOf(what, manifest),
        first: listedHolders[0] === undefined ? '' : nameOfOther(listedHolders[0]),
        reporting,
      };
      yield { at, data, related: listedHolders.map(selectedThere), effect, holdsOn: clusters && [...clusters] };
    }
  },
});

/**
 * Whether a placement only compares objects that others own: `ReportDiff` with `whenToTakeOver: Never`. Source:
 * `pkg/controllers/workapplier/process.go`, shouldInitiateTakeOverAttempt and reportDiffOnlyIfApplicable.
 */
function isNoTakeOver(placement: Manifest): boolean {
  return (
    arrivalOf(placement) === 'compared' && stringAt(placement.object, 'spec', 'strategy', 'applyStrategy', 'whenToTakeOver') === 'Never'
  );
}

function reportingOf(manifest: Manifest, { placement }: Holder): string | undefined {
  const found = [manifest, placement].find((each) => arrivalOf(each) === 'compared');
  return found === undefined ? undefined : nameOf(found);
}

/** Whether overrides remove the object for one of the two on every cluster that both could pick. */
function isApart(one: Manifest, other: Manifest, what: PlacedItem | undefined, world: World): boolean {
  if (what?.kind !== 'object') return false;
  const { group, objectKind: kind, namespace, name } = what;
  const ref = namespace === undefined ? { group, kind, name } : { group, kind, namespace, name };
  const deleted = [one, other].map((placement) => deletionOf(placement, ref, world));
  if (deleted.every((each) => each === undefined)) return false;
  if (deleted.some((each) => each?.isEverywhere === true)) return true;
  const fleet = knownClusters(world);
  if (fleet === undefined) return false;
  const [a, b] = [one, other].map(({ object }) => couldPick(policyOf(object)));
  const shared = fleet.filter((cluster) => a?.(cluster) === true && b?.(cluster) === true);
  return shared.every((cluster) => deleted.some((each) => each?.isOn(cluster) === true));
}

/** The facts about the other placements that overlap with one selector. */
interface Place {
  readonly what: PlacedItem | undefined;
  readonly listedHolders: Holder[];
  readonly reporting: string | undefined;
  /** The clusters that both pick today; `undefined` if they are not known. */
  clusters: ReadonlySet<string> | undefined;
  /** The most severe effect. */
  effect: (typeof EFFECTS)[number];
}

/** If thousands hold the same object, each finding names only some of the others. Each of those has a finding too, except for the first. */
const MOST_LISTED = 20;

/** The most severe first. */
const EFFECTS = ['fails', 'misbehaves', 'advice'] as const;

function graver(one: Place['effect'], other: Place['effect']): Place['effect'] {
  return EFFECTS.indexOf(one) < EFFECTS.indexOf(other) ? one : other;
}

/** Folders of one tree may be for different hubs (`env/dev`, `env/prod`). */
function effectOf({ other: { placement }, what }: Overlap, likeness: SameHub, manifest: Manifest, world: World): Place['effect'] {
  const isFleetKnown = world.members !== undefined && world.assumed.size === 0;
  // Both work today, until a score, a taint or the health of a cluster changes.
  const sure = sharedClusters(manifest, placement, world)?.size === 0 ? 'misbehaves' : 'fails';
  if (likeness === 'same') return sure;
  if (likeness === 'likely') return isFleetKnown ? sure : 'misbehaves';
  if (likeness === 'unlikely') return 'advice';
  const declared = declarationsOf(what, manifest, world);
  const [only] = declared;
  // The tree has it once, so both placements are for the hub that gets it.
  if (only !== undefined && declared.length === 1 && !isAboveBoth(only, manifest, placement)) return sure;
  if (!isFleetKnown) return 'advice';
  return isOfOneBranch(declared, manifest, placement) ? sure : 'misbehaves';
}

/** The manifests of the objects that two placements hold. */
function declarationsOf(placed: PlacedItem | undefined, placement: Manifest, world: World): readonly Manifest[] {
  if (placed?.kind === 'object')
    return world.find({ group: placed.group, kind: placed.objectKind, ...inNamespace(placed.namespace), name: placed.name });
  return world.find({ group: '', kind: 'Namespace', name: placed?.namespace ?? placement.namespace ?? '' });
}

function inNamespace(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

/** The known clusters that the scheduler would pick for both. */
function sharedClusters(one: Manifest, other: Manifest, world: World): ReadonlySet<string> | undefined {
  const [a, b] = [pickedBy(one, world), pickedBy(other, world)];
  return a && b && a.intersection(b);
}

const pickedBy = oncePerWorld((placement, world): ReadonlySet<string> | undefined => {
  const decided = whatIf(placement, world);
  return decided === undefined || decided.outcome === 'Stuck' || decided.outcome === 'Pending' ? undefined : new Set(decided.picked);
});

/** An object that only the hub has belongs to the hub that the manifests are for. */
function likenessOf(manifest: Manifest, other: Manifest, world: World): SameHub {
  return other.onHub === true ? 'same' : sameHub(manifest, other, world);
}

function nameOfOther({ name, placement }: Holder): string {
  return placement.onHub === true ? `${name}, which only the hub has,` : name;
}

/** Computed once, because thousands of findings may point at the same placement. */
const selectedThere = oncePer(({ placement, placed, name }: Holder): RelatedPointer => ({
  manifest: placement,
  at: placed.at,
  message: `${name} selects it here`,
}));

function whatOf(placed: PlacedItem | undefined, placement: Manifest): string {
  if (placed === undefined) return `What it selects in namespace ${placement.namespace ?? ''}`;
  if (placed.kind === 'namespace') return `Namespace ${placed.namespace}`;
  const { objectKind: kind, namespace, name } = placed;
  return displayName(namespace === undefined ? { kind, name } : { kind, namespace, name });
}
