import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const diffFound = defineFailure({
  id: 'diff-found',
  title: 'Differences were found',
  docs: DOCS.diffReported,
  when: [{ scope: 'manifest', fact: 'diff' }],
  outcome: 'failed',
  details: ({ words }) =>
    words?.['notRolledOut'] === undefined
      ? {}
      : {
          title: 'The object is missing, because it is not rolled out there yet',
          explain: '{notRolledOut} places {object} on {cluster} by update runs, and none has rolled it out there yet.',
          remedy: [
            `See {object} as {cluster} has it: ${onMember('get {objectArgs} -o yaml')}`,
            'Roll {notRolledOut} out to {cluster} with an update run, and compare again after it.',
          ],
        },
  explain:
    '{object} on {cluster} differs from what the hub would place. DiffReported is True even so: it only says that the comparison is done.',
  remedy: [
    `See {object} as {cluster} has it: ${onMember('get {objectArgs} -o yaml')}`,
    'Change the object on the member, or the manifest, so that both agree. Or let KubeFleet overwrite it: an applyStrategy type other than ReportDiff.',
  ],
});
