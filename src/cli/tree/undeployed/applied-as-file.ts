import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import type { RepositoryDeployers } from '../worlds/found-deployers.ts';
import { deliveredIn } from './unapplied.ts';
import { appliedBy, type Scripts } from './undeployed.ts';

/** Returns whether a deployer may apply a file as it is, although a kustomization is beside it. */
export function appliedAsFile(scripts: Scripts & Pick<RepositoryDeployers, 'asFiles'>, tree: BuiltTree): (file: string) => boolean {
  const isApplied = appliedBy(scripts, tree);
  const built = tree.whole.union(tree.parts);
  // What else applies all files below a folder, such as `find`, builds nothing there.
  const folders = [
    ...scripts.asFiles.map(({ folder }) => folder),
    ...scripts.applied.flatMap(({ place, isFlat }) => (isFlat || built.has(place) ? [] : [place])),
  ];
  return (file) => isApplied(file) || folders.some((folder) => isAtOrBelow(file, folder));
}

interface AppliedTree {
  readonly read: ReadResult;
  readonly scripts: Pick<RepositoryDeployers, 'applied' | 'asFiles' | 'isOpen'>;
}

/** Returns whether the base applied a file as it is, and the change applies only what kustomizations and charts make of it, as far as that is known. */
export function appliedOnlyBuilt({ read, scripts }: AppliedTree, base: AppliedTree): (file: string) => boolean {
  const [now, before] = [read.built, base.read.built];
  if (now === undefined || before === undefined || scripts.isOpen || (read.unreadDeployers ?? []).length > 0) return () => false;
  const [isApplied, wasApplied, isBuilt] = [appliedAsFile(scripts, now), appliedAsFile(base.scripts, before), deliveredIn(now, scripts)];
  return (file) => wasApplied(file) && !isApplied(file) && isBuilt({ file });
}
