import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runNotStarted = defineFailure({
  id: 'run-not-started',
  title: 'Nobody started the run',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'run-not-started' }],
  outcome: 'waitingForPerson',
  explain: '{target} has made its plan and waits: spec.state is Initialize, which is the default.',
  remedy: [
    'Look at its plan: `kubectl get {targetArgs} -o jsonpath="{.status.stagesStatus}"`',
    'Start it: `kubectl patch {targetArgs} --type=merge -p \'{"spec":{"state":"Run"}}\'`',
  ],
  seeAlso: 'run-not-started',
});
