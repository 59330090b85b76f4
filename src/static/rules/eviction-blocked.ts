/**
 * A disruption budget compares the available bindings of the placement of the same name with its limit, and allows an eviction only if more
 * are available. Bindings that failed, or that only report differences, are evicted in spite of the budget. An eviction is executed once.
 * Source: `pkg/controllers/clusterresourceplacementeviction/controller.go` (executeEviction, isEvictionAllowed), `pkg/utils/binding`; seen
 * on a hub of v0.3.1 (`Eviction is blocked by specified ClusterResourcePlacementDisruptionBudget`).
 */
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import { field, numberAt, stringAt } from '../../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, isDeleting, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { scaledShare } from '../../fleet/kubernetes/scaled-share.ts';
import { isNamed, nameOf, placementKind } from '../world/placements.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import { whatIf } from '../placing/what-if.ts';
import type { World } from '../world/world.ts';

interface Blocked {
  readonly placement: string;
  readonly cluster: string;
  /** The budget as written: `minAvailable: 3`. */
  readonly budget: string;
  /** The most clusters that can be available: as counted on the hub, or as the placement requests. */
  readonly available: number;
  readonly isSeen: boolean;
}

export const evictionBlocked = defineRule<Blocked>({
  id: 'eviction-blocked',
  summary: 'The disruption budget of the placement blocks the eviction',
  effect: 'misbehaves',
  otherwise: { fails: 'the hub shows that the placement is available on the cluster' },
  kinds: ['ClusterResourcePlacementEviction'],
  why: 'A ClusterResourcePlacementDisruptionBudget of the placement’s name keeps a number of clusters available. `maxUnavailable: 0`, or a `minAvailable` of as many clusters as there are, leaves none that may be evicted: the eviction ends with `Executed` False and `Eviction is blocked by specified ClusterResourcePlacementDisruptionBudget`, and is not tried again. An eviction from a cluster on which the placement has failed is not blocked, so this is a warning if the state of the hub is not known.',
  remedy:
    'Relax the budget in an earlier change, or remove the eviction. A blocked eviction is not tried again: create a new one under another name.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction',
  message: ({ placement, cluster, budget, available, isSeen }) =>
    `The budget of ${placement} (${budget}) blocks its eviction from ${cluster}: ${isSeen ? '' : 'at most '}${available} cluster${available === 1 ? ' is' : 's are'} available.`,
  *check(manifest, world) {
    const placement = stringAt(manifest.object, 'spec', 'placementName') ?? '';
    const cluster = stringAt(manifest.object, 'spec', 'clusterName') ?? '';
    if (!isResolved(manifest, '/spec') || cluster === '') return;
    const [placed, budget] = [named('ClusterResourcePlacement', placement, world), named(BUDGET, placement, world)];
    if (placed === undefined || budget === undefined || !isJudged(placed.object)) return;
    const bindings = world.decided.filter(
      (object) => object.kind === 'ClusterResourceBinding' && fleetLabel(object, 'parent-CRP') === placement,
    );
    const target = bindings.find((binding) => stringAt(binding, 'spec', 'targetCluster') === cluster);
    const isSeen = target !== undefined;
    // A cluster that is not available yet, or has failed, may be evicted in spite of the budget.
    if (isSeen && (!isAvailable(target) || isDeleting(target))) return;
    const total = isSeen ? bindings.length : countOf(placed, world);
    if (total === undefined) return;
    const available = isSeen ? bindings.filter(isAvailable).length : total;
    const asked = numberAt(placed.object, 'spec', 'policy', 'numberOfClusters') ?? 0;
    const allowed = allowedBy(budget.object, policyOf(placed.object).placementType, { asked, total, available });
    if (allowed === undefined || allowed > 0) return;
    const data = { placement, cluster, budget: textOf(budget.object), available, isSeen };
    yield { at: '/spec/placementName', data, related: relatedTo(budget), ...(isSeen ? { effect: 'fails' } : {}) };
  },
});

const BUDGET = 'ClusterResourcePlacementDisruptionBudget';

interface Named {
  readonly object: KubeObject;
  /** `undefined` for an object that only the hub has. */
  readonly manifest: Manifest | undefined;
}

/** The cluster-scoped object of that name in the manifests, else on the hub; `undefined` if a variable makes the answer unknown. */
function named(kind: string, name: string, world: World): Named | undefined {
  const ours = placementKind(world, kind).filter((manifest) => !isNamed(manifest) || nameOf(manifest) === name);
  const [manifest, ...others] = ours;
  if (manifest !== undefined) {
    return others.length > 0 || !isNamed(manifest) || !isResolved(manifest, '/spec') ? undefined : { object: manifest.object, manifest };
  }
  const object = world.hub?.objects.find(
    (each) => each.kind === kind && groupOf(each.apiVersion) === PLACEMENT_GROUP && each.metadata.name === name,
  );
  return object === undefined || isDeleting(object) ? undefined : { object, manifest: undefined };
}

/** The hub refuses every eviction from PickFixed, and no budget applies if only differences are reported. */
function isJudged(placement: KubeObject): boolean {
  const { placementType } = policyOf(placement);
  const isReporting = stringAt(placement, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff';
  return !isReporting && (placementType === 'PickAll' || placementType === 'PickN');
}

/** The most clusters that the placement can be on. */
function countOf({ object, manifest }: Named, world: World): number | undefined {
  const { placementType, numberOfClusters } = policyOf(object);
  if (placementType === 'PickN') return numberOfClusters;
  return manifest === undefined ? undefined : whatIf(manifest, world)?.picked.length;
}

interface Counts {
  /** The number that PickN requests. */
  readonly asked: number;
  readonly total: number;
  readonly available: number;
}

/**
 * The number of clusters that may be evicted; `undefined` for a budget that is wrong for its placement, which is reported for the budget.
 */
function allowedBy(budget: KubeObject, type: string, { asked, total, available }: Counts): number | undefined {
  const [most, least] = [shareAt(budget, 'maxUnavailable'), shareAt(budget, 'minAvailable')];
  if (type === 'PickAll') return typeof least === 'number' && most === undefined ? available - least : undefined;
  if (most !== undefined) return (scaledShare(most, asked) ?? 0) - (total - available);
  return least === undefined ? undefined : available - (scaledShare(least, asked) ?? 0);
}

function isAvailable(binding: KubeObject): boolean {
  const available = findCondition(conditionsAt(binding, 'status', 'conditions'), 'Available');
  return available?.status === 'True' && available.observedGeneration === numberAt(binding, 'metadata', 'generation');
}

function textOf(budget: KubeObject): string {
  const key = shareAt(budget, 'maxUnavailable') === undefined ? 'minAvailable' : 'maxUnavailable';
  return `\`${key}: ${shareAt(budget, key) ?? ''}\``;
}

/** A number or a percentage. For the hub, `null` equals a missing value, and other values are refused. */
function shareAt(budget: KubeObject, key: 'maxUnavailable' | 'minAvailable'): number | string | undefined {
  const value = field(budget, 'spec', key);
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

function relatedTo({ manifest }: Named): readonly RelatedPointer[] {
  return manifest === undefined ? [] : [{ manifest, at: '/spec', message: 'the budget' }];
}
