import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** It first finishes the clusters that it has begun (KubeFleet pkg/controllers/updaterun/execution.go). */
const STOPPING: Details = {
  title: 'The run is stopping',
  explain: 'A person set spec.state of {target} to Stop. It stops when the clusters that it has begun have finished.',
};
const STOPPING_ON = 'A person set spec.state of {target} to Stop. It stops when the update of {open} has finished.';

export const runStopped = defineFailure({
  id: 'run-stopped',
  title: 'The run is stopped',
  docs: DOCS.run,
  when: [
    { scope: 'run', step: 'Progressing', status: 'False', reasons: ['UpdateRunStopped'] },
    { scope: 'run', step: 'Progressing', status: 'Unknown', reasons: ['UpdateRunStopping'] },
  ],
  outcome: 'waitingForPerson',
  details: ({ condition, words }) =>
    condition?.reason === 'UpdateRunStopping' ? { ...STOPPING, ...(words?.['open'] === undefined ? {} : { explain: STOPPING_ON }) } : {},
  explain: 'A person set spec.state of {target} to Stop. The run continues where it was when spec.state is set to Run.',
  remedy: [
    `See who stopped it: ${onHub('get {targetArgs} -o yaml --show-managed-fields')}`,
    `Ask that person whether the rollout may continue. This resumes it at once: ${onHub('patch {targetArgs} --type=merge -p \'{"spec":{"state":"Run"}}\'')}`,
  ],
});
