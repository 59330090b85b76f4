import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadImageInvalid = defineFailure({
  id: 'workload-image-invalid',
  title: 'The image name is not valid',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-image-invalid' }],
  outcome: 'failed',
  explain: 'The image of {whichContainer} of {object} is not a valid image name, so {cluster} never tries to pull it.',
  remedy: [
    `See the images in the manifest on the hub: ${onHub('get {objectArgs} -o jsonpath="{..image}"')}`,
    'Correct the image. Check that no variable was left unexpanded when the manifest was rendered.',
  ],
});
