import { isNamespaceSelector, resourceSelectorsOf, type ResourceSelector } from '../fleet/resource-selector.ts';
import type { Manifest } from './manifest.ts';
import { isResolved } from './resolved.ts';

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

/** Under NamespaceWithResourceSelectors the other selectors reach into the one namespace it names; empty where it names none. */
export function onlyNamespace(selectors: readonly Selector[]): string | undefined {
  return selectors.find((selector) => isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResourceSelectors')?.name;
}
