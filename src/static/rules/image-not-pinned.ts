/**
 * A tag that moves gives clusters that are rolled out on different days different programs, and a rollback the new one again.
 * Source: Kubernetes' image pull policy: no tag is `latest`, which is pulled anew at each start.
 */
import { readImage } from '../images/image-reference.ts';
import { imagesOf } from '../images/images-of.ts';
import { placersOf } from '../places.ts';
import { POD_KINDS } from '../references/pod-template.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';

export const imageNotPinned = defineRule<{ readonly text: string; readonly hasTag: boolean }>({
  id: 'image-not-pinned',
  summary: 'The image has no tag, or the tag `latest`',
  effect: 'advice',
  kinds: POD_KINDS,
  why: 'What `latest` is changes without a change in git: a staged rollout gives each stage whatever it was that day, the hub sees no difference to roll out, and going back brings the same image again. Said of workloads that a placement brings to clusters.',
  remedy: 'Give the image a version as tag, or a digest.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy',
  message: ({ text, hasTag }) =>
    `The image ${text} ${hasTag ? 'is whatever `latest` means that day' : 'has no tag, which means `latest`'}.`,
  *check(manifest, world) {
    const open = imagesOf(manifest.object).flatMap(({ at, text }) => {
      const read = readImage(text);
      const isPinned = 'fault' in read || read.digest !== undefined || (read.tag ?? 'latest') !== 'latest';
      return isPinned || !isResolved(manifest, at) ? [] : [{ at, data: { text, hasTag: read.tag !== undefined } }];
    });
    if (open.length > 0 && placersOf(manifest, world).length > 0) yield* open;
  },
});
