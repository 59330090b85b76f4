import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { BuiltTree } from '../../../static/read/read-result.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { deliveredIn, type DeployedTree } from './delivered-in.ts';
import { appliedBy, type Scripts } from './applied-by.ts';
import { folderOf } from '../../../static/world/hub-world.ts';

/** Returns whether a deployer may apply a file as it is, although a kustomization is beside it. */
export function appliedAsFile(scripts: Scripts & Pick<RepositoryDeployers, 'asFiles'>, tree: BuiltTree): (file: string) => boolean {
  const isApplied = appliedBy(scripts, tree);
  // What else applies all files below a folder, such as `find`, builds nothing there.
  const folders = [
    ...scripts.asFiles.map(({ folder }) => folder),
    ...scripts.applied.flatMap(({ place, isFlat }) => (isFlat || tree.folders.has(place) ? [] : [place])),
  ];
  return (file) => isApplied(file) || folders.some((folder) => isAtOrBelow(file, folder));
}

/** Returns whether the base applied a file as it is, and the change applies only what kustomizations and charts make of it, as far as that is known. */
export function appliedOnlyBuilt({ read, scripts }: DeployedTree, base: DeployedTree): (file: string) => boolean {
  const [now, before] = [read.built, base.read.built];
  if (now === undefined || before === undefined || scripts.isOpen || (read.unreadDeployers ?? []).length > 0) return () => false;
  const [isApplied, wasApplied, isBuilt] = [appliedAsFile(scripts, now), appliedAsFile(base.scripts, before), deliveredIn(now, scripts)];
  return (file) => wasApplied(file) && !isApplied(file) && isBuilt({ file });
}

/**
 * Returns whether a step of the change applies a file as it is, and nothing that is known applies what a kustomization or a chart makes of it: such as a loop
 * over folders with `kubectl apply -f`. If the base has such a file, the step is not what it seems.
 */
export function appliedOnlyAsFile({ read, scripts }: DeployedTree, base: DeployedTree): (file: string) => boolean {
  const [now, before] = [read.built, base.read.built];
  if (now === undefined || before?.used === undefined) return () => false;
  if (before.used.values().some(onlyAsFileIn(before, base.scripts))) return () => false;
  return onlyAsFileIn(now, scripts);
}

function onlyAsFileIn(tree: BuiltTree, { applied }: Scripts): (file: string) => boolean {
  const [flat, others] = [applied.filter(({ isFlat }) => isFlat), applied.filter(({ isFlat }) => !isFlat)];
  const [isTaken, isBuilt] = [appliedBy({ applied: flat }, tree, () => false), appliedBy({ applied: others }, tree)];
  return (file) => isTaken(file) && !tree.users(file).some((overlay) => isBuilt(folderOf(overlay)));
}
