/**
 * A run without an index that is created together with a change uses the snapshot from before the change. Source:
 * `pkg/controllers/updaterun/initialization.go`, getResourceSnapshotObjs: with a changed selection, the first call only records the time
 * (`next-resource-snapshot-candidate-detection-time`), and the run continues with the latest snapshot; seen on v0.3.1 with the default
 * delays. Overrides have snapshots of their own, without a delay, so a new run may have a new override. A run that was initialized before
 * keeps the snapshots of both (recordOverrideSnapshots); `controller.go` initializes it once.
 */
import { stringAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { changedObject, changedOverride } from '../delivery/changed-content.ts';
import { isStartedByChange } from '../placing/run-on-hub.ts';
import { isExternalBefore } from '../world/external-before.ts';
import { manifestRef } from '../world/identity.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { runTarget } from '../world/run-reference.ts';

interface TooEarly {
  readonly placement: string;
  /** `a change of ConfigMap/shop/settings` */
  readonly what: string;
  /** The run was initialized before the change, which only starts it. */
  readonly isEarlier: boolean;
}

export const runTakesOldSnapshot = defineRule<TooEarly>({
  id: 'run-takes-old-snapshot',
  summary: 'The update run is applied together with the change, and rolls out the content before it',
  effect: 'misbehaves',
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'A run without `resourceSnapshotIndex` uses the newest snapshot. Right after a change the hub does not have a snapshot of it yet (default delays: 15 and 30 s). The run then uses the snapshot before, updates every cluster to the content that it already has, and succeeds. A run that was created before the change, with `Initialize` or `Stop`, keeps the snapshot and the overrides of that time, also if the change sets `Run`. Checked only with a base (`{--base}`, `{--base-dir}`): a run that is new or started beside new, changed or no longer selected objects of its placement.',
  remedy:
    'Apply the run after the change: first with `state: Initialize`, then with `Run` if `status.resourceSnapshotIndexUsed` is a snapshot that contains the change. Otherwise delete the run and create it again.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ placement, what, isEarlier }) =>
    isEarlier
      ? `The run was initialized before this change, so it rolls out ${placement} without ${what}.`
      : `The run is deployed together with ${what}, and a run for ${placement} right after a change rolls out the content before it.`,
  remedyFor: ({ isEarlier }) =>
    isEarlier ? 'Add an update run with a new name for the change, and apply it after the change is on the hub.' : undefined,
  *check(manifest, world) {
    const { object } = manifest;
    if ((stringAt(object, 'spec', 'resourceSnapshotIndex') ?? '') !== '' || !isResolved(manifest, '/spec')) return;
    if (!isNamed(manifest) || stringAt(object, 'spec', 'state') !== 'Run') return;
    const isEarlier = isStartedByChange(manifest, world);
    if (world.before(manifest) !== undefined && !isEarlier) return;
    const placement = runTarget(manifest, 'placement', world);
    if (placement === undefined || !isNamed(placement) || world.before(placement) === undefined) return;
    if (isEarlier && !isExternalBefore(placement, world)) return;
    const found = changedObject(placement, world) ?? (isEarlier ? changedOverride(placement, world) : undefined);
    if (found === undefined) return;
    const name = displayName(manifestRef(found.manifest));
    const how = { edited: isEarlier ? 'the change of' : 'a change of', added: 'the addition of', dropped: 'the removal of' }[found.how];
    yield {
      at: isEarlier ? '/spec/state' : '/spec/placementName',
      data: { placement: nameOf(placement), what: `${how} ${name}`, isEarlier },
      related: world.gone.includes(found.manifest) ? [] : [{ manifest: found.manifest, at: '', message: name }],
    };
  },
});
