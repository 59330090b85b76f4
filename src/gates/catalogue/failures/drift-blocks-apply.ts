import { degradedDetails, isDegraded } from '../degraded-mode.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const EXPLAIN =
  'Somebody changed {object} on {cluster}, and whenToApply is IfNotDrifted: KubeFleet leaves it alone until a person decides.';
/** KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go: a full comparison takes in what the manifest does not have. */
const FILLED_IN: Details = {
  title: 'Fields that the member filled in block the apply',
  explain:
    'All that differs are fields of {object} that only {cluster} has: its API server or a controller filled them in, a clusterIP for example. Under comparisonOption FullComparison they count as drift from the first apply on, and whenToApply IfNotDrifted then blocks every apply. No change on {cluster} undoes that.',
  remedy: [
    'Compare only the fields of the manifest: set spec.strategy.applyStrategy.comparisonOption of {target} to PartialComparison.',
    'Or apply in spite of drift: set spec.strategy.applyStrategy.whenToApply of {target} to Always.',
  ],
};
const READ = 'Read the drift: `kubectl get {targetArgs} -o jsonpath="{.status.placementStatuses[*].driftedPlacements}"`';

export const driftBlocksApply = defineFailure({
  id: 'drift-blocks-apply',
  title: 'Drift on the member blocks the apply',
  docs: DOCS.drift,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FoundDrifts', 'FoundDriftsInDegradedMode'] }],
  outcome: 'failed',
  details: (observation) => {
    if (isDegraded(observation)) return degradedDetails(READ, EXPLAIN);
    return observation.words?.['filledIn'] === 'true' ? FILLED_IN : {};
  },
  explain: EXPLAIN,
  remedy: [
    READ,
    'Undo the change on {cluster}: `kubectl edit {objectArgs}`, or take it into the manifest.',
    'Or overwrite it: spec.strategy.applyStrategy.whenToApply Always.',
  ],
});
