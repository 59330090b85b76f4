/**
 * An eviction deletes the binding of a ClusterResourcePlacement on one cluster, which removes its content there. The scheduler then evaluates the
 * placement again, and the cluster may be picked again. An eviction is carried out once, so one that the base has is finished. Source:
 * `pkg/controllers/clusterresourceplacementeviction/controller.go`, v0.3.1 and main.
 */
import { stringAt } from '../../fleet/json/json.ts';
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { displayName, groupOf, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { PlannedChange } from '../../report.ts';
import { isLive } from '../binding.ts';
import type { Existing } from '../existing.ts';
import type { Scheduling } from '../outcome.ts';
import type { PlanContext, Planned } from '../plan-context.ts';
import { couldPick } from '../reach/possible-clusters.ts';
import type { Held } from './held-before.ts';

/** An eviction that the hub carries out with this change. */
export interface NewEviction<T extends Planned = Planned> {
  readonly item: T;
  readonly ref: ObjectRef;
  /** The name of the ClusterResourcePlacement. */
  readonly placement: string;
  readonly cluster: string;
}

/** The evictions of the tree that neither the base nor the hub has. */
export function newEvictions<T extends Planned>(
  objects: readonly T[],
  { base, hub }: { readonly base?: readonly Planned[] | undefined; readonly hub?: HubListing | undefined },
): readonly NewEviction<T>[] {
  const written = objects.filter(({ object }) => isOfKind(EVICTION, object));
  const isComparable = base !== undefined || hub?.visibility({ group: PLACEMENT_GROUP, kind: EVICTION }).kind === 'seen';
  if (written.length === 0 || !isComparable) return [];
  const known = [...(base ?? []).map(({ object }) => object), ...(hub?.objects ?? [])].filter((object) => isOfKind(EVICTION, object));
  const finished = new Set(known.map(({ metadata }) => metadata.name));
  return written.flatMap((item) => {
    const { object, unresolved = [] } = item;
    const [placement, cluster] = ['placementName', 'clusterName'].map((field) => stringAt(object, 'spec', field));
    if (placement === undefined || cluster === undefined || unresolved.length > 0 || finished.has(object.metadata.name)) return [];
    return [{ item, ref: refOf(object), placement, cluster }];
  });
}

/** What evictions do to a placement. */
export interface Evicted {
  readonly evictions: readonly NewEviction[];
  /** The disruption budget that may block them. */
  readonly budget: ObjectRef | undefined;
}

/**
 * The evictions of a placement from clusters that it holds. If the hub does not show its clusters, it may be on any cluster with matching
 * labels.
 */
export function evictedFrom({ object }: Planned, held: Held, isOnHub: boolean, context: PlanContext): Evicted {
  if (object.kind !== 'ClusterResourcePlacement' || policyOf(object).placementType === 'PickFixed') return NONE;
  const ours = evictionsByPlacement(context).get(object.metadata.name) ?? [];
  if (ours.length === 0 || held.existing === undefined) return NONE;
  const holds = new Set(held.existing.bindings.filter(isLive).map(({ cluster }) => cluster));
  const fits = isOnHub ? (): boolean => false : couldPick(policyOf(object));
  const isHeld = ({ cluster }: NewEviction): boolean => {
    const member = context.byName.get(cluster);
    return holds.has(cluster) || (member !== undefined && fits(member));
  };
  const budget = context.content.ofKind(PLACEMENT_GROUP, BUDGET).find(({ ref }) => ref.name === object.metadata.name);
  return { evictions: ours.filter(isHeld), budget: budget?.ref };
}

const NONE: Evicted = { evictions: [], budget: undefined };

const evictionsByPlacement = oncePer(({ input }: PlanContext) =>
  Map.groupBy(newEvictions(input.objects, input), ({ placement }) => placement),
);

/** The state that the scheduler starts with after the evictions. */
export function withoutEvicted(existing: Existing | undefined, { evictions }: Evicted): Existing | undefined {
  if (existing === undefined || evictions.length === 0) return existing;
  const gone = new Set(evictions.map(({ cluster }) => cluster));
  return { ...existing, bindings: existing.bindings.filter(({ cluster }) => !gone.has(cluster)) };
}

/**
 * The evicted clusters, each with the reason.
 * @param before the clusters that the placement holds before the change
 * @param after the decision of the scheduler after the evictions; `undefined` if it does not evaluate the policy
 * @param placement as the change has it
 */
export function evictedClusters(
  { evictions, budget }: Evicted,
  before: readonly string[],
  after: Pick<Scheduling, 'picked'> | undefined,
  placement: KubeObject,
): Pick<PlannedChange, 'evicted'> {
  if (evictions.length === 0) return {};
  const byRun = isExternal(placement) ? ', but with External only a new update run brings the content there' : '';
  const unless = budget === undefined ? '' : `, unless ${displayName(budget)} blocks it`;
  return {
    evicted: evictions.map(({ ref, cluster }) => {
      const then = before.includes(cluster) && after !== undefined ? `; ${thenText(cluster, before, after.picked, byRun)}` : '';
      return { cluster, reason: `${displayName(ref)} evicts it${unless}${then}` };
    }),
  };
}

function thenText(cluster: string, before: readonly string[], after: readonly string[], byRun: string): string {
  if (after.includes(cluster)) return `then the scheduler picks the cluster again${byRun}`;
  const others = after.filter((name) => !before.includes(name)).toSorted();
  return others.length === 0 ? 'then the scheduler does not pick it again' : `then the scheduler picks ${listed(others, 5)}${byRun}`;
}

const EVICTION = 'ClusterResourcePlacementEviction';

const BUDGET = 'ClusterResourcePlacementDisruptionBudget';

function isOfKind(kind: string, object: KubeObject): boolean {
  return object.kind === kind && groupOf(object.apiVersion) === PLACEMENT_GROUP;
}
