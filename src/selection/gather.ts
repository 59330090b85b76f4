import { candidatesFor, matching } from './candidates.ts';
import type { Entry, HubContent, Selectable } from './hub-content.ts';
import type { PlacementSelectors, ReadSelector } from './placement-selectors.ts';
import type { HubVersion } from './propagation.ts';
import { reservedRefusal, selectorRefusal } from './refusal.ts';
import { selectedVersion, type ResourceSelector } from './resource-selector.ts';
import { SelectorError, type Collected } from './selection.ts';
import { picksNamespace, selectorAnswer } from './selector-answer.ts';
import type { ObjectsReach } from './selector-reach.ts';

/** What the selectors of one placement share. */
export interface Gathering<T extends Selectable> {
  readonly placement: PlacementSelectors;
  readonly content: HubContent<T>;
  readonly hub: HubVersion;
  readonly collected: Collected<T>;
}

/**
 * Adds the objects that one selector picks.
 * @throws {SelectorError}
 */
export function gather<T extends Selectable>(read: ReadSelector, index: number, gathering: Gathering<T>): void {
  const { placement, content } = gathering;
  const { selector, reach } = read;
  const refusal = selectorRefusal(read) ?? reservedRefusal(read, placement, content);
  if (refusal !== undefined) throw new SelectorError(index, refusal);
  if (reach.kind === 'namespaces') gatherNamespaces(read, reach.withContents, index, gathering);
  else if (reach.kind === 'objects') gatherObjects(selector, reach, index, gathering);
}

function gatherNamespaces<T extends Selectable>(read: ReadSelector, withContents: boolean, index: number, gathering: Gathering<T>): void {
  const { content, collected } = gathering;
  const { selector } = read;
  const found = matching(selector, content.ofKind('', 'Namespace'));
  for (const namespace of found) {
    take(read, index, [namespace], gathering);
    if (withContents) take(read, index, content.inNamespace(namespace.ref.name), gathering);
  }
  // If a Namespace is not among the objects but objects are in it, the hub must have it.
  const named = selector.name === '' ? content.namespaces : [selector.name];
  const unseen = named.filter((name) => content.namespace(name) === undefined && content.inNamespace(name).length > 0);
  for (const name of unseen) {
    const ref = { apiVersion: 'v1', kind: 'Namespace', name };
    const picked = picksNamespace(selector, name, undefined);
    if (picked === 'yes') collected.add({ ref, selector: index });
    if (picked === 'open') collected.leaveOpen({ selector: index, reason: 'unknownNamespace', ref });
    if (picked === 'yes' && withContents) take(read, index, content.inNamespace(name), gathering);
  }
  if (withContents) take(read, index, content.homeless, gathering);
  if (selector.name !== '' && found.length === 0 && !unseen.includes(selector.name)) leaveNamed(selector, undefined, index, gathering);
}

function gatherObjects<T extends Selectable>(
  selector: ResourceSelector,
  reach: ObjectsReach,
  index: number,
  gathering: Gathering<T>,
): void {
  const { placement, content, collected } = gathering;
  // A fact that decides about all of these objects is not known.
  const reason = reach.open ?? (reach.inHome === undefined ? 'unknownKind' : undefined);
  if (reason !== undefined) {
    collected.leaveOpen({ selector: index, reason });
    return;
  }
  const found = matching(selector, candidatesFor(reach, placement.home, content));
  take({ selector, reach }, index, found, gathering);
  if (selector.name !== '' && found.length === 0)
    leaveNamed(selector, reach.inHome === true ? placement.home : undefined, index, gathering);
}

function take<T extends Selectable>(
  read: ReadSelector,
  index: number,
  entries: readonly Entry<T>[],
  { placement, content, hub, collected }: Gathering<T>,
): void {
  const asked = { home: placement.home, surroundings: content, hub };
  const apiVersion = read.reach.kind === 'objects' ? read.reach.apiVersion : undefined;
  for (const entry of entries) {
    const answer = selectorAnswer(read, entry, asked);
    const ref = apiVersion === undefined ? entry.ref : { ...entry.ref, apiVersion };
    if (answer.kind === 'picked') collected.add({ ref, item: entry.item, selector: index });
    else if (answer.kind === 'open') collected.leaveOpen({ selector: index, reason: answer.reason, ref: entry.ref });
  }
}

function leaveNamed<T extends Selectable>(
  selector: ResourceSelector,
  namespace: string | undefined,
  index: number,
  { collected }: Gathering<T>,
): void {
  const ref = { apiVersion: selectedVersion(selector), kind: selector.kind, name: selector.name };
  collected.leaveOpen({ selector: index, reason: 'notAmongTheObjects', ref: namespace === undefined ? ref : { ...ref, namespace } });
}
