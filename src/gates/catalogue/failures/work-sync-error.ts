import { TOO_LARGE } from '../api-words.ts';
import { oldWorkIn } from '../../observations/cluster/old-work.ts';
import { AGENT_PODS, BINDINGS, HEARTBEAT, HUB_LOG, SUPPORT, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

export const workSyncError = defineFailure({
  id: 'work-sync-error',
  title: 'The Works cannot be written',
  docs: DOCS.workSynchronized,
  when: [{ scope: 'cluster', step: 'WorkSynchronized', status: 'False', reasons: ['SyncWorkFailed', 'WorkNeedSyncedOrUpdated'] }],
  outcome: (observation) => (TOO_LARGE.test(observation.condition?.message ?? '') ? 'failed' : { kind: 'suspect', grace: 'member' }),
  details: ({ condition }) => (oldWorkIn(condition?.message ?? '') === undefined ? {} : BEHIND_OLD_WORK),
  explain:
    'The hub could not write what {cluster} should apply. Most of these errors pass with a retry. A request that is too large does not.',
  remedy: [
    `See the error on the binding: ${BINDINGS}`,
    'If the request is too large, split the content over several placements.',
    `Otherwise read the log of the hub agent: ${HUB_LOG}`,
  ],
});

const BEHIND_OLD_WORK: Details = {
  title: 'An old Work is still being deleted',
  explain:
    'The hub can write the content for {cluster} when a Work of the same name is gone. That Work belongs to a deleted placement of this name, or to the time before {cluster} was given up and picked again. It is deleted when the member agent of {cluster} has removed its objects.',
  remedy: [
    `See which Work is being deleted, and what it holds: ${WORKS}`,
    `Check that the member agent runs: ${HEARTBEAT}, and on {cluster} ${AGENT_PODS}`,
    'Look on {cluster} for finalizers on those objects. When they are gone, the hub goes on by itself.',
    SUPPORT,
  ],
};
