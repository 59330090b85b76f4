import { type Delivery } from './delivery.ts';
import { overlayName } from '../kustomize/apply-kustomizations.ts';
import type { Manifest } from '../../world/manifest.ts';
import { isBuiltByFlux, isTakenByFlux } from './flux-builds.ts';

/** A delivery of one folder. */
export interface Placed {
  readonly delivery: Delivery;
  /** As reports name it. */
  readonly folder: string;
  readonly key: string;
}

/** Which deliveries bring a manifest. */
export class PlacedDeliveries {
  /** Each for each of its folders. */
  readonly placed: readonly Placed[];
  readonly #byFolder: ReadonlyMap<string, readonly Placed[]>;
  readonly #mostUps: number;
  readonly #isBuilt: (folder: string) => boolean;

  /** @param foldersOf the names in reports of the folders that a delivery may bring @param isBuilt whether a folder has a kustomization or a chart */
  constructor(deliveries: readonly Delivery[], foldersOf: (delivery: Delivery) => readonly string[], isBuilt: (folder: string) => boolean) {
    this.placed = deliveries.flatMap((delivery, index) =>
      foldersOf(delivery).map((folder): Placed => ({ delivery, folder, key: String(index) })),
    );
    this.#byFolder = Map.groupBy(this.placed, ({ folder }) => folder);
    this.#mostUps = this.#byFolder.keys().reduce((most, folder) => Math.max(most, upsOf(folder)), 0);
    this.#isBuilt = isBuilt;
  }

  broughtBy(manifest: Manifest): readonly Placed[] {
    const found = [...[...this.#around(manifest)].flatMap((folder) => this.#at(folder)), ...this.#listing(manifest)];
    return found.filter(({ delivery }) => delivery.manifest !== manifest);
  }

  /** Whether Flux makes the kustomization that lists the file. */
  isOfFlux({ delivery, folder }: Placed, { overlay, file }: Manifest): boolean {
    return overlay === undefined && isBuiltByFlux(delivery, folder, this.#isBuilt) && !this.#isBuiltBelow(folder, file);
  }

  /** Whether Flux would make that kustomization, and leaves the file out because of its ending. */
  isOtherFile(each: Placed, manifest: Manifest): boolean {
    return !isTakenByFlux(manifest.file) && this.isOfFlux(each, manifest);
  }

  #at(folder: string): readonly Placed[] {
    return this.#byFolder.get(folder) ?? [];
  }

  /** For a folder with a kustomization or a chart, only its output. A chart with its own values has another name. */
  #around({ overlay, file }: Manifest): Iterable<string> {
    return overlay === undefined ? foldersAround(file, this.#mostUps) : [overlay === overlayName('') ? '' : overlay];
  }

  /** The kustomization that Flux makes for a folder without one lists those below it. */
  #listing({ overlay, rendered }: Manifest): readonly Placed[] {
    if (overlay === undefined || overlay === overlayName('') || rendered?.command.startsWith('helm ') === true) return [];
    const above = [...foldersAround(overlay, this.#mostUps)].flatMap((folder) => this.#at(folder));
    return above.filter(({ delivery, folder }) => isBuiltByFlux(delivery, folder, this.#isBuilt) && !this.#isBuiltBelow(folder, overlay));
  }

  #isBuiltBelow(folder: string, file: string): boolean {
    return [...foldersAround(file, this.#mostUps)].some((each) => each.length > folder.length && this.#isBuilt(each));
  }
}

/**
 * The folders that contain a file, by name. A name may lead up from the working directory.
 * @param mostUps how far up the requested folders are
 */
function* foldersAround(file: string, mostUps: number): Generator<string> {
  const names = file.split('/').slice(0, -1);
  const ups = upsOf(file);
  for (let end = names.length; end >= ups; end -= 1) yield names.slice(0, end).join('/');
  for (let more = ups + 1; more <= mostUps; more += 1) yield Array.from({ length: more }, () => '..').join('/');
}

function upsOf(name: string): number {
  const first = name.split('/').findIndex((part) => part !== '..');
  return first < 0 ? name.split('/').length : first;
}
