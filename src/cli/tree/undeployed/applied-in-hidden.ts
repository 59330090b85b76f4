import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { isInUnsearchedFolder } from '../../../static/read/files/hidden-objects.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { appliedBy, type Scripts } from './undeployed.ts';

/**
 * Marks the entries about objects in hidden folders and `node_modules` that a known deployer applies: they may be content of a placement of the
 * tree, and are not read.
 */
export function withAppliedInHidden(read: ReadResult, scripts: Scripts): ReadResult {
  const { built, notEvaluated, manifests } = read;
  if (built === undefined || !notEvaluated.some(isInUnsearchedFolder) || !manifests.some(({ object }) => isPlacement(object))) return read;
  const isApplied = appliedBy(scripts, built);
  const marked = notEvaluated.map((entry) =>
    isInUnsearchedFolder(entry) && isApplied(entry.file) ? { ...entry, fleetObject: true } : entry,
  );
  return { ...read, notEvaluated: marked };
}
