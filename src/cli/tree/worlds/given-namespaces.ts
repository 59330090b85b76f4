import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { isKnownText } from '../../../static/read/deployers/delivery.ts';
import { placedContent } from '../../../static/read/kustomize/placed-content.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import { deployedPlace, foldersAround } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

/**
 * The manifests with the namespaces that deploy steps give to objects without one (`kubectl -n`, `helm -n`). If several steps deploy a
 * file, the namespace that a placement selects is used, because the object is there as well. A note names the objects whose namespace is
 * not known, if a placement selects namespaces.
 */
export function withGivenNamespaces(
  manifests: readonly Manifest[],
  given: readonly GivenNamespace[],
): { readonly manifests: readonly Manifest[]; readonly notes: readonly string[] } {
  const selectsNamespaces = manifests.some(selectsNamespace);
  const open = manifests.filter(hasOpenNamespace);
  if (open.length === 0 || (!selectsNamespaces && given.length === 0)) return { manifests, notes: [] };
  const isPlaced = placedContent(manifests);
  const overlays = new Set(manifests.flatMap((manifest) => (manifest.overlay === undefined ? [] : [deployedPlace(manifest)])));
  const byPlace = Map.groupBy(given, ({ place }) => place);
  const names = [...new Set(given.map(({ namespace }) => namespace))];
  const placed = new Set(names.filter((namespace) => isPlaced({ namespaces: [namespace], manifests: [] })));
  const named = new Map<Manifest, string>();
  const unknown: Manifest[] = [];
  for (const manifest of open) {
    // Flux or Argo CD gives it one that is not known.
    if (manifest.unresolved.includes('/metadata/namespace')) {
      unknown.push(manifest);
      continue;
    }
    const around = [...foldersAround(deployedPlace(manifest)), ''].flatMap((place) => byPlace.get(place) ?? []);
    const found = new Set(around.flatMap((each) => (isGivenTo(manifest, each, overlays) ? [each.namespace] : [])));
    const known = [...found].filter(isKnownText);
    const namespace = known.find((each) => placed.has(each)) ?? (found.size === 1 ? known[0] : undefined);
    if (namespace !== undefined) named.set(manifest, namespace);
    else if (found.size === 0 || known.length < found.size) unknown.push(manifest);
  }
  return {
    manifests: manifests.map((manifest) => {
      const namespace = named.get(manifest);
      return namespace === undefined ? manifest : { ...manifest, namespace };
    }),
    notes: selectsNamespaces ? notesAbout(unknown) : [],
  };
}

/** Whether a namespace is given to a manifest at or below its place. @param overlays without rendering, a kustomization is none of them */
function isGivenTo(manifest: Manifest, { place, of }: GivenNamespace, overlays: ReadonlySet<string>): boolean {
  const own = deployedPlace(manifest);
  const isOverlay = manifest.overlay !== undefined;
  if (of === 'chart') return isOverlay && place === own;
  if (of === 'overlay') return place === own || (!isOverlay && !overlays.has(place));
  return of === undefined || place === own || (!isOverlay && directoryOf(own) === place);
}

/** The selectors of a ResourcePlacement are for its own namespace. */
function selectsNamespace({ object, namespace }: Manifest): boolean {
  if (!isPlacement(object)) return false;
  if (object.kind === 'ResourcePlacement') return namespace !== undefined;
  return listAt(object, 'spec', 'resourceSelectors').some((each) => stringAt(each, 'kind') === 'Namespace');
}

/** Whether kubectl gives the object the namespace of its command, or that of its kubeconfig. */
function hasOpenNamespace({ object, namespace, unresolved }: Manifest): boolean {
  const isOpen = namespace === undefined && object.metadata.namespace === undefined && !unresolved.includes('');
  return isOpen && BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind)?.namespaced === true;
}

function notesAbout(manifests: readonly Manifest[]): readonly string[] {
  const content = manifests.filter(({ object }) => !isFleetObject(object));
  const names = [...new Set(content.map((manifest) => `${displayName(manifestRef(manifest))} in ${manifest.overlay ?? manifest.file}`))];
  if (names.length === 0) return [];
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
  return [
    `${listed(names, 3, 'objects')} ${has} no namespace. A placement sends ${it} only if it selects the namespace that the deploy step gives ${it}, which is not known here.`,
  ];
}
