import type { ReadResult } from '../read-result.ts';

/** The files with objects of KubeFleet that nobody could read. */
export function unreadFleetFiles({ notEvaluated }: ReadResult): ReadonlySet<string> {
  return new Set(notEvaluated.flatMap(({ file, missing, fleetObject }) => (missing === undefined && fleetObject === true ? [file] : [])));
}
