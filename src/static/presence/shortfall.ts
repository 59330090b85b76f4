import { nameWithoutHash } from '../../fleet/kubernetes/hashed-name.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isReservedNamespace } from '../../selection/propagation.ts';
import { envelopeHolding } from '../world/envelopes.ts';
import { hubHolds, seesPlacements } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { mistyped } from '../answers/mistyped.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements, isNamed } from '../world/placements.ts';
import { placementsMaybeSending } from '../placing/placements-of-object.ts';
import type { Named } from './hindrances.ts';
import { lackOf, type Lack } from './lacking.ts';
import { broughtBefore, isRemoved } from './removed.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { isMadeByDistributions, isMadeEverywhere } from '../references/made-everywhere.ts';
import { isCopied, madeIn, makerOf } from '../references/makers.ts';
import type { Reference } from '../references/reference.ts';

/**
 * The reason why a referenced object is missing on clusters. `unplaced`: no placement selects it · `lacking`: these clusters do not get it;
 * the list is empty if their names are not known · `elsewhere`: it exists only in these other namespaces · `misnamed`: it does not exist,
 * but an object with almost the same name does, or `by` makes one · `removed`: the change removes it.
 */
export type Shortfall =
  | { readonly kind: 'unplaced'; readonly declared: Manifest | undefined; readonly isShared: boolean }
  | ({ readonly kind: 'lacking'; readonly carriers: readonly Manifest[] } & Lack)
  | { readonly kind: 'elsewhere'; readonly namespaces: readonly string[]; readonly isCertain: boolean }
  | { readonly kind: 'removed' }
  /** `isCertain`: the hub does not have it either. It never has what is made on members. */
  | { readonly kind: 'misnamed'; readonly meant: string; readonly by?: string; readonly isCertain: boolean };

type Target = Pick<Reference, 'group' | 'kind' | 'namespace' | 'name' | 'statesNamespace'> & Pick<Named, 'makes'>;

/**
 * Whether a referenced object is missing on the clusters of a placement; `undefined` if it is not, or if that is not known. If a controller
 * on the member makes the object, it is enough that its source is placed.
 * @param world includes the objects that only the hub has, if they are known
 */
export function shortfallOf(reference: Reference, placement: Manifest, world: World): Shortfall | undefined {
  const { group, kind, namespace = '', name, statesNamespace = false } = reference;
  const known = shortfallsOf(world)(placement);
  const key = `${group}/${kind} ${namespace}/${name} ${statesNamespace}`;
  const found = known.get(key);
  if (found !== undefined) return found.value;
  const value = searchShortfall(reference, placement, world);
  known.set(key, { value });
  return value;
}

/** Results are kept, because many workloads of a placement refer to the same object. */
const shortfallsOf = oncePer((_world: World) =>
  oncePer((_placement: Manifest) => new Map<string, { readonly value: Shortfall | undefined }>()),
);

/** The shortfall on only these clusters; on all if they are not known. */
export function shortfallOn(clusters: readonly string[] | undefined, shortfall: Shortfall | undefined): Shortfall | undefined {
  if (shortfall?.kind !== 'lacking' || shortfall.clusters.length === 0 || clusters === undefined || clusters.length === 0) return shortfall;
  const lacking = shortfall.clusters.filter((name) => clusters.includes(name));
  return lacking.length === 0 ? undefined : { ...shortfall, clusters: lacking };
}

function searchShortfall(reference: Reference, placement: Manifest, world: World): Shortfall | undefined {
  if (isMadeEverywhere(reference)) return undefined;
  const maker = makerOf(reference, world);
  const made = maker === undefined ? undefined : { ...targetOf(maker), makes: reference.name };
  const isDeclared = world.find(reference).length > 0;
  const targets: readonly Target[] = [...(isDeclared || made === undefined ? [reference] : []), ...(made === undefined ? [] : [made])];
  const shortfalls = targets.map((target) => shortfallOfOne(target, placement, world));
  return shortfalls.includes(undefined) ? undefined : shortfalls.at(-1);
}

function targetOf(manifest: Manifest): Target {
  const { apiVersion, ...ref } = manifestRef(manifest);
  return { ...ref, group: groupOf(apiVersion) };
}

function shortfallOfOne(target: Target, placement: Manifest, world: World): Shortfall | undefined {
  const declared = world.find(target);
  if (mayBeSentByVariable(target, world)) return undefined;
  const carriers = placementsMaybeSending(target, world);
  const { group, kind, namespace, name } = target;
  const isEnclosed = envelopeHolding({ group, kind, namespace, name }, world) !== undefined;
  if (declared.length === 0 && !isEnclosed) return missing(target, carriers, placement, world);
  if (carriers.length === 0) {
    if (!isEnclosed && !seesPlacements(world) && declared.every(({ onHub }) => onHub === true)) return undefined;
    const found = declared.find(({ onHub }) => onHub !== true);
    return declared.every(isNamed) ? { kind: 'unplaced', declared: found, isShared: mayExistOnMember(target) } : undefined;
  }
  const lack = lackOf(placement, target, carriers, world);
  return lack && { kind: 'lacking', carriers, ...lack };
}

/** Whether members may have it from another source: cluster-scoped objects, and objects in reserved namespaces, which are never placed. */
function mayExistOnMember({ namespace }: Target): boolean {
  return namespace === undefined || isReservedNamespace(namespace);
}

/** Whether a placement with a variable in its selectors or its name may select it: its selection is not known. */
function mayBeSentByVariable({ namespace }: Target, world: World): boolean {
  return openPlacements(world).some(
    (placement) => placement.object.kind !== 'ResourcePlacement' || placement.namespace === namespace || !isNamed(placement),
  );
}

