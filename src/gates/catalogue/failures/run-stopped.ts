import { onHub } from '../commands.ts';
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
  explain: 'A person set spec.state of {target} to Stop. The run continues where it was when spec.state is set to Run.',
  remedy: [
    `See who stopped it: ${onHub('get {targetArgs} -o yaml --show-managed-fields')}`,
    `Ask that person whether the rollout may continue. This resumes it at once: ${onHub('patch {targetArgs} --type=merge -p \'{"spec":{"state":"Run"}}\'')}`,
  ],
});
