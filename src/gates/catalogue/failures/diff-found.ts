import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const CHECK = `Check whether {cluster} has it by now: ${onMember('get {objectArgs}')}`;

const NOT_ROLLED_OUT: Details = {
  title: 'The object is missing, because it is not rolled out there yet',
  explain: '{notRolledOut} places {object} on {cluster} by update runs, and none has rolled it out there yet.',
  remedy: [CHECK, 'Roll {notRolledOut} out to {cluster} with an update run, and compare again after it.'],
};

const MISSING: Details = {
  explain:
    '{object} is not on {cluster}, and the hub would place it there. DiffReported is True even so: it only says that the comparison is done.',
  remedy: [
    CHECK,
    'Let KubeFleet create it: an applyStrategy type other than ReportDiff. Or create it on {cluster} yourself, or leave it out of what {target} places there.',
  ],
};

export const diffFound = defineFailure({
  id: 'diff-found',
  title: 'Differences were found',
  docs: DOCS.diffReported,
  when: [{ scope: 'manifest', fact: 'diff' }],
  outcome: 'failed',
  details: ({ words }) => {
    if (words?.['notRolledOut'] !== undefined) return NOT_ROLLED_OUT;
    return words?.['isMissing'] === 'true' ? MISSING : {};
  },
  explain:
    '{object} on {cluster} differs from what the hub would place. DiffReported is True even so: it only says that the comparison is done.',
  remedy: [
    `See {object} as {cluster} has it: ${onMember('get {objectArgs} -o yaml')}`,
    'Change the object on the member, or the manifest, so that both agree. Or let KubeFleet overwrite it: an applyStrategy type other than ReportDiff.',
  ],
});
