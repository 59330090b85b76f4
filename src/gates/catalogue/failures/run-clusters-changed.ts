import { ABORTED_RUN } from '../aborted-run.ts';
import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runClustersChanged = defineFailure({
  id: 'run-clusters-changed',
  title: 'The clusters changed during the run',
  docs: DOCS.runExecution,
  when: [
    {
      ...ABORTED_RUN,
      message:
        // bounded: a message is cut at 32,768 characters.
        /number of clusters in index|number of stages|cluster in the .* stage has changed|not in the delete stage|stage name in the updateRun has changed|not placed in any stage|appears in more than one stage|the sorting label|number of selected bindings|no scheduled or to-be-deleted bindings/,
    },
    { ...ABORTED_RUN, message: /not fully scheduled yet/, only: (observation) => observation.words?.['placement'] === 'there' },
    { ...ABORTED_RUN, message: /not up-to-date with the desired status/, only: ({ words }) => words?.['renewed'] !== undefined },
  ],
  details: ({ words }) =>
    words?.['renewed'] === undefined
      ? {}
      : {
          title: `${words['renewed']} was released and picked again during the run`,
          explain:
            '{renewed} got a new binding while {target} was in progress, as after an eviction or a deleted binding. The new binding has no content, so the run assumes that another run changed the cluster, and ends.',
        },
  outcome: 'failed',
  explain: 'Clusters joined, left or were relabelled while {target} was in progress. That ends every run.',
  remedy: [
    `See which clusters there are now: ${MEMBERS}`,
    'Create a new run. Label no cluster, and let none join, while it is in progress.',
  ],
});
