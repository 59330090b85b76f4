/**
 * A placement brings what its selectors pick, and nothing those objects refer to. What is missing on a cluster shows as an object that is
 * applied and never becomes available, or as one that never works, which KubeFleet cannot see.
 * Source: `pkg/controllers/placement/resource_selector.go` (no references are followed), `pkg/controllers/workapplier/availability_tracker.go`.
 */
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, refOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { isReservedNamespace } from '../../selection/propagation.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { placersOf } from '../placing/placements-of-object.ts';
import { shortfallOf, type Shortfall } from '../references/carried.ts';
import { makerOf } from '../references/makers.ts';
import { mayBeDeleted, mayBePatched, mayBePatchedInside } from '../references/patched-places.ts';
import type { Reference } from '../references/reference.ts';
import { REFERRING_KINDS, referencesOf } from '../references/references-of.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import { isTokenSecretManifest, TOKEN_SECRET_REMEDY } from '../placing/token-secret.ts';
import { withHub } from '../world/with-hub.ts';
import type { Effect } from '../../finding.ts';
import type { World } from '../world/world.ts';

interface NotPlaced {
  /** What is referred to. */
  readonly missing: string;
  /** What has to be done for it to be placed, or for what a controller makes it from, as a sentence. */
  readonly toPlace: string;
  readonly without: string;
  /** The placement that would have to carry it. */
  readonly placement: string;
  readonly shortfall: Shortfall;
  /** It holds the token of a ServiceAccount: no selection takes it. */
  readonly isToken: boolean;
}

export const referenceNotPlaced = defineRule<NotPlaced>({
  id: 'reference-not-placed',
  summary: 'What the object refers to does not reach all of its clusters',
  effect: 'fails',
  otherwise: {
    misbehaves:
      'an object of that name is in another namespace only and the hub was not asked, or members may have it anyway: it is cluster-scoped, or in a reserved namespace',
    advice: 'it is not known whether it is there: it may be made elsewhere',
  },
  kinds: [...REFERRING_KINDS, 'ResourceEnvelope', 'ClusterResourceEnvelope'],
  why: 'A placement brings what its selectors pick and does not follow references: a Deployment arrives without its ConfigMap, its Secret, its claim or its ServiceAccount, its Pods never start, and the placement stays at `Available` False until the rollout is stuck. An Ingress without its Service, or an autoscaler without its target, is even called available. References marked `optional`, what every namespace has, Secrets that a controller on the member makes from an object that is placed, and places that an override patches are left alone.',
  remedy: 'Select what is missing in the same placement, or put it where a placement takes it to the same clusters.',
  docs: 'https://kubefleet.dev/docs/concepts/crp/#resource-selection',
  message: sentenceOf,
  remedyFor: ({ missing, toPlace, placement, shortfall, isToken }) => {
    if (isToken) return TOKEN_SECRET_REMEDY;
    if (shortfall.kind === 'elsewhere') return `Correct the name, or add ${missing} and select it in ${placement}.`;
    return shortfall.kind === 'absent' ? `Correct the name, or add ${missing} where ${placement} takes it.` : toPlace;
  },
  *check(manifest, judged) {
    if (!isNamed(manifest)) return;
    const world = withHub(judged);
    const told = new Set<string>();
    // Most objects of a tree are placed by nobody, and need not be read for that.
    const placers = placersOf(manifest, world);
    if (placers.length === 0) return;
    const references = referencesIn(manifest, world);
    for (const placement of placers) {
      for (const { reference, from } of references) {
        const missing = displayName(reference);
        if (told.has(missing)) continue;
        const shortfall = shortfallOf(reference, placement, world);
        // Where an override takes the object away, it needs nothing.
        if (shortfall === undefined || (shortfall.kind === 'lacking' && mayBeDeleted(from, world))) continue;
        told.add(missing);
        const data = {
          missing,
          toPlace: stepToPlace(carriedFor(reference, world), placement),
          without: reference.without,
          placement: nameOf(placement),
          shortfall,
          isToken: world.find(reference).some(isTokenSecretManifest),
        };
        yield { at: reference.at, data, ...effectOf(shortfall), related: relatedTo(placement, shortfall) };
      }
    }
  },
});

