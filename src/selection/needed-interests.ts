import type { ApiResource } from '../fleet/kubefleet/api-resource.ts';
import type { Interest } from '../fleet/kubefleet/hub-state.ts';
import type { HubContent, Selectable } from './hub-content.ts';
import { placementSelectors, type PlacementSelectors, type ReadSelector } from './placement-selectors.ts';
import { isReservedNamespace, isSkippedContent, type HubVersion } from './propagation.ts';
import { picksNamespace } from './selector-answer.ts';

/**
 * What to read from a hub to know what these placements select, without duplicates. With `contents` this includes the contents of whole
 * namespaces, which are most kinds. The content should hold the Namespaces, because selectors by label need them.
 */
export function neededInterests<T extends Selectable>(
  placements: readonly T[],
  content: HubContent<T>,
  hub: HubVersion,
  scope: 'named' | 'contents',
): readonly Interest[] {
  const needed = placements.flatMap(({ object, namespace }) => {
    const placement = placementSelectors(object, namespace, content.apis, hub);
    return placement.selectors.flatMap((read) => neededFor(read, placement, content, hub, scope));
  });
  return [...new Map(needed.map((interest) => [`${interest.group}/${interest.kind}/${interest.namespace ?? ''}`, interest])).values()];
}

function neededFor<T extends Selectable>(
  { selector, reach }: ReadSelector,
  { home }: PlacementSelectors,
  content: HubContent<T>,
  hub: HubVersion,
  scope: 'named' | 'contents',
): readonly Interest[] {
  if (reach.kind === 'objects') {
    const { group, objectKind: kind, inHome } = reach;
    const isReadable = reach.isListed && content.apis.find(group, kind)?.watchable !== false;
    if (!isReadable || (inHome === true && home === undefined)) return [];
    const place = inHome === true && home !== undefined ? { namespace: home } : {};
    // The hub does not propagate Endpoints of a Service.
    const service = group === '' && kind === 'Endpoints' ? [{ group, kind: 'Service', ...place }] : [];
    return [{ group, kind, ...place }, ...service];
  }
  if (reach.kind !== 'namespaces') return [];
  const namespace = { group: '', kind: 'Namespace' };
  if (scope === 'named' || !reach.withContents) return [namespace];
  const named = selector.name === '' ? content.ofKind('', 'Namespace').map(({ ref }) => ref.name) : [selector.name];
  const namespaces = named.filter(
    (name) => !isReservedNamespace(name) && picksNamespace(selector, name, content.namespace(name)) === 'yes',
  );
  const kinds = namespaces.length === 0 ? [] : content.apis.all.filter((resource) => isContent(resource, hub));
  return [namespace, ...kinds.flatMap(({ group, kind }) => namespaces.map((each) => ({ group, kind, namespace: each })))];
}

function isContent({ group, kind, preferred, namespaced, watchable }: ApiResource, hub: HubVersion): boolean {
  return namespaced && watchable !== false && isSkippedContent({ group, version: preferred, kind }, hub) !== 'yes';
}
