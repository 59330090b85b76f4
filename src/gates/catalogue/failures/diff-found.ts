import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const diffFound = defineFailure({
  id: 'diff-found',
  title: 'Differences were found',
  docs: DOCS.diffReported,
  when: [{ scope: 'manifest', fact: 'diff' }],
  outcome: 'failed',
  explain:
    '{object} on {cluster} differs from what the hub would place. DiffReported is True all the same: it only says that the comparison is done.',
  remedy: [
    'Read the differences: `kubectl get {targetArgs} -o jsonpath="{.status.placementStatuses[*].diffedPlacements}"`',
    'Align the member or the manifest, or let KubeFleet overwrite it: an applyStrategy type other than ReportDiff.',
  ],
});
