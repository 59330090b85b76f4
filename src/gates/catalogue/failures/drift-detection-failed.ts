import { MEMBER_LOG, WORKS, onHub, onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Only the comparison after an apply ends like this, under FullComparison (KubeFleet pkg/controllers/workapplier/process.go). */
export const driftDetectionFailed = defineFailure({
  id: 'drift-detection-failed',
  title: 'Applied, but not checked for drift',
  docs: DOCS.drift,
  when: [{ scope: 'manifest', step: 'Applied', status: 'True', reasons: ['AppliedWithFailedDriftDetection'] }],
  outcome: (_observation, options) => (options.failOnDrift ? { kind: 'suspect', grace: 'member' } : 'info'),
  explain:
    '{object} is applied on {cluster}, but the member agent could not compare it with the manifest afterwards. No drift is reported, whether there is any or not. With {--fail-on-drift} that is treated as drift if it lasts.',
  remedy: [
    `The hub does not have the error. Look for "post-apply drifts" in the log of the member agent on {cluster}: ${MEMBER_LOG}`,
    `See what the hub reports about the object: ${WORKS}`,
    `Compare by hand: ${onMember('diff -f FILE')}`,
    `Or compare only the fields of the manifest, which needs no second look. That changes {target}: ${onHub('patch {targetArgs} --type=merge -p \'{"spec":{"strategy":{"applyStrategy":{"comparisonOption":"PartialComparison"}}}}\'')}`,
  ],
});
