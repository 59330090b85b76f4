import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { appliedBy } from './applied-by.ts';
import { needsInUnlisted } from './needs-in-unlisted.ts';
import { deliveredIn, type DeployedTree, foldersDeliveredIn, placeOf } from './delivered-in.ts';

/**
 * Notes about what the change adds or edits, and nothing that was read deploys: files that no kustomization lists, beside or below one, or
 * only a component without a user, files below a folder of which kubectl reads only the files directly in it, and other files and overlays. They are checked as if something else
 * applied them. So is an overlay of which only the files are applied, as its kustomization makes them.
 * @param left see `unapplied` @param undeployed of other notes
 */
export function unappliedNotes(
  left: readonly Manifest[],
  head: DeployedTree,
  base: DeployedTree,
  undeployed: ReadonlySet<Manifest>,
): readonly string[] {
  const { built } = head.read;
  if (built === undefined) return [];
  const isApplied = foldersDeliveredIn(head.read, built, head.scripts);
  const { folders } = built;
  const isUsed = (place: string): boolean => folders.has(place) || built.users(place).length > 0;
  const places = new Set(left.filter((manifest) => !undeployed.has(manifest)).map(placeOf));
  const ofComponents = Map.groupBy(
    new Set([...places, ...besideKustomizations(head, base)]).values().filter((place) => !isUsed(place)),
    (place) => built.componentOf(place),
  );
  const besides = new Set(besideKustomizations(head, base).filter((file) => built.componentOf(file) === undefined));
  /** The folder of the kustomization around a file that is deployed, and does not list it. */
  const folderAround = (place: string): string | undefined => {
    const inner = [...folders].filter((folder) => isAtOrBelow(place, folder)).toSorted((one, other) => other.length - one.length)[0];
    return inner !== undefined && !isUsed(place) && isApplied(inner) ? inner : undefined;
  };
  const around = new Map([...places].flatMap((place) => [[place, folderAround(place)] as const]));
  for (const [place, folder] of around) if (folder === directoryOf(place)) besides.add(place);
  const rest = [...places].filter((place) => !besides.has(place) && (isUsed(place) || built.componentOf(place) === undefined));
  const below = rest.filter((place) => around.get(place) !== undefined);
  const flat = head.scripts.applied.filter(({ isFlat, takes }) => isFlat && takes === undefined).map(({ place }) => place);
  const isPlaceApplied = appliedBy(head.scripts, built);
  const asFiles = new Set(
    [...Map.groupBy(left, placeOf)].flatMap(([place, all]) =>
      all.every(({ overlay, file }) => overlay !== undefined && isPlaceApplied(file)) ? [place] : [],
    ),
  );
  const alone = Map.groupBy(
    rest.filter((place) => around.get(place) === undefined && !asFiles.has(place)),
    (place) => flat.find((folder) => folder !== place && isAtOrBelow(place, folder)),
  );
  /** Of a chart of which only other releases are applied, these. */
  const namesIn = (place: string): readonly string[] => {
    const overlays = left.flatMap((manifest) => (placeOf(manifest) === place ? (manifest.overlay ?? []) : []));
    return isPlaceApplied(place) && overlays.length > 0 ? [...new Set(overlays)] : [place];
  };
  const isDelivered = deliveredIn(built, head.scripts);
  const needsIn = (files: readonly string[]): string => {
    const inside = left.filter((manifest) => files.includes(placeOf(manifest)));
    return inside.length === 0 ? '' : needsInUnlisted(inside, head.read.manifests.filter(isDelivered));
  };
  return [
    ...unlistedNotes([...besides], 'beside', directoryOf, needsIn),
    ...unlistedNotes(below, 'below', (place) => around.get(place) ?? '', needsIn),
    ...[...ofComponents].flatMap(([component, files]) =>
      component === undefined ? [] : [componentNote(component, files, needsIn(files))],
    ),
    ...[...alone].map(([folder, all]) => unappliedNote(all.flatMap(namesIn), folder)),
    ...asFilesNotes(rest.filter((place) => asFiles.has(place))),
  ];
}

/** The files with objects of KubeFleet beside a kustomization, whether or not deployers are known. */
function besideKustomizations({ read, scripts }: DeployedTree, { read: base }: DeployedTree): readonly string[] {
  const { built } = read;
  if (built === undefined) return [];
  const isApplied = appliedBy(scripts, built);
  const isChanged = (file: string): boolean => read.texts?.get(file) !== base.texts?.get(file);
  const files = new Set(
    read.manifests.filter(({ object, overlay }) => overlay === undefined && isFleetObject(object)).map(({ file }) => file),
  );
  return [...files].filter(
    (file) =>
      built.folders.has(directoryOf(file)) &&
      built.users(file).length === 0 &&
      built.used?.has(file) !== true &&
      (base.built?.users(file) ?? []).length === 0 &&
      isChanged(file) &&
      !isApplied(file),
  );
}

function unlistedNotes(
  files: readonly string[],
  where: 'beside' | 'below',
  folderOf: (file: string) => string,
  needsIn: (files: readonly string[]) => string,
): readonly string[] {
  if (files.length === 0) return [];
  const folders = new Set(files.map((file) => folderOf(file) || 'this folder'));
  const it = files.length === 1 ? 'it' : 'them';
  return [
    `No kustomization lists ${listed(files.toSorted(), 3, 'files')}, ${where} the kustomization of ${listed([...folders].toSorted(), 3, 'folders')}: ${checked(files)}. Add ${it} to \`resources\` there if the kustomization should deploy ${it}.${needsIn(files)}`,
  ];
}

function componentNote(component: string, files: readonly string[], needs: string): string {
  const name = component || 'this folder';
  return `No overlay uses the component of ${name}, which lists ${listed(files.toSorted(), 3, 'files')}: ${checked(files)}. Add the folder to \`components\` of a kustomization that should deploy ${files.length === 1 ? 'it' : 'them'}.${needs}`;
}

/** @param folder one above, of which kubectl applies only the files directly in it */
function unappliedNote(places: readonly string[], folder: string | undefined): string {
  const flat = folder === undefined ? '' : ` Without \`-R\`, \`kubectl apply -f ${folder || '.'}\` does not read the folders below.`;
  const names = places.map((place) => place || 'this folder').toSorted();
  return `No deployer that was read applies ${listed(names, 3, 'files and folders')}: ${checked(places)}.${flat}`;
}

/** @param folders with a kustomization or a chart */
function asFilesNotes(folders: readonly string[]): readonly string[] {
  if (folders.length === 0) return [];
  const what = listed(folders.map((folder) => folder || 'this folder').toSorted(), 3, 'folders');
  return [
    folders.length === 1
      ? `The deployers that were read apply the files of ${what} one by one, and do not build its kustomization: they were checked as it makes them.`
      : `The deployers that were read apply the files of ${what} one by one, and do not build their kustomizations: they were checked as these make them.`,
  ];
}

function checked(files: readonly string[]): string {
  return files.length === 1 ? 'it was checked as if something else applied it' : 'they were checked as if something else applied them';
}
