import type { ApiResources } from '../fleet/kubefleet/api-resource.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import type { HubVersion } from './propagation.ts';
import { openingSelector, resourceSelectorsOf, type ResourceSelector } from './resource-selector.ts';
import { selectorReach, type SelectorReach } from './selector-reach.ts';

/** The selectors of a placement, read for a hub. */
export interface PlacementSelectors {
  readonly name: string;
  readonly selectors: readonly ReadSelector[];
  /**
   * The namespace in which namespaced kinds are selected: the placement's own, or the one that a selector of scope
   * NamespaceWithResourceSelectors opens.
   */
  readonly home: string | undefined;
  /** The index of the selector that opens it; `undefined` if none does. */
  readonly opening: number | undefined;
}

export interface ReadSelector {
  readonly selector: ResourceSelector;
  readonly reach: SelectorReach;
}

/**
 * @param namespace namespace of a ResourcePlacement, even if something other than the object sets it
 * @param isRead whether the hub gets the selector exactly as it is written
 */
export function placementSelectors(
  placement: KubeObject,
  namespace: string | undefined,
  apis: ApiResources,
  hub: HubVersion,
  isRead: (selector: ResourceSelector, index: number) => boolean = () => true,
): PlacementSelectors {
  const selectors = resourceSelectorsOf(placement).map((selector, index) => ({ selector, isRead: isRead(selector, index) }));
  const isNamespaced = placement.kind === 'ResourcePlacement';
  const opening = isNamespaced ? -1 : openingSelector(selectors.map(({ selector }) => selector));
  const opened = selectors[opening];
  const home = isNamespaced ? namespace : opened?.isRead === true ? opened.selector.name : undefined;
  const { name } = placement.metadata;
  const place = { apis, hub, placement: `${isNamespaced ? (home ?? '') : ''}/${name}`, isNamespaced, isOpened: opened !== undefined };
  return {
    name,
    selectors: selectors.map((each) => ({
      selector: each.selector,
      reach: each.isRead ? selectorReach(each.selector, place) : { kind: 'unread' },
    })),
    home,
    opening: opened === undefined ? undefined : opening,
  };
}
