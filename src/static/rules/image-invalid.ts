/**
 * API servers accept any text as an image. The kubelet on the member is the first to parse it, and answers `InvalidImageName`. Source:
 * Kubernetes `pkg/kubelet/images/image_manager.go`, and the grammar of distribution/reference.
 */
import { OVERRIDE_KINDS, isOverride } from '../../selection/override.ts';
import { DIGEST_FAULT, readImage } from '../images/image-reference.ts';
import { IMAGE_KINDS } from '../images/images-of.ts';
import { imagesOfValues, patchedImages, writtenImages } from '../images/delivered-images.ts';
import type { Manifest } from '../world/manifest.ts';
import { isOnlyCompared } from '../delivery/arrival.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { placeholderIn } from '../read/placeholders/placeholder.ts';
import { defineRule } from '../world/rule.ts';

interface Invalid {
  readonly text: string;
  readonly fault: string;
  /** Some clusters get it, and not all of the placements. */
  readonly isSome: boolean;
}

export const imageInvalid = defineRule<Invalid>({
  id: 'image-invalid',
  summary: 'The image is not a valid image reference',
  effect: 'fails',
  otherwise: {
    misbehaves: 'other rules or another choice of clusters would not make the fault, or the placement only reports differences',
    advice:
      'an override sets another image on some clusters, or the name contains a placeholder (or capitals that may be one), or is a package that ko builds',
  },
  kinds: [...IMAGE_KINDS, ...OVERRIDE_KINDS],
  why: 'Neither the hub nor a member checks image names when it accepts the object. The kubelet does: it refuses the image with `InvalidImageName`, and the Pods never start. The placement stays at `Available` False on every cluster that gets it. Overrides are applied first, with the names and labels of the known clusters in place of variables. If no placement of the manifests sends the object that an override selects, the image that it writes is checked by itself. Sources: the code of the kubelet, and the stuck run that KubeFleet documents.',
  remedy: 'Write `registry/repository:tag`, the repository in lower case.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  message: ({ text, fault, isSome }) => `The image ${JSON.stringify(text)} is not valid${isSome ? ' on {clusters}' : ''}: ${fault}.`,
  remedyFor: ({ fault }) => (fault === DIGEST_FAULT ? 'Write all digits of the digest, or a tag instead.' : undefined),
  *check(manifest, world) {
    for (const { fault: image, clusters, isCertain } of writtenImages(manifest, world)) {
      const { at, text } = image;
      const read = readImage(text);
      if (!('fault' in read) || isFilledByTrigger(text, manifest)) continue;
      const effect = isCertain ? certaintyOf(text) : isOnlyCompared(placementsSending(manifest, world)) ? 'misbehaves' : 'advice';
      const givesWayTo = { 'object-malformed': at };
      yield {
        at,
        data: { text, fault: read.fault, isSome: clusters.length > 0 },
        clusters,
        givesWayTo,
        ...(effect === undefined ? {} : { effect }),
      };
    }
    if (!isOverride(manifest.object)) return;
    const made = patchedImages(manifest, world).map((each) => ({ ...each, about: each.delivery.item }));
    const values = imagesOfValues(manifest, world).map((each) => ({ ...each, about: undefined }));
    const patched = Map.groupBy([...made, ...values], ({ at }) => at);
    for (const [at, images] of patched) {
      const invalid = images.flatMap((each) => {
        const read = readImage(each.fault.text);
        return 'fault' in read ? [{ ...each, text: each.fault.text, why: read.fault }] : [];
      });
      const [first] = invalid;
      if (first === undefined) continue;
      const clusters = [...new Set(invalid.flatMap((each) => each.clusters))].toSorted();
      const effect = certaintyOf(first.text) ?? (invalid.some(({ isCertain }) => isCertain) ? undefined : 'misbehaves');
      const data = { text: first.text, fault: first.why, isSome: clusters.length > 0 };
      const about = first.about === undefined ? {} : { about: first.about };
      yield { at, data, clusters, givesWayTo: { 'object-malformed': at }, ...about, ...(effect === undefined ? {} : { effect }) };
    }
  },
});

/**
 * A script usually replaces a placeholder before the apply, and ko replaces its package paths. A name in capitals, or with parts in
 * capitals, is usually a placeholder.
 */
function certaintyOf(text: string): 'advice' | undefined {
  const mayBeOne =
    text.startsWith('ko://') ||
    placeholderIn(text) !== undefined ||
    /^[A-Z][A-Z0-9_]*(?::[A-Z0-9_]+)?$/.test(text) ||
    isRightWithoutWords(text);
  return mayBeOne ? 'advice' : undefined;
}

/** Whether it is correct except for words such as `PROJECT_ID` and `[PROJECT]`; an owner in capitals only is a mistake. */
function isRightWithoutWords(text: string): boolean {
  return !('fault' in readImage(text.replaceAll(/\[[\w-]+\]|\w+/g, (word) => (isToBeFilledIn(word) ? 'x' : word))));
}

function isToBeFilledIn(word: string): boolean {
  return word === word.toUpperCase() && /^(?:\[|[A-Z][A-Z0-9]*_)/.test(word);
}

/** OpenShift fills in an empty image in an object with this annotation. */
function isFilledByTrigger(text: string, { object }: Manifest): boolean {
  return text.trim() === '' && object.metadata.annotations?.['image.openshift.io/triggers'] !== undefined;
}
