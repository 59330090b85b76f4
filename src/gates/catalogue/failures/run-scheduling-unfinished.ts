import { NEW_RUN, onHub } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runSchedulingUnfinished = defineFailure({
  id: 'run-scheduling-unfinished',
  title: 'The placement is not scheduled yet',
  docs: DOCS.runInitialization,
  when: [
    {
      scope: 'run',
      step: 'Initialized',
      status: 'False',
      reasons: ['UpdateRunInitializedFailed'],
      message: /not fully scheduled yet|no latest policy snapshot|no scheduled or to-be-deleted bindings|number of selected bindings/,
    },
  ],
  details: (observation) =>
    correctedSince(observation, 'The placement was not scheduled yet when the run began') ??
    detailsOf(observation.condition?.message ?? ''),
  outcome: 'failed',
  explain: '{target} was created before the scheduler was done with the placement, or the placement finds too few clusters.',
  remedy: [
    `See whether the placement is Scheduled, and why not: ${onHub('get {policySnapshots} -l kubernetes-fleet.io/parent-CRP={placementName},kubernetes-fleet.io/is-latest-snapshot=true -o yaml')}`,
    'Wait until it is, or correct the policy.',
    NEW_RUN,
  ],
});

function detailsOf(message: string): Details {
  // Scheduled is True in this case: the policy matches no cluster, or the bindings did not exist yet.
  if (message.includes('no scheduled or to-be-deleted bindings')) {
    return {
      title: 'The run found no cluster to update',
      explain: 'When {target} was planned, the placement had picked no cluster: its policy matches none, or the run was created too early.',
    };
  }
  // bounded: a message is cut at 32,768 characters.
  const [, selected, asked] = /number of selected bindings (\d+) is not equal to the observed cluster count (\d+)/.exec(message) ?? [];
  return selected === undefined || Number(selected) <= Number(asked) ? {} : tooMany(selected, Number(asked));
}

/**
 * A binding that is being deleted keeps its state and is included until it is removed. This is also true of a deleted placement with the
 * same name, whose policy snapshot had the same name. A lower number of clusters is used before the scheduler applies it (KubeFleet
 * pkg/controllers/updaterun/initialization.go, collectScheduledClusters).
 */
function tooMany(selected: string, asked: number): Details {
  const picked = asked === 1 ? '1 cluster' : `${String(asked)} clusters`;
  return {
    title: 'The run found clusters that the placement has not left yet',
    explain: `When {target} was planned, {placementName} had ${selected} bindings, although it picks ${picked}. The binding of an evicted cluster, or of a deleted placement of the same name, is included until it is gone. After the number of clusters was lowered, the others are included until the scheduler releases them.`,
    remedy: [
      `Wait until the old bindings are gone: ${onHub('get {bindings} -l kubernetes-fleet.io/parent-CRP={placementName} -o custom-columns=NAME:.metadata.name,CLUSTER:.spec.targetCluster,STATE:.spec.state,DELETED:.metadata.deletionTimestamp')}. One that stays has Works that its member agent has not released.`,
      NEW_RUN,
    ],
  };
}
