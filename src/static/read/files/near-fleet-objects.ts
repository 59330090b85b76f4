import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { directoryOf } from '../kustomize/kustomization.ts';
import type { ReadResult } from '../read-result.ts';
import { isAtOrBelow } from './shown-path.ts';

/**
 * Marks entries that were not read as possible KubeFleet objects or content: the folder contains a KubeFleet object at any depth, or a
 * parent folder does.
 * @param unseen entries about files and folders whose content is not known
 */
export function withUnreadNearFleet(read: ReadResult, unseen: ReadonlySet<NotEvaluated>): ReadResult {
  if (unseen.size === 0) return read;
  const isBeside = isNearFleetObject(read);
  const notEvaluated = read.notEvaluated.map((entry) =>
    unseen.has(entry) && isBeside(directoryOf(entry.file)) ? { ...entry, fleetObject: true } : entry,
  );
  return { ...read, notEvaluated };
}

/**
 * Returns whether a folder, a folder below it or a parent folder contains a KubeFleet object; names are relative to the working directory.
 */
export function isNearFleetObject({
  manifests,
  notEvaluated,
}: Pick<ReadResult, 'manifests' | 'notEvaluated'>): (folder: string) => boolean {
  const folders = new Set([
    ...manifests.flatMap(({ object, file }) => (isFleetObject(object) ? [directoryOf(file)] : [])),
    ...notEvaluated.flatMap(({ fleetObject, file }) => (fleetObject === true ? [directoryOf(file)] : [])),
  ]);
  return (folder) => [...folders].some((other) => isAtOrBelow(other, folder) || isAtOrBelow(folder, other));
}
