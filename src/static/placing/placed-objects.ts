import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { isLeftOut } from '../../selection/propagation.ts';
import { placementRefusal } from '../../selection/refusal.ts';
import { selectedVersion } from '../../selection/resource-selector.ts';
import { selectorAnswer } from '../../selection/selector-answer.ts';
import { matchedEntries } from './candidates.ts';
import { enclosedIn, envelopeHolding, envelopesOf } from '../world/envelopes.ts';
import { manifestSurroundings } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { asRead, readSelectors, selectorsOf, type Selector } from '../world/selectors.ts';
import type { World } from '../world/world.ts';

/** An object that a placement puts on its clusters, or the whole content of a namespace. */
export type PlacedItem = PlacedObject | PlacedNamespace;

export interface PlacedObject {
  readonly kind: 'object';
  /** Pointer to the selector. */
  readonly at: string;
  readonly group: string;
  readonly objectKind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Everything in the namespace, also objects that are not in the manifests. */
interface PlacedNamespace {
  readonly kind: 'namespace';
  readonly at: string;
  readonly namespace: string;
}

/**
 * The items that a placement sends, as far as the manifests show: objects that selectors name, and manifests that their labels match. Empty
 * if the hub refuses the selectors.
 */
export const placedItemsOf = oncePerWorld((placement, world): readonly PlacedItem[] =>
  selectedBy(placement, world).flatMap(({ selector, apiVersion, kind, name, namespace }): readonly PlacedItem[] => {
    const { at } = selector;
    const object: PlacedItem = { kind: 'object', at, group: groupOf(apiVersion), objectKind: kind, namespace, name };
    if (isWhole(selector)) {
      return [object, { kind: 'namespace', at, namespace: name }, ...enclosed(at, envelopesOf('ResourceEnvelope', name, undefined, world))];
    }
    return isEnvelope({ apiVersion, kind }) ? enclosed(at, envelopesOf(kind, namespace, name, world)) : [object];
  }),
);

/** An object that a selector names, or a manifest that it matches. */
export interface Selected {
  readonly selector: Selector;
  /** As the hub lists it. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** The objects that the selectors of a placement select one by one. An object that two of them select occurs twice. */
export const selectedBy = oncePerWorld((placement, world): readonly Selected[] => {
  const read = readSelectors(placement, world);
  if (placementRefusal(read, manifestSurroundings(world)) !== undefined) return [];
  return selectorsOf(placement, world).flatMap((selector): readonly Selected[] => {
    const type = listedType(selector);
    return type === undefined ? [] : namesOf(selector, read.home, world).map((named) => ({ selector, ...type, ...named }));
  });
});

/** Whether the selector selects Namespaces with their content. */
export function isWhole({ reach }: Selector): boolean {
  return reach.kind === 'namespaces' && reach.withContents;
}

/** An envelope stays on the hub; its content goes to the clusters. */
function enclosed(at: string, envelopes: readonly Manifest[]): readonly PlacedObject[] {
  return envelopes
    .flatMap(enclosedIn)
    .map(({ group, kind, namespace, name }) => ({ kind: 'object', at, group, objectKind: kind, namespace, name }));
}

/** The kind that a selector selects; `undefined` if it selects nothing, or if its namespace is not known. */
function listedType({ reach, ...selector }: Selector): Pick<Selected, 'apiVersion' | 'kind'> | undefined {
  if (reach.kind === 'namespaces') return { apiVersion: 'v1', kind: 'Namespace' };
  if (reach.kind !== 'objects' || reach.inHome === undefined || reach.open === 'hubVersion') return undefined;
  return { apiVersion: reach.apiVersion ?? selectedVersion(selector), kind: reach.objectKind };
}

interface Named {
  readonly name: string;
  readonly namespace: string | undefined;
}

function namesOf(selector: Selector, home: string | undefined, world: World): readonly Named[] {
  const inHome = selector.reach.kind === 'objects' && selector.reach.inHome === true;
  if (inHome && home === undefined) return [];
  const namespace = inHome ? home : undefined;
  const found = matchedEntries(selector, home, world);
  const asked = { home, surroundings: manifestSurroundings(world), hub: world.target };
  const taken = found.filter((entry) => ['picked', 'open'].includes(selectorAnswer(asRead(selector), entry, asked).kind));
  if (selector.name !== '') {
    const isPlaced =
      found.length > 0 ? taken.length > 0 : !isLeftOutByName(selector) && onlyEnvelopeOf(selector, home, world) === undefined;
    return isPlaced ? [{ name: selector.name, namespace }] : [];
  }
  return taken
    .filter(({ item }) => isNamed(item) && isResolved(item, '/metadata/labels'))
    .map(({ ref }) => ({ name: ref.name, namespace: ref.namespace ?? namespace }));
}

/**
 * The envelope that contains the object that a selector names, if the object is nowhere else: the hub does not have the content of an
 * envelope as objects, so the selector selects nothing.
 */
export function onlyEnvelopeOf(selector: Selector, home: string | undefined, world: World): Manifest | undefined {
  const { reach, name } = selector;
  if (name === '' || (reach.kind === 'objects' && reach.inHome === undefined) || matchedEntries(selector, home, world).length > 0)
    return undefined;
  if (reach.kind === 'namespaces') return envelopeHolding({ group: '', kind: 'Namespace', namespace: undefined, name }, world);
  if (reach.kind !== 'objects') return undefined;
  const namespace = reach.inHome === true ? home : undefined;
  return envelopeHolding({ group: reach.group, kind: reach.objectKind, namespace, name }, world);
}

/** Whether the hub excludes every object of that name. */
export function isLeftOutByName({ name, reach, ...selector }: Selector): boolean {
  const apiVersion = selectedVersion(selector);
  const kind = reach.kind === 'objects' ? reach.objectKind : selector.kind;
  return isLeftOut({ apiVersion, kind, metadata: { name } }, apiVersion, () => false) === 'yes';
}
