import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { gather } from './gather.ts';
import type { HubContent, Selectable } from './hub-content.ts';
import { placementSelectors } from './placement-selectors.ts';
import type { HubVersion } from './propagation.ts';
import { openingRefusal } from './refusal.ts';
import { Collected, SelectorError, type Selection } from './selection.ts';

export interface SelectionInput<T extends Selectable> {
  readonly placement: KubeObject;
  /** Namespace of a ResourcePlacement, even if something other than the object sets it. */
  readonly namespace?: string | undefined;
  readonly content: HubContent<T>;
  /** The default is `v0.3`. */
  readonly target?: HubVersion;
}

/**
 * What a placement selects, in the order of its status. It is not an error to select nothing. `unknown` names what does not follow from the
 * objects. Source: `pkg/utils/controller/resource_selector_resolver.go`, gatherSelectedResource.
 */
export function selectResources<T extends Selectable>(input: SelectionInput<T>): Selection<T> {
  const { placement: object, namespace = object.metadata.namespace, content, target: hub = 'v0.3' } = input;
  const placement = placementSelectors(object, namespace, content.apis, hub);
  const opening = openingRefusal(placement, content);
  if (opening !== undefined) return { ...opening, selector: placement.opening ?? 0 };
  const collected = new Collected<T>();
  try {
    for (const [index, read] of placement.selectors.entries()) gather(read, index, { placement, content, hub, collected });
    return collected.result();
  } catch (error) {
    if (error instanceof SelectorError) return error.refused;
    throw error;
  }
}
