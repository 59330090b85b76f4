import { onMember, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). The member agent applies it again when it next reconciles the Work. */
export const workloadAbsent = defineFailure({
  id: 'workload-absent',
  title: 'The member does not have the object',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'absent-on-member' }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ object, cluster = 'the member' }) => ({
    title: `${object?.kind ?? 'The object'} ${object?.name ?? ''} does not exist on ${cluster}`,
  }),
  explain:
    'The hub reports {object} as applied on {cluster}, and {cluster} does not have it: it was deleted there, or the gate reads another cluster. The member agent creates it again when it next reconciles the Work.',
  remedy: [
    `Check that it is missing, and that the context is that of {cluster}: ${onMember('get {objectArgs}')}`,
    `See when the agent last applied it: ${WORKS}`,
    `Find what deletes it there (a person, a controller or a policy): ${onMember('get events {namespaceArgs} --sort-by=.lastTimestamp')}`,
  ],
});
