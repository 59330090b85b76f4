import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const externalRunMissing = defineFailure({
  id: 'external-run-missing',
  title: 'No update run rolls this out',
  docs: DOCS.run,
  when: [{ scope: 'placement', fact: 'no-external-run' }],
  outcome: 'waitingForPerson',
  explain:
    '{target} leaves its rollout to update runs (strategy External), and none is at work on it. Nothing moves until somebody creates one.',
  remedy: ['Create an update run with spec.placementName {name} and spec.state Run.', 'See which runs there were: `kubectl get {runs}`'],
  seeAlso: 'external-without-run',
});
