import { posix } from 'node:path';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { isEnvelopeKind } from '../../fleet/kubefleet/envelope.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { overrideOf } from '../../selection/override.ts';
import { mistyped } from '../answers/mistyped.ts';
import { placedItemsOf } from '../placing/placed-objects.ts';
import { mayPlace } from '../placing/placements-of-object.ts';
import { envelopeHolding } from '../world/envelopes.ts';
import { deployedPlace } from '../world/hub-world.ts';
import { hubHolds, isWhole } from '../world/hub-holds.ts';
import { isGone } from '../world/is-gone.ts';
import { knownApis } from '../world/known-apis.ts';
import { manifestContent } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { clusterPlacements, couldBeNamed, isNamed, namespacedPlacements, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { selectorsOf } from '../world/selectors.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';
import type { Named } from './hindrances.ts';

/** An object that an override selects and does not change. */
export interface Unchanged {
  /** The pointer to the selector. */
  readonly at: string;
  readonly ref: Named;
  /** The placement of the override, if its selectors are known. */
  readonly placement: Manifest | undefined;
  /** The placement cannot select the object, which may exist. */
  readonly isUnselected: boolean;
  /** The names of the objects of its kind. */
  readonly others: readonly string[];
  /** The name that was probably meant. */
  readonly meant: string | undefined;
  /** Namespaces that have an object of that kind and name. */
  readonly elsewhere: readonly string[];
  /** The one of them that was probably meant. */
  readonly meantNamespace: string | undefined;
  /** The hub was read, and has no such object. */
  readonly asked: boolean;
  /** The change removes the object. */
  readonly isRemoved: boolean;
  /** Whether it is probably a mistake. If not, the object may be created elsewhere. */
  readonly isReported: boolean;
}

/** The objects that an override selects and that are not among the manifests, or that its placement does not select. */
export function unchangedBy(override: Manifest, judged: World): readonly Unchanged[] {
  const world = withHub(judged);
  if (!isNamed(override)) return [];
  const isNamespaced = override.object.kind === 'ResourceOverride';
  const field = isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors';
  const placement = placementOf(override, world);
  return listAt(override.object, 'spec', field).flatMap((entry, index): readonly Unchanged[] => {
    const at = `/spec/${field}/${index}`;
    const [group = '', kind = '', name = ''] = ['group', 'kind', 'name'].map((key) => stringAt(entry, key));
    // Kinds of the other scope are reported by `override-kind-scope`.
    if (name === '' || !isResolved(override, at) || knownApis(world).find(group, kind)?.namespaced !== isNamespaced) return [];
    const namespace = isNamespaced ? override.namespace : undefined;
    const ref = namespace === undefined ? { group, kind, name } : { group, kind, namespace, name };
    const isRemoved = isGone(ref, world);
    // The hub's copy will be deleted.
    const left = isRemoved ? judged : world;
    const here = left.find(ref);
    const candidates = here.length > 0 ? here : inReach(group, kind, namespace, left);
    const isUnselected = (by: Manifest): boolean =>
      isNamespaced && mayGetNamespace(override, world) ? !mayPlaceInAny(by, ref, world) : !mayPlace(by, ref, world);
    const found = { at, ref, placement, others: candidates.filter(isNamed).map(nameOf) };
    if (candidates.some((each) => couldBeNamed(each, name))) {
      // The labels of an object on the hub decide whether they select it.
      if (!candidates.every((each) => isResolved(each, '/metadata/labels', '/metadata/namespace'))) return [];
      return placement === undefined || !isUnselected(placement) ? [] : [{ ...found, ...UNSELECTED }];
    }
    const onHub = hubHolds(ref, world);
    if ((onHub === true && !isRemoved) || envelopeHolding(ref, world) !== undefined) return [];
    const asked = onHub === false && isWhole(world);
    const meant = mistyped(name, found.others);
    const elsewhere = meant === undefined && isResolved(override, '/metadata/namespace') ? namespacesWith(ref, left) : [];
    const isDeclared = namespace !== undefined && left.find({ group: '', kind: 'Namespace', name: namespace }).length > 0;
    const isHere = namespace !== undefined && hasContent(namespace, left);
    const meantNamespace = namespace === undefined || isDeclared || isHere ? undefined : mistyped(namespace, elsewhere);
    const isMistaken = meant !== undefined || meantNamespace !== undefined || (isHere && elsewhere.length > 0 && !world.hasUnread);
    const isReported = isMistaken || asked || isRemoved;
    if (!isReported && placement !== undefined && selectsByNameOnly(placement, world) && isUnselected(placement))
      return [{ ...found, ...UNSELECTED }];
    return [{ ...found, isUnselected: false, meant, elsewhere, meantNamespace, asked, isRemoved, isReported }];
  });
}

const UNSELECTED = {
  isUnselected: true,
  meant: undefined,
  elsewhere: [],
  meantNamespace: undefined,
  asked: false,
  isRemoved: false,
  isReported: true,
} as const;

/**
 * Whether a deploy step gives an object a namespace that is not known, or a kustomization may do so: one that makes what is beside the object,
 * and does not list it.
 */
function mayGetNamespace(manifest: Manifest, { manifests }: World): boolean {
  const { namespace, overlay, file } = manifest;
  if (!isResolved(manifest, '/metadata/namespace')) return true;
  if (namespace !== undefined || overlay !== undefined) return false;
  const folder = posix.dirname(file);
  return manifests.some(
    (each) => each.overlay !== undefined && (posix.dirname(each.file) === folder || (deployedPlace(each) || '.') === folder),
  );
}

/** Whether a placement selects an object, or may do so, whose namespace may be any. */
function mayPlaceInAny(placement: Manifest, ref: Named, world: World): boolean {
  return placedItemsOf(placement, world).some(
    (placed) => placed.kind === 'namespace' || (placed.group === ref.group && placed.objectKind === ref.kind && placed.name === ref.name),
  );
}

/** Whether the selected objects are all named: selection depends neither on labels nor on the content of envelopes. */
function selectsByNameOnly(placement: Manifest, world: World): boolean {
  return selectorsOf(placement, world).every(({ kind, name, labels }) => name !== '' && labels === undefined && !isEnvelopeKind(kind));
}

/** The objects of a kind that the override could mean. */
function inReach(group: string, kind: string, namespace: string | undefined, world: World): readonly Manifest[] {
  const content = manifestContent(world);
  const all =
    namespace === undefined
      ? world.ofKind(kind)
      : [...content.inNamespace(namespace), ...content.inNamespace(undefined)].map(({ item }) => item);
  return all.filter(({ object }) => object.kind === kind && groupOf(object.apiVersion) === group);
}

/** The other namespaces that have an object of that kind and name. */
function namespacesWith({ group, kind, namespace, name }: Named, world: World): readonly string[] {
  if (namespace === undefined) return [];
  const found = manifestContent(world)
    .ofKind(group, kind)
    .filter(({ item, ref }) => ref.name === name && isNamed(item) && isResolved(item, '/metadata/namespace'))
    .flatMap(({ ref }) => ref.namespace ?? []);
  return [...new Set(found)].filter((other) => other !== namespace).toSorted();
}

/** Whether the manifests have objects of a namespace that are not KubeFleet's own. */
function hasContent(namespace: string, world: World): boolean {
  return manifestContent(world)
    .inNamespace(namespace)
    .some(({ item }) => !isFleetGroup(groupOf(item.object.apiVersion)));
}

/** The only placement that the override is for, if all of its selectors are known. */
function placementOf({ object, namespace }: Manifest, world: World): Manifest | undefined {
  const placement = overrideOf(object, namespace)?.placement;
  if (placement === undefined) return undefined;
  const all = placement.namespaced ? namespacedPlacements(world).filter((each) => each.namespace === namespace) : clusterPlacements(world);
  const [found, ...others] = all.filter((each) => couldBeNamed(each, placement.name));
  const isKnown = found !== undefined && others.length === 0 && isNamed(found) && isResolved(found, '/spec/resourceSelectors');
  return isKnown && found.unresolved.length === 0 ? found : undefined;
}
