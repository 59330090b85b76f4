import { WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

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
  explain: '{target} only reports differences, and {cluster} cannot finish the comparison.',
  remedy: [
    `Read why in the manifest conditions of the Work: ${WORKS}`,
    'Correct the object so that the member accepts it in a dry run; a refused one keeps the whole comparison from ending.',
  ],
});
