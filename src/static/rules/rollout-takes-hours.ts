/**
 * A cluster with an object that KubeFleet cannot track is ready only `unavailablePeriodSeconds` after its content became available, and at
 * most `maxUnavailable` clusters are updated at once. A first rollout goes to all clusters at once. Source:
 * `pkg/controllers/rollout/controller.go` (isBindingReady, calculateMaxToRemove, calculateMaxToAdd), the same in v0.3.1 and main.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { trackingOf } from '../../fleet/kubefleet/availability.ts';
import { field, numberAt, stringAt } from '../../fleet/json/json.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { scaledShare } from '../../fleet/kubernetes/scaled-share.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { contentOf } from '../placing/selected-content.ts';
import { whatIf } from '../placing/what-if.ts';
import type { World } from '../world/world.ts';

interface Slow {
  readonly kind: string;
  readonly clusters: number;
  readonly atOnce: number;
  readonly period: number;
  readonly seconds: number;
}

/** A wait that people accept without a message, in seconds. */
const LONG = 3600;

export const rolloutTakesHours = defineRule<Slow>({
  id: 'rollout-takes-hours',
  summary: 'With this rollout budget every update takes hours',
  effect: 'advice',
  kinds: PLACEMENT_KINDS,
  why: 'If the content includes a Job, an Ingress or a custom resource, KubeFleet cannot see when a cluster is ready. It waits `unavailablePeriodSeconds` (default: 60) before it treats the cluster as ready. `maxUnavailable` (default: 25%) limits how many clusters are updated at once. The minimum time of an update is the number of batches times the period, and a gate with a shorter timeout ends earlier. Reported from one hour on, for the clusters that the policy names, asks for or is known to pick.',
  remedy:
    'Raise `maxUnavailable`, lower `unavailablePeriodSeconds`, or place the objects that KubeFleet does not track separately. Otherwise increase the timeout of the gate.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted',
  message: ({ kind, clusters, atOnce, period, seconds }) =>
    `An update takes at least ${timeText(seconds)}: ${clusters} clusters, ${atOnce} at once, and ${period} s between, because KubeFleet does not track kind ${kind}.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (!isResolved(manifest, '/spec/policy', '/spec/strategy') || !isRolling(manifest)) return;
    const target = targetNumber(manifest, world);
    const clusters = Math.min(target, whatIf(manifest, world)?.picked.length ?? target);
    const rollingUpdate = field(object, 'spec', 'strategy', 'rollingUpdate');
    const period = numberAt(rollingUpdate, 'unavailablePeriodSeconds') ?? 60;
    const atOnce = scaledShare(field(rollingUpdate, 'maxUnavailable') ?? '25%', target) ?? 0;
    const seconds = atOnce > 0 ? (Math.ceil(clusters / atOnce) - 1) * period : 0;
    if (seconds < LONG || !Number.isSafeInteger(seconds)) return;
    const unfollowed = contentOf(manifest, world)?.find((each) => trackingOf(each, each.object) === 'untracked');
    if (unfollowed === undefined) return;
    yield { at: '/spec/strategy/rollingUpdate', part: 'key', data: { kind: unfollowed.kind, clusters, atOnce, period, seconds } };
  },
});

function isRolling({ object }: Manifest): boolean {
  const strategy = field(object, 'spec', 'strategy');
  return (
    (stringAt(strategy, 'type') ?? 'RollingUpdate') === 'RollingUpdate' && stringAt(strategy, 'applyStrategy', 'type') !== 'ReportDiff'
  );
}

/** The number that percentages of the budget refer to: the requested number, found or not; 0 if it is not known. */
function targetNumber(manifest: Manifest, world: World): number {
  const { placementType, clusterNames, numberOfClusters = 0 } = policyOf(manifest.object);
  if (placementType === 'PickFixed') return clusterNames.length;
  if (placementType === 'PickN') return numberOfClusters;
  return placementType === 'PickAll' ? (whatIf(manifest, world)?.picked.length ?? 0) : 0;
}

function timeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hours} h${rest === 0 ? '' : ` ${rest} min`}`;
}
