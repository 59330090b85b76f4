import { kindInScopeOf, CLUSTER_GROUP, FLEET_KINDS, isPlacementKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { stringAt, listAt } from '../../fleet/json/json.ts';
import { groupOf, objectKey, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { uniqueInterests } from '../hub/interest.ts';
import { selectorTypes } from '../deploy/selection.ts';
import { typesOf } from '../deploy/selection-gap.ts';
import type { Expectation } from '../deploy/expectation.ts';
import { targetName, type Target } from '../deploy/target.ts';
import { MemoByReads } from '../memo-by-reads.ts';
import type { HubState, Interest, ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { snapshotGroups, type SnapshotGroup } from '../view/resource-snapshot.ts';
import { typeOf } from '../view/seen.ts';
import { isOwned } from '../observations/cluster/manifests.ts';
import { issuesAt, toBinding } from '../view/binding.ts';
import { toWork } from '../view/work.ts';

/**
 * The types that must be followed to judge an expectation. Called again with each snapshot, because the objects that the hub selected have
 * further kinds.
 * If all targets have namespaces, namespaced types are followed only in those of the targets and manifests, because more may not be
 * allowed.
 * Otherwise, the types of a namespaced target are followed in its namespace, and all others in all namespaces.
 * @param known the results of earlier snapshots; they only save work
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
  // To find the other owners of an object, all placements, bindings and Works are needed.
  const allOwners = names === undefined || needed.some((each) => each.allOwners);
  const common = [
    ...(isNarrow ? [] : CLUSTER_SCOPED).map(typeOf),
    ...COMMON.map(typeOf),
    ...inNamespaces(OVERRIDES, homes),
    ...(manifests === undefined && !allOwners ? [] : [typeOf('ClusterResourcePlacement'), ...inNamespaces(['ResourcePlacement'], homes)]),
  ];
  const own = targets.flatMap(({ kind, namespace }) => {
    const kinds = [kind, kindInScopeOf({ kind }, 'ResourcePlacement')];
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
    // One query cannot name several placements. To find the placements that select an object of the deploy, all of them are needed.
    (isPlacementKind(kind) && names.length === 1 && manifests === undefined);
  return all.map((each) => (isOfTargets(each.kind) ? { ...each, of: names } : each));
}

/** The results of earlier snapshots, if they get the same answers. */
export class KnownNeeds {
  readonly byTarget = new MemoByReads<NeededByTarget>();
  #last: { readonly needed: readonly NeededByTarget[]; readonly interests: readonly Interest[] } | undefined;

  /** The interests for these needs, which are usually those of the snapshot before. */
  interests(needed: readonly NeededByTarget[], compute: () => readonly Interest[]): readonly Interest[] {
    const last = this.#last;
    const isSame = last?.needed.length === needed.length && needed.every((each, index) => each === last.needed[index]);
    if (!isSame) this.#last = { needed, interests: compute() };
    return this.#last?.interests ?? [];
  }
}

/** The needs of a target, from its objects on the hub. */
interface NeededByTarget {
  readonly kinds: readonly Interest[];
  /** KubeFleet reports that one of its objects has another owner. */
  readonly allOwners: boolean;
  /** It no longer holds former content, which another placement may hold now. */
  readonly allSnapshots: boolean;
}

/** KubeFleet creates these for one placement each. Those of other placements, which may be a thousand times as many, are not read. */
const OF_PLACEMENT: ReadonlySet<string> = new Set([
  'ClusterResourceBinding',
  'ClusterSchedulingPolicySnapshot',
  'ResourceBinding',
  'SchedulingPolicySnapshot',
  'Work',
]);
const RESOURCE_SNAPSHOTS: ReadonlySet<string> = new Set(['ClusterResourceSnapshot', 'ResourceSnapshot']);
/** The maximum number of characters of all names in the query of a request. */
const LONGEST = 2000;
const LABEL = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/**
 * The followed placements, if a label selector can name them; `undefined` for runs, whose placements are not known yet, and for too many
 * names.
 */
function namesOf({ targets }: Expectation): readonly string[] | undefined {
  const names = [...new Set(targets.map(({ name }) => name))].toSorted();
  const canBeNamed = targets.every(({ kind }) => isPlacementKind(kind)) && names.every((name) => LABEL.test(name));
  return canBeNamed && names.length > 0 && names.join().length <= LONGEST ? names : undefined;
}

/** Endpoints are placed only if no Service has their name. */
function withServices(interests: readonly Interest[]): readonly Interest[] {
  const services = interests
    .filter(({ group, kind }) => group === '' && kind === 'Endpoints')
    .map((each) => ({ ...each, kind: 'Service' }));
  return services.length === 0 ? interests : uniqueInterests([...interests, ...services]);
}

/** Types that matter to every target and are not of one namespace. */
const COMMON = ['MemberCluster', 'Work', 'ClusterResourceOverride', 'ClusterResourceOverrideSnapshot'];
/** These change only objects of their own namespace. */
const OVERRIDES = ['ResourceOverride', 'ResourceOverrideSnapshot'];
const CLUSTER_SCOPED = [
  'ClusterResourceBinding',
  'ClusterResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'ClusterStagedUpdateRun',
  'ClusterApprovalRequest',
];
const NAMESPACED = [...OVERRIDES, 'ResourceBinding', 'ResourceSnapshot', 'SchedulingPolicySnapshot', 'StagedUpdateRun', 'ApprovalRequest'];

/**
 * A ResourcePlacement and an override affect only objects of their own namespace: other namespaces cannot matter to these targets and
 * objects.
 */
function homesOf({ targets, manifests = [] }: Expectation): readonly string[] {
  return [...new Set([...targets.map(({ namespace }) => namespace), ...manifests.map(({ metadata }) => metadata.namespace)])].filter(
    (namespace) => namespace !== undefined,
  );
}

/** @param namespaces all namespaces if omitted */
function inNamespaces(kinds: readonly string[], namespaces: readonly string[] | undefined): readonly Interest[] {
  const types = kinds.map(typeOf);
  return namespaces === undefined ? types : namespaces.flatMap((namespace) => types.map((type) => ({ ...type, namespace })));
}

/**
 * The kinds that the selectors name, and those in a snapshot: it is compared with the hub's own objects, because only these show a removal.
 */
function selectedKinds(asked: Target, hub: HubState): readonly Interest[] {
  const target = placementTarget(asked, hub);
  const named = selectorTypes(hub.get(typeOf(target.kind), target.namespace, target.name));
  const held = typesOf(groupsOf(hub, target)[0]?.objects ?? []);
  const found = [...named, ...held].filter((type) => !isSystem(type));
  return target.namespace === undefined ? found : found.map((type) => ({ ...type, namespace: target.namespace ?? '' }));
}

/** The placement of a run. Only the hub's own objects show whether the run took its snapshot before an edit. */
function placementTarget(target: Target, hub: HubState): Target {
  if (isPlacementKind(target.kind)) return target;
  const run = hub.get(typeOf(target.kind), target.namespace, target.name);
  const kind = kindInScopeOf(target, 'ResourcePlacement');
  return { ...target, kind, name: stringAt(run, 'spec', 'placementName') ?? '' };
}

/** Whether its resource snapshots hold different objects. */
function hasChangedContent(hub: HubState, target: Target): boolean {
  const held = groupsOf(hub, target).map(({ objects }) => new Set(objects.flatMap(withEnclosed).map((object) => objectKey(refOf(object)))));
  return held.some((keys) => keys.symmetricDifference(held[0] ?? keys).size > 0);
}

function withEnclosed(object: KubeObject): readonly KubeObject[] {
  return isEnvelope(object) ? [object, ...enclosedObjects(object)] : [object];
}

function groupsOf(hub: HubState, target: Target): readonly SnapshotGroup[] {
  return snapshotGroups(hub.derived(typeOf(kindInScopeOf(target, 'ResourceSnapshot')), target));
}

function isSystem(type: ResourceType): boolean {
  return (
    (type.group === PLACEMENT_GROUP || type.group === CLUSTER_GROUP) &&
    FLEET_KINDS.some((kind) => kind.kind === type.kind && !kind.authored)
  );
}

/** Whether KubeFleet reports that an object of the placement has another owner on a cluster. */
function namesAnOwner(hub: HubState, target: Target): boolean {
  const { kind, namespace, name } = target;
  const bindings = kindInScopeOf({ kind }, 'ResourceBinding');
  const entries = listAt(hub.get(typeOf(kind), namespace, name), 'status', 'placementStatuses');
  return (
    entries.some((entry) => issuesAt(entry).some(({ condition }) => isOwned(condition))) ||
    hub.derived(typeOf(bindings), target).some((binding) => toBinding(binding).failed.some(({ condition }) => isOwned(condition))) ||
    hub.derived(typeOf('Work'), target).some((work) => toWork(work).manifests.some(({ conditions }) => conditions.some(isOwned)))
  );
}
