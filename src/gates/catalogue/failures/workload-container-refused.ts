import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). The kubelet tries again for as long as the pod is there. */
export const workloadContainerRefused = defineFailure({
  id: 'workload-container-refused',
  title: 'A container cannot be created or started',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-container-refused' }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The nodes of {cluster} have the image of {object} and cannot make a container of it; the evidence has their words.',
  remedy: [
    'Check what the container asks of the node: command, working directory, security context, devices and mounts. On {cluster}: `kubectl get {objectArgs} -o yaml`',
    'On {cluster}, see all that the node says: `kubectl describe pods {namespaceArgs}`',
  ],
});
