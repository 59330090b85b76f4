import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const approvalStaleGeneration = defineFailure({
  id: 'approval-stale-generation',
  title: 'The approval is of another generation',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'approval-stale' }],
  outcome: 'waitingForPerson',
  explain:
    "Somebody approved {object}, but the condition carries an observedGeneration that is not the request's: KubeFleet ignores it without a word.",
  remedy: [
    'Write the condition again, with the generation of the request: `{approve}`',
    'Check that it is picked up: `kubectl get {objectArgs} -o jsonpath="{.status.conditions}"`',
  ],
});
