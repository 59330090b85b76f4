import { HUB_PODS, HUB_LOG } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runNotInitialized = defineFailure({
  id: 'run-not-initialized',
  title: 'The hub has not picked up the run',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'run-unanswered' }],
  outcome: { kind: 'suspect', grace: 'run' },
  explain: '{target} has no Initialized condition: its controller has not looked at it, or retries an error it does not report.',
  remedy: [`Check that the hub agent runs: ${HUB_PODS}`, `Read its log for {target}: ${HUB_LOG}`],
});
