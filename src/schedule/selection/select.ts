import type { HubProfile } from '../../fleet/kinds.ts';
import type { KubeObject } from '../../fleet/object.ts';
import { isNamespaceSelector, resourceSelectorsOf, type ResourceSelector } from '../../fleet/resource-selector.ts';
import type { HubContent, Selectable } from './hub-content.ts';
import { isDisabledKind, isReservedNamespace } from './propagation.ts';
import { selectKind } from './select-kind.ts';
import { selectNamespaces } from './select-namespaces.ts';
import type { SelectionContext } from './selection-context.ts';
import { Collected, SelectorError, type Selection } from './selection.ts';

export interface SelectionInput<T extends Selectable> {
  readonly placement: KubeObject;
  /** Of a ResourcePlacement, where something else than the object sets it. */
  readonly namespace?: string | undefined;
  readonly content: HubContent<T>;
  /** `v0.3` where it is left out. */
  readonly target?: HubProfile;
}

/**
 * What a placement selects, in the order of its status. Selecting nothing is no error. `unknown` names what cannot be told from the objects.
 * Source: `pkg/utils/controller/resource_selector_resolver.go`, gatherSelectedResource.
 */
export function selectResources<T extends Selectable>(input: SelectionInput<T>): Selection<T> {
  const selectors = resourceSelectorsOf(input.placement);
  try {
    const context = contextOf(input, selectors);
    for (const [index, selector] of selectors.entries()) {
      if (isDisabledKind(selector.group, selector.kind, context.target)) continue;
      if (isNamespaceSelector(selector)) selectNamespaces(selector, index, context);
      else selectKind(selector, index, context);
    }
    return context.collected.result();
  } catch (error) {
    if (error instanceof SelectorError) return { kind: 'invalid', error: error.message, selector: error.selector };
    throw error;
  }
}

/** The namespace that is opened for the others is looked at before anything else. */
function contextOf<T extends Selectable>(input: SelectionInput<T>, selectors: readonly ResourceSelector[]): SelectionContext<T> {
  const { placement, namespace = placement.metadata.namespace, content, target = 'v0.3' } = input;
  const isNamespaced = placement.kind === 'ResourcePlacement';
  const index = selectors.findIndex((selector) => isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResourceSelectors');
  const opening = isNamespaced ? undefined : selectors[index];
  const { name } = placement.metadata;
  if (opening !== undefined && (isReservedNamespace(opening.name) || isTerminating(opening.name, content))) {
    const mode = 'NamespaceWithResourceSelectors mode requires exactly one namespace, but no namespaces were selected';
    throw new SelectorError(index, `invalid clusterResourcePlacement ${name}: ${mode}`);
  }
  return {
    content,
    collected: new Collected(),
    target,
    placement: name,
    isNamespaced,
    home: isNamespaced ? namespace : opening?.name,
    isOpened: opening !== undefined,
  };
}

function isTerminating<T extends Selectable>(namespace: string, content: HubContent<T>): boolean {
  return content.ofKind('', 'Namespace', namespace).some(({ item }) => item.object.metadata.deletionTimestamp !== undefined);
}
