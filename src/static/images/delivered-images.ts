import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { hasVariables } from '../../schedule/override/cluster-variables.ts';
import { patchFaults, type PatchFault } from '../delivery/patch-faults.ts';
import { valueFaults, type ValueFault } from '../delivery/value-faults.ts';
import type { Fault } from '../delivery/faults-within.ts';
import { writtenFaults, type WrittenFault } from '../delivery/written-faults.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import type { Image } from './images-of.ts';
import { notableImages } from './notable-images.ts';

/** An image that a rule may report, of an object that clusters get. */
export type DeliveredImage = Image & Fault;

/** The notable images of an object as it is written, and which clusters get them. */
export const writtenImages = oncePerWorld((manifest: Manifest, world): readonly WrittenFault<DeliveredImage>[] =>
  writtenFaults(manifest, imagesIn, world),
);

/** The notable images that the patches of an override make; what depends on clusters that are not known is left out. */
export const patchedImages = oncePerWorld((manifest: Manifest, world): readonly PatchFault<DeliveredImage>[] =>
  patchFaults(manifest, imagesIn, world),
);

/** The notable images that patches write into objects that no placement of the manifests sends. */
export const imagesOfValues = oncePerWorld((manifest: Manifest, world): readonly ValueFault<DeliveredImage>[] =>
  valueFaults(manifest, imagesIn, world),
);

function imagesIn(object: KubeObject): readonly DeliveredImage[] {
  return notableImages(object)
    .filter(({ text }) => !hasVariables(text))
    .map((image) => ({ ...image, key: `${image.at.replaceAll(/\/\d+/g, '')} ${image.text}` }));
}
