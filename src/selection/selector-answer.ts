import { matchesLabels, type LabelSelector } from '../fleet/kubernetes/label-selector.ts';
import { groupOf, versionOf } from '../fleet/kubernetes/object.ts';
import { isBeingDeleted, labelsOfEveryNamespace, type Entry, type Selectable, type Surroundings } from './hub-content.ts';
import type { ReadSelector } from './placement-selectors.ts';
import { isLeftOut, isSkippedContent, type HubVersion } from './propagation.ts';
import type { ResourceSelector } from './resource-selector.ts';
import type { ObjectsReach } from './selector-reach.ts';

/** What one selector does with an object, independent of the other selectors. */
export type SelectorAnswer =
  /**
   * `picked`: also if the hub refuses the placement because of the selector. `leftOut`: the selector matches the object, but the hub leaves
   * it out. `missed`: the selector is for this kind in this place, but does not match this object.
   */
  { readonly kind: 'picked' | 'leftOut' | 'missed' | 'foreign' } | { readonly kind: 'open'; readonly reason: OpenReason };

/**
 * Why it is not known whether an object is selected. It depends on the hub's own version, on the scope of an unknown kind, or on the
 * versions of a kind that the hub serves. Or it depends on a namespace that is unknown or has unknown labels, on a Service, or on a
 * selector that is not read.
 */
export type OpenReason = 'hubVersion' | 'unknownKind' | 'unknownVersion' | 'unknownNamespace' | 'unknownService' | 'unread';

export interface Asked {
  readonly home: string | undefined;
  readonly surroundings: Surroundings;
  readonly hub: HubVersion;
}

/** Source: `resource_selector_resolver.go`, fetchResources and fetchAllResourcesInOneNamespace. */
export function selectorAnswer({ selector, reach }: ReadSelector, entry: Entry<Selectable>, asked: Asked): SelectorAnswer {
  if (reach.kind === 'unread') return notKnown('unread');
  if (reach.kind === 'objects') return answerForObject(selector, reach, entry, asked);
  if (reach.kind === 'namespaces') {
    if (isNamespace(entry)) return answerForNamespace(selector, entry);
    return reach.withContents ? answerForContent(selector, entry, asked) : FOREIGN;
  }
  if (!isOfKind(selector, entry) || (entry.ref.namespace ?? asked.home) !== asked.home) return FOREIGN;
  if (reach.kind === 'nowhere' || !isPicked(selector, entry)) return MISSED;
  return reach.kind === 'skipped' ? LEFT_OUT : PICKED;
}

/** Whether a Namespace selector picks a namespace; `open` if that depends on labels and the Namespace object is not known. */
export function picksNamespace(
  { name, labels }: ResourceSelector,
  namespace: string,
  object: Entry<Selectable> | undefined,
): 'yes' | 'no' | 'open' {
  if (name !== '') return name === namespace ? 'yes' : 'no';
  if (labels === undefined) return 'yes';
  if (labels.invalid !== undefined) return 'no';
  if (object !== undefined) return matchesLabels(labels, object.labels) ? 'yes' : 'no';
  return matchesByNameAlone(labels, namespace);
}

/** The answer from the only label that every namespace has. */
function matchesByNameAlone({ requirements }: LabelSelector, namespace: string): 'yes' | 'no' | 'open' {
  const known = labelsOfEveryNamespace(namespace);
  const decidable = requirements.filter(({ key }) => Object.hasOwn(known, key));
  if (!matchesLabels({ requirements: decidable }, known)) return 'no';
  return decidable.length === requirements.length ? 'yes' : 'open';
}

const PICKED: SelectorAnswer = { kind: 'picked' };
const LEFT_OUT: SelectorAnswer = { kind: 'leftOut' };
const MISSED: SelectorAnswer = { kind: 'missed' };
const FOREIGN: SelectorAnswer = { kind: 'foreign' };

function notKnown(reason: OpenReason): SelectorAnswer {
  return { kind: 'open', reason };
}