const openPlacements = oncePer((world: World) =>
  allPlacements(world).filter((each) => !isNamed(each) || !isResolved(each, '/spec/resourceSelectors')),
);

/**
 * The shortfall for an object that the manifests do not have. Members often have their own cluster-scoped objects: these are missing only
 * if the change removes them from clusters, or if the name is misspelt. Objects in reserved namespaces are never missing. A reference
 * that states its namespace is missing only if the name is misspelt: the object can belong to another repository.
 */
function missing(target: Target, carriers: readonly Manifest[], placement: Manifest, world: World): Shortfall | undefined {
  const { group, kind, namespace, name, statesNamespace } = target;
  if (namespace === undefined) {
    if (isRemoved(target, world) && broughtBefore(target, placement, world) !== undefined) return { kind: 'removed' };
    const near = isMadeByDistributions(target) || hubHolds(target, world) === true ? undefined : nearName(target, world);
    return near === undefined ? undefined : { kind: 'misnamed', ...near, isCertain: false };
  }
  if (isReservedNamespace(namespace)) return undefined;
  if (isRemoved(target, world)) return { kind: 'removed' };
  const onHub = hubHolds(target, world);
  const { byName, isUnknown } = ofKind(world)(kind);
  if (isUnknown) return undefined;
  const namesakes = (byName.get(name) ?? []).filter(({ object }) => groupOf(object.apiVersion) === group);
  if (namesakes.some(isCopied)) return undefined;
  const meant = nearName(target, world);
  if (meant !== undefined) return { kind: 'misnamed', ...meant, isCertain: onHub === false && meant.by === undefined };
  if (statesNamespace === true) return undefined;
  const namespaces = [...new Set(namesakes.flatMap((other) => other.namespace ?? []))].toSorted();
  if (namespaces.length > 0 && (carriers.length === 0 || onHub === false))
    return { kind: 'elsewhere', namespaces, isCertain: onHub === false };
  return undefined;
}

/** The name of another object of the kind, in the same namespace, that was probably meant, and what makes it if no manifest has it. */
function nearName(target: Target, world: World): { readonly meant: string; readonly by?: string } | undefined {
  const written = nearIn(namesIn(target, world), target);
  if (written !== undefined) return { meant: written };
  const made = namesMadeIn(target, world);
  const meant = nearIn(
    [...made.keys()].filter((name) => name !== target.name),
    target,
  );
  return meant === undefined ? undefined : { meant, by: made.get(meant) ?? '' };
}

function nearIn(beside: readonly string[], { name }: Target): string | undefined {
  return mistyped(name, beside) ?? beside.find((other) => isAbbreviated(name, other) || isAbbreviated(other, name));
}

/** Whether the names differ only in one word, which `short` abbreviates: `crane-conf` and `crane-config`. */
function isAbbreviated(short: string, long: string): boolean {
  const [words, others] = [short.split('-'), long.split('-')];
  if (words.length < 2 || words.length !== others.length) return false;
  const differing = words.flatMap((word, index) => (word === others[index] ? [] : [[word, others[index] ?? ''] as const]));
  const [first, ...more] = differing;
  return (
    first !== undefined &&
    more.length === 0 &&
    first[0].length >= 4 &&
    first[1].startsWith(first[0]) &&
    /^[a-z]{1,4}$/.test(first[1].slice(first[0].length))
  );
}

/** The names of the kind in the namespace. */
function namesIn({ group, kind, namespace }: Target, world: World): readonly string[] {
  return world.ofKind(kind).flatMap((manifest) => {
    const isBeside = manifest.namespace === namespace && groupOf(manifest.object.apiVersion) === group && isNamed(manifest);
    return isBeside ? [manifest.object.metadata.name] : [];
  });
}

/** The names of the kind that controllers and kustomizations make in the namespace, with what makes them. */
function namesMadeIn({ group, kind, namespace }: Target, world: World): ReadonlyMap<string, string> {
  if (group !== '' || namespace === undefined) return new Map();
  const made =
    kind === 'Secret' ? [...madeIn(namespace, world)].map(([name, maker]) => [name, displayName(manifestRef(maker))] as const) : [];
  const generated = (generatedIn(world).get(`${kind} ${namespace}`) ?? []).map((name) => [name, 'a kustomization'] as const);
  return new Map([...generated, ...made]);
}

/** The names that kustomizations write for what they generate, by `Kind namespace`, whether they were rendered or not. */
const generatedIn = oncePer((world: World): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>();
  const add = (kind: string, namespace: string | undefined, name: string): void => {
    const key = `${kind} ${namespace ?? ''}`;
    found.set(key, (found.get(key) ?? new Set()).add(name));
  };
  for (const { generated = [], namespace } of world.manifests)
    for (const each of generated) add(each.slice(0, each.indexOf('/')), namespace, each.slice(each.indexOf('/') + 1));
  for (const manifest of ['ConfigMap', 'Secret'].flatMap((kind) => world.ofKind(kind))) {
    const { kind, metadata } = manifest.object;
    const name = nameWithoutHash(metadata.name);
    if (manifest.rendered !== undefined && name !== undefined) add(kind, manifest.namespace, name);
  }
  return new Map([...found].map(([key, names]) => [key, [...names]]));
});

/** The manifests of a kind by name, and whether one of them has an unknown name. Computed once for each kind. */
const ofKind = oncePer((world: World) => {
  const known = new Map<string, { readonly byName: ReadonlyMap<string, readonly Manifest[]>; readonly isUnknown: boolean }>();
  return (kind: string) => {
    const manifests = world.ofKind(kind);
    const found = known.get(kind) ?? {
      byName: Map.groupBy(manifests, ({ object }) => object.metadata.name),
      isUnknown: manifests.some((manifest) => !isNamed(manifest)),
    };
    known.set(kind, found);
    return found;
  };
});
