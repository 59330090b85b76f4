import { HUB_LOG, HUB_PODS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runNotInitialized = defineFailure({
  id: 'run-not-initialized',
  title: 'The hub has not started on the run',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'run-unanswered' }],
  outcome: { kind: 'suspect', grace: 'run' },
  explain: '{target} has no Initialized condition: its controller has not processed it, or retries after an error that it does not report.',
  remedy: [`Check that the hub agent runs: ${HUB_PODS}`, `Look for {target} in its log: ${HUB_LOG}`],
});
