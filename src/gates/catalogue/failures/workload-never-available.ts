import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const workloadNeverAvailable = defineFailure({
  id: 'workload-never-available',
  title: 'It can never become available',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'partitioned-update' }],
  outcome: 'failed',
  explain:
    '{object} is updated only in part by design (a partition, or OnDelete). KubeFleet calls a StatefulSet available when every replica has the new revision, so the rollout stands here for ever.',
  remedy: [
    'Finish the update: set `spec.updateStrategy.rollingUpdate.partition` to 0 in the manifest on the hub; under OnDelete delete the pods that are to be updated.',
    'Gate it with {--for applied} if a partial update is what you want.',
  ],
});
