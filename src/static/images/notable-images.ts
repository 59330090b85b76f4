import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { onceInTurn } from '../../fleet/memo/once-per.ts';
import { hasNotableImages } from '../read/lazy/late-object.ts';
import { type Image, imagesOf } from './images-of.ts';
import { isNotable } from './is-notable.ts';

/**
 * The images of an object of which a rule may have something to say. Most have a tag of their own and nothing more, which is known of an object
 * since it was first read.
 */
export const notableImages = onceInTurn((object: KubeObject): readonly Image[] =>
  hasNotableImages(object) ? imagesOf(object).filter(({ text }) => isNotable(text)) : [],
);
