import { degradedDetails, isDegraded } from '../degraded-mode.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const EXPLAIN =
  'Somebody changed {object} on {cluster}, and whenToApply is IfNotDrifted: KubeFleet leaves it alone until a person decides.';
const READ = 'Read the drift: `kubectl get {targetArgs} -o jsonpath="{.status.placementStatuses[*].driftedPlacements}"`';

export const driftBlocksApply = defineFailure({
  id: 'drift-blocks-apply',
  title: 'Drift on the member blocks the apply',
  docs: DOCS.drift,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FoundDrifts', 'FoundDriftsInDegradedMode'] }],
  outcome: 'failed',
  details: (observation) => (isDegraded(observation) ? degradedDetails(READ, EXPLAIN) : {}),
  explain: EXPLAIN,
  remedy: [
    READ,
    'Undo the change on {cluster}: `kubectl edit {objectArgs}`, or take it into the manifest.',
    'Or overwrite it: spec.strategy.applyStrategy.whenToApply Always.',
  ],
});
