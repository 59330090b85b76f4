import { foldersAround } from '../world/hub-world.ts';
import { isAtOrBelow } from './files/shown-path.ts';
import { directoryOf } from './kustomize/kustomization.ts';
import type { BuiltTree, ReadResult } from './read-result.ts';

/** Files that a kustomization or chart of the change uses, in folders whose files were checked as they are at the base. */
export interface TakenFiles {
  /** Those that were checked as they are at the base. They still are. */
  readonly checked: ReadonlySet<string>;
  /** Those that the base does not have. */
  readonly added: ReadonlySet<string>;
  /** The folders that scripts and pipelines of the base apply without a kustomization, and those of the change with such files, by name. */
  readonly applied: ReadonlySet<string>;
}

/** What is known of how steps apply files that a kustomization or a chart uses. */
export interface AppliedFiles {
  /** A file was applied as it is, and now only as it is built. */
  readonly isOnlyBuilt: (file: string) => boolean;
  /** A step applies a file as it is, and nothing as it is built. */
  readonly isOnlyAsFile: (file: string) => boolean;
}

/**
 * `undefined` if there are none. What Flux or Argo CD deployed at the base is what a kustomization builds, so it is not among them, but for
 * a folder of templates: it has no chart of its own.
 * @param deployed what the scripts and pipelines of the base deploy, by name, empty for all; absent for a base that may have other files than the head
 */
export function takenFiles(
  base: ReadResult,
  head: ReadResult,
  deployed: readonly string[] | undefined,
  { isOnlyBuilt, isOnlyAsFile }: AppliedFiles,
): TakenFiles | undefined {
  const before = base.built;
  const [usedBefore, used = new Set<string>()] = [before?.used, head.built?.used];
  if (before === undefined || usedBefore === undefined) return undefined;
  const judged = new Set(head.manifests.map(({ file }) => file));
  const isAlone = (file: string): boolean => !usedBefore.has(file) && before.deliveredBy(file).every((folder) => TEMPLATES.test(folder));
  const had = new Set(base.manifests.map(({ file }) => file));
  const alone = [...had].filter(isAlone);
  const changed = alone.filter((file) => used.has(file) || !judged.has(file));
  // A library chart uses nothing, and its templates are no manifests.
  const checked = new Set(changed.filter((file) => (used.has(file) ? !isOnlyBuilt(file) : head.texts?.has(file) === true)));
  const isSameTree = deployed !== undefined || alone.some((file) => head.texts?.has(file) === true);
  const isApplied = isSameTree ? appliedWith(alone, changed, deployed ?? [], before) : () => false;
  const fresh = [...used].filter((file) => isAlone(file) && !had.has(file));
  const asFiles = fresh.filter(isOnlyAsFile);
  const added = new Set([...asFiles, ...fresh.filter((file) => isApplied(file) && !isOnlyBuilt(file))]);
  const applied = new Set([...(deployed ?? []).filter((folder) => !before.folders.has(folder)), ...asFiles.map(directoryOf)]);
  return checked.size + added.size === 0 ? undefined : { checked, added, applied };
}

const TEMPLATES = /(?:^|\/)templates(?:\/|$)/;

/**
 * Returns whether `kubectl apply -R` would have applied a file at the base: it is in a folder, or below one, whose files were checked as they
 * are, or that a script applies. It cannot apply a folder with a kustomization or chart in it, so there only the files that a change takes
 * show that it is applied.
 */
function appliedWith(
  alone: readonly string[],
  changed: readonly string[],
  deployed: readonly string[],
  { folders: built }: BuiltTree,
): (file: string) => boolean {
  const aroundBuilt = new Set([...built].flatMap((folder) => [...foldersAround(folder), '']));
  const aloneIn = new Set(alone.map(directoryOf));
  // One command for the folder above them is as likely as one for each of them, but not one for the whole repository.
  const around = [...aloneIn, ...deployed].flatMap((folder) => [folder, ...foldersAround(folder)]);
  const recursive = new Set(around.filter((folder) => !aroundBuilt.has(folder)));
  const taken = new Set(changed.map(directoryOf));
  return (file) =>
    recursive.has('') ||
    foldersAround(file).some((folder) => recursive.has(folder)) ||
    (aloneIn.has(directoryOf(file)) && !built.has(directoryOf(file))) ||
    taken.values().some((folder) => isAtOrBelow(file, folder));
}
