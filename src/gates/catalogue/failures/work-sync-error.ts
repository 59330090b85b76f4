import { TOO_LARGE } from '../api-words.ts';
import { BINDINGS, HUB_LOG } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const workSyncError = defineFailure({
  id: 'work-sync-error',
  title: 'The Works cannot be written',
  docs: DOCS.workSynchronized,
  when: [{ scope: 'cluster', step: 'WorkSynchronized', status: 'False', reasons: ['SyncWorkFailed', 'WorkNeedSyncedOrUpdated'] }],
  outcome: (observation) => (TOO_LARGE.test(observation.condition?.message ?? '') ? 'failed' : { kind: 'suspect', grace: 'member' }),
  explain:
    'The hub could not write what {cluster} is to apply. Most of these errors heal by a retry; a request that is too large never does.',
  remedy: [
    `Read the error on the binding: ${BINDINGS}`,
    'When the request is too large, split the content over several placements.',
    `Else read the hub agent log: ${HUB_LOG}`,
  ],
});
