import { isAtOrBelow } from './files/shown-path.ts';
import { directoryOf } from './kustomize/kustomization.ts';
import type { ReadResult } from './read-result.ts';

/** Files that a kustomization or chart of the change uses, in folders whose files were checked as they are at the base. */
export interface TakenFiles {
  /** Those that were checked as they are at the base. They still are. */
  readonly checked: ReadonlySet<string>;
  /** Those that the base does not have. */
  readonly added: ReadonlySet<string>;
}

/**
 * `undefined` if there are none. What Flux or Argo CD deployed at the base is what a kustomization builds, so it is not among them, but for
 * a folder of templates: it has no chart of its own.
 */
export function takenFiles(base: ReadResult, head: ReadResult): TakenFiles | undefined {
  const before = base.built;
  const [usedBefore, used = new Set<string>()] = [before?.used, head.built?.used];
  if (before === undefined || usedBefore === undefined) return undefined;
  const judged = new Set(head.manifests.map(({ file }) => file));
  const isAlone = (file: string): boolean => !usedBefore.has(file) && before.deliveredBy(file).every((folder) => TEMPLATES.test(folder));
  const changed = [...new Set(base.manifests.map(({ file }) => file))].filter(
    (file) => isAlone(file) && (used.has(file) || !judged.has(file)),
  );
  if (changed.length === 0) return undefined;
  // A library chart uses nothing, and its templates are no manifests.
  const checked = new Set(changed.filter((file) => used.has(file) || head.texts?.has(file) === true));
  const folders = new Set(changed.map(directoryOf));
  const isNew = (file: string): boolean => !usedBefore.has(file) && base.texts?.has(file) !== true;
  const added = new Set([...used].filter((file) => isNew(file) && folders.values().some((folder) => isAtOrBelow(file, folder))));
  return checked.size + added.size === 0 ? undefined : { checked, added };
}

const TEMPLATES = /(?:^|\/)templates(?:\/|$)/;
