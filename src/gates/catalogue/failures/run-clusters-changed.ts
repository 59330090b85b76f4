import { ABORTED_RUN } from '../aborted-run.ts';
import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runClustersChanged = defineFailure({
  id: 'run-clusters-changed',
  title: 'The set of clusters changed under the run',
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
          title: `${words['renewed']} was given up and picked anew under the run`,
          explain:
            '{renewed} got a new binding while {target} was under way, as after an eviction or when somebody deletes the binding. It has nothing on it, and the run takes that for the work of another run and ends.',
        },
  outcome: 'failed',
  explain: 'Clusters joined, left or were relabelled while {target} was under way, which ends every run.',
  remedy: [`See which clusters there are now: ${MEMBERS}`, 'Create a new run; label no cluster and let none join while it is under way.'],
});
