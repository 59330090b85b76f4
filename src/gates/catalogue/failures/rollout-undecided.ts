import { AGENT_PODS } from '../commands.ts';
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
    'Look for two bindings of one cluster: `kubectl get {bindings} -l kubernetes-fleet.io/parent-CRP={name}`',
    'Look for two snapshots that call themselves the latest, or none: `kubectl get {snapshots} -l kubernetes-fleet.io/parent-CRP={name},kubernetes-fleet.io/is-latest-snapshot=true`',
    `Check that the hub agent runs: ${AGENT_PODS}`,
  ],
});
