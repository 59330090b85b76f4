import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadVolumeNotReady = defineFailure({
  id: 'workload-volume-not-ready',
  title: 'A volume is not ready',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-volume' }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The pods of {object} wait on {cluster} for a volume: a claim is not bound or not there, or the volume cannot be mounted.',
  remedy: [
    'On {cluster}, see the claims and what became of them: `kubectl describe persistentvolumeclaims {namespaceArgs}`',
    'Compare the storage class with those of {cluster}: `kubectl get storageclasses`',
    'Where classes differ from cluster to cluster, set storageClassName by an override.',
  ],
});
