import type { ReadResult } from '../read-result.ts';

/** The files with KubeFleet objects that could not be read, and the number of such places in each. */
export function unreadFleetFiles({ notEvaluated }: ReadResult): ReadonlyMap<string, number> {
  const files = new Map<string, number>();
  for (const { file, missing, fleetObject } of notEvaluated)
    if (missing === undefined && fleetObject === true) files.set(file, (files.get(file) ?? 0) + 1);
  return files;
}
