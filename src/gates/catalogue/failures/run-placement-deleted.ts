import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
export const runPlacementDeleted = defineFailure({
  id: 'run-placement-deleted',
  title: 'The placement went away',
  docs: DOCS.runExecution,
  precedence: 20,
  when: [{ scope: 'run', stage: 'Succeeded', status: 'False', reasons: ['UpdateRunFailed'], message: /parent placement not found/ }],
  outcome: { kind: 'terminal' },
  explain: 'The placement of {target} was deleted while the run was under way.',
  remedy: ['Apply the placement again and create a new run.'],
});
