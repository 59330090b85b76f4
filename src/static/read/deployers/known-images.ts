import { isObject } from '../../../fleet/json/json.ts';
import type { ReplacedImage } from '../../images/replaced-images.ts';
import { type Delivery, isKnownText } from './delivery.ts';

/**
 * Deliveries whose images are known: they are in `images`, and no longer among the changes whose result is not known. Flux and Argo CD put
 * them into the kustomization of the folder, in place of its own entry of the same name, so these are not known. Neither are those of a
 * folder that another delivery brings with other images. Sources: `WriteFile` in `kustomize/kustomize_generator.go` of fluxcd/pkg;
 * `kustomize edit set image`.
 * @param foldersOf the folders that a delivery may bring @param ownImages the names in `images` of the kustomization of a folder
 */
export function withKnownImages(
  deliveries: readonly Delivery[],
  foldersOf: (delivery: Delivery) => readonly string[],
  ownImages: (folder: string) => readonly string[],
): readonly Delivery[] {
  if (deliveries.every(({ changes }) => !('images' in changes))) return deliveries;
  const [at, below] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const delivery of deliveries)
    for (const folder of foldersOf(delivery)) {
      const text = textOfImages(delivery);
      at.set(folder, (at.get(folder) ?? new Set()).add(text));
      for (const outer of foldersTo(folder)) below.set(outer, (below.get(outer) ?? new Set()).add(text));
    }
  const meets = (folder: string): readonly string[] => [
    ...(below.get(folder) ?? []),
    ...foldersTo(folder).flatMap((outer) => [...(at.get(outer) ?? [])]),
  ];
  return deliveries.map((delivery) => {
    const { images, ...changes } = delivery.changes;
    const known = Array.isArray(images) ? images.flatMap((entry) => knownImage(entry) ?? []) : [];
    if (!Array.isArray(images) || known.length < images.length) return delivery;
    const folders = foldersOf(delivery);
    const own = new Set(folders.flatMap(ownImages));
    const isAlone = folders.flatMap(meets).every((text) => text === textOfImages(delivery));
    return isAlone && known.every(({ name }) => !own.has(name)) ? { ...delivery, changes, images: known } : delivery;
  });
}

function textOfImages({ changes }: Delivery): string {
  return JSON.stringify(changes['images'] ?? []);
}

/** A folder, and those that contain it up to the top. */
function foldersTo(folder: string): readonly string[] {
  const names = folder === '' ? [] : folder.split('/');
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))];
}

function knownImage(entry: unknown): ReplacedImage | undefined {
  if (!isObject(entry)) return undefined;
  const { name, ...others } = entry;
  const isKnown = Object.entries(others).every(([field, value]) => FIELDS.has(field) && typeof value === 'string' && isKnownText(value));
  return isKnown && typeof name === 'string' && /^[\w./:-]+$/.test(name) ? { name, ...others } : undefined;
}

const FIELDS = new Set(['newName', 'newTag', 'digest']);
