import type { Manifest } from '../world/manifest.ts';
import { withValue } from '../world/with-value.ts';
import { imageParts } from './image-reference.ts';
import { imagesAnywhere } from './images-of.ts';

/** An entry of `images` of a kustomization. */
export interface ReplacedImage {
  /** As objects name it, without a tag and a digest. */
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly digest?: string;
}

/**
 * The manifest with the images that a kustomization replaces. Source: `ImageTagUpdater` and `LegacyFilter` in
 * `api/filters/imagetag` of sigs.k8s.io/kustomize, which replaces those of all lists of containers, except in definitions of custom
 * resources.
 */
export function withReplacedImages(manifest: Manifest, images: readonly ReplacedImage[]): Manifest {
  if (images.length === 0 || manifest.object.kind === 'CustomResourceDefinition') return manifest;
  return imagesAnywhere(manifest.object)
    .filter(({ at }) => /\/(?:initContainers|containers)\/\d+\/image$/.test(at))
    .reduce((before, { at, text }) => {
      const replaced = images.reduce(replacedImage, text);
      return replaced === text ? before : withValue(before, at, replaced);
    }, manifest);
}

/** A new tag takes the digest away, and a new digest the tag. */
function replacedImage(text: string, { name, newName, newTag, digest }: ReplacedImage): string {
  const parts = imageParts(text);
  if (parts.name !== name) return text;
  const isKept = (newTag ?? '') === '' && (digest ?? '') === '';
  const [tag, hash] = isKept ? [parts.tag, parts.digest] : [newTag, digest];
  return `${newName || parts.name}${tag ? `:${tag}` : ''}${hash ? `@${hash}` : ''}`;
}

/**
 * An image of Argo CD as an entry of a kustomization: `name:tag`, `name@digest`, or `name=new-name:tag`; with `*` the name stays. Source:
 * `kustomize edit set image`.
 */
export function imageOfText(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const at = text.indexOf('=');
  const { name: written, tag, digest } = imageParts(text.slice(at + 1));
  const name = at === -1 ? written : text.slice(0, at);
  const isOther = at !== -1 && written !== '*' && written !== name;
  return {
    name,
    ...(isOther ? { newName: written } : {}),
    ...(tag === undefined ? {} : { newTag: tag }),
    ...(digest === undefined ? {} : { digest }),
  };
}
