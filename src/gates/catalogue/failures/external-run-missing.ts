import { RUNS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import type { Details } from '../failure.ts';

/** A run is active with a snapshot from before the deploy. */
const OTHER_CONTENT: Details = {
  explain:
    '{target} leaves its rollout to update runs (strategy External). {other} is active with content from before this deploy, and does not change to this deploy. Nothing rolls it out until a person creates another run.',
};

const UNREAD: Details = {
  title: 'No update run that rolls this out was read',
  explain:
    '{target} leaves its rollout to update runs (strategy External). The files have no update run, so whether one is active is not known.',
  remedy: [
    `See which runs there are, and add them to the files: ${RUNS}`,
    'If there is none, create an update run with spec.placementName {name} and spec.state Run.',
  ],
};

export const externalRunMissing = defineFailure({
  id: 'external-run-missing',
  title: 'No update run rolls this out',
  docs: DOCS.run,
  when: [{ scope: 'placement', fact: 'no-external-run' }],
  outcome: 'waitingForPerson',
  details: ({ words }) => {
    if (words?.['isUnread'] === 'true') return UNREAD;
    return words?.['other'] === undefined ? {} : OTHER_CONTENT;
  },
  explain:
    '{target} leaves its rollout to update runs (strategy External), and no run is active on it. Nothing is rolled out until a person creates one.',
  remedy: [`See which runs there are: ${RUNS}`, 'Create an update run with spec.placementName {name} and spec.state Run.'],
  foundBy: [{ rule: 'external-without-run', when: hasWord('isFirst') }],
});
