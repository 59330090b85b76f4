import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const rolloutUndecided = defineFailure({
  id: 'rollout-undecided',
  title: 'The rollout is not decided for a cluster',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'cluster', stage: 'RolloutStarted', status: 'Unknown', reasons: ['RolloutStartedUnknown'] }],
  outcome: { kind: 'suspect', grace: 'rollout' },
  explain:
    'The rollout controller has neither moved {cluster} to the newest content nor said that it is held back. That lasts seconds; for longer it points to a duplicate binding, two latest snapshots or a stopped rollout controller.',
  remedy: [
    'Look at the bindings: kubectl get clusterresourcebindings.placement.kubernetes-fleet.io -l kubernetes-fleet.io/parent-CRP={name}',
    'Check that the hub agent runs.',
  ],
});
