import type { NotEvaluated } from '../../../../finding.ts';
import type { ReadResult } from '../../../../static/read/read-result.ts';
import { fetchedEntry } from '../../../../static/read/render/fetched-entries.ts';
import { NOT_CHECKED } from './not-checked.ts';

/** Entries of other repositories in overlays. */
export function ofEntries(read: ReadResult, base: ReadResult): readonly NotEvaluated[] {
  const fetchedIn = ({ notEvaluated }: ReadResult): readonly (readonly [NotEvaluated, string])[] =>
    notEvaluated.flatMap((entry) => {
      const path = entry.fleetObject === true ? fetchedEntry(entry.reason) : undefined;
      return path === undefined ? [] : [[entry, path] as const];
    });
  const placeOf = ({ rendered, file }: NotEvaluated): string => JSON.stringify(rendered?.overlays ?? [file]);
  const now = new Set(fetchedIn(read).flatMap(([entry, path]) => [path, placeOf(entry)]));
  return fetchedIn(base).flatMap(([entry, path]) => {
    const deliveries = (entry.rendered?.overlays ?? []).flatMap((overlay) => base.built?.deliveries(overlay) ?? []);
    const isKept = deliveries.length > 0 && deliveries.every((each) => each.prunes === false);
    if (now.has(path) || now.has(placeOf(entry)) || isKept) return [];
    return [{ ...entry, reason: `This change removes "${path}" from it, which was not read. ${NOT_CHECKED}` }];
  });
}
