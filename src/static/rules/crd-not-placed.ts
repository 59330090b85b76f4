/**
 * A member accepts an object of a custom kind only if the kind is defined there; otherwise the manifest cannot be decoded. Source:
 * `pkg/controllers/workapplier/preprocess.go` (`failed to find GVR from member cluster client REST mapping: no matches for kind`); seen on
 * both hubs in recordings. Members may have the definition from elsewhere, so a definition without a placement is advice.
 */
import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { arrivalOf } from '../delivery/arrival.ts';
import { picksOf } from '../delivery/picks.ts';
import { arrivalOn } from '../delivery/written-faults.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { definitionOf, isCustomKind, type Definition } from '../presence/definitions.ts';
import { broughtBefore } from '../presence/removed.ts';
import { shortfallOf, shortfallOn, type Shortfall } from '../presence/shortfall.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

/**
 * `unplaced`: no placement sends the definition · `lacking`: it does not reach these clusters, all if there are no names · `taken`: the
 * change removes it from clusters, which are those of the placement if there are no names.
 */
type Lacking = 'unplaced' | 'lacking' | 'taken' | 'perhapsTaken';

interface Undefined {
  readonly lacking: Lacking;
  readonly kind: string;
  readonly definition: string;
  /** The placement that sends the object. */
  readonly placement: string;
  /** What keeps it away, if something does. */
  readonly because: string | undefined;
  readonly isNamed: boolean;
}

export const crdNotPlaced = defineRule<Undefined>({
  id: 'crd-not-placed',
  summary: 'The CustomResourceDefinition does not reach every cluster that gets its objects',
  effect: 'misbehaves',
  otherwise: {
    fails: 'the change removes the definition from clusters to which a placement of the base brings it',
    advice: 'no placement selects the definition: an operator may have installed it on the clusters',
  },
  kinds: '*',
  why: 'A cluster that does not have the CustomResourceDefinition cannot read an object of that kind: the manifest fails with `no matches for kind`, and the placement stays at `Applied` False. A selector for an object does not select its definition. Reported if the manifests contain the definition: as a warning if a placement places it on other clusters, as advice if no placement selects it, because an operator may have installed it. If the base brings the definition to a cluster and the change does not, KubeFleet deletes it there, and Kubernetes then deletes every object of the kind: that is an error.',
  remedy: 'Select the CustomResourceDefinition in a ClusterResourcePlacement that goes to the same clusters.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ lacking, kind, definition, placement, because, isNamed: hasNames }) => {
    if (lacking === 'unplaced')
      return `No placement selects ${definition}, and a cluster without it cannot read the ${kind} of ${placement}.`;
    const why = because === undefined ? '' : ` (${because})`;
    if (lacking === 'lacking')
      return `${definition} does not reach ${hasNames ? '{clusters}' : 'all clusters'}${why}, where ${placement} goes, and a cluster without it cannot read the ${kind}.`;
    const from = hasNames ? '{clusters}' : lacking === 'taken' ? `the clusters of ${placement}` : `clusters that ${placement} may pick`;
    return `The change removes ${definition} from ${from}${why}: that deletes every ${kind} there, and the ${kind} of ${placement} cannot be applied.`;
  },
  remedyFor: ({ lacking, definition, kind }) => {
    if (lacking === 'unplaced')
      return `Select ${definition} in a ClusterResourcePlacement, unless another tool installs it on the clusters.`;
    if (lacking === 'lacking') return `Select ${definition} in a ClusterResourcePlacement that goes to the same clusters.`;
    return `Keep ${definition} on these clusters, or remove the objects of kind ${kind} from them first.`;
  },
  concerns: ({ object }) => objectsWithin(object).some((each) => isCustomKind(each.object)),
  *check(manifest, judged) {
    const custom = objectsWithin(manifest.object).filter(({ object }) => isCustomKind(object));
    if (custom.length === 0 || !isNamed(manifest)) return;
    const world = withHub(judged);
    const reported = new Set<string>();
    for (const { at, object } of custom) {
      const definition = definitionOf(object, world) ?? removedDefinition(manifest, at, object, world);
      if (definition === undefined || reported.has(definition.ref.name) || !isResolved(manifest, `${at}/kind`)) continue;
      for (const placement of placementsLikelySending(manifest, world)) {
        const arrival = arrivalOn(manifest, at, placement, world);
        // An object that overrides delete needs no definition.
        if (arrival === 'nowhere' || arrival === 'open') continue;
        const on = arrival === 'everywhere' ? undefined : arrival.clusters;
        const reference = { ...definition.ref, at, without: '' };
        const shortfall = shortfallOn(on, shortfallOf(reference, placement, world));
        if (shortfall?.kind !== 'unplaced' && shortfall?.kind !== 'lacking' && shortfall?.kind !== 'removed') continue;
        reported.add(definition.ref.name);
        const related = relatedTo(placement, definition, shortfall);
        const because = shortfall.kind === 'lacking' ? shortfall.why : undefined;
        const data = { kind: object.kind, definition: displayName(definition.ref), placement: nameOf(placement), because };
        for (const { lacking, clusters, isAdvice } of lacksOf(shortfall, definition, placement, on, world)) {
          const isSure = arrivalOf(placement) !== 'compared' && (shortfall.kind !== 'removed' || !world.hasUnread);
          const isTaken = lacking === 'taken' && isSure;
          yield {
            at: `${at}/kind`,
            data: { ...data, lacking, isNamed: clusters.length > 0 },
            related,
            ...(lacking === 'unplaced' ? { needed: definition.ref } : {}),
            ...(lacking === 'unplaced' ? {} : { clusters }),
            ...(isTaken ? { effect: 'fails' } : isAdvice === true ? { effect: 'advice' } : {}),
          };
        }
        break;
      }
    }
  },
});

