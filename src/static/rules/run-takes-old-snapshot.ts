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
  summary: 'The update run comes with the change it shall roll out, and rolls out what was before',
  effect: 'misbehaves',
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'A run without `resourceSnapshotIndex` is for the newest content, but right after a change the hub, with its default delays of 15 and 30 s, has no snapshot of it yet: the run takes the one before, updates every cluster to what it has already, and ends as succeeded. Found only with something to compare with (`{--base}`, `{--base-dir}`): a new run beside changed objects of its placement.',
  remedy:
    'Apply the run after the change: first with `state: Initialize`, and with `Run` once `status.resourceSnapshotIndexUsed` is a snapshot that holds the change; else delete it and create it anew.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ placement, changed }) =>
    `The run is deployed together with a change of ${changed}, and right after a change a run for ${placement} rolls out what was before it.`,
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
