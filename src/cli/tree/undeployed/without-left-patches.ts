import { listed } from '../../../fleet/text/listed.ts';
import { isKustomization, directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import { mayUseAnything } from '../../../static/read/may-use-anything.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace, folderOf } from '../../../static/world/hub-world.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { appliedAsFile } from './applied-as-file.ts';
import { appliedBy, type Scripts } from './applied-by.ts';
import { withoutFiles } from './without-unused-patches.ts';

/**
 * Without the files that were patches of the base and brought no object, that the change leaves as they are, and that no kustomization lists
 * any longer: a deployer applies the kustomization that had them, and none applies the files. A note names them.
 */
export function withoutLeftPatches(
  read: ReadResult,
  base: ReadResult,
  scripts: Scripts & Pick<RepositoryDeployers, 'asFiles'>,
): ReadResult {
  const [now, before] = [read.built, base.built];
  if (now === undefined || before === undefined) return read;
  const [isApplied, isAppliedAsFile, mayUse] = [appliedBy(scripts, now), appliedAsFile(scripts, now), mayUseAnything(before, now)];
  const broken = new Set(read.problems.flatMap(({ file }) => (isKustomization(file) ? [directoryOf(file)] : [])));
  const folders = now.folders.difference(broken);
  const isStillBuilt = (overlay: string): boolean => folders.has(folderOf(overlay)) && isApplied(deployedPlace({ overlay, file: '' }));
  const brought = new Set(base.manifests.map(({ file }) => file));
  const isLeft = (file: string): boolean => {
    const [users, text] = [before.users(file), read.texts?.get(file)];
    return (
      !brought.has(file) &&
      users.some(isStillBuilt) &&
      !users.some(mayUse) &&
      now.users(file).length === 0 &&
      now.used?.has(file) !== true &&
      text !== undefined &&
      text === base.texts?.get(file) &&
      !isAppliedAsFile(file)
    );
  };
  const alone = new Set(read.manifests.flatMap(({ file, overlay }) => (overlay === undefined ? [file] : [])));
  const patches = new Set([...alone].filter(isLeft));
  return patches.size === 0 ? read : withoutFiles(read, patches, noteAbout(patches));
}

function noteAbout(patches: ReadonlySet<string>): string {
  const [it, was] = patches.size === 1 ? ['it is a patch', 'was'] : ['they are patches', 'were'];
  return `No kustomization lists ${listed([...patches].toSorted(), 3, 'files')} any longer: ${it} that nothing uses, and ${was} not checked.`;
}
