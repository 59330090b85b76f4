import { groupByAll } from '../../fleet/memo/group-by-all.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { PlacementSelectors, ReadSelector } from '../../selection/placement-selectors.ts';
import { placedItemsOf } from './placed-objects.ts';
import { manifestEntry, manifestSurroundings } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements, isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { readSelectors } from '../world/selectors.ts';
import type { World } from '../world/world.ts';

/**
 * All placements that select a manifest or may do so, in order, and few others: placements with selectors for another kind, name or
 * namespace are excluded without evaluating them.
 */
export function candidatePlacements(manifest: Manifest, world: World): readonly Manifest[] {
  // An unknown name or label may be any.
  if (!isNamed(manifest) || !isResolved(manifest, '/metadata/labels')) return allPlacements(world);
  const { ref, labels, isNamespaced } = manifestEntry(manifest, world);
  const { kind, name, namespace } = ref;
  const type = `${groupOf(ref.apiVersion)}/${kind}`;
  const isNamespace = type === '/Namespace';
  const { byKey, types, byLabel } = selecting(world);
  const inside = isNamespace ? name : namespace;
  // A cluster-scoped object is not part of a namespace.
  const isInside = inside !== undefined || isNamespaced === true;
  const keys = [ANYTHING];
  if (isInside) keys.push(inside === undefined ? NAMESPACE : `${NAMESPACE} ${inside}`);
  if (types.has(type))
    for (const place of namespace === undefined ? [''] : [`@${namespace}`, ANYWHERE])
      keys.push(`${type} ${name} ${place}`, `${type}  ${place}`);
  if (byLabel && isInside) keys.push(...labelKeys(isNamespace ? labels : labelsOfNamespace(namespace, world)));
  return inOrder(byKey, world, keys);
}

/** All placements that bring an object, which need not be in the manifests, to clusters or may do so, in order, and few others. */
export function candidateCarriers(ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }, world: World): readonly Manifest[] {
  const { group, kind, namespace = '', name } = ref;
  const found = inOrder(placing(world), world, [`${group}/${kind} ${name}`, `${NAMESPACE} ${namespace}`]);
  return joined([found, ...world.find(ref).map((manifest) => candidatePlacements(manifest, world))], world);
}

type Index = ReadonlyMap<string, readonly Manifest[]>;

const ANYTHING = 'anything';
const ANYWHERE = 'anywhere';
const NAMESPACE = 'namespace';
const LABEL = 'label';

interface SelectorIndex {
  readonly byKey: Index;
  /** The types that selectors name: objects of other types need no lookup. */
  readonly types: ReadonlySet<string>;
  /** Whether a selector selects namespaces by their labels. */
  readonly byLabel: boolean;
}

const selecting = oncePer((world: World): SelectorIndex => {
  const byKey = groupByAll(allPlacements(world), (placement) => {
    const read = readSelectors(placement, world);
    return new Set(read.selectors.flatMap((selector) => keysOf(selector, read)));
  });
  const reaches = allPlacements(world).flatMap((placement) => readSelectors(placement, world).selectors.map(({ reach }) => reach));
  return {
    byKey,
    types: new Set(reaches.flatMap((reach) => (reach.kind === 'objects' ? [`${reach.group}/${reach.objectKind}`] : []))),
    byLabel: byKey.has(LABEL),
  };
});

const placing = oncePer((world: World): Index =>
  groupByAll(
    allPlacements(world),
    (placement) =>
      new Set(
        placedItemsOf(placement, world).map((placed) =>
          placed.kind === 'namespace' ? `${NAMESPACE} ${placed.namespace}` : `${placed.group}/${placed.objectKind} ${placed.name}`,
        ),
      ),
  ),
);

/** The keys at which an object finds the selector. Each selector has one for objects whose namespace is known, and one for others. */
function keysOf({ selector, reach }: ReadSelector, { home }: PlacementSelectors): readonly string[] {
  const { name, labels } = selector;
  if (reach.kind === 'namespaces') {
    if (name !== '') return [NAMESPACE, `${NAMESPACE} ${name}`];
    const exact = labels?.requirements.find(({ operator, values }) => operator === 'In' && values.length === 1);
    return [NAMESPACE, LABEL, `${LABEL} ${exact === undefined ? '' : pairText([exact.key, exact.values[0] ?? ''])}`];
  }
  if (reach.kind !== 'objects') return [ANYTHING];
  const type = `${reach.group}/${reach.objectKind} ${name}`;
  return [`${type} `, `${type} ${reach.inHome === true && home !== undefined ? `@${home}` : ANYWHERE}`];
}

/** For a namespace with these labels; `undefined` if they are not known. */
function labelKeys(labels: Readonly<Record<string, string>> | undefined): readonly string[] {
  return labels === undefined ? [LABEL] : ['', ...Object.entries(labels).map(pairText)].map((pair) => `${LABEL} ${pair}`);
}

function labelsOfNamespace(namespace: string | undefined, world: World): Readonly<Record<string, string>> | undefined {
  return namespace === undefined ? undefined : manifestSurroundings(world).namespace(namespace)?.labels;
}

function pairText([label, value]: readonly [string, string]): string {
  return `${label}=${value}`;
}

function inOrder(index: Index, world: World, keys: readonly string[]): readonly Manifest[] {
  return joined(
    keys.flatMap((key) => {
      const found = index.get(key);
      return found === undefined ? [] : [found];
    }),
    world,
  );
}

function joined([first = [], ...others]: readonly (readonly Manifest[])[], world: World): readonly Manifest[] {
  if (others.length === 0) return first;
  const order = orderOf(world);
  return [...new Set([first, ...others].flat())].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

const orderOf = oncePer((world: World) => new Map(allPlacements(world).map((placement, index) => [placement, index])));
