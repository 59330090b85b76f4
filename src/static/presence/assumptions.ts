import { guessedPlural } from '../../fleet/kubernetes/guessed-plural.ts';
import type { Assumption } from '../../finding.ts';
import { ENVELOPE_KINDS, enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { isFleetGroup, isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { isUnderSome } from '../../fleet/json/json-pointer.ts';
import { isOverride } from '../../selection/override.ts';
import { isDeclared } from '../world/envelopes.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { displayName, groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { isReservedNamespace, NAMESPACES_OF_EVERY_HUB } from '../../selection/propagation.ts';
import { picksOf } from '../delivery/picks.ts';
import { namespaceSources } from '../placing/namespace-sources.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { placementElsewhere } from './placement-elsewhere.ts';
import { overriddenElsewhere, selectedElsewhere } from './selected-elsewhere.ts';
import { shortfallOf } from './shortfall.ts';
import { isMadeByDistributions, isMadeEverywhere } from '../references/made-everywhere.ts';
import { isCopied, makerOf } from '../references/makers.ts';
import { REFERRING_KINDS } from '../references/references-of.ts';
import { isGone } from '../world/is-gone.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { mistyped } from '../answers/mistyped.ts';
import { isNamed, nameOf, placementKind } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { runReference } from '../world/run-reference.ts';
import { selectorsOf } from '../world/selectors.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';
import { definitionOf } from './definitions.ts';
import { entriesOf, entryHolders, isFilledHere } from './entries.ts';
import { patchedNeeds, placedNeeds, type Need, type PlacedNeed } from './needs.ts';
import type { Named } from './hindrances.ts';
import { madeByPatches } from './made-by-patches.ts';
import { becauseOf, namesakes } from './why-lacking.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/**
 * Objects that the manifests need and do not contain, each once: an operator or another repository may have created them on the clusters.
 * Objects that every cluster has, and those that a rule reports, are left out.
 */
export function assumptionsOf(judged: World): readonly Assumption[] {
  const world = withHub(judged);
  const found = new Map<string, Draft>();
  const add = ({ need, by, placements, clusters, because }: Lacking): void => {
    const key = JSON.stringify([need.group, need.kind, need.namespace, need.name, need.selector, need.key]);
    const draft = found.get(key) ?? { need, because, by: new Map<string, ObjectRef>(), clusters: new Set<string>() };
    found.set(key, draft);
    draft.by.set(JSON.stringify(by), by);
    const picked = placements.flatMap((placement) => picksOf(placement, world)?.picked ?? []).map(({ name }) => name);
    for (const name of clusters ?? picked) draft.clusters.add(name);
  };
  for (const manifest of judged.judged) {
    ofReferences(manifest, world).forEach(add);
    ofPatches(manifest, judged, world).forEach(add);
    ofKinds(manifest, world).forEach(add);
    ofPlacement(manifest, world).forEach(add);
    ofSelectors(manifest, judged).forEach(add);
    ofSelectedKinds(manifest, judged).forEach(add);
    ofNamedPlacement(manifest, judged).forEach(add);
    ofRun(manifest, world).forEach(add);
  }
  return [...found.values()].map(assumptionOf).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

interface Lacking {
  /** `key` is the needed entry; absent if the whole object is needed. */
  readonly need: Named & { readonly key?: string; readonly selector?: string };
  readonly by: ObjectRef;
  /** The placements of the object that needs it. */
  readonly placements: readonly Manifest[];
  /** The clusters that need it; absent if all clusters of the placements need it. */
  readonly clusters?: readonly string[];
  readonly because: string;
}

interface Draft extends Pick<Lacking, 'need' | 'because'> {
  readonly by: Map<string, ObjectRef>;
  readonly clusters: Set<string>;
}

function assumptionOf({ need: { kind, namespace, name, selector, key }, by, clusters, because }: Draft): Assumption {
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(selector === undefined ? {} : { selector }),
    ...(key === undefined ? {} : { key }),
    neededBy: [...by.values()],
    clusters: [...clusters].toSorted(),
    because,
  };
}

function textOf({ kind, namespace = '', name, selector = '', key = '' }: Assumption): string {
  return `${kind}/${namespace}/${name}${selector} ${key}`;
}

const REFERRING = new Set([...REFERRING_KINDS, ...ENVELOPE_KINDS]);

function ofReferences(manifest: Manifest, world: World): readonly Lacking[] {
  if (!REFERRING.has(manifest.object.kind) || !isNamed(manifest)) return [];
  const placements = placementsLikelySending(manifest, world);
  return placements.flatMap((placement) => {
    const needs = placedNeeds(manifest, world)(placement);
    return ofNeeds(
      needs,
      needs.map(({ need }) => need),
      placement,
      world,
    );
  });
}

/** The needs that patches add to objects. */
function ofPatches(manifest: Manifest, judged: World, world: World): readonly Lacking[] {
  if (!isOverride(manifest.object)) return [];
  const needs = patchedNeeds(manifest, judged);
  return needs.flatMap(({ fault, clusters, delivery: { placement } }) => {
    const placed = clusters.length === 0 ? { need: fault } : { need: fault, clusters };
    return ofNeeds(
      [placed],
      needs.map((each) => each.fault),
      placement,
      world,
    );
  });
}

/** @param beside all needs of the same object: if an entry of an object is needed, the object itself is not listed too */
function ofNeeds(needs: readonly PlacedNeed[], beside: readonly Need[], placement: Manifest, world: World): readonly Lacking[] {
  const wholes = new Set(beside.filter(({ entry }) => entry !== undefined).flatMap(({ rests = [] }) => rests));
  return needs.flatMap(({ need, clusters }): readonly Lacking[] => {
    const { group, kind, namespace, name, entry, at } = need;
    if (makerOf(need, world) !== undefined || (entry === undefined && isUnderSome(at, wholes))) return [];
    const because = isThere(need, world) ? openEntry(need, world) : becauseOf(need, world);
    if (because === undefined || shortfallOf(need, placement, world) !== undefined) return [];
    const named = namespace === undefined ? { group, kind, name } : { group, kind, namespace, name };
    const sought = entry === undefined ? named : { ...named, key: entry };
    const common = { need: sought, by: need.from, placements: [placement], because };
    const made = madeByPatches(named, world);
    if (made === undefined) return [{ ...common, ...(clusters === undefined ? {} : { clusters }) }];
    const wanted = clusters ?? picksOf(placement, world)?.picked.map(({ name: cluster }) => cluster) ?? [];
    const others = wanted.filter((cluster) => !made.clusters.has(cluster));
    return made.isOpen || others.length === 0 ? [] : [{ ...common, clusters: others }];
  });
}

/**
 * The reason to assume an entry: another tool may add it to an object of these files. `undefined` if the entry exists, or cannot be added.
 */
function openEntry(need: Need, world: World): string | undefined {
  const { entry } = need;
  const holders = entry === undefined ? [] : entryHolders(need, world);
  if (entry === undefined || holders.length === 0 || holders.some((holder) => entriesOf(holder, world).has(entry))) return undefined;
  return holders.some((holder) => !isFilledHere(holder, need, world)) ? 'it does not have this entry in these files' : undefined;
}

/** Whether it is in the manifests, on the hub, or on every cluster. */
function isThere(need: Named, world: World): boolean {
  const { group, kind, namespace, name } = need;
  if (isDeclared(need, world) || isMadeEverywhere(need) || isMadeByDistributions(need)) return true;
  if (namespace !== undefined && isReservedNamespace(namespace)) return true;
  return namesakes(world)(`${group}/${kind} ${name}`).some((other) => isCopied(other) || !isNamed(other));
}

/** The definitions of custom kinds. The hub needs that of an object that is not in an envelope. */
function ofKinds(manifest: Manifest, world: World): readonly Lacking[] {
  const isEnclosed = isEnvelope(manifest.object);
  const custom = (isEnclosed ? enclosedObjects(manifest.object) : [manifest.object]).filter(isCustom);
  if (custom.length === 0 || !isNamed(manifest) || !isResolved(manifest, '/apiVersion', '/kind')) return [];
  const placements = placementsLikelySending(manifest, world);
  if (placements.length === 0) return [];
  return custom.flatMap((object): readonly Lacking[] => {
    const { apiVersion, kind } = object;
    // No definition can have a group without a dot.
    if (!groupOf(apiVersion).includes('.') || knownApis(world).find(groupOf(apiVersion), kind) !== undefined) return [];
    const definition = definitionOf(object, world);
    const base = definition === undefined ? world.base() : undefined;
    // A rule reports a definition that does not reach the clusters, or that the change removes.
    if (definition === undefined ? base !== undefined && definitionOf(object, base) !== undefined : isEnclosed) return [];
    const need = { ...DEFINITION, name: likelyName(kind, groupOf(apiVersion)) };
    if (world.find(need).length > 0) return [];
    const by = manifestRef(manifest);
    if (definition !== undefined)
      return [
        {
          need: definition.ref,
          by,
          placements,
          clusters: [],
          because: `it is only in ${displayName(manifestRef(definition.manifest))}, and the hub needs it too`,
        },
      ];
    const because = `there is no definition of kind ${kind} in these files${world.hub === undefined ? '' : ' or on the hub'}`;
    return [{ need, by, placements, because }];
  });
}

/**
 * The name of the definition of a kind. Kubernetes guesses `gatewaies`; authors of definitions write `gateways`. Gatekeeper names the
 * definitions of its constraints after the kind. Of another kind that ends in s, the plural is not known, and the kind is written instead.
 */
function likelyName(kind: string, group: string): string {
  if (group === 'constraints.gatekeeper.sh') return `${kind.toLowerCase()}.${group}`;
  if (kind.endsWith('s')) return `${kind}.${group}`;
  return `${/[aeou]y$/.test(kind) ? `${kind.toLowerCase()}s` : guessedPlural(kind)}.${group}`;
}

function isCustom({ apiVersion, kind }: KubeObject): boolean {
  return BUILT_IN_APIS.find(groupOf(apiVersion), kind) === undefined && !isFleetGroup(groupOf(apiVersion));
}

/** A ResourcePlacement needs its namespace on the hub. */
function ofPlacement(manifest: Manifest, world: World): readonly Lacking[] {
  const { object, namespace } = manifest;
  if (!isPlacement(object) || object.kind !== 'ResourcePlacement' || namespace === undefined || !isNamed(manifest)) return [];
  const need = { group: '', kind: 'Namespace', name: namespace };
  if (NAMESPACES_OF_EVERY_HUB.includes(namespace) || world.find(need).length > 0 || hubHolds(need, world) === false) return [];
  const because =
    namespaceSources(namespace, world).length > 0
      ? 'the Namespace is not in these files'
      : 'the Namespace is not in these files, and none of their placements selects it';
  return [{ need, by: manifestRef(manifest), placements: [manifest], because }];
}

/** What a selector names must be on the hub, not on the clusters: those get it from the placement. */
function ofSelectors(manifest: Manifest, world: World): readonly Lacking[] {
  return [...selectedElsewhere(manifest, world), ...overriddenElsewhere(manifest, world)].map((found) => ({
    ...found,
    by: manifestRef(manifest),
    placements: [],
  }));
}

/** The definitions of custom kinds that a placement selects: without one the hub does not find any object of the kind. */
function ofSelectedKinds(manifest: Manifest, world: World): readonly Lacking[] {
  if (!isPlacement(manifest.object) || !isNamed(manifest)) return [];
  return selectorsOf(manifest, world).flatMap(({ reach }): readonly Lacking[] => {
    if (reach.kind !== 'objects' || reach.isListed || !reach.group.includes('.') || isFleetGroup(reach.group)) return [];
    const { group, objectKind: kind } = reach;
    // Their manifests need it too.
    if (world.ofKind(kind).some(({ object }) => groupOf(object.apiVersion) === group)) return [];
    const need = { ...DEFINITION, name: likelyName(kind, group) };
    const because = `there is no definition of kind ${kind} in these files${world.hub === undefined ? '' : ' or on the hub'}`;
    return [{ need, by: manifestRef(manifest), placements: [], because: `${because}, and the placement selects it` }];
  });
}

/** What an eviction, a disruption budget or an override is about. */
function ofNamedPlacement(manifest: Manifest, world: World): readonly Lacking[] {
  const need = placementElsewhere(manifest, world);
  return need === undefined ? [] : [{ need, by: manifestRef(manifest), placements: [], because: ON_HUB }];
}

const ON_HUB = 'it is not in these files, and the hub must have it';

/** An update run needs its placement and its strategy, which may be only on the hub. */
function ofRun(manifest: Manifest, world: World): readonly Lacking[] {
  if (!/^(?:Cluster)?StagedUpdateRun$/.test(manifest.object.kind) || !isNamed(manifest)) return [];
  const named = (['placement', 'strategy'] as const).flatMap((to): readonly Lacking[] => {
    const reference = runReference(manifest, to);
    if (reference === undefined || !isResolved(manifest, reference.at) || world.find(reference).length > 0) return [];
    // A rule reports a reference to an object that the change removes.
    if (isGone(reference, world)) return [];
    if (hubHolds(reference, world) !== undefined || namesakes(world)(`${reference.group}/${reference.kind} ${reference.name}`).length > 0)
      return [];
    const { group, kind, namespace, name } = reference;
    const others = placementKind(world, kind).map(nameOf);
    // A rule reports a misspelt name, and a strategy that is missing although others exist.
    if (mistyped(name, others) !== undefined || (to === 'strategy' && others.length > 0)) return [];
    const need = namespace === undefined ? { group, kind, name } : { group, kind, namespace, name };
    return [{ need, by: manifestRef(manifest), placements: [], because: ON_HUB }];
  });
  return [...named, ...snapshotOf(manifest, world)];
}

/** The resource snapshot that a run names is only on the hub. If the hub was read, a rule reports a missing one. */
function snapshotOf(run: Manifest, world: World): readonly Lacking[] {
  const index = stringAt(run.object, 'spec', 'resourceSnapshotIndex') ?? '';
  const placement = runReference(run, 'placement');
  if (world.hub !== undefined || !/^\d{1,18}$/.test(index) || placement === undefined || !isResolved(run, '/spec')) return [];
  const { group, namespace, name: of } = placement;
  const name = `${of}-${index}-snapshot`;
  const need =
    namespace === undefined ? { group, kind: 'ClusterResourceSnapshot', name } : { group, kind: 'ResourceSnapshot', namespace, name };
  return [{ need, by: manifestRef(run), placements: [], because: 'only the hub has the snapshot with this index' }];
}
