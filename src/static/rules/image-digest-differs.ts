/**
 * A tag with a digest is read by its digest: the tag says nothing any more. Two digests beside one tag are two different programs.
 * Source: distribution/reference; container runtimes leave the tag out of account where a digest is given.
 */
import { oncePer } from '../../fleet/once-per.ts';
import { familiarName, readImage } from '../images/image-reference.ts';
import { imagesOf } from '../images/images-of.ts';
import type { Manifest } from '../manifest.ts';
import { POD_KINDS } from '../references/pod-template.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import type { World } from '../world.ts';

interface Differs {
  readonly image: string;
  readonly digest: string;
  readonly other: string;
}

export const imageDigestDiffers = defineRule<Differs>({
  id: 'image-digest-differs',
  summary: 'The same tag stands for another digest elsewhere in the manifests',
  effect: 'misbehaves',
  kinds: POD_KINDS,
  why: 'Where an image has a digest, its tag is not read: two places with one tag and two digests run different programs under one version. Mostly one of them was forgotten when the other was updated.',
  remedy: 'Use the same digest in both places, or another tag for one of them.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  message: ({ image, digest, other }) => `The image ${image} is ${short(digest)} here and ${short(other)} elsewhere.`,
  *check(manifest, world) {
    for (const pinned of pinnedIn(manifest)) {
      const first = firstOf(world).get(pinned.image);
      if (first === undefined || first.digest === pinned.digest) continue;
      const data = { image: pinned.image, digest: pinned.digest, other: first.digest };
      yield { at: pinned.at, data, related: [{ manifest: first.manifest, at: first.at, message: 'the other digest' }] };
    }
  },
});

interface Pinned {
  readonly manifest: Manifest;
  readonly at: string;
  readonly image: string;
  readonly digest: string;
}

const firstOf = oncePer((world: World): ReadonlyMap<string, Pinned> => {
  const first = new Map<string, Pinned>();
  for (const pinned of POD_KINDS.flatMap((kind) => world.ofKind(kind)).flatMap(pinnedIn))
    if (!first.has(pinned.image)) first.set(pinned.image, pinned);
  return first;
});

function pinnedIn(manifest: Manifest): readonly Pinned[] {
  return imagesOf(manifest.object).flatMap(({ at, text }) => {
    const read = readImage(text);
    if ('fault' in read || read.tag === undefined || read.digest === undefined || !isResolved(manifest, at)) return [];
    return [{ manifest, at, image: `${familiarName(read.name)}:${read.tag}`, digest: read.digest }];
  });
}

function short(digest: string): string {
  return digest.slice(0, digest.indexOf(':') + 13);
}
