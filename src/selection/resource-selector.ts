import { field, listAt, objectAt, stringAt } from '../fleet/json/json.ts';
import { labelSelector, type LabelSelector } from '../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';

/** One entry of a placement's `spec.resourceSelectors`, with the API server's default scope. */
export interface ResourceSelector {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Empty if the entry selects by labels, or all objects of the kind. */
  readonly name: string;
  readonly labels: LabelSelector | undefined;
  /** Used only for Namespace selectors in a ClusterResourcePlacement. */
  readonly scope: 'NamespaceOnly' | 'NamespaceWithResources' | 'NamespaceWithResourceSelectors';
}

/** The selectors of a placement, in order. Fields of a wrong type are treated as absent. */
export function resourceSelectorsOf(placement: KubeObject): readonly ResourceSelector[] {
  return listAt(placement, 'spec', 'resourceSelectors').map((entry) => {
    const scope = field(entry, 'selectionScope');
    return {
      group: stringAt(entry, 'group') ?? '',
      version: stringAt(entry, 'version') ?? '',
      kind: stringAt(entry, 'kind') ?? '',
      name: stringAt(entry, 'name') ?? '',
      labels: labelSelector(objectAt(entry, 'labelSelector')),
      scope: scope === 'NamespaceOnly' || scope === 'NamespaceWithResourceSelectors' ? scope : 'NamespaceWithResources',
    };
  });
}

/** KubeFleet's selection treats only this spelling as a Namespace selector. `namespace` or an empty version is not one. */
export function isNamespaceSelector({ group, version, kind }: ResourceSelector): boolean {
  return group === '' && version === 'v1' && kind === 'Namespace';
}

/** Whether the selector picks Namespaces with all their contents. */
export function takesContents(selector: ResourceSelector): boolean {
  return isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResources';
}

/** The index of the selector that opens the namespace that it names for the other selectors; -1 if none does. */
export function openingSelector(selectors: readonly ResourceSelector[]): number {
  return selectors.findIndex((selector) => isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResourceSelectors');
}

/** The `apiVersion` that a selector names. */
export function selectedVersion({ group, version }: Pick<ResourceSelector, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}
