import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const workloadNeverAvailable = defineFailure({
  id: 'workload-never-available',
  title: 'The workload cannot become available',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'partitioned-update' }],
  outcome: 'failed',
  explain:
    '{object} is updated only in part by design (a partition, or OnDelete). KubeFleet reports a StatefulSet as available when every replica has the new revision, so the rollout does not end.',
  remedy: [
    `See its update strategy on the hub: ${onHub('get {objectArgs} -o jsonpath="{.spec.updateStrategy}"')}`,
    'Finish the update: set spec.updateStrategy.rollingUpdate.partition to 0 in the manifest. Under OnDelete, delete the pods that should be updated.',
    'If a partial update is what you want, gate it with {--for applied}.',
  ],
});
