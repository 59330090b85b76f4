import type { NotEvaluated } from '../../finding.ts';
import { manifestRef } from './identity.ts';
import { type Manifest, startOf } from './manifest.ts';

/**
 * An entry about a part of a manifest that was not checked, with its overlay. @param place its position; default: the start of the manifest
 */
export function unevaluated(
  manifest: Manifest,
  reason: string,
  { file, line }: Pick<NotEvaluated, 'file' | 'line'> = startOf(manifest),
): NotEvaluated {
  const { overlay } = manifest;
  return leftIn({ file, line, reason, object: manifestRef(manifest) }, overlay === undefined ? [] : [overlay]);
}

/** The same entry, also for these overlays. */
export function leftIn(entry: NotEvaluated, overlays: readonly string[]): NotEvaluated {
  if (overlays.length === 0) return entry;
  return { ...entry, rendered: { overlays: [...new Set([...(entry.rendered?.overlays ?? []), ...overlays])].toSorted() } };
}

/** Entries of several overlays about the same base become one. */
export function namedOnce(entries: readonly NotEvaluated[]): readonly NotEvaluated[] {
  const same = Map.groupBy(entries, ({ rendered, ...entry }) => JSON.stringify([rendered === undefined, entry]));
  return [...same.values()].flatMap(([first, ...others]) =>
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
