import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadVolumeNotReady = defineFailure({
  id: 'workload-volume-not-ready',
  title: 'A volume is not ready',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-volume' }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ words = {} }) => {
    const { volume = '' } = words;
    return volume === '' ? {} : { title: `${volume} is not ready` };
  },
  explain: 'The pods of {object} wait on {cluster} for a volume: a claim is not bound or does not exist, or the volume cannot be mounted.',
  remedy: [
    `See the claims of the namespace, and what happened to them: ${onMember('describe persistentvolumeclaims {namespaceArgs}')}`,
    `Compare the storage class with those of {cluster}: ${onMember('get storageclasses')}`,
    'If classes differ between clusters, set storageClassName by an override.',
  ],
});
