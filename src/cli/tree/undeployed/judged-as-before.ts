import { appliedBy, folderOf } from './undeployed.ts';
import type { DeployedTree } from './unapplied.ts';

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
  const taken = [...had.whole].filter((folder) => has.parts.has(folder));
  const [isApplied, wasApplied] = [appliedBy(now.scripts, has), appliedBy(before.scripts, had)];
  const filesOf = (folder: string): readonly string[] => {
    const brought = before.read.manifests.filter(({ file }) => had.users(file).some((overlay) => folderOf(overlay) === folder));
    return [...new Set(brought.map(({ file }) => file))];
  };
  const isInDeployed = (folder: string): boolean =>
    filesOf(folder).some((file) => has.users(file).some((overlay) => isApplied(folderOf(overlay))));
  const replaced = taken.filter((folder) => wasApplied(folder) && !isApplied(folder) && isInDeployed(folder));
  if (now.scripts.isOpen || !has.areDeliveriesKnown) return { folders: taken, replaced };
  return { folders: taken.filter((folder) => !replaced.includes(folder)), replaced: [] };
}
