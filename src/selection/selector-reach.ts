import type { ApiResource, ApiResources } from '../fleet/kubefleet/api-resource.ts';
import { isSkippedKind, type HubVersion } from './propagation.ts';
import { isNamespaceSelector, selectedVersion, takesContents, type ResourceSelector } from './resource-selector.ts';

/** The placement a selector stands in. */
export interface SelectorPlace {
  readonly apis: ApiResources;
  readonly hub: HubVersion;
  /** As error messages name it: `namespace/name`, `/name` of a ClusterResourcePlacement. */
  readonly placement: string;
  readonly isNamespaced: boolean;
  /** Whether a selector of scope NamespaceWithResourceSelectors opens a namespace. */
  readonly isOpened: boolean;
}

/** Where one selector looks on the hub. */
export type SelectorReach =
  /** Namespaces, alone or with what is in them. */
  | { readonly kind: 'namespaces'; readonly withContents: boolean }
  | ObjectsReach
  /** Unknown: a variable that is not expanded stands in the selector. */
  | { readonly kind: 'unread' }
  /** The kind is skipped without a word. */
  | { readonly kind: 'skipped' }
  /** A cluster-scoped kind, looked for in a namespace. */
  | { readonly kind: 'nowhere' }
  | Refusal;

/** Objects of one kind. */
export interface ObjectsReach {
  readonly kind: 'objects';
  readonly group: string;
  readonly objectKind: string;
  /** Whether they are looked for in the home of the placement; `undefined` where the scope of the kind is not known. */
  readonly inHome: boolean | undefined;
  /** The version they are listed in; `undefined` for the one the hub prefers. */
  readonly apiVersion: string | undefined;
  /** Whether the kind is known; otherwise nothing but the objects tells their scope and version. */
  readonly isListed: boolean;
  /** What is not known and decides whether the hub takes any of them: its own version, or the versions of the kind that it serves. */
  readonly open: 'hubVersion' | 'unknownVersion' | undefined;
}

/**
 * The hub takes nothing of the whole placement. `invalid`: it reports InvalidResourceSelectors with this error. `stuck`: it reports nothing and
 * tries again and again.
 */
export interface Refusal {
  readonly kind: 'invalid' | 'stuck';
  readonly error: string;
}

/** Source: `resource_selector_resolver.go`, gatherSelectedResource and fetchResources. */
export function selectorReach(selector: ResourceSelector, place: SelectorPlace): SelectorReach {
  const skipped = isSkippedKind(selector, place.hub);
  if (skipped === 'yes') return { kind: 'skipped' };
  if (isNamespaceSelector(selector)) return namespacesReach(selector, place);
  const { group, version, kind } = selector;
  const { resource } = place.apis.resolve(group, '', kind) ?? {};
  if (resource === undefined) {
    if (place.apis.isAbsent(group, kind)) return noMatch(selector, place);
    const apiVersion = version === '' ? undefined : selectedVersion(selector);
    const unlisted = { group, objectKind: kind, inHome: legalScope(place), apiVersion, isListed: false, open: undefined };
    return withLabelsRead(selector, { kind: 'objects', ...unlisted });
  }
  const isServed = version === '' || version === resource.preferred ? true : resource.versions?.includes(version);
  if (isServed === undefined) return objectsReach(selector, resource, 'unknownVersion');
  return isServed ? listedReach(selector, resource, place, skipped === 'open' ? 'hubVersion' : undefined) : noMatch(selector, place);
}

function namespacesReach(selector: ResourceSelector, { placement, isNamespaced }: SelectorPlace): SelectorReach {
  if (isNamespaced) return invalid(placement, ': cannot select cluster-scoped resource Namespace in a resourcePlacement');
  return withLabelsRead(selector, { kind: 'namespaces', withContents: takesContents(selector) });
}

/** A kind of unknown scope is taken to be of the one that the placement may select; with an opened namespace both are legal. */
function legalScope({ isNamespaced, isOpened }: SelectorPlace): boolean | undefined {
  return isOpened ? undefined : isNamespaced;
}

/**
 * Informers know the scope of a kind by its exact name and preferred version; spelled otherwise it counts as namespaced. A cluster-scoped kind
 * is then looked for in a namespace, where none of it is.
 */
function listedReach(selector: ResourceSelector, resource: ApiResource, place: SelectorPlace, open: ObjectsReach['open']): SelectorReach {
  const { version, kind } = selector;
  const isRegistered = kind === resource.kind && version === resource.preferred && resource.watchable !== false;
  const takenForNamespaced = resource.namespaced || !isRegistered;
  const looked = {
    group: resource.group,
    version: version === '' ? resource.preferred : version,
    plural: kind === resource.kind ? resource.plural : guessedPlural(kind),
  };
  if (takenForNamespaced && !place.isNamespaced && !place.isOpened) return wrongScope('namespace', looked, place);
  if (!takenForNamespaced && place.isNamespaced) return wrongScope('cluster', looked, place);
  if (looked.plural !== resource.plural) return neverListed(looked);
  const isNowhere = takenForNamespaced && !resource.namespaced;
  return isNowhere ? withLabelsRead(selector, { kind: 'nowhere' }) : objectsReach(selector, resource, open);
}

function objectsReach(
  selector: ResourceSelector,
  { group, kind, namespaced, preferred }: ApiResource,
  open: ObjectsReach['open'],
): SelectorReach {
  const { version } = selector;
  const apiVersion = version === '' || version === preferred ? undefined : selectedVersion(selector);
  return withLabelsRead(selector, { kind: 'objects', group, objectKind: kind, inHome: namespaced, apiVersion, isListed: true, open });
}

/** How the mapper makes a plural of a kind it knows by another name. Source: apimachinery `pkg/api/meta`, UnsafeGuessKindToResource. */
function guessedPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith('endpoints')) return singular;
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** Labels that are no label selector are found when the objects are listed: after the kind, and never with a name. */
function withLabelsRead(selector: ResourceSelector, reach: SelectorReach): SelectorReach {
  const fault = selector.name === '' ? selector.labels?.invalid : undefined;
  return fault === undefined ? reach : { kind: 'stuck', error: `cannot convert the label selector to a selector: ${fault}` };
}

function noMatch(selector: ResourceSelector, { placement }: SelectorPlace): Refusal {
  const { group, version, kind } = selector;
  const where = version === '' ? `group "${group}"` : `version "${selectedVersion(selector)}"`;
  return invalid(placement, `, failed to get GVR of the selector: no matches for kind "${kind}" in ${where}`);
}

interface LookedUp {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

function wrongScope(scope: 'cluster' | 'namespace', { group, version, plural }: LookedUp, { placement }: SelectorPlace): Refusal {
  const inWhat = scope === 'cluster' ? 'resourcePlacement' : 'clusterResourcePlacement';
  return invalid(placement, `: cannot select ${scope}-scoped resource ${group}/${version}, Resource=${plural} in a ${inWhat}`);
}

function invalid(placement: string, error: string): Refusal {
  return { kind: 'invalid', error: `invalid placement ${placement}${error}` };
}

/** No list of the API server has that name, so the cache for it never fills. */
function neverListed({ group, version, plural }: LookedUp): Refusal {
  return { kind: 'stuck', error: `informer cache for ${group}/${version}, Resource=${plural} is not synced yet` };
}
