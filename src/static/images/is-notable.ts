import { hasOwnTag, readImage } from './image-reference.ts';

/** Whether an image is anything but a name with a tag of its own: a fault, a digest, no tag, or `latest`. */
export function isNotable(text: string): boolean {
  const read = readImage(text);
  return 'fault' in read || read.digest !== undefined || !hasOwnTag(read);
}
