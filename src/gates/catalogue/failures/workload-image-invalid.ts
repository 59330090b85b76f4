import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadImageInvalid = defineFailure({
  id: 'workload-image-invalid',
  title: 'The image name cannot be parsed',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-image-invalid' }],
  outcome: 'failed',
  explain: 'An image of {object} has a name that is no image name, so {cluster} never tries to pull it.',
  remedy: [
    'Correct the image in the manifest on the hub: `kubectl get {objectArgs} -o jsonpath="{.spec.template.spec.containers[*].image}"`',
    'Check that no variable was left unexpanded when the manifest was rendered.',
  ],
});
