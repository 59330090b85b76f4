import type { HubProfile } from '../../fleet/kinds.ts';
import { matchesLabels } from '../../fleet/label-selector.ts';
import { isNamespaceSelector, resourceSelectorsOf, type ResourceSelector } from '../../fleet/resource-selector.ts';
import type { HubContent, Selectable } from './hub-content.ts';
import { isDisabledKind, isReservedNamespace } from './propagation.ts';

/** A type whose objects a selection depends on. */
export interface NeededType {
  readonly group: string;
  readonly kind: string;
  /** `undefined` for a cluster-scoped kind. */
  readonly namespaces: readonly string[] | undefined;
}

/**
 * What has to be read of a hub to tell what these placements select; `contents`: also what whole namespaces hold, which are most kinds.
 * The content should hold the Namespaces: selectors by label find them there.
 */
export function neededTypes<T extends Selectable>(
  placements: readonly T[],
  content: HubContent<T>,
  target: HubProfile,
  scope: 'named' | 'contents',
): readonly NeededType[] {
  const needed = new Map<string, { readonly group: string; readonly kind: string; readonly namespaces: Set<string> | undefined }>();
  const need = (group: string, kind: string, namespaces?: readonly string[]): void => {
    const key = `${group}/${kind}`;
    const type = needed.get(key) ?? { group, kind, namespaces: namespaces && new Set() };
    needed.set(key, type);
    for (const namespace of namespaces ?? []) type.namespaces?.add(namespace);
  };
  for (const placement of placements) {
    const isNamespaced = placement.object.kind === 'ResourcePlacement';
    const selectors = resourceSelectorsOf(placement.object).filter(({ group, kind }) => !isDisabledKind(group, kind, target));
    const home = isNamespaced ? placement.namespace : selectors.find(opens)?.name;
    for (const selector of selectors) {
      if (!isNamespaceSelector(selector)) {
        const resource = content.apis.resolve(selector.group, selector.version, selector.kind)?.resource;
        if (resource?.watchable === false) continue;
        if (resource?.namespaced === false) need(resource.group, resource.kind);
        else if (resource !== undefined && home !== undefined) need(resource.group, resource.kind, [home]);
        // Endpoints of a Service are not propagated.
        if (resource?.kind === 'Endpoints' && home !== undefined) need('', 'Service', [home]);
        continue;
      }
      if (isNamespaced) continue;
      need('', 'Namespace');
      if (scope === 'named' || selector.scope !== 'NamespaceWithResources') continue;
      const namespaces = namesOf(selector, content).filter((name) => !isReservedNamespace(name));
      if (namespaces.length === 0) continue;
      for (const { group, kind } of content.apis.all.filter((resource) => isContent(resource, target))) need(group, kind, namespaces);
    }
  }
  return [...needed.values()].map(({ group, kind, namespaces }) => ({ group, kind, namespaces: namespaces && [...namespaces] }));
}

function opens(selector: ResourceSelector): boolean {
  return isNamespaceSelector(selector) && selector.scope === 'NamespaceWithResourceSelectors';
}

function namesOf<T extends Selectable>({ name, labels }: ResourceSelector, content: HubContent<T>): readonly string[] {
  if (name !== '') return [name];
  if (labels?.invalid !== undefined) return [];
  return content.ofKind('', 'Namespace').flatMap((entry) => {
    return labels === undefined || matchesLabels(labels, entry.labels) ? [entry.ref.name] : [];
  });
}

/**
 * Events of the core group are left out like those of `events.k8s.io`: the hub looks a resource up by its plural in all groups
 * (`pkg/utils/apiresources.go`, ShouldProcessResource).
 */
function isContent({ group, kind, namespaced, watchable }: HubContent<Selectable>['apis']['all'][number], target: HubProfile): boolean {
  const isEvent = group === '' && kind === 'Event';
  return namespaced && watchable !== false && !isEvent && !isDisabledKind(group, kind, target);
}
