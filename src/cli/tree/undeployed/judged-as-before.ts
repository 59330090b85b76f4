import { posix } from 'node:path';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { appliedBy } from './applied-by.ts';
import type { DeployedTree } from './delivered-in.ts';
import { folderOf } from '../../../static/world/hub-world.ts';

export interface JudgedAsBefore {
  readonly folders: readonly string[];
  /** Those among them that no known deployer of the change deploys beside what uses them. */
  readonly replaced: readonly string[];
}

/**
 * Folders with a kustomization or chart that were judged by themselves at the base, and that the change makes a part of another one. They stay
 * judged, because somebody may still deploy them, and the other one may hide their faults. They are only a part if all deployers of the
 * change are known, and these deploy what uses the folder in place of it.
 */
export function judgedAsBefore(now: DeployedTree, before: DeployedTree): JudgedAsBefore {
  const [has, had] = [now.read.built, before.read.built];
  if (has === undefined || had === undefined) return { folders: [], replaced: [] };
  const taken = [...had.whole].flatMap((folder) => {
    const name = has.parts.has(folder) ? folder : renamedPart(folder, now, before);
    return name === undefined ? [] : [{ folder, name }];
  });
  const [isApplied, wasApplied] = [appliedBy(now.scripts, has), appliedBy(before.scripts, had)];
  const filesOf = (folder: string): readonly string[] => {
    const brought = before.read.manifests.filter(({ file }) => had.users(file).some((overlay) => folderOf(overlay) === folder));
    return [...new Set(brought.map(({ file }) => file))];
  };
  const isInDeployed = ({ folder, name }: { readonly folder: string; readonly name: string }): boolean =>
    filesOf(folder)
      .map((file) => (isAtOrBelow(file, folder) ? `${name}${file.slice(folder.length)}` : file))
      .some((file) => has.users(file).some((overlay) => isApplied(folderOf(overlay))));
  const replaced = taken.filter(({ folder, name }) => wasApplied(folder) && !isApplied(name) && isInDeployed({ folder, name }));
  if (now.scripts.isOpen || !has.areDeliveriesKnown) return { folders: namesOf(taken), replaced: namesOf(replaced) };
  return { folders: namesOf(taken.filter((each) => !replaced.includes(each))), replaced: [] };
}

/**
 * The name that the change gives a folder of the base, if it makes it a part of another one as well: a new folder with most of its objects. Not
 * so if a folder with the old last name is still built by itself, such as `overlays/dev` for `dev`.
 */
function renamedPart(folder: string, now: DeployedTree, before: DeployedTree): string | undefined {
  const [has, had] = [now.read.built, before.read.built];
  if (has === undefined || had === undefined || has.whole.has(folder)) return undefined;
  if ([...has.whole].some((other) => posix.basename(other) === posix.basename(folder))) return undefined;
  const own = objectsIn(folder, before);
  if (own.length === 0) return undefined;
  const added = [...has.parts].filter((part) => !had.parts.has(part) && !had.whole.has(part));
  return added.find((part) => {
    const kept = new Set(objectsIn(part, now));
    return own.filter((each) => kept.has(each)).length * 2 > own.length;
  });
}

/** The kinds and names of the objects in the files of a folder. */
function objectsIn(folder: string, { read }: DeployedTree): readonly string[] {
  const inside = read.manifests.filter(({ file }) => isAtOrBelow(file, folder));
  return [...new Set(inside.map(({ object }) => `${object.kind}/${object.metadata.name}`))];
}

function namesOf(all: readonly { readonly name: string }[]): readonly string[] {
  return all.map(({ name }) => name);
}
