import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { overlayName } from './apply-kustomizations.ts';
import { kustomizationRoots } from './kustomization-roots.ts';
import type { Kustomization } from './kustomization.ts';
import { isLocalConfig } from '../../../fleet/kubernetes/local-config.ts';
import { localConfigEntry } from './local-config-entry.ts';

/**
 * The directories that are built by themselves, and those that are only a base, with the directories that list them.
 * @param asked see `kustomizationRoots`
 */
export function rootsAndBases(
  kustomizations: ReadonlyMap<string, Kustomization>,
  asked: ReadonlySet<string>,
): { readonly roots: ReadonlySet<string>; readonly bases: ReadonlyMap<string, readonly string[]> } {
  const roots = new Set(kustomizationRoots(kustomizations, asked));
  const bases = new Map<string, string[]>();
  for (const [directory, { resources }] of kustomizations)
    for (const listedDirectory of new Set(resources)) {
      const isBase = kustomizations.get(listedDirectory)?.isComponent === false && !roots.has(listedDirectory);
      if (isBase) bases.set(listedDirectory, [...(bases.get(listedDirectory) ?? []), directory]);
    }
  return { roots, bases };
}

/** Bases with objects of KubeFleet. An overlay may change or remove their faults, but they may also be deployed directly. */
export function notesOfBases(bases: ReadonlyMap<string, readonly string[]>, manifests: readonly Manifest[]): readonly string[] {
  const fleetFiles = manifests.filter(({ object }) => isFleetObject(object)).map(({ file }) => file);
  const named = [...bases]
    .filter(([base]) => fleetFiles.some((file) => file.startsWith(base === '' ? '' : `${base}/`)))
    .map(([base, by]) => `${overlayName(base)} (in ${listed(by.map(overlayName), 3)})`);
  if (named.length === 0) return [];
  return [`Checked only as a base of other kustomizations: ${listed(named, 3)}. To check a folder by itself as well, name it as a path.`];
}

/**
 * What was not read of files that rendered kustomizations list, if none of them makes an object of KubeFleet of that file: kustomize leaves out
 * without a word what is behind the end of a document.
 * @param unread entries for files from which overlays were rendered @param made all that is in the tree as it is deployed
 */
export function unreadOfOverlays(
  unread: readonly NotEvaluated[],
  made: readonly Manifest[],
  kustomizations: ReadonlyMap<string, Kustomization>,
): readonly NotEvaluated[] {
  const listedFiles = new Set(kustomizations.values().flatMap(({ resources }) => resources));
  const madeFiles = new Set(made.filter(({ object }) => isFleetObject(object)).map(({ file }) => file));
  return unread.filter(({ file, fleetObject }) => fleetObject === true && listedFiles.has(file) && !madeFiles.has(file));
}

/**
 * The objects of KubeFleet that are in files of rendered kustomizations, and that none of them makes: an overlay removes them. Those of a base
 * may be deployed without it.
 * @param used manifests of files from which overlays were rendered @param made all that is in the tree as it is deployed
 */
export function removedByOverlays(
  used: readonly Manifest[],
  made: readonly Manifest[],
  kustomizations: ReadonlyMap<string, Kustomization>,
): readonly NotEvaluated[] {
  const all = [...kustomizations.values()];
  const listedFiles = new Set(all.flatMap(({ resources }) => resources));
  const patches = new Set(all.flatMap(({ patchFiles }) => patchFiles));
  const names = Map.groupBy(
    made.filter(({ object }) => isFleetObject(object)),
    ({ object }) => object.kind,
  );
  // A prefix or suffix may be added to a name.
  const isThere = ({ object: { kind, metadata } }: Manifest): boolean =>
    names.get(kind)?.some(({ object }) => object.metadata.name.includes(metadata.name)) === true;
  const parts = new Set(all.flatMap(({ resources, components }) => [...resources, ...components]));
  // A base may be deployed by itself. If no other kustomization uses the one that lists a file, a person removes its object there on purpose.
  const isOfBase = ({ file }: Manifest): boolean =>
    kustomizations.entries().some(([directory, { resources }]) => resources.includes(file) && parts.has(directory));
  return used
    .filter((manifest) => isFleetObject(manifest.object) && listedFiles.has(manifest.file) && !patches.has(manifest.file))
    .filter((manifest) => !isThere(manifest))
    .map((manifest) => {
      const { kind } = manifest.object;
      if (isLocalConfig(manifest.object)) return localConfigEntry(manifest);
      const entry = unevaluated(manifest, `Each kustomization that lists this ${kind} removes it, so it was not checked.`);
      return isOfBase(manifest) ? { ...entry, fleetObject: true } : entry;
    });
}