/**
 * The definition in the base, if the manifests do not have it any more. Without it the hub itself refuses an object that is not in an
 * envelope: `kind-not-served` reports that.
 */
function removedDefinition({ object: holder }: Manifest, at: string, object: Definition['object'], world: World): Definition | undefined {
  const base = world.base();
  const found = base === undefined ? undefined : definitionOf(object, base);
  return at === '' && found?.at === '' && holder === object ? undefined : found;
}

interface LackOn {
  readonly lacking: Lacking;
  readonly clusters: readonly string[];
  readonly isAdvice?: boolean;
}

type Missing = Extract<Shortfall, { readonly kind: 'unplaced' | 'lacking' | 'removed' }>;

/** @param on the clusters that get the object; `undefined` if all clusters of the placement get it */
function lacksOf(
  shortfall: Missing,
  { ref }: Definition,
  placement: Manifest,
  on: readonly string[] | undefined,
  world: World,
): readonly LackOn[] {
  const brought = broughtBefore(ref, placement, world);
  const wanted = on ?? picksOf(placement, world)?.picked.map(({ name }) => name) ?? [];
  const lacking = shortfall.kind === 'lacking' && shortfall.clusters.length > 0 ? shortfall.clusters : wanted;
  const taken = brought === 'all' ? lacking : brought === 'some' ? [] : lacking.filter((name) => brought?.includes(name));
  const isOpen = brought === 'some' || (shortfall.kind === 'lacking' && shortfall.effect !== undefined);
  if (brought !== undefined && wanted.length === 0) return [{ lacking: isOpen ? 'perhapsTaken' : 'taken', clusters: [] }];
  const others = lacking.filter((name) => !taken.includes(name));
  const isAdvice = shortfall.kind === 'lacking' && shortfall.effect === 'advice';
  return [
    ...(taken.length === 0 ? [] : [{ lacking: isOpen ? ('perhapsTaken' as const) : ('taken' as const), clusters: taken.toSorted() }]),
    ...(shortfall.kind === 'lacking' && (others.length > 0 || taken.length === 0)
      ? [{ lacking: 'lacking' as const, clusters: shortfall.clusters.length === 0 ? [] : others, isAdvice }]
      : []),
    ...(shortfall.kind === 'unplaced' && taken.length === 0 ? [{ lacking: 'unplaced' as const, clusters: [], isAdvice: true }] : []),
  ];
}

function relatedTo(placement: Manifest, { manifest, at }: Definition, shortfall: Missing): readonly RelatedPointer[] {
  const sending = { manifest: placement, at: '/spec/resourceSelectors', message: `${nameOf(placement)} brings the object` };
  if (shortfall.kind === 'removed') return [sending];
  const because = shortfall.kind === 'lacking' ? shortfall.because : [];
  return [sending, { manifest, at: `${at}/metadata/name`, message: 'the definition' }, ...because];
}
