import { oncePer } from '../../fleet/memo/once-per.ts';
import { candidatesFor, matching } from '../../selection/candidates.ts';
import { selectorAnswer } from '../../selection/selector-answer.ts';
import { hubContent, hubItem, type Entry, type HubContent, type Selectable } from '../../selection/hub-content.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { manifestContent } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { asRead, type Selector } from '../world/selectors.ts';
import type { World } from '../world/world.ts';

/** The manifests of a selector's kind, in order, with any name and labels: those that are, or may be, in the placement's home. */
export function candidatesOf(selector: Selector, home: string | undefined, world: World): readonly Manifest[] {
  return candidatesIn(manifestContent(world), selector, home).map(({ item }) => item);
}

/** The candidates that the selector matches by their written names and labels. */
export function matchedBy(selector: Selector, home: string | undefined, world: World): readonly Manifest[] {
  return matchedEntries(selector, home, world).map(({ item }) => item);
}

/** The same, as the hub would have them. */
export function matchedEntries(selector: Selector, home: string | undefined, world: World): readonly Entry<Manifest>[] {
  return matching(selector, candidatesIn(manifestContent(world), selector, home));
}

/** Whether the manifests have content of the namespace that the selector names, with or without its Namespace. */
export function hasContent({ reach, name }: Selector, world: World): boolean {
  return reach.kind === 'namespaces' && manifestContent(world).inNamespace(name).length > 0;
}

/** Whether an object has a variable in its name or labels, so that the selector may match it. */
export function mayMatch(selector: Selector, home: string | undefined, world: World): boolean {
  return candidatesOf(selector, home, world).some((candidate) =>
    selector.name === '' ? !isResolved(candidate, '/metadata/labels') : !isNamed(candidate),
  );
}

/** The manifests in other namespaces that a selector for namespaced objects, by name or labels, would match there. */
export function matchedElsewhere({ reach, name, labels }: Selector, home: string, world: World): readonly Manifest[] {
  if (reach.kind !== 'objects' || reach.inHome !== true || (name === '' && labels === undefined)) return [];
  return matching({ name, labels }, manifestContent(world).ofKind(reach.group, reach.objectKind))
    .filter(
      ({ item, ref }) => ref.namespace !== undefined && ref.namespace !== home && isNamed(item) && isResolved(item, '/metadata/labels'),
    )
    .map(({ item }) => item);
}

/** Whether the hub has an object that a selector matches and the manifests do not replace; `undefined` if that is not known. */
export function selectsOnHub(selector: Selector, home: string | undefined, world: World): boolean | undefined {
  const { hub, target } = world;
  const { reach } = selector;
  const type = reach.kind === 'objects' ? { group: reach.group, kind: reach.objectKind } : { group: '', kind: 'Namespace' };
  const namespace = reach.kind === 'objects' && reach.inHome === true ? home : undefined;
  if (hub === undefined || hub.visibility(type, namespace).kind !== 'seen') return undefined;
  const asked = { home, surroundings: contentOf(hub), hub: target };
  const manifests = manifestContent(world);
  return matching(selector, candidatesIn(contentOf(hub), selector, home)).some((entry) => {
    const { kind } = selectorAnswer(asRead(selector), entry, asked);
    return (kind === 'picked' || kind === 'open') && !manifests.holds(entry.ref);
  });
}

function candidatesIn<T extends Selectable>(content: HubContent<T>, { reach }: Selector, home: string | undefined): readonly Entry<T>[] {
  if (reach.kind === 'namespaces') return content.ofKind('', 'Namespace');
  return reach.kind === 'objects' ? candidatesFor(reach, home, content) : [];
}

const contentOf = oncePer(({ objects, apis }: HubListing) => hubContent(objects.map(hubItem), apis));
