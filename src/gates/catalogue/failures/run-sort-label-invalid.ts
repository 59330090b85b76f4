import { MEMBERS, NEW_RUN } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const GIVE =
  'Give the cluster an integer there, the number it is to have: `kubectl label memberclusters.cluster.kubernetes-fleet.io CLUSTER KEY=1`';
const GIVE_ANEW =
  'Where nothing else reads the label, give it an integer, the number the cluster is to have: `kubectl label memberclusters.cluster.kubernetes-fleet.io CLUSTER KEY=1 --overwrite`';
/** The value may mean something to others: a region, an environment. */
const OTHER_LABEL =
  'Sort by a label that holds integers: sortingLabelKey of the stage, in place of KEY. `kubectl get {strategies} -o yaml`';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
export const runSortLabelInvalid = defineFailure({
  id: 'run-sort-label-invalid',
  title: 'The sorting label is no number',
  docs: DOCS.runInitialization,
  when: [{ scope: 'run', step: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'], message: /the sorting label/ }],
  outcome: 'failed',
  details: ({ condition }) => {
    // bounded: a message is cut at 32,768 characters.
    const [, key, value = '', cluster] = /the sorting label `([^`:]+):([^`]*)` on cluster `([^`]+)`/.exec(condition?.message ?? '') ?? [];
    if (key === undefined || cluster === undefined) return {};
    return {
      title:
        value === '' ? `Cluster ${cluster} has no sorting label ${key}` : `The sorting label ${key} of cluster ${cluster} is no integer`,
      remedy: [
        ...(value === '' ? [GIVE] : [OTHER_LABEL, GIVE_ANEW]).map((step) => step.replace('KEY', key).replace('CLUSTER', cluster)),
        `Look at the others of the stage too, the run names one at a time: ${MEMBERS}`,
        NEW_RUN,
      ],
    };
  },
  explain: 'The label a stage sorts its clusters by is not an integer on some cluster.',
  remedy: [
    'Correct the label of the cluster that the message names: `kubectl label memberclusters.cluster.kubernetes-fleet.io --overwrite`, with an integer.',
    NEW_RUN,
  ],
  seeAlso: 'run-cannot-start',
});
