/**
 * The index of a resource snapshot is a number written as text; the CRD accepts any text. Source:
 * `pkg/controllers/updaterun/initialization.go`, getResourceSnapshotObjs (`expected an integer >= 0`): `Initialized` False, for good.
 */
import { stringAt } from '../../fleet/json/json.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const runSnapshotIndex = defineRule<{ readonly index: string }>({
  id: 'run-snapshot-index',
  summary: 'The resource snapshot index of the update run is not a number',
  effect: 'fails',
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: '`spec.resourceSnapshotIndex` is the number in the label `kubernetes-fleet.io/resource-index` of a resource snapshot, not the name of the snapshot or your own version. The hub accepts any text there and then does not initialize the run: `invalid resource snapshot index`. Without it the run uses the newest content.',
  remedy: 'Write the number of the snapshot in quotes, such as "3", or omit the field to use the newest content.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ index }) =>
    `The hub does not initialize the run: its resourceSnapshotIndex ${JSON.stringify(index)} is not a number of 0 or more.`,
  *check(manifest) {
    const index = stringAt(manifest.object, 'spec', 'resourceSnapshotIndex');
    if (index === undefined || index === '' || /^\+?\d{1,18}$/.test(index) || !isResolved(manifest, '/spec/resourceSnapshotIndex')) return;
    yield { at: '/spec/resourceSnapshotIndex', data: { index } };
  },
});
