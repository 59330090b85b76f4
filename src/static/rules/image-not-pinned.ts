/**
 * If a tag moves, clusters that are updated on different days get different programs, and a rollback gets the new one again. Source:
 * Kubernetes' image pull policy: no tag means `latest`, which is pulled at each start.
 */
import { OVERRIDE_KINDS, isOverride } from '../../selection/override.ts';
import { hasOwnTag, readImage } from '../images/image-reference.ts';
import { IMAGE_KINDS, type Image } from '../images/images-of.ts';
import { patchedImages, writtenImages } from '../images/delivered-images.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { defineRule } from '../world/rule.ts';

export const imageNotPinned = defineRule<{ readonly text: string; readonly hasTag: boolean }>({
  id: 'image-not-pinned',
  summary: 'The image has no tag, or the tag `latest`',
  effect: 'advice',
  kinds: [...IMAGE_KINDS, ...OVERRIDE_KINDS],
  why: '`latest` can change without a change in git: in a staged rollout each stage gets the image of that day, the hub does not see a difference to roll out, and a rollback does not change the image. Reported for workloads that a placement brings to clusters.',
  remedy: 'Give the image a version as tag, or a digest.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy',
  message: ({ text, hasTag }) =>
    `The image ${text} ${hasTag ? 'is the `latest` of the day it is pulled' : 'has no tag, which means `latest`'}.`,
  *check(manifest, world) {
    const own = openIn(writtenImages(manifest, world).flatMap(({ fault, isCertain }) => (isCertain ? [fault] : [])));
    if (own.length > 0 && placementsSending(manifest, world).length > 0) yield* own;
    if (!isOverride(manifest.object)) return;
    const patched = patchedImages(manifest, world).map(({ at, fault, delivery }) => ({ at, text: fault.text, about: delivery.item }));
    for (const [, [first]] of Map.groupBy(patched, ({ at }) => at)) {
      if (first !== undefined) yield* openIn([first]).map((hit) => ({ ...hit, about: first.about }));
    }
  },
});

interface Open {
  readonly at: string;
  readonly data: { readonly text: string; readonly hasTag: boolean };
}

/** Images with neither a digest nor a tag of their own. */
function openIn(images: readonly Image[]): readonly Open[] {
  return images.flatMap(({ at, text }) => {
    const read = readImage(text);
    const isPinned = 'fault' in read || read.digest !== undefined || hasOwnTag(read);
    return isPinned ? [] : [{ at, data: { text, hasTag: read.tag !== undefined } }];
  });
}