function isNamespace({ ref }: Entry<Selectable>): boolean {
  return ref.kind === 'Namespace' && groupOf(ref.apiVersion) === '';
}

function answerForNamespace(selector: ResourceSelector, entry: Entry<Selectable>): SelectorAnswer {
  if (picksNamespace(selector, entry.ref.name, entry) !== 'yes') return MISSED;
  return isBeingDeleted(entry) ? LEFT_OUT : PICKED;
}

function answerForContent(selector: ResourceSelector, entry: Entry<Selectable>, { surroundings, hub }: Asked): SelectorAnswer {
  const { ref, isNamespaced } = entry;
  if (ref.namespace === undefined) return isNamespaced === true ? notKnown('unknownNamespace') : FOREIGN;
  const namespace = surroundings.namespace(ref.namespace);
  const picked = picksNamespace(selector, ref.namespace, namespace);
  if (picked === 'no' || (namespace !== undefined && isBeingDeleted(namespace))) return FOREIGN;
  const resource = { group: groupOf(ref.apiVersion), version: versionOf(ref.apiVersion), kind: ref.kind };
  const skipped = isSkippedContent(resource, hub);
  const leftOut = isLeftOutAs(ref.apiVersion, entry, surroundings);
  if (skipped === 'yes' || leftOut === 'yes') return LEFT_OUT;
  if (picked === 'open') return notKnown('unknownNamespace');
  if (isNamespaced === undefined) return notKnown('unknownKind');
  if (leftOut === 'open') return notKnown('unknownService');
  return skipped === 'open' ? notKnown('hubVersion') : PICKED;
}

function answerForObject(
  selector: ResourceSelector,
  reach: ObjectsReach,
  entry: Entry<Selectable>,
  { home, surroundings }: Asked,
): SelectorAnswer {
  const { ref } = entry;
  if (ref.kind !== reach.objectKind || groupOf(ref.apiVersion) !== reach.group) return FOREIGN;
  const scope = reach.inHome ?? entry.isNamespaced;
  if (scope === undefined) return isPicked(selector, entry) ? notKnown('unknownKind') : MISSED;
  if (ref.namespace !== (scope ? home : undefined)) {
    const isHomeless = scope && ref.namespace === undefined && entry.isNamespaced !== false && home !== undefined;
    return isHomeless && isPicked(selector, entry) ? notKnown('unknownNamespace') : FOREIGN;
  }
  if (!isPicked(selector, entry)) return MISSED;
  const apiVersion = reach.apiVersion ?? ref.apiVersion;
  const leftOut = isLeftOutAs(apiVersion, entry, surroundings);
  if (leftOut === 'yes') return LEFT_OUT;
  if (leftOut === 'open') return notKnown('unknownService');
  if (!reach.isListed && apiVersion !== ref.apiVersion) return notKnown('unknownVersion');
  return reach.open === undefined ? PICKED : notKnown(reach.open);
}

function isLeftOutAs(apiVersion: string, entry: Entry<Selectable>, surroundings: Surroundings): 'yes' | 'no' | 'open' {
  const { item, ref } = entry;
  if (isBeingDeleted(entry)) return 'yes';
  return isLeftOut(item.object, apiVersion, (name) => surroundings.hasService(ref.namespace, name));
}

/** Whether the object has the kind that a selector names, in any capitalization. */
function isOfKind({ group, kind }: ResourceSelector, { ref }: Entry<Selectable>): boolean {
  return groupOf(ref.apiVersion) === group && ref.kind.toLowerCase() === kind.toLowerCase();
}

/** Whether a selector matches the object: by name, by labels, or because it selects the whole kind. */
function isPicked({ name, labels }: ResourceSelector, { ref, labels: own }: Entry<Selectable>): boolean {
  if (name !== '') return ref.name === name;
  return labels === undefined || (labels.invalid === undefined && matchesLabels(labels, own));
}
