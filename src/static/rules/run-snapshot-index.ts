/**
 * The index of a resource snapshot is a number written as text; the CRD accepts any text. Source:
 * `pkg/controllers/updaterun/initialization.go`, getResourceSnapshotObjs (`expected an integer >= 0`): `Initialized` False, for good.
 */
import { stringAt } from '../../fleet/json/json.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const runSnapshotIndex = defineRule<{ readonly index: string }>({
  id: 'run-snapshot-index',
  summary: 'The update run names a resource snapshot index that is no number',
  effect: 'fails',
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: '`spec.resourceSnapshotIndex` is the number in the label `kubernetes-fleet.io/resource-index` of a resource snapshot, not the name of the snapshot or a version of yours. The hub takes any text there and then does not initialise the run: `invalid resource snapshot index`. Left out, the run uses the newest content.',
  remedy: 'Write the number of the snapshot in quotes, such as "3", or leave the field out for the newest content.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ index }) => `The hub does not initialise the run: its resourceSnapshotIndex ${JSON.stringify(index)} is no number from 0 on.`,
  *check(manifest) {
    const index = stringAt(manifest.object, 'spec', 'resourceSnapshotIndex');
    if (index === undefined || index === '' || /^\+?\d{1,18}$/.test(index) || !isResolved(manifest, '/spec/resourceSnapshotIndex')) return;
    yield { at: '/spec/resourceSnapshotIndex', data: { index } };
  },
});