function sentenceOf({ missing, without, placement, shortfall, isToken }: NotPlaced): string {
  if (isToken && shortfall.kind === 'unplaced')
    return `${missing} holds the token of a ServiceAccount and is never placed, so ${without} where ${placement} goes.`;
  if (shortfall.kind === 'unplaced') return `No placement takes ${missing} along, so ${without} where ${placement} goes.`;
  if (shortfall.kind === 'lacking')
    return shortfall.clusters.length === 0
      ? `${missing} goes to other clusters than ${placement}, and ${without} there.`
      : `${missing} does not reach ${listed(shortfall.clusters, 5)}, where ${placement} goes, and ${without} there.`;
  if (shortfall.kind === 'elsewhere') return `${missing} is not there, only in namespace ${listed(shortfall.namespaces, 3)}: ${without}.`;
  return shortfall.kind === 'absent'
    ? `${missing} is neither among the manifests nor on the hub, so ${without}.`
    : `${missing} is not among the manifests, and ${placement} would not take it along; without it ${without}.`;
}

/** The same, or what a controller makes it from. */
function carriedFor(reference: Reference, world: World): Carried {
  const maker = world.find(reference).length > 0 ? undefined : makerOf(reference, world);
  return maker === undefined ? reference : manifestRef(maker);
}

type Carried = Pick<ObjectRef, 'kind' | 'namespace' | 'name'>;

function stepToPlace(carried: Carried, placement: Manifest): string {
  const { namespace } = carried;
  const [object, where] = [displayName(carried), nameOf(placement)];
  if (namespace === undefined || placement.object.kind === 'ResourcePlacement') return `Select ${object} in ${where}.`;
  return isReservedNamespace(namespace)
    ? `Bring ${object} to the clusters otherwise, as no placement takes anything from ${namespace}, or use one of another namespace.`
    : `Select the Namespace ${namespace} with what it holds in ${where}, or ${object} in a ResourcePlacement to the same clusters.`;
}

interface Referring {
  readonly reference: Reference;
  /** The object that refers, which an envelope may hold. */
  readonly from: ObjectRef;
}

/** Those of the object, or of all an envelope holds, whose names are what the clusters will see. */
function referencesIn(manifest: Manifest, world: World): readonly Referring[] {
  const { object, namespace } = manifest;
  const own = manifestRef(manifest);
  const found = isEnvelope(object)
    ? enclosedEntries(object).flatMap(([key, inner]) =>
        referencesOf(inner, inner.metadata.namespace ?? namespace).flatMap((reference) => {
          const at = `${childPointer('/data', key)}${reference.at}`;
          const isOverridden = world.target !== 'v0.3' && mayBePatchedInside(refOf(inner), reference.at, world);
          return isOverridden ? [] : [{ reference: { ...reference, at }, from: refOf(inner) }];
        }),
      )
    : referencesOf(object, namespace).map((reference) => ({ reference, from: own }));
  return found.filter(({ reference: { at, kind, name } }) => {
    const isRenamed = manifest.generated?.has(`${kind}/${name}`) === true;
    return !isRenamed && isResolved(manifest, at) && !mayBePatched(manifest, at, world);
  });
}

/** Only what the manifests or the hub show is certain; members may have what clusters share, such as classes and roles, from elsewhere. */
function effectOf(shortfall: Shortfall): { readonly effect?: Effect } {
  if (shortfall.kind === 'unseen' || (shortfall.kind === 'absent' && !shortfall.isCertain)) return { effect: 'advice' };
  if (shortfall.kind === 'unplaced') return shortfall.isShared ? { effect: 'misbehaves' } : {};
  return shortfall.kind === 'elsewhere' && !shortfall.isCertain ? { effect: 'misbehaves' } : {};
}

function relatedTo(placement: Manifest, shortfall: Shortfall): readonly RelatedPointer[] {
  const at = '/spec/resourceSelectors';
  const own = { manifest: placement, at, message: `${nameOf(placement)} brings the object that refers to it` };
  if (shortfall.kind === 'unplaced' && shortfall.declared !== undefined)
    return [own, { manifest: shortfall.declared, at: '/metadata/name', message: 'what is referred to' }];
  if (shortfall.kind !== 'lacking') return [own];
  return [own, ...shortfall.carriers.map((carrier) => ({ manifest: carrier, at, message: `${nameOf(carrier)} takes it along` }))];
}
