/**
 * A run reads its placement once, as soon as it is created, and is refused for good if the scheduler has not picked the clusters yet.
 * Source: `pkg/controllers/updaterun/initialization.go`, determinePolicySnapshot (`no latest policy snapshot`, `not fully scheduled yet`).
 * Which of the two comes first is chance; this is from the source code.
 */
import { displayName } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import { hasBaseTree } from '../world/known-base.ts';
import { hubHolds } from '../world/hub-holds.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { isNewRun } from '../placing/run-on-hub.ts';
import { runReference, runTarget } from '../world/run-reference.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

export const runWithNewPlacement = defineRule<{ readonly placement: string }>({
  id: 'run-with-new-placement',
  summary: 'The update run is created together with its placement, before clusters are picked',
  effect: 'misbehaves',
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'The hub initializes a run when it is created, whatever its state. If its placement was created in the same apply, the scheduler has usually not picked the clusters yet: `Initialized` is False with `not fully scheduled yet`, and the run is not tried again. Checked only with a base or the hub (`{--base}`, `{--base-dir}`, `{--kubeconfig}`): a new run beside a new placement.',
  remedy: 'Apply the run after the condition Scheduled of the placement is True.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ placement }) => `${placement} is new in this change as well, and the hub refuses a run whose placement is not scheduled yet.`,
  *check(manifest, world) {
    const placement = runTarget(manifest, 'placement', world);
    if (placement === undefined || !isNamed(manifest) || !isResolved(manifest, '/spec/placementName')) return;
    if (!isNewRun(manifest, world) || !isNew(placement, manifest, world)) return;
    const name = displayName(manifestRef(placement));
    yield {
      at: '/spec/placementName',
      data: { placement: name },
      related: [{ manifest: placement, at: '/metadata/name', message: 'the new placement' }],
    };
  },
});

function isNew(placement: Manifest, run: Manifest, world: World): boolean {
  if (!isNamed(placement) || world.before(placement) !== undefined) return false;
  const reference = runReference(run, 'placement');
  const onHub = reference === undefined ? undefined : hubHolds(reference, world);
  return onHub === undefined ? hasBaseTree(world) : !onHub;
}
