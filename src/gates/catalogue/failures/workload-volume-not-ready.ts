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
    const { volume = '', isClaim } = words;
    const title = volume === '' ? {} : { title: `${volume} is not ready` };
    return isClaim === 'false' ? { ...title, ...WITHOUT_CLAIM } : title;
  },
  explain: 'The pods of {object} wait on {cluster} for a volume: a claim is not bound or does not exist, or the volume cannot be mounted.',
  remedy: [
    `See the claims of the namespace, and what happened to them: ${onMember('describe persistentvolumeclaims {namespaceArgs}')}`,
    `Compare the storage class with those of {cluster}: ${onMember('get storageclasses')}`,
    'If classes differ between clusters, set storageClassName by an override.',
  ],
});

/** A volume that the pod describes itself, such as one of NFS, of a CSI driver or of the Secrets Store. */
const WITHOUT_CLAIM = {
  explain: 'The pods of {object} wait on {cluster} for a volume that cannot be mounted. The message names the reason.',
  remedy: [
    `See what the node reports about the volume: ${onMember('describe pod {pod} {namespaceArgs}')}`,
    'Check that {cluster} has what the message names: the driver, the server, or the object that the volume refers to.',
    'If clusters differ in that, change the volume by an override.',
  ],
};
