import { isObject } from '../../../fleet/json/json.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import type { ReplacedImage } from '../../images/replaced-images.ts';
import { areForOtherHubs } from './deliveries-per-hub.ts';
import { type Delivery, isKnownText } from './delivery.ts';

/**
 * Deliveries whose images are known: they are in `images`, and no longer among the changes whose result is not known. Flux and Argo CD put
 * them into the kustomization of the folder, in place of its own entry of the same name, so these are not known. Neither are those of a
 * folder that another delivery brings with other images, unless it is certainly for another hub. Sources: `WriteFile` in `kustomize/kustomize_generator.go` of fluxcd/pkg;
 * `kustomize edit set image`.
 * @param foldersOf the folders that a delivery may bring @param ownImages the names in `images` of the kustomization of a folder
 * @param hubsOf the hubs of a delivery, as far as they are known
 */
export function withKnownImages(
  deliveries: readonly Delivery[],
  foldersOf: (delivery: Delivery) => readonly string[],
  ownImages: (folder: string) => readonly string[],
  hubsOf: (delivery: Delivery) => ReadonlySet<string>,
): readonly Delivery[] {
  if (deliveries.every(({ changes }) => !('images' in changes))) return deliveries;
  const alike = oncePer((delivery: Delivery): Alike => ({ text: textOfImages(delivery), hubs: hubsOf(delivery) }));
  const [at, below] = [new Map<string, Map<string, Alike>>(), new Map<string, Map<string, Alike>>()];
  for (const delivery of deliveries)
    for (const folder of foldersOf(delivery)) {
      const { text, hubs } = alike(delivery);
      const add = (to: Map<string, Map<string, Alike>>, place: string): void => {
        to.set(place, (to.get(place) ?? new Map<string, Alike>()).set([text, ...hubs].join('\n'), alike(delivery)));
      };
      add(at, folder);
      for (const outer of foldersTo(folder)) add(below, outer);
    }
  const meets = (folder: string): readonly Alike[] =>
    [below.get(folder), ...foldersTo(folder).map((outer) => at.get(outer))].flatMap((all) => [...(all?.values() ?? [])]);
  return deliveries.map((delivery) => {
    const { images, ...changes } = delivery.changes;
    const known = Array.isArray(images) ? images.flatMap((entry) => knownImage(entry) ?? []) : [];
    if (!Array.isArray(images) || known.length < images.length) return delivery;
    const folders = foldersOf(delivery);
    const own = new Set(folders.flatMap(ownImages));
    const { text, hubs } = alike(delivery);
    const others = folders.flatMap(meets).filter((each) => each.text !== text);
    const isAlone = others.length <= MOST_OTHERS && others.every((each) => areForOtherHubs(each.hubs, hubs));
    return isAlone && known.every(({ name }) => !own.has(name)) ? { ...delivery, changes, images: known } : delivery;
  });
}

/** Deliveries with the same images for the same hubs. */
interface Alike {
  readonly text: string;
  readonly hubs: ReadonlySet<string>;
}

/** Each delivery is compared with its others. */
const MOST_OTHERS = 100;

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
