import type { NotEvaluated } from '../../finding.ts';
import { manifestRef } from './identity.ts';
import { type Manifest, startOf } from './manifest.ts';

/** What of a manifest nobody judged, in its overlay. @param place where that stands; where the manifest begins if nothing is said */
export function unevaluated(
  manifest: Manifest,
  reason: string,
  { file, line }: Pick<NotEvaluated, 'file' | 'line'> = startOf(manifest),
): NotEvaluated {
  const { overlay } = manifest;
  return leftIn({ file, line, reason, object: manifestRef(manifest) }, overlay === undefined ? [] : [overlay]);
}

/** The same entry, in these overlays as well. */
export function leftIn(entry: NotEvaluated, overlays: readonly string[]): NotEvaluated {
  if (overlays.length === 0) return entry;
  return { ...entry, rendered: { overlays: [...new Set([...(entry.rendered?.overlays ?? []), ...overlays])].toSorted() } };
}

/** What several overlays have of one base is one entry, of all of them. */
export function namedOnce(entries: readonly NotEvaluated[]): readonly NotEvaluated[] {
  const alike = Map.groupBy(entries, ({ rendered, ...entry }) => JSON.stringify([rendered === undefined, entry]));
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          leftIn(
            first,
            others.flatMap(({ rendered }) => rendered?.overlays ?? []),
          ),
        ],
  );
}
