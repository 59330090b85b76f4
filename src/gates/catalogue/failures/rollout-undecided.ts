import { HUB_LOG, HUB_PODS, onHub } from '../commands.ts';
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
    'Which content {target} rolls out, or whether {cluster} gets it now, is not decided. That normally takes seconds. If it takes longer, there may be two bindings of one cluster, two latest snapshots or none, a snapshot with missing parts, overrides that cannot be read, or no running hub agent. No status says which.',
  remedy: [
    `Look for two bindings of one cluster. The one that the scheduler did not make should be deleted: ${onHub('get {bindings} -l kubernetes-fleet.io/parent-CRP={placementName} -o custom-columns=NAME:.metadata.name,CLUSTER:.spec.targetCluster,CREATED:.metadata.creationTimestamp')}`,
    `Exactly one resource snapshot must be labelled as the latest, the one with the highest index: ${onHub('get {snapshots} -l kubernetes-fleet.io/parent-CRP={placementName} -L kubernetes-fleet.io/resource-index,kubernetes-fleet.io/is-latest-snapshot')}`,
    `The same holds for policy snapshots: ${onHub('get {policySnapshots} -l kubernetes-fleet.io/parent-CRP={placementName} -L kubernetes-fleet.io/policy-index,kubernetes-fleet.io/is-latest-snapshot')}`,
    'Correct a wrong label `kubernetes-fleet.io/is-latest-snapshot` to false.',
    `Check that the hub agent runs, and read its log: ${HUB_PODS}, ${HUB_LOG}`,
  ],
});
