import { HUB_LOG, HUB_PODS, onHub, SUPPORT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** The binding or its absence shows what the placement's status does not: the status was written before. */
const UNANSWERED: Details = {
  title: 'The hub agent has not processed the binding yet',
  explain:
    '{cluster} is picked for {target}, but its binding is not at the newest content, or has no status for it, and nothing else is moving. That normally takes seconds. If it takes longer, the hub agent does not run, or cannot continue.',
  remedy: [
    `Check that the hub agent runs: ${HUB_PODS}`,
    `Compare the binding with the newest snapshot: ${onHub('get {bindings} -l kubernetes-fleet.io/parent-CRP={placementName} -o yaml')} and ${onHub('get {snapshots} -l kubernetes-fleet.io/parent-CRP={placementName} --show-labels')}`,
    `Read its log: ${HUB_LOG}`,
    SUPPORT,
  ],
};

const SEE_BINDINGS = `See whether a cluster has two bindings: ${onHub('get {bindings} -l kubernetes-fleet.io/parent-CRP={placementName} -o custom-columns=NAME:.metadata.name,CLUSTER:.spec.targetCluster,CREATED:.metadata.creationTimestamp')}`;
const SEE_SNAPSHOTS = `Exactly one resource snapshot must be labelled as the latest, the one with the highest index: ${onHub('get {snapshots} -l kubernetes-fleet.io/parent-CRP={placementName} -L kubernetes-fleet.io/resource-index,kubernetes-fleet.io/is-latest-snapshot')}`;
const SEE_POLICIES = `Exactly one policy snapshot must be labelled as the latest, the one with the highest index: ${onHub('get {policySnapshots} -l kubernetes-fleet.io/parent-CRP={placementName} -L kubernetes-fleet.io/policy-index,kubernetes-fleet.io/is-latest-snapshot')}`;
const PARTS =
  'All parts that the resource snapshot announces must be there. If these objects are from files, add the missing parts to the files: only the first part has the label.';
const LABEL = 'Correct a wrong label `kubernetes-fleet.io/is-latest-snapshot` to false.';
const BINDING = 'Delete a second binding of a cluster only if it is known that the scheduler did not make it.';
const AGENT = `Check that the hub agent runs, and read its log: ${HUB_PODS}, ${HUB_LOG}`;

/** By what shows that it is not decided. */
const CASES: Readonly<Record<string, Details>> = {
  unanswered: UNANSWERED,
  snapshots: { remedy: [SEE_SNAPSHOTS, PARTS, LABEL, AGENT] },
  policies: { remedy: [SEE_POLICIES, LABEL, AGENT] },
  bindings: { remedy: [SEE_BINDINGS, BINDING, AGENT] },
};

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
  details: ({ words }) => CASES[words?.['undecided'] ?? ''] ?? {},
  explain:
    'Which content {target} rolls out, or whether {cluster} gets it now, is not decided. That normally takes seconds. If it takes longer, there may be two bindings of one cluster, two latest snapshots or none, a snapshot with missing parts, overrides that cannot be read, or no running hub agent. No status says which.',
  remedy: [SEE_BINDINGS, SEE_SNAPSHOTS, SEE_POLICIES, PARTS, LABEL, BINDING, AGENT],
});
