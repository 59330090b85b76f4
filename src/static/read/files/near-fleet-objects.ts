import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { directoryOf } from '../kustomize/kustomization.ts';
import { picksOfTree } from '../kustomize/placed-content.ts';
import type { ReadResult } from '../read-result.ts';
import { isAtOrBelow } from './shown-path.ts';

/**
 * Marks entries that were not read as possible KubeFleet objects or content: the folder contains a KubeFleet object at any depth, or a
 * parent folder does, or the text names a namespace that a placement selects.
 * @param unseen entries about files, folders and documents whose content is not known, with the text as far as it is known
 */
export function withUnreadNearFleet(read: ReadResult, unseen: ReadonlyMap<NotEvaluated, string>): ReadResult {
  if (unseen.size === 0) return read;
  const isBeside = isNearFleetObject(read);
  const { picksNamespace } = picksOfTree(read.manifests);
  const isInPlaced = (text: string): boolean => text.matchAll(NAMESPACE).some(([, name = '']) => picksNamespace(name));
  const notEvaluated = read.notEvaluated.map((entry) => {
    const text = unseen.get(entry);
    return text !== undefined && (isBeside(directoryOf(entry.file)) || isInPlaced(text)) ? { ...entry, fleetObject: true } : entry;
  });
  return { ...read, notEvaluated };
}

const NAMESPACE = /\bnamespace["']?:[ \t]{0,9}["']?([a-z0-9-]{1,63})/g;

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
