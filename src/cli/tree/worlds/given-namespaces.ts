import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { isKnownText } from '../../../static/read/deployers/delivery.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import { deployedPlace, foldersAround, releaseOverlay, overlaysOf } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

interface WithNamespaces {
  readonly manifests: readonly Manifest[];
  /** Those that no step gives a known namespace, if a placement selects namespaces. See `notSentNotes`. */
  readonly withoutNamespace: readonly Manifest[];
  readonly notes: readonly string[];
}

/**
 * The manifests with the namespaces that deploy steps give to objects without one (`kubectl -n`, `helm -n`), one object for each. Notes name
 * the objects of KubeFleet that a step gives one that is not known.
 */
export function withGivenNamespaces(manifests: readonly Manifest[], given: readonly GivenNamespace[]): WithNamespaces {
  const open = new Set(manifests.filter(hasOpenNamespace));
  if (open.size === 0 || (given.length === 0 && !manifests.some(selectsNamespace))) return { manifests, withoutNamespace: [], notes: [] };
  const names = overlaysOf(manifests);
  const overlays = Map.groupBy(names, (overlay) => deployedPlace({ overlay, file: '' }));
  const byPlace = Map.groupBy(given, ({ place }) => place);
  const without: Manifest[] = [];
  const ofFleet: Manifest[] = [];
  const elsewhere: Manifest[] = [];
  const named = manifests.flatMap((manifest): readonly Manifest[] => {
    if (!open.has(manifest)) return [manifest];
    const around = [...foldersAround(deployedPlace(manifest)), ''].flatMap((place) => byPlace.get(place) ?? []);
    const found = around.filter((each) => isGivenTo(manifest, each, overlays));
    const namespaces = namespacesIn(found);
    // Flux or Argo CD gives it one that is not known, which is reported.
    const isReported = manifest.unresolved.includes('/metadata/namespace');
    if (isReported || namespaces.length === 0 || namespaces.length > MOST_NAMESPACES) {
      if (!isFleetObject(manifest.object)) without.push(manifest);
      else if (!isReported && found.some(({ namespace }) => namespace !== '')) {
        const unknown = { ...manifest, unresolved: [...manifest.unresolved, '/metadata/namespace'] };
        ofFleet.push(unknown);
        return [unknown];
      }
      return [manifest];
    }
    if (found.some(({ namespace, isForTest }) => isForTest !== true && !isKnown(namespace))) elsewhere.push(manifest);
    return namespaces.map((namespace) => ({ ...manifest, namespace }));
  });
  const areSent = named.some(selectsNamespace);
  const notes = [
    ...notesAbout(ofFleet, notChecked),
    ...notesAbout(
      elsewhere.filter(({ object }) => areSent || isFleetObject(object)),
      notCheckedElsewhere,
    ),
  ];
  return { manifests: named, withoutNamespace: areSent ? without : [], notes };
}

/** An object in more namespaces is taken as one whose namespace is not known. */
const MOST_NAMESPACES = 100;

/** The known ones. One on a cluster for a test counts only if there is no other: what is deployed there is for another one as well. */
function namespacesIn(given: readonly GivenNamespace[]): readonly string[] {
  const known = given.filter(({ namespace }) => isKnown(namespace));
  const real = known.filter(({ isForTest }) => isForTest !== true);
  return [...new Set((real.length === 0 ? known : real).map(({ namespace }) => namespace))];
}

function isKnown(namespace: string): boolean {
  return namespace !== '' && isKnownText(namespace);
}

/**
 * Whether a namespace is given to a manifest at or below its place.
 * @param overlays their names by place: several for a chart with several releases. Without rendering, a kustomization is none of them
 */
function isGivenTo(manifest: Manifest, { place, of, values }: GivenNamespace, overlays: ReadonlyMap<string, readonly string[]>): boolean {
  const own = deployedPlace(manifest);
  const isOverlay = manifest.overlay !== undefined;
  const isOneOfSeveral = (overlays.get(own) ?? []).length > 1;
  if (place === own && isOneOfSeveral && values !== undefined && manifest.overlay !== releaseOverlay(own, values)) return false;
  if (of === 'chart') return isOverlay && place === own;
  if (of === 'overlay') return place === own || (!isOverlay && !overlays.has(place));
  return of === undefined || place === own || (!isOverlay && directoryOf(own) === place);
}

/** The selectors of a ResourcePlacement are for its own namespace. */
export function selectsNamespace({ object, namespace }: Manifest): boolean {
  if (!isPlacement(object)) return false;
  if (object.kind === 'ResourcePlacement') return namespace !== undefined;
  return listAt(object, 'spec', 'resourceSelectors').some((each) => stringAt(each, 'kind') === 'Namespace');
}

/** Whether kubectl gives the object the namespace of its command, or that of its kubeconfig. */
export function hasOpenNamespace({ object, namespace, unresolved }: Manifest): boolean {
  const isOpen = namespace === undefined && object.metadata.namespace === undefined && !unresolved.includes('');
  return isOpen && BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind)?.namespaced === true;
}

function notesAbout(manifests: readonly Manifest[], sentence: (names: string, isOne: boolean) => string): readonly string[] {
  const names = [...new Set(manifests.map((manifest) => `${displayName(manifestRef(manifest))} in ${manifest.overlay ?? manifest.file}`))];
  return names.length === 0 ? [] : [sentence(listed(names, 3, 'objects'), names.length === 1)];
}

/** A note about objects of `withoutNamespace`. */
export function notSentNotes(manifests: readonly Manifest[]): readonly string[] {
  return notesAbout(manifests, notSent);
}

function notSent(names: string, isOne: boolean): string {
  const [has, it] = isOne ? ['has', 'it'] : ['have', 'them'];
  return `${names} ${has} no namespace. A placement sends ${it} only if it selects the namespace that the deploy step gives ${it}, which is not known here.`;
}

function notChecked(names: string, isOne: boolean): string {
  return `${names} ${isOne ? 'is' : 'are'} deployed into a namespace that is not known here, so checks that depend on it were skipped.`;
}

function notCheckedElsewhere(names: string, isOne: boolean): string {
  return `${names} ${isOne ? 'is' : 'are'} also deployed into a namespace that is not known here, where ${isOne ? 'it was' : 'they were'} not checked.`;
}
