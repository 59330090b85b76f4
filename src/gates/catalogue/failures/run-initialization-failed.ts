import { NEW_RUN, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runInitializationFailed = defineFailure({
  id: 'run-initialization-failed',
  title: 'The run could not be planned',
  docs: DOCS.runInitialization,
  when: [{ scope: 'run', step: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'] }],
  outcome: 'failed',
  explain: '{target} failed while its plan was made, and does not try again.',
  remedy: [`See its whole status: ${onHub('get {targetArgs} -o yaml')}`, 'Correct what the message names.', NEW_RUN],
});
