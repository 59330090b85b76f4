import { everyClusterCovered } from '../../schedule/reach/cluster-coverage.ts';
import { groupOf } from '../../fleet/object.ts';
import { oncePer } from '../../fleet/once-per.ts';
import { hubHolds } from '../hub-holds.ts';
import { manifestRef } from '../identity.ts';
import { knownClusters } from '../known-clusters.ts';
import type { Manifest } from '../manifest.ts';
import { allPlacements, isNamed } from '../placements.ts';
import { carriersOf } from '../places.ts';
import { isResolved } from '../resolved.ts';
import type { World } from '../world.ts';
import { makerOf } from './makers.ts';
import type { Reference } from './reference.ts';

/**
 * How far what is referred to comes along with a placement. `unplaced`: it is there, and no placement takes it · `lacking`: these clusters do
 * not get it; none where they cannot be told by name · `elsewhere`: it is there only in these other namespaces · `absent`: the hub has none,
 * and the placement takes all that is there · `unseen`: nobody knows whether it is there, and no placement would take it.
 */
export type Shortfall =
  | { readonly kind: 'unplaced'; readonly declared: Manifest | undefined }
  | { readonly kind: 'lacking'; readonly clusters: readonly string[]; readonly carriers: readonly Manifest[] }
  | { readonly kind: 'elsewhere'; readonly namespaces: readonly string[]; readonly isCertain: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unseen' };

/** What a placement that brings one object lacks of another one; `undefined` where it lacks nothing, or where that cannot be told. */
export function shortfallOf(reference: Reference, placement: Manifest, world: World): Shortfall | undefined {
  const target = madeFrom(reference, world);
  const declared = world.find(target);
  if (isAnyOpen(world)) return undefined;
  const carriers = carriersOf(target, world);
  const isThere = declared.length > 0 || hubHolds(target, world) === true;
  if (!isThere) return missing(target, carriers, world);
  if (carriers.length === 0) return declared.every(isNamed) ? { kind: 'unplaced', declared: declared[0] } : undefined;
  if (carriers.includes(placement)) return undefined;
  return lacking(placement, carriers, world);
}

/** Whether a placement may select something else than what is written. */
const isAnyOpen = oncePer((world: World): boolean => allPlacements(world).some((each) => !isResolved(each, '/spec')));

type Target = Pick<Reference, 'group' | 'kind' | 'namespace' | 'name'>;

/** Where a controller of the member makes it, what it is made from has to come along instead. */
function madeFrom(reference: Reference, world: World): Target {
  const maker = makerOf(reference, world);
  if (maker === undefined) return reference;
  const { apiVersion, ...ref } = manifestRef(maker);
  return { ...ref, group: groupOf(apiVersion) };
}

function lacking(placement: Manifest, carriers: readonly Manifest[], world: World): Shortfall | undefined {
  const clusters = knownClusters(world);
  const fleet = clusters === undefined ? undefined : { clusters, now: world.now, decided: world.decided };
  const others = carriers.map(inItsNamespace);
  const coverage = everyClusterCovered(inItsNamespace(placement), others, fleet);
  return coverage.kind === 'notCovered' ? { kind: 'lacking', clusters: coverage.clusters, carriers } : undefined;
}

function inItsNamespace({ object, namespace }: Manifest): Manifest['object'] {
  return namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } };
}

/** Of what a whole cluster shares, members commonly have their own: it is missed only where the manifests hold it. */
function missing(target: Target, carriers: readonly Manifest[], world: World): Shortfall | undefined {
  const { group, kind, namespace, name } = target;
  if (namespace === undefined) return undefined;
  const onHub = hubHolds(target, world);
  const { byName, isUnknown } = ofKind(world)(kind);
  const others = (byName.get(name) ?? []).filter(({ object }) => groupOf(object.apiVersion) === group);
  const namespaces = [...new Set(others.flatMap((other) => (isNamed(other) ? (other.namespace ?? []) : [])))].toSorted();
  if (isUnknown) return undefined;
  if (namespaces.length > 0 && (carriers.length === 0 || onHub === false))
    return { kind: 'elsewhere', namespaces, isCertain: onHub === false };
  if (onHub === false) return { kind: 'absent' };
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
