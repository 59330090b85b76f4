import type { ReadResult } from '../read-result.ts';

/** The files with KubeFleet objects that could not be read. */
export function unreadFleetFiles({ notEvaluated }: ReadResult): ReadonlySet<string> {
  return new Set(notEvaluated.flatMap(({ file, missing, fleetObject }) => (missing === undefined && fleetObject === true ? [file] : [])));
}
