import { HUB_PODS, HUB_LOG } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** No status names these causes (KubeFleet pkg/controllers/rollout, pkg/controllers/placement). */
export const rolloutUndecided = defineFailure({
  id: 'rollout-undecided',
  title: 'The rollout is not decided',
  docs: DOCS.rolloutStarted,
  when: [
    { scope: 'placement', fact: 'rollout-undecidable' },
    { scope: 'cluster', fact: 'rollout-undecidable' },
    { scope: 'cluster', step: 'RolloutStarted', status: 'Unknown', reasons: ['RolloutStartedUnknown'] },
  ],
  outcome: { kind: 'suspect', grace: 'rollout' },
  explain:
    'Which content {target} rolls out, or whether {cluster} gets it now, is not decided. That lasts seconds. For longer it points to two bindings of one cluster, to two latest snapshots or none, to a snapshot whose parts are missing, to overrides that cannot be read, or to a hub agent that does not run; no status says which.',
  remedy: [
    'Look for two bindings of one cluster, and delete the one the scheduler did not make: `kubectl get {bindings} -l kubernetes-fleet.io/parent-CRP={name} -o custom-columns=NAME:.metadata.name,CLUSTER:.spec.targetCluster,CREATED:.metadata.creationTimestamp`',
    'See which resource snapshots call themselves the latest, of which there must be one, with the highest index: `kubectl get {snapshots} -l kubernetes-fleet.io/parent-CRP={name} -L kubernetes-fleet.io/resource-index,kubernetes-fleet.io/is-latest-snapshot`',
    'The same of the policy snapshots: `kubectl get {policySnapshots} -l kubernetes-fleet.io/parent-CRP={name} -L kubernetes-fleet.io/policy-index,kubernetes-fleet.io/is-latest-snapshot`',
    'Correct a wrong label: `kubectl label {snapshots} NAME kubernetes-fleet.io/is-latest-snapshot=false --overwrite`',
    `Check that the hub agent runs, and what it complains of: ${HUB_PODS}, ${HUB_LOG}`,
  ],
});
