import { onMember } from '../commands.ts';
import { containerEndDetails } from '../container-end-details.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). The kubelet retries while the pod exists. */
export const workloadContainerRefused = defineFailure({
  id: 'workload-container-refused',
  title: 'A container cannot be created or started',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-container-refused' }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: containerEndDetails,
  explain: 'The nodes of {cluster} have the image of {object}, but cannot start {whichContainer} from it. The evidence has their message.',
  remedy: [
    `See what the node reports about the pod: ${onMember('describe pod {pod} {namespaceArgs}')}`,
    'Check what {whichContainer} requires from the node: command, working directory, security context, devices and mounts. Correct it in the manifest.',
  ],
});
