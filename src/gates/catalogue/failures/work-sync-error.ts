import { TOO_LARGE } from '../api-words.ts';
import { oldWorkIn } from '../../observations/cluster/old-work.ts';
import { AGENT_PODS, BINDINGS, HEARTBEAT, HUB_LOG, WORKS } from '../commands.ts';
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
    'The hub could not write what {cluster} is to apply. Most of these errors heal by a retry; a request that is too large never does.',
  remedy: [
    `Read the error on the binding: ${BINDINGS}`,
    'When the request is too large, split the content over several placements.',
    `Else read the hub agent log: ${HUB_LOG}`,
  ],
});

const BEHIND_OLD_WORK: Details = {
  title: 'An old Work is still being deleted',
  explain:
    'The hub can write the content for {cluster} once a Work of the same name is gone. That one is of a deleted placement of this name, or of the time before {cluster} was given up and picked again. It goes when the member agent of {cluster} has removed what it had brought.',
  remedy: [
    `Check that the member agent is there: ${HEARTBEAT}, and on {cluster} ${AGENT_PODS}`,
    `See which Work is being deleted, and what it holds: ${WORKS}`,
    'Look on {cluster} for finalizers on those objects. Once they are gone, the hub goes on by itself.',
  ],
};
