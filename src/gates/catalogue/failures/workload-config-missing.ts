import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/**
 * Seen only with access to the member (`--member`). The kubelet retries while the pod exists, so the failure ends if the object is created.
 */
export const workloadConfigMissing = defineFailure({
  id: 'workload-config-missing',
  title: 'A ConfigMap, a Secret or a key of one does not exist',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-config-missing' }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ words: { missing = 'What it refers to' } = {}, cluster = 'the cluster' }) => ({
    title: `${missing.charAt(0).toUpperCase()}${missing.slice(1)} ${missing.includes(', ') ? 'do' : 'does'} not exist on ${cluster}`,
  }),
  explain: 'The pods of {object} refer to {missing}, which {cluster} does not have. No container starts without it.',
  remedy: [
    `Compare the names in the pod with what {cluster} has: ${onMember('get pod {pod} {namespaceArgs} -o yaml')} and ${onMember('get configmaps,secrets {namespaceArgs}')}`,
    'Place {missing} together with {object}: add it to what {target} selects. If it is there under another name, correct the reference.',
    'If the pods can run without it, mark the reference as `optional: true`.',
  ],
});
