import type { NotEvaluated } from '../../../finding.ts';
import { DELIVERED_JSONNET, SOURCE } from '../files/hidden-objects.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import type { Delivery } from './delivery.ts';
import { leavesOut } from './left-out-files.ts';

/** What is known about Jsonnet in a tree. */
export interface JsonnetOfTree {
  /** The files, by name. */
  readonly files: readonly string[];
  /** Whether a folder has a kustomization or a chart: then Argo CD reads no other file there. */
  readonly isBuilt: (folder: string) => boolean;
}

/**
 * The files of Jsonnet that Argo CD evaluates in folders of plain manifests, for each delivery that brings some. Source: `findManifests` in
 * `reposerver/repository/repository.go` of argoproj/argo-cd.
 * @param foldersOf see `applyDeployers`
 */
export function deliveredJsonnet(
  deliveries: readonly Delivery[],
  foldersOf: (delivery: Delivery) => readonly string[],
  { files, isBuilt }: JsonnetOfTree,
): ReadonlyMap<Delivery, readonly string[]> {
  if (files.length === 0) return new Map();
  return new Map(
    deliveries.flatMap((delivery) => {
      const { files: selection } = delivery;
      const folders = selection === undefined ? [] : foldersOf(delivery).filter((folder) => selection.isAsked || !isBuilt(folder));
      const brought = files.filter((file) => folders.some((folder) => isAtOrBelow(file, folder) && !leavesOut(delivery, folder, { file })));
      return brought.length === 0 ? [] : [[delivery, brought]];
    }),
  );
}

/** The entries, of which those about delivered Jsonnet with objects of KubeFleet are as for code that applies them. */
export function withDeliveredJsonnet(
  entries: readonly NotEvaluated[],
  delivered: ReadonlyMap<Delivery, readonly string[]>,
): readonly NotEvaluated[] {
  if (delivered.size === 0) return entries;
  const files = new Set([...delivered.values()].flat());
  // Which ones a file imports is not known.
  const isMade = ({ file, reason }: NotEvaluated): boolean => reason === SOURCE && (files.has(file) || file.endsWith('.libsonnet'));
  return entries.map((entry) => (isMade(entry) ? { ...entry, reason: DELIVERED_JSONNET, fleetObject: true } : entry));
}
