import { MEMBERS, NEW_RUN, onHub } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The message of the run names only one cluster. */
const COMPARE = `See this label on all clusters: ${onHub('get memberclusters -L {labelKey}')}`;
const GIVE = `Give the cluster the number that it should have there: ${onHub('label memberclusters {labelled} {labelKey}=1')}`;
/** Other tools may use the value: a region, an environment. */
const OTHER_LABEL = `Sort by a label that holds integers, with sortingLabelKey of the stage: ${onHub('get {strategyArgs} -o yaml')}`;
const GIVE_ANEW = `Or, if nothing else reads the label, replace its value by an integer: ${onHub('label memberclusters {labelled} {labelKey}=1 --overwrite')}`;

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runSortLabelInvalid = defineFailure({
  id: 'run-sort-label-invalid',
  title: 'The sorting label is not a number',
  docs: DOCS.runInitialization,
  when: [{ scope: 'run', step: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'], message: /the sorting label/ }],
  outcome: 'failed',
  details(observation) {
    const corrected = correctedSince(observation, 'A sorting label was not an integer when the run began');
    if (corrected !== undefined) return corrected;
    // bounded: a message is cut at 32,768 characters.
    const [, key, value = '', cluster] =
      /the sorting label `([^`:]+):([^`]*)` on cluster `([^`]+)`/.exec(observation.condition?.message ?? '') ?? [];
    if (key === undefined || cluster === undefined) return {};
    return {
      title:
        value === ''
          ? `Cluster ${cluster} has no sorting label ${key}`
          : `The sorting label ${key} of cluster ${cluster} is not an integer`,
      words: { labelKey: key, labelled: cluster },
      remedy: [COMPARE, ...(value === '' ? [GIVE] : [OTHER_LABEL, GIVE_ANEW]), NEW_RUN],
    };
  },
  explain: 'The label that a stage sorts its clusters by is not an integer on some cluster.',
  remedy: [
    `Compare the labels of the clusters with sortingLabelKey of the stage: ${MEMBERS}`,
    'Give every cluster of the stage an integer as the value of that label.',
    NEW_RUN,
  ],
  foundBy: [{ rule: 'run-cannot-start' }],
});
