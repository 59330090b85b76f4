import { fleetLabel, isLatestSnapshot } from '../../../fleet/kubefleet/fleet-metadata.ts';
import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { overrideSnapshot } from '../../deploy/override.ts';
import { isCurrent, seenObjects } from '../../view/seen.ts';
import { type Moment, contentMoments, msSinceLatest } from '../failing-since.ts';
import type { Observation } from '../observation.ts';
import { quote } from '../placement/scheduling.ts';

/**
 * A binding whose override snapshot was deleted. The work generator does not retry by itself (KubeFleet pkg/utils/overrider/overrider.go).
 * Without this check, the binding seems to wait for a newer snapshot of its override.
 */
export function lostOverride(context: PlacementContext, { binding, cluster }: ClusterState): Observation | undefined {
  const condition = findCondition(binding?.conditions ?? [], 'Overridden');
  if (binding === undefined || condition?.status !== 'False' || !isCurrent(condition, binding.generation)) return undefined;
  if (!LOST.test(condition.message)) return undefined;
  const gone = binding.overrides.filter((name) => overrideSnapshot(context.hub, name) === undefined);
  const newer = gone.flatMap((name) => newestOf(context, name) ?? []);
  const moments = [
    ...contentMoments(context, { ...binding, overrides: binding.overrides.filter((name) => !gone.includes(name)) }),
    ...newer.map(({ createdAt }) => createdAt),
  ];
  return {
    scope: 'cluster',
    step: 'Overridden',
    condition,
    target: context.view.ref,
    cluster,
    object: context.view.ref,
    evidence: [
      quote(condition),
      `binding ${binding.name}`,
      ...newer.map(({ name, former }) => `${name} is the newest snapshot of that override, but the binding still names ${former}`),
    ],
    lastedMs: msSinceLatest(context.hub, condition.lastTransitionTime, ...moments),
  };
}

/** KubeFleet pkg/utils/overrider/overrider.go writes this for both kinds. */
const LOST = /overrideSnapshot \S+ is not found/i;

interface Newer {
  readonly name: string;
  readonly former: string;
  readonly createdAt: Moment;
}

function newestOf({ hub }: PlacementContext, key: string): Newer | undefined {
  const [namespace = '', former = ''] = key.split('/');
  const kind = namespace === '' ? 'ClusterResourceOverrideSnapshot' : 'ResourceOverrideSnapshot';
  const override = former.replace(/-\d+$/, '');
  const found = seenObjects(hub, kind, namespace === '' ? undefined : namespace)?.find(
    (snapshot) =>
      isLatestSnapshot(snapshot) && fleetLabel(snapshot, 'parent-resource-override') === override && snapshot.metadata.name !== former,
  );
  return found && { name: found.metadata.name, former, createdAt: found.metadata.creationTimestamp };
}
