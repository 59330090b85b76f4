/**
 * A run without an index that is created together with a change uses the snapshot from before the change. Source:
 * `pkg/controllers/updaterun/initialization.go`, getResourceSnapshotObjs: with a changed selection, the first call only records the time
 * (`next-resource-snapshot-candidate-detection-time`), and the run continues with the latest snapshot; seen on v0.3.1 with the default
 * delays.
 */
import { stringAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { isChanged } from '../world/changed.ts';
import { manifestRef } from '../world/identity.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { placedBy } from '../placing/placements-of-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { runTarget } from '../world/run-reference.ts';

interface TooEarly {
  readonly placement: string;
  readonly changed: string;
}

export const runTakesOldSnapshot = defineRule<TooEarly>({
  id: 'run-takes-old-snapshot',
  summary: 'The update run is applied together with the change, and rolls out the content before it',
  effect: 'misbehaves',
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'A run without `resourceSnapshotIndex` uses the newest snapshot. Right after a change the hub does not have a snapshot of it yet (default delays: 15 and 30 s). The run then uses the snapshot before, updates every cluster to the content that it already has, and succeeds. Checked only with a base (`{--base}`, `{--base-dir}`): a new run beside changed objects of its placement.',
  remedy:
    'Apply the run after the change: first with `state: Initialize`, then with `Run` if `status.resourceSnapshotIndexUsed` is a snapshot that contains the change. Otherwise delete the run and create it again.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ placement, changed }) =>
    `The run is deployed together with a change of ${changed}, and a run for ${placement} right after a change rolls out the content before it.`,
  *check(manifest, world) {
    const { object } = manifest;
    if ((stringAt(object, 'spec', 'resourceSnapshotIndex') ?? '') !== '' || !isResolved(manifest, '/spec')) return;
    if (!isNamed(manifest) || stringAt(object, 'spec', 'state') !== 'Run' || world.before(manifest) !== undefined) return;
    const placement = runTarget(manifest, 'placement', world);
    if (placement === undefined || !isNamed(placement) || world.before(placement) === undefined) return;
    const changed = placedBy(placement, world).find((each) => isChanged(each, world));
    if (changed === undefined) return;
    const what = displayName(manifestRef(changed));
    yield {
      at: '/spec/placementName',
      data: { placement: nameOf(placement), changed: what },
      related: [{ manifest: changed, at: '', message: what }],
    };
  },
});
