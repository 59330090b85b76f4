/**
 * An API server accepts objects only in namespaces that exist. Source: the `NamespaceLifecycle` admission plugin of Kubernetes (`namespaces
 * "x" not found`).
 */
import { displayName } from '../../fleet/kubernetes/object.ts';
import { labelFault } from '../../admission/name-format.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { NAMESPACES_OF_EVERY_HUB } from '../../selection/propagation.ts';
import { mistyped, onlySlip } from '../answers/mistyped.ts';
import { type SearchScope, searchedText } from '../compare/search-scope.ts';
import { declaredNamespaces, selectedNamespaces } from '../placing/known-namespaces.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { isGone } from '../world/is-gone.ts';
import { manifestEntry } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf, namespacedPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface NotThere extends SearchScope {
  readonly namespace: string;
  readonly object: string;
  readonly meant: string | undefined;
  readonly isRemoved: boolean;
  /** The hub certainly lacks the Namespace. If not, its name is similar to that of another one, or no namespace can have it. */
  readonly isCertain: boolean;
  /** How a namespace may be called, if none can have this name. */
  readonly named?: string | undefined;
}

export const namespaceNotThere = defineRule<NotThere>({
  id: 'namespace-not-there',
  summary: 'The namespace of the object is neither among the manifests nor on the hub',
  effect: 'rejected',
  otherwise: {
    advice: 'the hub does not show that it is missing, and its name is probably a misspelling of that of a Namespace here, or is invalid',
  },
  kinds: '*',
  why: 'The hub refuses an object whose namespace does not exist (`namespaces "…" not found`), and the deploy stops there. A placement does not create namespaces on the hub. An error if the hub is read and its Namespaces can be listed. Otherwise the namespace may be created elsewhere, so it is only a notice, and only if its name is probably a misspelling of one Namespace that is among the manifests or that a placement selects by name. A misspelling has another case or other dashes, two letters in the wrong order, a letter twice, or one wrong letter within a word. Names that differ by a letter at the start or the end of a word (`shop` and `shops`) often both exist. The same is true of short words (`mail` and `main`) and of abbreviations (`prod` and `prd`). A name that no namespace can have is a notice as well, if these manifests have any Namespace, except a word in capitals, which is often a placeholder. Reported at one object of each namespace.',
  remedy: 'Add the Namespace to the manifests, or create it on the hub before they are applied.',
  docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
  message: ({ namespace, object, isRemoved, isCertain, named, ...searched }) => {
    if (named !== undefined) return `No namespace can be called ${namespace}, so the hub refuses ${object}.`;
    if (!isCertain) return `There is no Namespace ${namespace} ${searchedText(searched)} for ${object}.`;
    return isRemoved
      ? `This change removes Namespace ${namespace}, so the hub refuses ${object}.`
      : `Namespace ${namespace} is neither among the manifests nor on the hub, so the hub refuses ${object}.`;
  },
  remedyFor: ({ meant, named }) => (meant === undefined ? named : `Did you mean ${meant}?`),
  *check(manifest, world) {
    const { namespace } = manifest;
    const first = namespace === undefined ? undefined : firstIn(world).get(namespace);
    if (namespace === undefined || first?.manifest !== manifest) return;
    const ref = { group: '', kind: 'Namespace', name: namespace };
    const { meant, named, isCertain } = first;
    const isRemoved = isCertain && isGone(ref, world);
    const object = displayName(manifestRef(manifest));
    const at = '/metadata/namespace';
    if (!isCertain) {
      const searched = { asked: isWhole(world) && hubHolds(ref, world) === false, isPartly: world.hasUnread };
      const data = { namespace, object, meant, named, isRemoved, isCertain, ...searched };
      yield { at, data, effect: 'advice', needed: { kind: 'Namespace', name: namespace }, givesWayTo: TOLD_BY };
      return;
    }
    const names = withHub(world).ofKind('Namespace').filter(isNamed).map(nameOf);
    yield { at, data: { namespace, object, meant: isRemoved ? undefined : mistyped(namespace, names), isRemoved, isCertain } };
  },
});

/** They name the namespace as well. */
const TOLD_BY = { schema: '/metadata/namespace', 'object-malformed': '/metadata/namespace', 'override-selects-nothing': '/spec' };

interface First {
  readonly manifest: Manifest;
  /** The hub certainly refuses the object. */
  readonly isCertain: boolean;
  /** If it is not certain: the Namespace that was meant. */
  readonly meant?: string | undefined;
  readonly named?: string | undefined;
}

/**
 * For each namespace, the first object that certainly goes to the hub: a KubeFleet object, else one that a placement selects. For a
 * namespace that is probably misspelt, else the first object.
 */
const firstIn = oncePer((world: World): ReadonlyMap<string, First> => {
  const inNamespaces = world.judged.filter(
    (manifest) =>
      manifest.namespace !== undefined &&
      isResolved(manifest, '/metadata/namespace') &&
      manifestEntry(manifest, world).isNamespaced !== false,
  );
  // If a ResourcePlacement is in it, `rp-namespace-not-placed` reports it.
  const ofPlacements = new Set(namespacedPlacements(world).map((placement) => placement.namespace));
  const byNamespace = Map.groupBy(inNamespaces, ({ namespace = '' }) => namespace);
  const [declared, selected] = [declaredNamespaces(world), selectedNamespaces(world)];
  const known = declared.union(selected);
  return new Map(
    [...byNamespace].flatMap(([namespace, all]): readonly (readonly [string, First])[] => {
      if (ofPlacements.has(namespace) || !mayBeAbsent(namespace, world)) return [];
      const [ours = [], others = []] = [true, false].map((isOurs) => all.filter(({ object }) => isFleetObject(object) === isOurs));
      // Two names that placements select are both meant, unless the files have the Namespace of one.
      const meant = onlySlip(namespace, selected.has(namespace) ? declared : known);
      // A word in capitals is often a placeholder.
      const named = known.size === 0 || namespace === namespace.toUpperCase() ? undefined : labelFault(namespace)?.hint;
      const sent = (): Manifest | undefined =>
        others.find((each) => isNamespaced(each, world) && placementsSending(each, world).length > 0);
      const refused = isLacking(namespace, world) ? (ours[0] ?? sent()) : undefined;
      if (refused !== undefined) return [[namespace, { manifest: refused, isCertain: true }]];
      const manifest = meant === undefined ? all.find((each) => isNamespaced(each, world)) : (ours[0] ?? others[0]);
      if (manifest === undefined || (meant === undefined && named === undefined)) return [];
      return [[namespace, { manifest, isCertain: false, meant, named }]];
    }),
  );
});

function isNamespaced(manifest: Manifest, world: World): boolean {
  return manifestEntry(manifest, world).isNamespaced === true;
}

/** Whether neither the manifests nor the hub, as far as it is known, have the Namespace. */
function mayBeAbsent(namespace: string, world: World): boolean {
  const ref = { group: '', kind: 'Namespace', name: namespace };
  if (NAMESPACES_OF_EVERY_HUB.includes(namespace) || world.find(ref).length > 0 || hubHolds(ref, world) === true) return false;
  // A Namespace whose name is a variable may be the missing one.
  return world.ofKind('Namespace').every(isNamed);
}

/** Whether the hub certainly lacks the Namespace, if it may be absent. */
function isLacking(namespace: string, world: World): boolean {
  return isWhole(world) && hubHolds({ group: '', kind: 'Namespace', name: namespace }, world) === false;
}
