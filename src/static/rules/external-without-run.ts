/**
 * Under `strategy.type: External` the hub does not roll out by itself; an update run must do it. Source:
 * `apis/placement/v1beta1/clusterresourceplacement_types.go` (RolloutStrategyType), `pkg/controllers/updaterun/initialization.go`: a
 * ClusterStagedUpdateRun is for a ClusterResourcePlacement, a StagedUpdateRun for a ResourcePlacement of its namespace.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { isExternalBefore } from '../world/external-before.ts';
import type { Manifest } from '../world/manifest.ts';
import { mistyped } from '../answers/mistyped.ts';
import { nameOf, placementKind } from '../world/placements.ts';
import { manifestRef } from '../world/identity.ts';
import { runsOn } from '../placing/runs-under-way.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { runsNaming } from '../world/runs-naming.ts';

interface NoRun {
  readonly placement: string;
  readonly runKind: string;
  /** The name in a run that is probably meant for this placement. */
  readonly slip: string | undefined;
  /** The hub refuses another strategy. */
  readonly staysExternal: boolean;
}

export const externalWithoutRun = defineRule<NoRun>({
  id: 'external-without-run',
  summary: 'The rollout strategy is External, and there is no update run for this placement',
  effect: 'misbehaves',
  otherwise: { advice: 'the manifests contain no update run at all (a pipeline may create it), or they were read only partly' },
  kinds: PLACEMENT_KINDS,
  why: 'With `strategy.type: External` the hub schedules clusters and then waits: `RolloutStarted` stays Unknown with reason `RolloutControlledByExternalController` until a staged update run names the placement. This is correct if a pipeline creates the run after the deploy. If the manifests contain the runs, the run for this placement is missing or has the wrong name.',
  remedy: 'Add an update run whose `spec.placementName` is this placement, or use `type: RollingUpdate`.',
  docs: 'https://kubefleet.dev/docs/how-tos/staged-update/',
  message: ({ placement, runKind, slip }) =>
    slip === undefined
      ? `There is no ${runKind} for ${placement}, and External does not roll out anything without one.`
      : `There is no ${runKind} for ${placement}, and External does not roll out anything without one. A run names "${slip}".`,
  remedyFor: ({ staysExternal }) => (staysExternal ? 'Add an update run whose `spec.placementName` is this placement.' : undefined),
  *check(manifest, world) {
    const strategy = stringAt(manifest.object, 'spec', 'strategy', 'type');
    if (strategy !== 'External' || !isResolved(manifest, '/metadata/name', '/metadata/namespace')) return;
    if (runsOn(manifestRef(manifest), world).length > 0) return;
    const runKind = manifest.object.kind === 'ResourcePlacement' ? 'StagedUpdateRun' : 'ClusterStagedUpdateRun';
    if (runsNaming(nameOf(manifest), placementKind(world, runKind)).some(isBeside(manifest))) return;
    const runs = placementKind(world, runKind).filter(isBeside(manifest));

    const names = runs.flatMap((run) => stringAt(run.object, 'spec', 'placementName') ?? []);
    const taken = new Set(placementKind(world, manifest.object.kind).map(nameOf));
    const slip = mistyped(
      nameOf(manifest),
      names.filter((name) => !taken.has(name)),
    );
    const culprit = runs.find((run) => slip !== undefined && stringAt(run.object, 'spec', 'placementName') === slip);
    const related =
      culprit === undefined
        ? []
        : [{ manifest: culprit, at: '/spec/placementName', message: 'the run that probably means this placement' }];
    // If a tree has no runs, a pipeline probably creates them, and files that were not read may contain one: advice, not a warning.
    const effect = runs.length === 0 || (world.hasUnread && slip === undefined) ? ({ effect: 'advice' } as const) : {};
    const at = '/spec/strategy/type';
    yield {
      at,
      data: { placement: nameOf(manifest), runKind, slip, staysExternal: isExternalBefore(manifest, world) },
      related,
      ...(slip === undefined ? { givesWayTo: { 'change-without-run': at } } : {}),
      ...effect,
    };
  },
});

function isBeside({ namespace }: Manifest): (run: Manifest) => boolean {
  return (run) => run.object.kind === 'ClusterStagedUpdateRun' || run.namespace === namespace;
}
