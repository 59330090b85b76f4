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
    'The nodes of {cluster} cannot pull an image of {object}: it does not exist, the registry is out of reach, or a pull secret is missing.',
  remedy: [
    'Check the image name and tag against the registry: `kubectl get {objectArgs} -o jsonpath="{.spec.template.spec.containers[*].image}"`',
    'Check spec.imagePullSecrets, and that the secret is on {cluster} as well. There: `kubectl get secrets {namespaceArgs}`',
  ],
});
