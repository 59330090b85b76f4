import { NEW_RUN, SNAPSHOTS } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runSnapshotMissing = defineFailure({
  id: 'run-snapshot-missing',
  title: 'The resource snapshot does not exist',
  docs: DOCS.runInitialization,
  when: [
    {
      scope: 'run',
      step: 'Initialized',
      status: 'False',
      reasons: ['UpdateRunInitializedFailed'],
      message: /no resourceSnapshots with index|invalid resource snapshot index|no master resourceSnapshot found/,
    },
  ],
  outcome: 'failed',
  details: (observation) => correctedSince(observation, 'The resource snapshot did not exist when the run began') ?? {},
  explain: '{target} names a resource snapshot index that does not exist.',
  remedy: [
    `List the indexes: ${SNAPSHOTS}`,
    'Name one of them in spec.resourceSnapshotIndex, or leave the field out to take the newest.',
    NEW_RUN,
  ],
  foundBy: [
    { rule: 'run-snapshot-missing', when: ({ condition }) => /no resourceSnapshots with index/.test(condition?.message ?? '') },
    { rule: 'run-snapshot-index', when: ({ condition }) => /invalid resource snapshot index/.test(condition?.message ?? '') },
  ],
});
