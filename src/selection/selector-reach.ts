import { guessedPlural } from '../fleet/kubernetes/guessed-plural.ts';
import type { ApiResource, ApiResources } from '../fleet/kubefleet/api-resource.ts';
import { isSkippedKind, type HubVersion } from './propagation.ts';
import { isNamespaceSelector, selectedVersion, takesContents, type ResourceSelector } from './resource-selector.ts';

/** The placement that contains a selector. */
export interface SelectorPlace {
  readonly apis: ApiResources;
  readonly hub: HubVersion;
  /** The placement's name in error messages: `namespace/name`, or `/name` for a ClusterResourcePlacement. */
  readonly placement: string;
  readonly isNamespaced: boolean;
  /** Whether a selector of scope NamespaceWithResourceSelectors opens a namespace. */
  readonly isOpened: boolean;
}

/** Where on the hub one selector finds objects. */
export type SelectorReach =
  /** Namespaces, with or without their contents. */
  | { readonly kind: 'namespaces'; readonly withContents: boolean }
  | ObjectsReach
  /** Not known: the selector contains a variable that is not expanded. */
  | { readonly kind: 'unread' }
  /** The hub skips the kind silently. */
  | { readonly kind: 'skipped' }
  /** The hub searches for a cluster-scoped kind in a namespace, and finds nothing. */
  | { readonly kind: 'nowhere' }
  | Refusal;

/** Objects of one kind. */
export interface ObjectsReach {
  readonly kind: 'objects';
  readonly group: string;
  readonly objectKind: string;
  /** Whether the hub searches in the home namespace of the placement; `undefined` if the scope of the kind is not known. */
  readonly inHome: boolean | undefined;
  /** The version in which the hub lists them; `undefined` means the version that it prefers. */
  readonly apiVersion: string | undefined;
  /** Whether the kind is known. If not, only the objects show its scope and version. */
  readonly isListed: boolean;
  /**
   * The unknown fact on which it depends whether the hub accepts any of them: the hub's version, or the versions of the kind that it
   * serves.
   */
  readonly open: 'hubVersion' | 'unknownVersion' | undefined;
}

/**
 * The hub refuses the whole placement. `invalid`: it reports InvalidResourceSelectors with this error. `stuck`: it reports nothing and
 * retries forever.
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

/** For a kind of unknown scope, assumes the scope that the placement may select. With an opened namespace both scopes are legal. */
function legalScope({ isNamespaced, isOpened }: SelectorPlace): boolean | undefined {
  return isOpened ? undefined : isNamespaced;
}

/**
 * Informers know the scope of a kind by its exact name and preferred version. With another spelling the kind is treated as namespaced. The
 * hub then searches for a cluster-scoped kind in a namespace, and finds nothing.
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

/**
 * The hub detects an invalid label selector only when it lists the objects: after it checks the kind, and never if the selector has a name.
 */
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

/** The API server has no list of that name, so the hub's cache for it never fills. */
function neverListed({ group, version, plural }: LookedUp): Refusal {
  return { kind: 'stuck', error: `informer cache for ${group}/${version}, Resource=${plural} is not synced yet` };
}
