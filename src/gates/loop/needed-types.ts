import { CLUSTER_GROUP, FLEET_KINDS, isPlacementKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { groupOf, objectKey, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { uniqueInterests } from '../hub/interest.ts';
import { selectorTypes } from '../deploy/selection.ts';
import { typesOf } from '../deploy/selection-gap.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { targetName } from '../deploy/target.ts';
import type { Target } from '../deploy/target.ts';
import { KnownAnswers } from '../memo-by-reads.ts';
import type { HubState, Interest, ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { snapshotGroups, type SnapshotGroup } from '../view/resource-snapshot.ts';
import { typeOf } from '../view/seen.ts';
import { namesAnOwner } from './owned-objects.ts';

/**
 * What must be followed to judge an expectation. Called again with each snapshot: what the hub selected names further kinds.
 * Where all targets have namespaces, whatever has one is followed in theirs and those of the manifests alone, as more may not be allowed.
 * Otherwise what belongs to one of them is followed in its namespace, and all else everywhere.
 * @param known of earlier snapshots; it changes nothing but the work there is
 */
export function interestsOf(
  expectation: Expectation,
  snapshot?: HubState,
  reach: 'needed' | 'whole' = 'needed',
  known = new KnownNeeds(),
): readonly Interest[] {
  const { targets } = expectation;
  const names = reach === 'whole' ? undefined : namesOf(expectation);
  const needed =
    snapshot === undefined
      ? []
      : targets.map((target) =>
          known.byTarget.of(targetName(target), snapshot, (hub) => ({
            kinds: selectedKinds(target, hub),
            allOwners: names !== undefined && namesAnOwner(hub, target),
            allSnapshots: names !== undefined && hasChangedContent(hub, target),
          })),
        );
  return known.interests(needed, () => interestsFor(expectation, names, needed));
}

function interestsFor(
  expectation: Expectation,
  names: readonly string[] | undefined,
  needed: readonly NeededByTarget[],
): readonly Interest[] {
  const { targets, manifests } = expectation;
  const isNarrow = targets.every((target) => target.namespace !== undefined);
  const homes = isNarrow ? homesOf(expectation) : undefined;
  // Who else places an object, or holds it on a cluster, the placements, bindings and Works of all tell.
  const allOwners = names === undefined || needed.some((each) => each.allOwners);
  const common = [
    ...(isNarrow ? [] : CLUSTER_SCOPED).map(typeOf),
    ...COMMON.map(typeOf),
    ...inNamespaces(OVERRIDES, homes),
    ...(manifests === undefined && !allOwners ? [] : [typeOf('ClusterResourcePlacement'), ...inNamespaces(['ResourcePlacement'], homes)]),
  ];
  const own = targets.flatMap(({ kind, namespace }) => {
    const kinds = [kind, namespace === undefined ? 'ClusterResourcePlacement' : 'ResourcePlacement'];
    return namespace === undefined ? kinds.map(typeOf) : inNamespaces([...kinds, ...NAMESPACED], [namespace]);
  });
  const deployed = (manifests ?? []).map((object) => {
    const type = { group: groupOf(object.apiVersion), kind: object.kind };
    return isNarrow && object.metadata.namespace !== undefined ? { ...type, namespace: object.metadata.namespace } : type;
  });
  const selected = needed.flatMap(({ kinds }) => kinds);
  const all = withServices(uniqueInterests([...own, ...common, ...deployed, ...selected]));
  if (allOwners) return all;
  const isOfTargets = (kind: string): boolean =>
    OF_PLACEMENT.has(kind) ||
    (RESOURCE_SNAPSHOTS.has(kind) && !needed.some(({ allSnapshots }) => allSnapshots)) ||
    // No query names several placements. Which other placements select an object of the deploy, only all of them tell.
    (isPlacementKind(kind) && names.length === 1 && manifests === undefined);
  return all.map((each) => (isOfTargets(each.kind) ? { ...each, of: names } : each));
}

/** What is known of earlier snapshots, where they are always asked the same. */
export class KnownNeeds {
  readonly byTarget = new KnownAnswers<NeededByTarget>();
  #last: { readonly needed: readonly NeededByTarget[]; readonly interests: readonly Interest[] } | undefined;

  /** What came of these needs, which are mostly those of the snapshot before. */
  interests(needed: readonly NeededByTarget[], compute: () => readonly Interest[]): readonly Interest[] {
    const last = this.#last;
    const isSame = last?.needed.length === needed.length && needed.every((each, index) => each === last.needed[index]);
    if (!isSame) this.#last = { needed, interests: compute() };
    return this.#last?.interests ?? [];
  }
}

/** What a target needs by what the hub holds of it. */
interface NeededByTarget {
  readonly kinds: readonly Interest[];
  /** An object of it is said to be somebody else's. */
  readonly allOwners: boolean;
  /** It does not hold what it held before, which another placement may hold now. */
  readonly allSnapshots: boolean;
}

/** KubeFleet makes these for one placement each: of a placement's own no other is read, which may be a thousand times as many. */
const OF_PLACEMENT: ReadonlySet<string> = new Set([
  'ClusterResourceBinding',
  'ClusterSchedulingPolicySnapshot',
  'ResourceBinding',
  'SchedulingPolicySnapshot',
  'Work',
]);
const RESOURCE_SNAPSHOTS: ReadonlySet<string> = new Set(['ClusterResourceSnapshot', 'ResourceSnapshot']);
/** Characters of all names in the query of a request. */
const LONGEST = 2000;
const LABEL = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** The placements that are followed, where a selector can name them: not those of runs, which are not known yet, and not too many. */
function namesOf({ targets }: Expectation): readonly string[] | undefined {
  const names = [...new Set(targets.map(({ name }) => name))].toSorted();
  const canBeNamed = targets.every(({ kind }) => isPlacementKind(kind)) && names.every((name) => LABEL.test(name));
  return canBeNamed && names.length > 0 && names.join().length <= LONGEST ? names : undefined;
}

/** Endpoints are placed only where no Service has their name. */
function withServices(interests: readonly Interest[]): readonly Interest[] {
  const services = interests
    .filter(({ group, kind }) => group === '' && kind === 'Endpoints')
    .map((each) => ({ ...each, kind: 'Service' }));
  return services.length === 0 ? interests : uniqueInterests([...interests, ...services]);
}

/** What matters to any target and is no namespace's own. */
const COMMON = ['MemberCluster', 'Work', 'ClusterResourceOverride', 'ClusterResourceOverrideSnapshot'];
/** They change objects of their own namespace alone. */
const OVERRIDES = ['ResourceOverride', 'ResourceOverrideSnapshot'];
const CLUSTER_SCOPED = [
  'ClusterResourceBinding',
  'ClusterResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'ClusterStagedUpdateRun',
  'ClusterApprovalRequest',
];
const NAMESPACED = [...OVERRIDES, 'ResourceBinding', 'ResourceSnapshot', 'SchedulingPolicySnapshot', 'StagedUpdateRun', 'ApprovalRequest'];

/** A ResourcePlacement and an override touch objects of their own namespace alone: no other namespace can matter to these targets and objects. */
function homesOf({ targets, manifests = [] }: Expectation): readonly string[] {
  return [...new Set([...targets.map(({ namespace }) => namespace), ...manifests.map(({ metadata }) => metadata.namespace)])].filter(
    (namespace) => namespace !== undefined,
  );
}

/** @param namespaces everywhere where that is left out */
function inNamespaces(kinds: readonly string[], namespaces: readonly string[] | undefined): readonly Interest[] {
  const types = kinds.map(typeOf);
  return namespaces === undefined ? types : namespaces.flatMap((namespace) => types.map((type) => ({ ...type, namespace })));
}

/** The kinds the selectors name, and those a snapshot holds: it is held against the hub's own objects, which alone show what was removed. */
function selectedKinds(asked: Target, hub: HubState): readonly Interest[] {
  const target = placementTarget(asked, hub);
  const named = selectorTypes(hub.get(typeOf(target.kind), target.namespace, target.name));
  const held = typesOf(groupsOf(hub, target)[0]?.objects ?? []);
  const found = [...named, ...held].filter((type) => !isSystem(type));
  return target.namespace === undefined ? found : found.map((type) => ({ ...type, namespace: target.namespace ?? '' }));
}

/** A run rolls out what its placement selects. Whether it took that before an edit, only the hub's own objects tell. */
function placementTarget(target: Target, hub: HubState): Target {
  if (isPlacementKind(target.kind)) return target;
  const run = hub.get(typeOf(target.kind), target.namespace, target.name);
  const kind = target.namespace === undefined ? 'ClusterResourcePlacement' : 'ResourcePlacement';
  return { ...target, kind, name: stringAt(run, 'spec', 'placementName') ?? '' };
}

/** Whether its resource snapshots do not all hold the same objects. */
function hasChangedContent(hub: HubState, target: Target): boolean {
  const held = groupsOf(hub, target).map(({ objects }) => new Set(objects.flatMap(withEnclosed).map((object) => objectKey(refOf(object)))));
  return held.some((keys) => keys.symmetricDifference(held[0] ?? keys).size > 0);
}

function withEnclosed(object: KubeObject): readonly KubeObject[] {
  return isEnvelope(object) ? [object, ...enclosedObjects(object)] : [object];
}

function groupsOf(hub: HubState, target: Target): readonly SnapshotGroup[] {
  return snapshotGroups(hub.derived(typeOf(target.namespace === undefined ? 'ClusterResourceSnapshot' : 'ResourceSnapshot'), target));
}

function isSystem(type: ResourceType): boolean {
  return (
    (type.group === PLACEMENT_GROUP || type.group === CLUSTER_GROUP) &&
    FLEET_KINDS.some((kind) => kind.kind === type.kind && !kind.authored)
  );
}
