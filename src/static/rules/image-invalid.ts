/**
 * API servers take any text for an image; the kubelet on the member is the first to read it and answers `InvalidImageName`.
 * Source: Kubernetes `pkg/kubelet/images/image_manager.go`, and the grammar of distribution/reference.
 */
import { listed } from '../../fleet/text/listed.ts';
import { readImage } from '../images/image-reference.ts';
import { IMAGE_KINDS } from '../images/images-of.ts';
import { notableImages } from '../images/notable-images.ts';
import { patchedImages } from '../images/patched-images.ts';
import type { Manifest } from '../world/manifest.ts';
import { placeholderIn } from '../read/placeholders/placeholder.ts';
import { whereverPatched } from '../references/patched-places.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { Effect } from '../../finding.ts';

interface Invalid {
  readonly text: string;
  readonly fault: string;
  /** The clusters an override makes it of; empty for all of them. */
  readonly clusters: readonly string[];
}

export const imageInvalid = defineRule<Invalid>({
  id: 'image-invalid',
  summary: 'The image is no image reference',
  effect: 'fails',
  otherwise: {
    advice:
      'an override puts another image there on some clusters, or the name holds a placeholder, or capitals that may be one, or is a package for ko to build',
  },
  kinds: [...IMAGE_KINDS, 'ResourceOverride', 'ClusterResourceOverride'],
  why: 'Neither hub nor member look at the name of an image when they take the object. The kubelet does, refuses it with `InvalidImageName`, and the Pods never start: the placement stays at `Available` False on every cluster that gets it. Overrides are read as the clusters get them, with the names and labels of the known clusters in place of variables. It rests on the source of the kubelet, and on the stuck run that KubeFleet documents.',
  remedy: 'Write `registry/repository:tag`, the repository in lower case.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  message: ({ text, fault, clusters }) =>
    `The image ${JSON.stringify(text)} is not valid${clusters.length === 0 ? '' : ` on ${listed(clusters, 3)}`}: ${fault}.`,
  *check(manifest, world) {
    for (const { at, text } of notableImages(manifest.object)) {
      const read = readImage(text);
      if (!('fault' in read) || !isResolved(manifest, at) || isFilledByTrigger(text, manifest)) continue;
      const patched = whereverPatched(manifest, at, world);
      if (patched === 'everywhere') continue;
      yield {
        at,
        data: { text, fault: read.fault, clusters: [] },
        ...(patched === 'somewhere' ? { effect: 'advice' } : certaintyOf(text)),
      };
    }
    for (const { at, variants } of patchedImages(manifest, world)) {
      if (!isResolved(manifest, at)) continue;
      const [first, ...others] = variants.flatMap(({ text, cluster }) => {
        const read = readImage(text);
        return 'fault' in read ? [{ text, fault: read.fault, clusters: cluster === undefined ? [] : [cluster] }] : [];
      });
      if (first === undefined) continue;
      const clusters = [first, ...others].flatMap((each) => each.clusters);
      yield { at, data: { ...first, clusters }, ...certaintyOf(first.text) };
    }
  },
});

/** A script mostly replaces a placeholder before the apply, and ko its packages; a name in capitals, or with parts of them, is mostly one. */
function certaintyOf(text: string): { readonly effect?: Effect } {
  const mayBeOne =
    text.startsWith('ko://') ||
    placeholderIn(text) !== undefined ||
    /^[A-Z][A-Z0-9_]*(?::[A-Z0-9_]+)?$/.test(text) ||
    isRightWithoutWords(text);
  return mayBeOne ? { effect: 'advice' } : {};
}

/** Whether nothing else is wrong with it than words such as `PROJECT_ID` and `[PROJECT]`; an owner in capitals alone is a slip. */
function isRightWithoutWords(text: string): boolean {
  return !('fault' in readImage(text.replaceAll(/\[[\w-]+\]|\w+/g, (word) => (isToBeFilledIn(word) ? 'x' : word))));
}

function isToBeFilledIn(word: string): boolean {
  return word === word.toUpperCase() && /^(?:\[|[A-Z][A-Z0-9]*_)/.test(word);
}

/** OpenShift fills in a blank image of an object with this annotation. */
function isFilledByTrigger(text: string, { object }: Manifest): boolean {
  return text.trim() === '' && object.metadata.annotations?.['image.openshift.io/triggers'] !== undefined;
}
