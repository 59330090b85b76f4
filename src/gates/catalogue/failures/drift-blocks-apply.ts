import { degradedDetails, isDegraded } from '../degraded-mode.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const EXPLAIN = '{object} was changed on {cluster}, and whenToApply is IfNotDrifted. KubeFleet does not apply it until a person decides.';
/** KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go: a full comparison includes fields that the manifest does not have. */
const FILLED_IN: Details = {
  title: 'Fields that the member filled in block the apply',
  explain:
    'The only differences are fields of {object} that only {cluster} has: its API server or a controller filled them in, a clusterIP for example. Under comparisonOption FullComparison they are drift from the first apply on, and whenToApply IfNotDrifted then blocks every apply. No change on {cluster} undoes that.',
  remedy: [
    'Compare only the fields of the manifest: set spec.strategy.applyStrategy.comparisonOption of {target} to PartialComparison.',
    'Or apply in spite of drift: set spec.strategy.applyStrategy.whenToApply of {target} to Always.',
  ],
};
const SEE = `See the object, and who wrote it: ${onMember('get {objectArgs} -o yaml --show-managed-fields')}`;

export const driftBlocksApply = defineFailure({
  id: 'drift-blocks-apply',
  title: 'Drift on the member blocks the apply',
  docs: DOCS.drift,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FoundDrifts', 'FoundDriftsInDegradedMode'] }],
  outcome: 'failed',
  details: (observation) => {
    if (isDegraded(observation)) return degradedDetails(observation, SEE, EXPLAIN);
    return observation.words?.['filledIn'] === 'true' ? FILLED_IN : {};
  },
  explain: EXPLAIN,
  remedy: [
    SEE,
    'If the change should stay, take it into the manifest. Otherwise undo it on {cluster}, where it was made: another controller would only write it again.',
    'Or overwrite it: set spec.strategy.applyStrategy.whenToApply to Always. The change on {cluster} is then lost.',
  ],
});
