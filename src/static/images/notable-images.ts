import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { type Image, imagesOf } from './images-of.ts';
import { hasOwnTag, readImage } from './image-reference.ts';

/** The images of an object that a rule may report: all except names with a tag of their own. */
export const notableImages = oncePer((object: KubeObject): readonly Image[] => imagesOf(object).filter(({ text }) => isNotable(text)));

/** Whether an image has a fault, a digest, no tag, or the tag `latest`. */
function isNotable(text: string): boolean {
  const read = readImage(text);
  return 'fault' in read || read.digest !== undefined || !hasOwnTag(read);
}
