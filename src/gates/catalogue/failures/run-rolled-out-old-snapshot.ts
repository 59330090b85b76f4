import { SNAPSHOTS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import type { Details } from '../failure.ts';
import { notStopped } from '../not-stopped.ts';

const TAKE_ANOTHER = [
  'Make the hub take a snapshot of the newest content: create a temporary run with state Initialize, and wait 30 seconds.',
  'Create the run again, or one that names the index: spec.resourceSnapshotIndex.',
];
const AGAIN = [`See which snapshot holds the deploy: ${SNAPSHOTS}`, ...TAKE_ANOTHER];
const RENEW = [
  `Do not approve further stages of {target}. See which snapshot holds the deploy: ${SNAPSHOTS}`,
  `Delete the run. Clusters that it has updated keep their content: ${onHub('delete {targetArgs}')}`,
  ...TAKE_ANOTHER,
];

/** The run is still active, but it cannot roll out this deploy. */
const AT_WORK: Details = {
  title: 'The run rolls out older content',
  explain:
    '{target} uses resource snapshot {index}, which does not hold this deploy, to its end. A run that is created right after an edit takes the snapshot from before it. A run with an explicit index takes that one. No approval changes that.',
};

export const runRolledOutOldSnapshot = defineFailure({
  id: 'run-rolled-out-old-snapshot',
  title: 'The run rolled out older content',
  docs: DOCS.runExecution,
  when: [
    { scope: 'run', fact: 'run-old-content' },
    { scope: 'run', fact: 'run-takes-old-content' },
  ],
  outcome: 'failed',
  details: (observation) => {
    const [own, remedy] = observation.fact === 'run-takes-old-content' ? [AT_WORK, RENEW] : [{}, AGAIN];
    return { ...own, remedy: notStopped(observation, remedy) };
  },
  explain:
    '{target} succeeded, but with resource snapshot {index}, which does not hold this deploy. A run that is created right after an edit takes the snapshot from before it. A run with an explicit index takes that one.',
  remedy: AGAIN,
  foundBy: [{ rule: 'run-takes-old-snapshot', when: hasWord('isTooEarly') }],
});
