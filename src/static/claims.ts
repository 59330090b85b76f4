import { PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { isNamespaceSelector } from '../fleet/resource-selector.ts';
import { matchedBy } from './candidates.ts';
import { enclosedObjects, envelopesOf } from './envelopes.ts';
import { knownApis } from './known-apis.ts';
import type { Manifest } from './manifest.ts';
import { oncePerWorld } from './once-per-world.ts';
import { isNamed } from './placements.ts';
import { isResolved } from './resolved.ts';
import { onlyNamespace, selectorsOf, type Selector } from './selectors.ts';
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
export const selectedBy = oncePerWorld((placement, world): readonly Selected[] => {
  const selectors = selectorsOf(placement);
  const isNamespaced = placement.object.kind === 'ResourcePlacement';
  const home = isNamespaced ? placement.namespace : onlyNamespace(selectors);
  return selectors.flatMap((selector) => {
    if (isNamespaced && isNamespaceSelector(selector)) return [];
    const isClusterScoped = knownApis(world).find(selector.group, selector.kind)?.namespaced === false;
    return namesOf(selector, isClusterScoped ? undefined : home, world).map((named) => ({ selector, ...named }));
  });
});

/** An envelope stays on the hub; what it holds goes to the clusters. */
function enclosed(at: string, envelopes: readonly Manifest[]): readonly ObjectClaim[] {
  return envelopes
    .flatMap(enclosedObjects)
    .map(({ group, kind, namespace, name }) => ({ kind: 'object', at, group, objectKind: kind, namespace, name }));
}

interface Named {
  readonly name: string;
  readonly namespace: string | undefined;
}

function namesOf(selector: Selector, namespace: string | undefined, world: World): readonly Named[] {
  if (selector.name !== '') return [{ name: selector.name, namespace }];
  return matchedBy(selector, namespace, world)
    .filter((manifest) => isNamed(manifest) && isResolved(manifest, '/metadata/labels'))
    .map((manifest) => ({ name: manifest.object.metadata.name, namespace: manifest.namespace ?? namespace }));
}
