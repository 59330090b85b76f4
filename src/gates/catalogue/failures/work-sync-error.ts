import { DOCS } from '../docs.ts';
import { GENERAL, defineFailure } from '../failure.ts';

export const workSyncError = defineFailure({
  id: 'work-sync-error',
  title: 'The Works cannot be written',
  docs: DOCS.workSynchronized,
  precedence: GENERAL,
  when: [{ scope: 'cluster', stage: 'WorkSynchronized', status: 'False', reasons: ['SyncWorkFailed'] }],
  outcome: (sighting) => (TOO_LARGE.test(sighting.condition?.message ?? '') ? { kind: 'terminal' } : { kind: 'suspect', grace: 'member' }),
  explain:
    'The hub could not write what {cluster} is to apply. Most of these errors heal by a retry; a request that is too large never does.',
  remedy: [
    'Read the hub agent log for the binding named in the evidence.',
    'When it is too large, split the content over several placements.',
  ],
});

const TOO_LARGE = /too large/;
