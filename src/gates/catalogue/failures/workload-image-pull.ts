import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadImagePull = defineFailure({
  id: 'workload-image-pull',
  title: 'The image cannot be pulled',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-image-pull' }],
  outcome: (observation) => (observation.words?.['lasting'] === 'true' ? 'failed' : { kind: 'suspect', grace: 'member' }),
  explain:
    'The nodes of {cluster} cannot pull the image of container {container} of {object}: it does not exist, the registry cannot be reached, or it does not let them in.',
  remedy: [
    `See what the registry answered: ${onMember('describe pod {pod} {namespaceArgs}')}`,
    'Compare the name and the tag of the image with the registry.',
    `If the registry asks for a login, check spec.imagePullSecrets, and that the secret is on {cluster}: ${onMember('get secrets {namespaceArgs}')}`,
  ],
});
