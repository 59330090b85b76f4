import { field, listAt, objectAt, stringAt } from '../fleet/json/json.ts';
import { labelSelector, type LabelSelector } from '../fleet/kubernetes/label-selector.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';

/** One entry of a placement's `spec.resourceSelectors`, with the API server's default scope filled in. */
export interface ResourceSelector {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Empty where the entry selects by labels, or everything of the kind. */
  readonly name: string;
  readonly labels: LabelSelector | undefined;
  /** Of Namespace selectors in a ClusterResourcePlacement; without meaning elsewhere. */
  readonly scope: 'NamespaceOnly' | 'NamespaceWithResources' | 'NamespaceWithResourceSelectors';
}

/** The selectors of a placement, in order; fields of a wrong type read as absent. */
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

/** The one spelling KubeFleet's selection treats as a Namespace selector; `namespace` or an empty version are something else to it. */
export function isNamespaceSelector({ group, version, kind }: ResourceSelector): boolean {
  return group === '' && version === 'v1' && kind === 'Namespace';
}

/** Whether the selector takes Namespaces with all that they hold. */
export function takesContents(selector: ResourceSelector): boolean {
  return isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResources';
}

/** The index of the selector that opens the namespace it names for the other selectors; -1 where none does. */
export function openingSelector(selectors: readonly ResourceSelector[]): number {
  return selectors.findIndex((selector) => isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResourceSelectors');
}

/** The `apiVersion` of what a selector is for. */
export function selectedVersion({ group, version }: Pick<ResourceSelector, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}
