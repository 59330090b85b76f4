/**
 * A placement sends the objects that its selectors select, and not the objects that those refer to. If one is missing on a cluster, the
 * object is applied and never becomes available, or never works, which KubeFleet cannot see. Source:
 * `pkg/controllers/placement/resource_selector.go` (references are not followed), `pkg/controllers/workapplier/availability_tracker.go`.
 */
import { shown } from '../../fleet/text/shown.ts';
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { OVERRIDE_KINDS, isOverride } from '../../selection/override.ts';
import { listed } from '../../fleet/text/listed.ts';
import { nameWithoutHash } from '../../fleet/kubernetes/hashed-name.ts';
import { displayName, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { isReservedNamespace } from '../../selection/propagation.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { arrivalOf } from '../delivery/arrival.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { shortfallOf, shortfallOn, type Shortfall } from '../presence/shortfall.ts';
import { makerOf } from '../references/makers.ts';
import { patchedNeeds, placedNeeds } from '../presence/needs.ts';
import type { Reference } from '../references/reference.ts';
import { REFERRING_KINDS } from '../references/references-of.ts';
import { defineRule, type Needed, type RelatedPointer } from '../world/rule.ts';
import { isTokenSecretManifest, TOKEN_SECRET_REMEDY } from '../placing/token-secret.ts';
import { withHub } from '../world/with-hub.ts';
import type { Effect } from '../../finding.ts';
import type { World } from '../world/world.ts';

interface NotPlaced {
  /** The missing object. */
  readonly missing: string;
  /** How to place it, or the object from which a controller creates it, as a sentence. */
  readonly toPlace: string;
  readonly without: string;
  /** The placement that must carry it. */
  readonly placement: string;
  readonly shortfall: Shortfall;
  /** It contains the token of a ServiceAccount, so a placement never selects it. */
  readonly isToken: boolean;
}

export const referenceNotPlaced = defineRule<NotPlaced>({
  id: 'reference-not-placed',
  summary: 'An object that this one refers to does not reach all of its clusters',
  effect: 'fails',
  otherwise: {
    misbehaves:
      'the change removes it; it exists elsewhere or under a similar name; it depends on the clusters that are picked now; or an override replaces the reference',
    advice: 'the placement that selects it may have applied it before it failed',
  },
  kinds: [...REFERRING_KINDS, ...ENVELOPE_KINDS, ...OVERRIDE_KINDS],
  why: 'A placement sends only the objects that its selectors pick and does not follow references. If a Deployment arrives without its ConfigMap, Secret, PersistentVolumeClaim or ServiceAccount, its Pods never start, and the placement stays at `Available` False until the rollout is stuck. KubeFleet reports an Ingress without its Service, or an autoscaler without its target, as available. References marked `optional`, objects that every namespace has, Secrets that a controller on the member creates from a placed object, and fields that an override patches are not reported.',
  remedy: 'Select the missing object in the same placement, or in another placement to the same clusters.',
  docs: 'https://kubefleet.dev/docs/concepts/crp/#resource-selection',
  message: sentenceOf,
  remedyFor: ({ missing, toPlace, placement, shortfall, isToken }) => {
    if (isToken) return TOKEN_SECRET_REMEDY;
    if (shortfall.kind === 'elsewhere') return `Correct the name, or add ${missing} and select it in ${placement}.`;
    if (shortfall.kind === 'removed') return `Keep ${missing}, or remove what refers to it as well.`;
    if (shortfall.kind === 'lacking' && shortfall.why !== undefined)
      return `Let ${missing} through to the same clusters as what needs it, or keep both from them.`;
    return shortfall.kind === 'misnamed' ? `Did you mean ${shortfall.meant}?` : toPlace;
  },
  *check(manifest, judged) {
    if (!isNamed(manifest)) return;
    if (isOverride(manifest.object)) {
      yield* ofPatches(manifest, judged);
      return;
    }
    const world = withHub(judged);
    const reportedNeeds = new Set<string>();
    // No placement selects most objects of a tree, so these are not read.
    for (const placement of placementsLikelySending(manifest, world)) {
      for (const { need, clusters, isOpen } of placedNeeds(manifest, world)(placement)) {
        const missing = displayName(need);
        if (need.entry !== undefined || reportedNeeds.has(missing)) continue;
        const shortfall = shortfallOn(clusters, shortfallOf(need, placement, world));
        // If one of the two goes only to some clusters, it is not known whether these need it.
        if (shortfall === undefined || (isOpen === true && shortfall.kind === 'lacking')) continue;
        reportedNeeds.add(missing);
        const hit = hitOf(need, placement, shortfall, world);
        yield { at: need.at, ...hit, ...(isOpen === true && hit.effect === undefined ? { effect: 'misbehaves' } : {}) };
      }
    }
  },
});

/** What an override makes an object refer to is asked of the clusters that get it. */
function* ofPatches(manifest: Manifest, judged: World): Iterable<{ readonly at: string } & ReturnType<typeof hitOf>> {
  const reportedNeeds = new Set<string>();
  for (const { fault: need, at, clusters, isCertain, delivery } of patchedNeeds(manifest, judged)) {
    const missing = displayName(need);
    if (need.entry !== undefined || reportedNeeds.has(missing)) continue;
    const world = withHub(judged);
    const shortfall = shortfallOn(clusters, shortfallOf(need, delivery.placement, world));
    if (shortfall === undefined) continue;
    reportedNeeds.add(missing);
    const hit = hitOf(need, delivery.placement, shortfall, world);
    yield { at, ...hit, about: delivery.item, ...(isCertain || hit.effect !== undefined ? {} : { effect: 'misbehaves' }) };
  }
}

function hitOf(
  reference: Reference,
  placement: Manifest,
  shortfall: Shortfall,
  world: World,
): {
  readonly data: NotPlaced;
  readonly effect?: Effect;
  readonly clusters?: readonly string[];
  readonly related: readonly RelatedPointer[];
  readonly about?: Manifest;
  readonly needed?: Needed;
} {
  const data = {
    missing: displayName(reference),
    toPlace: stepToPlace(carriedFor(reference, world), placement),
    without: reference.without,
    placement: nameOf(placement),
    shortfall,
    isToken: world.find(reference).some(isTokenSecretManifest),
  };
  const clusters = shortfall.kind === 'lacking' ? shortfall.clusters : [];
  const effect = effectOf(shortfall);
  // A placement that only reports differences does not bring the object to the clusters either.
  const compared = effect.effect === undefined && arrivalOf(placement) === 'compared' ? ({ effect: 'misbehaves' } as const) : {};
  const { kind, namespace, name } = reference;
  const needed = { kind, name, ...(namespace === undefined ? {} : { namespace }) };
  // Another tool can bring an object that the manifests do not have.
  const mayBeProvided = shortfall.kind === 'unplaced' || shortfall.kind === 'lacking' ? {} : { needed };
  return { data, ...effect, ...compared, clusters, ...mayBeProvided, related: relatedTo(placement, shortfall) };
}

function sentenceOf({ missing, without, placement, shortfall, isToken }: NotPlaced): string {
  if (isToken && shortfall.kind === 'unplaced')
    return `${missing} holds the token of a ServiceAccount and is never placed, so ${without} where ${placement} goes.`;
  if (shortfall.kind === 'unplaced') return `No placement selects ${missing}, so ${without} where ${placement} goes.`;
  if (shortfall.kind === 'lacking') {
    const { why } = shortfall;
    if (shortfall.clusters.length > 0)
      return `${missing} does not reach {clusters}, where ${placement} goes, and ${without} there${why === undefined ? '' : `: ${why}`}.`;
    return why === undefined
      ? `${missing} goes to other clusters than ${placement}, and ${without} there.`
      : `${missing} does not reach all clusters of ${placement} (${why}), and ${without} there.`;
  }
  if (shortfall.kind === 'elsewhere')
    return `${missing} does not exist; there is one in namespace ${listed(shortfall.namespaces, 3)}: ${without}.`;
  if (shortfall.kind === 'removed') return `The change removes ${missing}; without it ${without}.`;
  const where = shortfall.isCertain ? 'neither in these files nor on the hub' : 'not in these files';
  const other = shortfall.by === undefined ? `${shown(shortfall.meant)} is` : `${shortfall.by} makes ${shown(shortfall.meant)}`;
  return `${missing} is ${where}, but ${other}; without it ${without}.`;
}

/** The same, or the object from which a controller creates it. */
function carriedFor(reference: Reference, world: World): Carried {
  const maker = world.find(reference).length > 0 ? undefined : makerOf(reference, world);
  return maker === undefined ? reference : manifestRef(maker);
}

type Carried = Pick<ObjectRef, 'kind' | 'namespace' | 'name'>;

function stepToPlace(carried: Carried, placement: Manifest): string {
  const { namespace } = carried;
  const [object, where] = [displayName(carried), nameOf(placement)];
  if (namespace === undefined || placement.object.kind === 'ResourcePlacement') {
    const isHashed = ['ConfigMap', 'Secret'].includes(carried.kind) && nameWithoutHash(carried.name) !== undefined;
    return isHashed
      ? `Select ${object} in ${where} by a label, because its name changes with its content, or generate it with \`disableNameSuffixHash: true\` and select that name.`
      : `Select ${object} in ${where}.`;
  }
  return isReservedNamespace(namespace)
    ? `Deliver ${object} in another way, because no placement can select from ${namespace}, or use one in another namespace.`
    : `Select the Namespace ${namespace} with its resources in ${where}, or ${object} in a ResourcePlacement to the same clusters.`;
}

/**
 * Only objects that the manifests or the hub show are certain. Members may have cluster-wide objects, such as classes and roles, from
 * elsewhere.
 */
function effectOf(shortfall: Shortfall): { readonly effect?: Effect } {
  if (shortfall.kind === 'lacking') {
    if (shortfall.effect === undefined) return {};
    return shortfall.effect === 'advice' ? { effect: 'advice' } : { effect: 'misbehaves' };
  }
  if (shortfall.kind === 'unplaced') return shortfall.isShared ? { effect: 'misbehaves' } : {};
  return shortfall.kind !== 'removed' && shortfall.isCertain ? {} : { effect: 'misbehaves' };
}

function relatedTo(placement: Manifest, shortfall: Shortfall): readonly RelatedPointer[] {
  const at = '/spec/resourceSelectors';
  const own = { manifest: placement, at, message: `${nameOf(placement)} sends the object that refers to it` };
  if (shortfall.kind === 'unplaced' && shortfall.declared !== undefined)
    return [own, { manifest: shortfall.declared, at: '/metadata/name', message: 'the object that is referred to' }];
  if (shortfall.kind !== 'lacking') return [own];
  const carried = shortfall.carriers.map((carrier) => ({ manifest: carrier, at, message: `${nameOf(carrier)} selects it` }));
  return [own, ...shortfall.because, ...carried];
}
