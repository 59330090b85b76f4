import { onMember, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const READ = `See why in the manifest conditions of the Work: ${WORKS}`;

/**
 * An object that is only compared is taken over first, unless the strategy says Never (KubeFleet pkg/controllers/workapplier/process.go).
 */
const TAKEOVER: Details = {
  title: 'The comparison cannot take an object over',
  explain:
    '{target} only reports differences, but unless whenToTakeOver is Never, KubeFleet takes each object over before it compares it. {object} on {cluster} has another owner, which refuses that.',
  remedy: ['Compare without a takeover: set spec.strategy.applyStrategy.whenToTakeOver of {target} to Never.', READ],
};

const NO_KIND: Details = {
  title: 'The member does not serve a kind that is compared',
  explain:
    '{target} only reports differences, and {cluster} does not serve the kind of {object}: its CustomResourceDefinition is not installed there.',
  remedy: [
    `Check which kinds of that group {cluster} serves: ${onMember('api-resources --api-group={group}')}`,
    'Install its CustomResourceDefinition (CRD) on {cluster}, or restrict {target} to clusters that serve it.',
  ],
};

export const diffReportFailed = defineFailure({
  id: 'diff-report-failed',
  title: 'The comparison cannot finish',
  docs: DOCS.diffReported,
  when: [
    { scope: 'cluster', step: 'DiffReported', status: 'False', reasons: ['NotAllWorkHaveDiffReported'] },
    { scope: 'manifest', step: 'DiffReported', status: 'False', reasons: ['FailedToReportDiff'] },
    { scope: 'manifest', step: 'DiffReported', status: 'True', reasons: ['FoundDiffInDegradedMode'] },
  ],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ condition }) => {
    const message = condition?.message ?? '';
    if (message.includes('FailedToTakeOver')) return TAKEOVER;
    return /no matches for kind|REST mapping/.test(message) ? NO_KIND : {};
  },
  explain: '{target} only reports differences, and {cluster} cannot finish the comparison.',
  remedy: [
    READ,
    'Correct the object so that the member accepts it in a dry run. An object that is refused keeps the whole comparison from ending.',
  ],
});
