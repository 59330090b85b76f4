import type { NotEvaluated } from '../finding.ts';
import { manifestRef } from './identity.ts';
import { type Manifest, startOf } from './manifest.ts';

/** What is said of an object that was not judged, or not by all that it takes, with the overlay it is in. @param at a pointer into it */
export function unevaluatedAt(manifest: Manifest, reason: string, at = ''): NotEvaluated {
  const { file, line } = at === '' ? startOf(manifest) : manifest.locate(at);
  const { overlay, rendered } = manifest;
  return {
    file,
    line,
    reason,
    object: manifestRef(manifest),
    ...(rendered === undefined || overlay === undefined ? {} : { rendered: { overlays: [overlay] } }),
  };
}

/** What several overlays have of one base is said once, of all of them. */
export function unevaluatedOnce(entries: readonly NotEvaluated[]): readonly NotEvaluated[] {
  const groups = Map.groupBy(entries, ({ rendered, ...entry }) => JSON.stringify([rendered !== undefined, entry]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first?.rendered === undefined) return first ?? [];
    const overlays = [first, ...others].flatMap(({ rendered }) => rendered?.overlays ?? []);
    return { ...first, rendered: { overlays: [...new Set(overlays)] } };
  });
}
