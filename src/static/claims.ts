import { PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { matchesLabels } from '../fleet/label-selector.ts';
import { groupOf } from '../fleet/object.ts';
import { isNamespaceSelector, resourceSelectorsOf, type ResourceSelector } from '../fleet/resource-selector.ts';
import { hubLabelsOf } from '../schedule/selection/hub-content.ts';
import { enclosedObjects, envelopesOf } from './envelopes.ts';
import { knownApis } from './known-apis.ts';
import type { Manifest } from './manifest.ts';
import { oncePerWorld } from './once-per-world.ts';
import { isNamed } from './placements.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/** An object a placement puts on its clusters, or all that a namespace holds. */
export type Claim = ObjectClaim | NamespaceClaim;

export interface ObjectClaim {
  readonly kind: 'object';
  /** Pointer to the selector. */
  readonly at: string;
  readonly group: string;
  readonly objectKind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Everything in the namespace, whether the manifests hold it or not. */
interface NamespaceClaim {
  readonly kind: 'namespace';
  readonly at: string;
  readonly namespace: string;
}

/** One entry of `spec.resourceSelectors`, with its pointer. */
export interface Selector extends ResourceSelector {
  readonly at: string;
}

/** The selectors of a placement whose every word is known and makes sense; one with an unexpanded variable could select anything. */
export function selectorsOf(placement: Manifest): readonly Selector[] {
  return resourceSelectorsOf(placement.object).flatMap((selector, index) => {
    const at = `/spec/resourceSelectors/${index}`;
    const isKnown = selector.kind !== '' && selector.labels?.invalid === undefined && isResolved(placement, at);
    return isKnown ? [{ at, ...selector }] : [];
  });
}

/**
 * What a placement claims as far as the manifests show it: what selectors name, and what of the manifests their labels match.
 * Source: `pkg/utils/controller/resource_selector_resolver.go`; a Namespace selector of the default scope takes all that is in it.
 */
export const claimsOf = oncePerWorld((placement, world): readonly Claim[] =>
  selectedBy(placement, world).flatMap(({ selector, name, namespace }): readonly Claim[] => {
    const { at, group, kind } = selector;
    const object: Claim = { kind: 'object', at, group, objectKind: kind, namespace, name };
    if (isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResources') {
      return [object, { kind: 'namespace', at, namespace: name }, ...enclosed(at, envelopesOf('ResourceEnvelope', name, undefined, world))];
    }
    const isEnvelope = group === PLACEMENT_GROUP && kind.endsWith('Envelope');
    return isEnvelope ? enclosed(at, envelopesOf(kind, namespace, name, world)) : [object];
  }),
);

/** An object that a selector names, or matches among the manifests. */
export interface Selected {
  readonly selector: Selector;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** What the selectors of a placement pick one by one; an object that two of them pick stands here twice. */
export function selectedBy(placement: Manifest, world: World): readonly Selected[] {
  const selectors = selectorsOf(placement);
  const isNamespaced = placement.object.kind === 'ResourcePlacement';
  const home = isNamespaced ? placement.namespace : onlyNamespace(selectors);
  return selectors.flatMap((selector) => {
    if (isNamespaced && isNamespaceSelector(selector)) return [];
    const isClusterScoped = knownApis(world).find(selector.group, selector.kind)?.namespaced === false;
    return namesOf(selector, isClusterScoped ? undefined : home, world).map((named) => ({ selector, ...named }));
  });
}

/** An envelope stays on the hub; what it holds goes to the clusters. */
function enclosed(at: string, envelopes: readonly Manifest[]): readonly ObjectClaim[] {
  return envelopes
    .flatMap(enclosedObjects)
    .map(({ group, kind, namespace, name }) => ({ kind: 'object', at, group, objectKind: kind, namespace, name }));
}

/** The manifests a selector by label could match; `namespace` narrows namespaced kinds. */
export function candidatesOf({ group, kind }: Selector, namespace: string | undefined, world: World): readonly Manifest[] {
  return world.ofKind(kind).filter((manifest) => {
    const inReach = namespace === undefined || manifest.namespace === undefined || manifest.namespace === namespace;
    return groupOf(manifest.object.apiVersion) === group && inReach;
  });
}

export function matches({ name, labels }: Selector, manifest: Manifest): boolean {
  if (name !== '') return manifest.object.metadata.name === name;
  return labels === undefined || matchesLabels(labels, hubLabelsOf(manifest.object));
}

interface Named {
  readonly name: string;
  readonly namespace: string | undefined;
}

function namesOf(selector: Selector, namespace: string | undefined, world: World): readonly Named[] {
  if (selector.name !== '') return [{ name: selector.name, namespace }];
  return candidatesOf(selector, namespace, world)
    .filter((manifest) => isNamed(manifest) && isResolved(manifest, '/metadata/labels') && matches(selector, manifest))
    .map((manifest) => ({ name: manifest.object.metadata.name, namespace: manifest.namespace ?? namespace }));
}

/** Under NamespaceWithResourceSelectors the other selectors reach into the one namespace it names. */
function onlyNamespace(selectors: readonly Selector[]): string | undefined {
  return selectors.find((selector) => isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResourceSelectors')?.name;
}
