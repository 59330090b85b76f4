import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runWaitingTimed = defineFailure({
  id: 'run-waiting-timed',
  title: 'A timed wait is running',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'timed-wait' }],
  outcome: 'waiting',
  details: ({ words }) => (words?.['until'] === undefined ? {} : { title: `A timed wait is running until ${words['until']}` }),
  explain: 'Stage {stage} waits until {until}, and then continues by itself.',
  remedy: ['Wait until {until}. If the timeout of the gate is too short for it, raise {--timeout}.'],
});
