import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runStopped = defineFailure({
  id: 'run-stopped',
  title: 'The run is stopped',
  docs: DOCS.run,
  when: [
    { scope: 'run', step: 'Progressing', status: 'False', reasons: ['UpdateRunStopped'] },
    { scope: 'run', step: 'Progressing', status: 'Unknown', reasons: ['UpdateRunStopping'] },
  ],
  outcome: 'waitingForPerson',
  explain: 'Somebody set spec.state of {target} to Stop. It goes on where it was as soon as it is set to Run.',
  remedy: ['Resume it: `kubectl patch {targetArgs} --type=merge -p \'{"spec":{"state":"Run"}}\'`'],
});
