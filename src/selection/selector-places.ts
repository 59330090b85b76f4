import type { ResourceType } from '../fleet/kubefleet/hub-state.ts';
import type { ReadSelector } from './placement-selectors.ts';

/** Where on a hub a selector may pick objects of one type: everywhere, in one namespace, or under one name. */
export type Place =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'namespace'; readonly namespace: string }
  | { readonly kind: 'object'; readonly namespace: string | undefined; readonly name: string };

/**
 * The places where a selector may pick objects of a type, by `selectorAnswer`; `undefined` if it never picks any. Objects that make the hub
 * refuse the placement are included.
 * @param home namespace of the placement, see `PlacementSelectors`
 */
export function placeOf({ selector, reach }: ReadSelector, type: ResourceType, home: string | undefined): Place | undefined {
  const { name } = selector;
  if (reach.kind === 'namespaces') {
    if (type.group === '' && type.kind === 'Namespace') return named(undefined, name);
    if (!reach.withContents) return undefined;
    return name === '' ? EVERYWHERE : { kind: 'namespace', namespace: name };
  }
  if (reach.kind === 'objects') {
    if (type.kind !== reach.objectKind || type.group !== reach.group) return undefined;
    if (reach.inHome === undefined || (reach.inHome && home === undefined)) return EVERYWHERE;
    return named(reach.inHome ? home : undefined, name);
  }
  const isOfKind = selector.group === type.group && selector.kind.toLowerCase() === type.kind.toLowerCase();
  return isOfKind && (reach.kind === 'invalid' || reach.kind === 'stuck') ? EVERYWHERE : undefined;
}

const EVERYWHERE: Place = { kind: 'everywhere' };

function named(namespace: string | undefined, name: string): Place {
  if (name !== '') return { kind: 'object', namespace, name };
  return namespace === undefined ? EVERYWHERE : { kind: 'namespace', namespace };
}
