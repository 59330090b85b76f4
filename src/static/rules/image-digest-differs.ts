/**
 * If an image has a tag and a digest, only the digest is used. Two digests with the same tag are two different programs. Source:
 * distribution/reference; container runtimes ignore the tag if a digest is given.
 */
import { oncePer } from '../../fleet/memo/once-per.ts';
import { OVERRIDE_KINDS, isOverride } from '../../selection/override.ts';
import { earliestFirst } from '../placing/earliest-first.ts';
import { familiarName, readImage } from '../images/image-reference.ts';
import { type Image, IMAGE_KINDS } from '../images/images-of.ts';
import { notableImages } from '../images/notable-images.ts';
import { imagesOfValues, patchedImages } from '../images/delivered-images.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

const JUDGED = [...IMAGE_KINDS, ...OVERRIDE_KINDS];

interface Differs {
  readonly image: string;
  readonly digest: string;
  readonly other: string;
}

export const imageDigestDiffers = defineRule<Differs>({
  id: 'image-digest-differs',
  summary: 'The same tag has another digest elsewhere in the manifests',
  effect: 'misbehaves',
  otherwise: { advice: 'one of the two is in an override: some clusters may get another build on purpose' },
  kinds: JUDGED,
  why: 'If an image has a digest, its tag is ignored: two places with the same tag and different digests run different builds under one version. Usually one of them was forgotten in an update.',
  remedy: 'Use the same digest in both places, or a different tag for one of them.',
  docs: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  message: ({ image, digest, other }) => `The image ${image} is ${short(digest)} here and ${short(other)} elsewhere.`,
  *check(manifest, world) {
    for (const pinned of pinnedIn(manifest, world)) {
      const first = firstOf(world).get(keyOf(pinned));
      if (first === undefined || first.digest === pinned.digest) continue;
      const data = { image: pinned.image, digest: pinned.digest, other: first.digest };
      const related = [{ manifest: first.manifest, at: first.at, message: 'the other digest' }];
      yield { at: pinned.at, data, related, ...(pinned.isPatched || first.isPatched ? { effect: 'advice' } : {}) };
    }
  },
});

interface Pinned {
  readonly manifest: Manifest;
  readonly at: string;
  readonly image: string;
  readonly digest: string;
  /** An override may intend another build for some clusters. */
  readonly isPatched: boolean;
}

const firstOf = oncePer((world: World): ReadonlyMap<string, Pinned> => {
  const first = new Map<string, Pinned>();
  for (const manifest of JUDGED.flatMap((kind) => earliestFirst(world.ofKind(kind), world)))
    for (const pinned of pinnedIn(manifest, world)) if (!first.has(keyOf(pinned))) first.set(keyOf(pinned), pinned);
  return first;
});

/** Digests of two algorithms may belong to the same image. */
function keyOf({ image, digest }: Pinned): string {
  return `${image}@${digest.slice(0, digest.indexOf(':'))}`;
}

function pinnedIn(manifest: Manifest, world: World): readonly Pinned[] {
  const isPatched = isOverride(manifest.object);
  return (isPatched ? patchedIn(manifest, world) : notableImages(manifest.object)).flatMap(({ at, text }) => {
    const read = readImage(text);
    if ('fault' in read || read.tag === undefined || read.digest === undefined || !isResolved(manifest, at)) return [];
    return [{ manifest, at, image: `${familiarName(read.name)}:${read.tag}`, digest: read.digest, isPatched }];
  });
}

/** The images that an override writes, one at each place. */
function patchedIn(override: Manifest, world: World): readonly Image[] {
  const made = Map.groupBy([...patchedImages(override, world), ...imagesOfValues(override, world)], ({ at }) => at);
  return [...made].flatMap(([at, [first]]) => (first === undefined ? [] : [{ at, text: first.fault.text }]));
}

function short(digest: string): string {
  return digest.slice(0, digest.indexOf(':') + 13);
}
