import { MEMBER_LOG, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Only the comparison after an apply ends like this, under FullComparison (KubeFleet pkg/controllers/workapplier/process.go). */
export const driftDetectionFailed = defineFailure({
  id: 'drift-detection-failed',
  title: 'Applied, but whether it drifts is not verified',
  docs: DOCS.drift,
  when: [{ scope: 'manifest', step: 'Applied', status: 'True', reasons: ['AppliedWithFailedDriftDetection'] }],
  outcome: (_observation, options) => (options.failOnDrift ? { kind: 'suspect', grace: 'member' } : 'info'),
  explain:
    '{object} is applied on {cluster}, but the member agent could not compare it with the manifest afterwards: no drift is reported, whether there is one or not. With {--fail-on-drift} that counts as drift when it lasts.',
  remedy: [
    `The hub does not hold the error; on {cluster}, look for "post-apply drifts" in the log of the member agent: ${MEMBER_LOG}`,
    `See what the hub says of the object: ${WORKS}`,
    'Compare by hand: `kubectl diff -f MANIFEST` against {cluster}.',
    'Or compare only the fields of the manifest, which needs no second look: `kubectl patch {targetArgs} --type=merge -p \'{"spec":{"strategy":{"applyStrategy":{"comparisonOption":"PartialComparison"}}}}\'`',
  ],
});
