import { DOCS } from '../docs.ts';
import { defineFailure, NARROW } from '../failure.ts';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
const ABORTED = { scope: 'run', stage: 'Succeeded', status: 'False', reasons: ['UpdateRunFailed'] } as const;

export const runPlacementDeleted = defineFailure({
  id: 'run-placement-deleted',
  title: 'The placement went away',
  docs: DOCS.runExecution,
  precedence: NARROW,
  when: [
    { ...ABORTED, message: /parent placement not found/ },
    // The placement's policy snapshots go before the placement itself does.
    { ...ABORTED, message: /no latest policy snapshot/, only: (sighting) => sighting.words?.['placement'] === 'gone' },
  ],
  outcome: { kind: 'terminal' },
  explain: 'The placement of {target} was deleted while the run was under way.',
  remedy: ['Apply the placement again.', 'Create a new run.'],
});
