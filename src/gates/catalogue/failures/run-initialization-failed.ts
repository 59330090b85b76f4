import { DOCS } from '../docs.ts';
import { GENERAL, defineFailure } from '../failure.ts';

export const runInitializationFailed = defineFailure({
  id: 'run-initialization-failed',
  title: 'The run could not be planned',
  docs: DOCS.runInitialization,
  precedence: GENERAL,
  when: [{ scope: 'run', stage: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'] }],
  outcome: { kind: 'terminal' },
  explain: '{target} failed while its plan was made, and will not try again.',
  remedy: ['Correct what the message names.', 'Create a new run: this one is finished.'],
});
