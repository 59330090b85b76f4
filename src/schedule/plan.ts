import { memberClusters, type MemberCluster } from '../fleet/member-cluster.ts';
import type { HubProfile } from '../fleet/kinds.ts';
import { objectAt } from '../fleet/json.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../fleet/object.ts';
import { PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { policyOf } from '../fleet/placement-policy.ts';
import type { PlannedPlacement, PlanReport } from '../report.ts';
import { isLive } from './binding.ts';
import { existingOf, isNewPolicy, type Existing } from './existing.ts';
import type { Scheduling } from './outcome.ts';
import { schedule } from './schedule.ts';
import { hubContent, type HubContent, type Selectable } from './selection/hub-content.ts';
import { selectResources } from './selection/select.ts';

/** An object of the tree; `unresolved` are pointers whose text holds an unexpanded variable. */
export interface Planned extends Selectable {
  readonly unresolved?: readonly string[];
}

export interface PlanInput {
  /** Everything in the tree; the placements are found among it. */
  readonly objects: readonly Planned[];
  readonly members: readonly KubeObject[];
  /** The time heartbeats are judged at. */
  readonly now: Date;
  /** Policy snapshots and bindings of the hub, where they are known; everything else is passed over. */
  readonly existing?: readonly KubeObject[];
  /** The tree to compare with. */
  readonly base?: readonly Planned[];
  readonly target?: HubProfile;
}

/**
 * What every ClusterResourcePlacement and ResourcePlacement of the tree would pick and select, in the order of the tree.
 * With a base, each placement starts from what the base's would hold, as on a hub that has the base: clusters are kept where the scheduler
 * would keep them. A placement that the base lacks adds all its clusters; one that only the base has is not listed.
 */
export function planPlacements(input: PlanInput): PlanReport {
  const clusters = memberClusters(input.members);
  const content = hubContent(input.objects);
  const before = new Map((input.base ?? []).filter(isPlacement).map((placement) => [keyOf(placement), placement]));
  return {
    clusters: clusters.length,
    placements: input.objects
      .filter(isPlacement)
      .map((placement) => plan(placement, before.get(keyOf(placement)), clusters, content, input)),
  };
}

function plan(
  placement: Planned,
  base: Planned | undefined,
  clusters: readonly MemberCluster[],
  content: HubContent<Planned>,
  input: PlanInput,
): PlannedPlacement {
  const { object, namespace } = placement;
  const { placementType, clusterNames, numberOfClusters } = policyOf(object);
  const wanted = { PickAll: undefined, unknown: undefined, PickN: numberOfClusters, PickFixed: clusterNames.length }[placementType];
  const common = {
    object: refOfPlacement(placement),
    policy: placementType === 'unknown' ? 'PickAll' : placementType,
    ...(wanted === undefined ? {} : { wanted }),
  } as const;
  if (isUnresolved(placement)) return { ...common, ...nothing('Pending', 'the placement holds a variable that is not expanded') };

  const hub = existingOf(object, namespace, input.existing ?? []);
  const existing = base === undefined ? hub : afterBase(base, clusters, input, hub);
  const held = existing?.bindings.filter(isLive).map(({ cluster }) => cluster) ?? [];
  const changeTo = (picked: readonly string[]): Pick<PlannedPlacement, 'change'> =>
    input.base === undefined && hub === undefined ? {} : { change: changeBetween(held, picked) };

  const selection = selectResources({
    placement: object,
    namespace,
    content,
    ...(input.target === undefined ? {} : { target: input.target }),
  });
  if (selection.kind === 'invalid') {
    // The hub does not even look at the policy then: clusters it holds stay.
    const reason = `The resource selectors are invalid: failed to process the request due to a client error: ${selection.error}`;
    return { ...common, ...nothing('False', reason), picked: held, ...changeTo(held) };
  }
  const scheduling = schedule({ placement: object, namespace, clusters, now: input.now, existing });
  return {
    ...common,
    scheduled: SCHEDULED[scheduling.outcome],
    reason: reasonOf(scheduling),
    picked: scheduling.picked,
    unpicked: scheduling.unpicked,
    resources: selection.resources.map(({ ref }) => ref),
    ...changeTo(scheduling.picked),
  };
}

/** Empty where all went as asked: clusters were found, and no hub could decide otherwise. */
function reasonOf({ outcome, message, picked, caution = '' }: Scheduling): string {
  if (outcome === 'Fulfilled' && picked.length > 0) return caution;
  return caution === '' ? message : `${message}; ${caution}`;
}

const SCHEDULED = { Fulfilled: 'True', Unfulfilled: 'False', Pending: 'Pending', Stuck: 'Stuck' } as const satisfies Record<
  Scheduling['outcome'],
  PlannedPlacement['scheduled']
>;

/** What the placement would hold once the base is on the hub. */
function afterBase(base: Planned, clusters: readonly MemberCluster[], { now }: PlanInput, hub: Existing | undefined): Existing | undefined {
  if (isUnresolved(base)) return hub;
  const { object, namespace } = base;
  const policy = objectAt(object, 'spec', 'policy');
  const { bindings } = schedule({ placement: object, namespace, clusters, now, existing: hub });
  const renewed = hub === undefined || isNewPolicy(hub.policy, policy);
  return { policy, numberOfClusters: policyOf(object).numberOfClusters ?? (renewed ? undefined : hub.numberOfClusters), bindings };
}

function changeBetween(before: readonly string[], after: readonly string[]): NonNullable<PlannedPlacement['change']> {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    added: [...now.difference(old)].toSorted(),
    removed: [...old.difference(now)].toSorted(),
    kept: old.intersection(now).size,
  };
}

function nothing(
  scheduled: 'False' | 'Pending',
  reason: string,
): Pick<PlannedPlacement, 'scheduled' | 'reason' | 'picked' | 'unpicked' | 'resources'> {
  return { scheduled, reason, picked: [], unpicked: [], resources: [] };
}

function isPlacement({ object: { apiVersion, kind } }: Planned): boolean {
  return groupOf(apiVersion) === PLACEMENT_GROUP && (kind === 'ClusterResourcePlacement' || kind === 'ResourcePlacement');
}

function isUnresolved({ unresolved = [] }: Planned): boolean {
  return unresolved.some(
    (pointer) => pointer.startsWith('/spec/policy') || pointer === '/metadata/name' || pointer === '/metadata/namespace',
  );
}

function refOfPlacement({ object: { apiVersion, kind, metadata }, namespace }: Planned): ObjectRef {
  const ref = { apiVersion, kind, name: metadata.name };
  return kind === 'ResourcePlacement' && namespace !== undefined ? { ...ref, namespace } : ref;
}

function keyOf(placement: Planned): string {
  const { kind, namespace = '', name } = refOfPlacement(placement);
  return `${kind}/${namespace}/${name}`;
}
