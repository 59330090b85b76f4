import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** One is at work, and brings a snapshot from before the deploy. */
const OTHER_CONTENT: Details = {
  explain:
    '{target} leaves its rollout to update runs (strategy External). {other} is at work with content from before this deploy and keeps it to its end, so nothing brings this deploy until somebody creates another run.',
};

export const externalRunMissing = defineFailure({
  id: 'external-run-missing',
  title: 'No update run rolls this out',
  docs: DOCS.run,
  when: [{ scope: 'placement', fact: 'no-external-run' }],
  outcome: 'waitingForPerson',
  details: ({ words }) => (words?.['other'] === undefined ? {} : OTHER_CONTENT),
  explain:
    '{target} leaves its rollout to update runs (strategy External), and none is at work on it. Nothing moves until somebody creates one.',
  remedy: ['Create an update run with spec.placementName {name} and spec.state Run.', 'See which runs there were: `kubectl get {runs}`'],
  seeAlso: 'external-without-run',
});
