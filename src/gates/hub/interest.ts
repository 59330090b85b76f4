import { PARENT_LABEL } from '../../fleet/kubefleet/derived-from.ts';
import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import { isPlacementKind } from '../../fleet/kubefleet/kinds.ts';

/** Each interest once. */
export function uniqueInterests(interests: readonly Interest[]): readonly Interest[] {
  return [...new Map(interests.map((interest) => [interestKey(interest), interest])).values()];
}

/** Equal for interests in the same objects. */
export function interestKey({ group, kind, namespace = '', of }: Interest): string {
  return `${group}/${kind}/${namespace}${of === undefined ? '' : `/${of.join(',')}`}`;
}

export function sameInterest(a: Interest, b: Interest): boolean {
  return interestKey(a) === interestKey(b);
}

/** An interest as a message names it. */
export function interestLabel({ kind, namespace }: Interest): string {
  return namespace === undefined ? kind : `${kind} in ${namespace}`;
}

/** The query of a request that returns only the objects of the interest. */
export function selectorsOf({ kind, of }: Interest): Selectors {
  if (of === undefined) return {};
  return isPlacementKind(kind)
    ? { fieldSelector: of.map((name) => `metadata.name=${name}`).join(',') }
    : { labelSelector: `${PARENT_LABEL} in (${of.join(',')})` };
}

/** The selectors that narrow a collection. */
export interface Selectors {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}
