import type { Surroundings } from './hub-content.ts';
import type { PlacementSelectors, ReadSelector } from './placement-selectors.ts';
import { isReservedNamespace, NAMESPACES_OF_EVERY_HUB } from './propagation.ts';
import { picksNamespace } from './selector-answer.ts';
import type { Refusal } from './selector-reach.ts';
import { isBeingDeleted, labelsOfEveryNamespace } from './hub-content.ts';
import { matchesLabels } from '../fleet/kubernetes/label-selector.ts';

/** Why the hub refuses the whole placement, as far as that follows from its selectors; `undefined` if there is no such reason. */
export function placementRefusal(placement: PlacementSelectors, surroundings: Surroundings): Refusal | undefined {
  const opening = openingRefusal(placement, surroundings);
  if (opening !== undefined) return opening;
  for (const read of placement.selectors) {
    const refusal = selectorRefusal(read) ?? reservedRefusal(read, placement, surroundings);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** The hub checks the opened namespace before anything else. */
export function openingRefusal({ opening, home = '', name }: PlacementSelectors, surroundings: Surroundings): Refusal | undefined {
  const namespace = surroundings.namespace(home);
  const isClosed = isReservedNamespace(home) || (namespace !== undefined && isBeingDeleted(namespace));
  if (opening === undefined || !isClosed) return undefined;
  const mode = 'NamespaceWithResourceSelectors mode requires exactly one namespace, but no namespaces were selected';
  return { kind: 'invalid', error: `invalid clusterResourcePlacement ${name}: ${mode}` };
}

export function selectorRefusal({ reach }: ReadSelector): Refusal | undefined {
  return reach.kind === 'invalid' || reach.kind === 'stuck' ? reach : undefined;
}

/**
 * The refusal if the selector picks a reserved namespace with its contents. It checks the named namespace, or those of every hub and the
 * other known ones.
 */
export function reservedRefusal(
  { selector, reach }: ReadSelector,
  { name }: PlacementSelectors,
  surroundings: Surroundings,
): Refusal | undefined {
  if (reach.kind !== 'namespaces' || !reach.withContents) return undefined;
  const among = selector.name === '' ? [...NAMESPACES_OF_EVERY_HUB, ...surroundings.reservedNamespaces] : [selector.name];
  const reserved = among.find((namespace) => {
    if (!isReservedNamespace(namespace)) return false;
    const object = surroundings.namespace(namespace);
    // The namespaces of every hub have their own name as a label, and usually no other label.
    if (object === undefined && selector.labels !== undefined && selector.name === '')
      return matchesLabels(selector.labels, labelsOfEveryNamespace(namespace));
    return picksNamespace(selector, namespace, object) === 'yes';
  });
  // KubeFleet's message has this spelling error.
  const error = `invalid clusterRresourcePlacement ${name}: namespace ${reserved ?? ''} is not allowed to propagate`;
  return reserved === undefined ? undefined : { kind: 'invalid', error };
}
