import type { ApiResource } from '../fleet/api-resource.ts';
import type { HubContent, Selectable } from './hub-content.ts';
import { placementSelectors, type PlacementSelectors, type ReadSelector } from './placement-selectors.ts';
import { isReservedNamespace, isSkippedContent, type HubVersion } from './propagation.ts';
import { picksNamespace } from './selector-answer.ts';

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
  hub: HubVersion,
  scope: 'named' | 'contents',
): readonly NeededType[] {
  const needed = new Map<string, { readonly group: string; readonly kind: string; readonly namespaces: Set<string> | undefined }>();
  const need = (group: string, kind: string, namespaces?: readonly string[]): void => {
    const key = `${group}/${kind}`;
    const type = needed.get(key) ?? { group, kind, namespaces: namespaces && new Set() };
    needed.set(key, type);
    for (const namespace of namespaces ?? []) type.namespaces?.add(namespace);
  };
  for (const { object, namespace } of placements) {
    const placement = placementSelectors(object, namespace, content.apis, hub);
    for (const read of placement.selectors) {
      for (const type of neededFor(read, placement, content, hub, scope)) need(type.group, type.kind, type.namespaces);
    }
  }
  return [...needed.values()].map(({ group, kind, namespaces }) => ({ group, kind, namespaces: namespaces && [...namespaces] }));
}

function neededFor<T extends Selectable>(
  { selector, reach }: ReadSelector,
  { home }: PlacementSelectors,
  content: HubContent<T>,
  hub: HubVersion,
  scope: 'named' | 'contents',
): readonly NeededType[] {
  if (reach.kind === 'objects') {
    const { group, objectKind: kind, inHome } = reach;
    const isReadable = reach.isListed && content.apis.find(group, kind)?.watchable !== false;
    if (!isReadable || (inHome === true && home === undefined)) return [];
    const namespaces = inHome === true && home !== undefined ? [home] : undefined;
    // Endpoints of a Service are not propagated.
    const service = group === '' && kind === 'Endpoints' ? [{ group: '', kind: 'Service', namespaces }] : [];
    return [{ group, kind, namespaces }, ...service];
  }
  if (reach.kind !== 'namespaces') return [];
  const namespace = { group: '', kind: 'Namespace', namespaces: undefined };
  if (scope === 'named' || !reach.withContents) return [namespace];
  const named = selector.name === '' ? content.ofKind('', 'Namespace').map(({ ref }) => ref.name) : [selector.name];
  const namespaces = named.filter(
    (name) => !isReservedNamespace(name) && picksNamespace(selector, name, content.namespace(name)) === 'yes',
  );
  if (namespaces.length === 0) return [namespace];
  return [
    namespace,
    ...content.apis.all.filter((resource) => isContent(resource, hub)).map(({ group, kind }) => ({ group, kind, namespaces })),
  ];
}

function isContent({ group, kind, preferred, namespaced, watchable }: ApiResource, hub: HubVersion): boolean {
  return namespaced && watchable !== false && isSkippedContent({ group, version: preferred, kind }, hub) !== 'yes';
}
