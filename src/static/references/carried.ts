import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { everyClusterCovered } from '../../schedule/reach/cluster-coverage.ts';
import { isReservedNamespace } from '../../selection/propagation.ts';
import { hubHolds, seesPlacements } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { manifestContent } from '../world/manifest-content.ts';
import type { Manifest } from '../world/manifest.ts';
import { allPlacements, isNamed } from '../world/placements.ts';
import { carriersOf } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { isMadeEverywhere } from './made-everywhere.ts';
import { isCopied, makerOf } from './makers.ts';
import type { Reference } from './reference.ts';

/**
 * How far what is referred to comes along with a placement. `unplaced`: it is there, and no placement takes it · `lacking`: these clusters do
 * not get it; none where they cannot be told by name · `elsewhere`: it is there only in these other namespaces · `absent`: the hub has none,
 * and the placement takes all that is there · `unseen`: nobody knows whether it is there, and no placement would take it.
 */
export type Shortfall =
  | { readonly kind: 'unplaced'; readonly declared: Manifest | undefined; readonly isShared: boolean }
  | { readonly kind: 'lacking'; readonly clusters: readonly string[]; readonly carriers: readonly Manifest[] }
  | { readonly kind: 'elsewhere'; readonly namespaces: readonly string[]; readonly isCertain: boolean }
  | { readonly kind: 'absent'; readonly isCertain: boolean }
  | { readonly kind: 'unseen' };

type Target = Pick<Reference, 'group' | 'kind' | 'namespace' | 'name' | 'saysNamespace'>;

/**
 * What a placement that brings one object lacks of another one; `undefined` where it lacks nothing, or where that cannot be told. Where a
 * controller of the member makes the other one, it is enough that what it is made from comes along.
 * @param world with what only the hub has, where that is known
 */
export function shortfallOf(reference: Reference, placement: Manifest, world: World): Shortfall | undefined {
  const { group, kind, namespace = '', name, saysNamespace = false } = reference;
  const known = shortfallsOf(world)(placement);
  const key = `${group}/${kind} ${namespace}/${name} ${saysNamespace}`;
  const found = known.get(key);
  if (found !== undefined) return found.value;
  const value = searchShortfall(reference, placement, world);
  known.set(key, { value });
  return value;
}

/** Many workloads of a placement refer to the same. */
const shortfallsOf = oncePer((_world: World) =>
  oncePer((_placement: Manifest) => new Map<string, { readonly value: Shortfall | undefined }>()),
);

function searchShortfall(reference: Reference, placement: Manifest, world: World): Shortfall | undefined {
  if (isMadeEverywhere(reference)) return undefined;
  const maker = makerOf(reference, world);
  const made = maker === undefined ? undefined : targetOf(maker);
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
  if (isAnyOpen(world)) return undefined;
  const carriers = carriersOf(target, world);
  if (declared.length === 0) return missing(target, carriers, placement, world);
  if (carriers.length === 0) {
    if (!seesPlacements(world) && declared.every(({ onHub }) => onHub === true)) return undefined;
    const found = declared.find(({ onHub }) => onHub !== true);
    return declared.every(isNamed) ? { kind: 'unplaced', declared: found, isShared: mayBeThere(target) } : undefined;
  }
  if (carriers.includes(placement)) return undefined;
  return lacking(placement, carriers, world);
}

/** Members may have it otherwise: what clusters share, and what stands where no placement takes anything from. */
function mayBeThere({ namespace }: Target): boolean {
  return namespace === undefined || isReservedNamespace(namespace);
}

/** Whether a placement may select something else than what is written. */
const isAnyOpen = oncePer((world: World): boolean => allPlacements(world).some((each) => !isResolved(each, '/spec')));

function lacking(placement: Manifest, carriers: readonly Manifest[], world: World): Shortfall | undefined {
  const clusters = knownClusters(world);
  const fleet = clusters === undefined ? undefined : { clusters, now: world.now, target: world.target, decided: world.decided };
  const others = carriers.map(inItsNamespace);
  const coverage = everyClusterCovered(inItsNamespace(placement), others, fleet);
  return coverage.kind === 'notCovered' ? { kind: 'lacking', clusters: coverage.clusters, carriers } : undefined;
}

function inItsNamespace({ object, namespace }: Manifest): Manifest['object'] {
  return namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } };
}

/**
 * Of what a whole cluster shares, and of namespaces every cluster has, members commonly have their own: nothing is missed there. Nor is what
 * stands in a namespace of which nothing is here and which the name says itself: that is somebody else's.
 */
function missing(target: Target, carriers: readonly Manifest[], placement: Manifest, world: World): Shortfall | undefined {
  const { group, kind, namespace, name, saysNamespace } = target;
  if (namespace === undefined || isReservedNamespace(namespace)) return undefined;
  const onHub = hubHolds(target, world);
  const { byName, isUnknown } = ofKind(world)(kind);
  if (isUnknown) return undefined;
  const namesakes = (byName.get(name) ?? []).filter(({ object }) => groupOf(object.apiVersion) === group);
  if (namesakes.some(isCopied)) return undefined;
  if (saysNamespace === true) {
    const isOurs = manifestContent(world).inNamespace(namespace).length > 0;
    if (onHub === false) return { kind: 'absent', isCertain: false };
    return carriers.length === 0 && isOurs ? { kind: 'unseen' } : undefined;
  }
  const namespaces = [...new Set(namesakes.flatMap((other) => other.namespace ?? []))].toSorted();
  if (namespaces.length > 0 && (carriers.length === 0 || onHub === false))
    return { kind: 'elsewhere', namespaces, isCertain: onHub === false };
  if (onHub === false) return { kind: 'absent', isCertain: !mayBeMade(placement, namespace, world) };
  return carriers.length === 0 ? { kind: 'unseen' } : undefined;
}

/** The manifests of a kind by name, and whether one of them may have any name; told once for a kind. */
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
/** Whether the manifests hold an object of a custom kind in that namespace, from which a controller of the member may make anything. */
function mayBeMade(placement: Manifest, namespace: string, world: World): boolean {
  return customIn(world)(namespace).some((manifest) => carriersOf(targetOf(manifest), world).includes(placement));
}

/** The objects of custom kinds in a namespace; looked up once for each. */
const customIn = oncePer((world: World) => {
  const known = new Map<string, readonly Manifest[]>();
  return (namespace: string): readonly Manifest[] => {
    const found =
      known.get(namespace) ??
      manifestContent(world)
        .inNamespace(namespace)
        .map(({ item }) => item)
        .filter(({ object }) => BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind) === undefined);
    known.set(namespace, found);
    return found;
  };
});
