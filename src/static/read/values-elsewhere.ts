import type { NotEvaluated } from '../../finding.ts';
import { MENTION } from './placeholders/why-no-manifest.ts';
import type { ReadResult } from './read-result.ts';
import type { DecidedByValues } from './render/charts/decided-by-values.ts';
import type { RenderedJob } from './render/render-overlays.ts';
import type { RenderOptions } from './render/render-options.ts';

/** Values that files of other tools give to charts. @param decides whether values decide about objects of KubeFleet */
export async function valuesElsewhere(
  done: readonly RenderedJob[],
  { notEvaluated }: ReadResult,
  texts: ReadonlyMap<string, string>,
  decides: DecidedByValues | undefined,
  { helmCommands }: RenderOptions,
): Promise<readonly NotEvaluated[]> {
  const releases = done.flatMap(({ overlay, rendering }) => (rendering.kind === 'rendered' ? [overlay] : []));
  const given =
    done.length === 0
      ? []
      : (await import('./render/charts/values-given-elsewhere.ts')).valuesGivenElsewhere(releases, texts, decides, helmCommands);
  const mentioned = new Set(notEvaluated.flatMap(({ file, reason }) => (reason === MENTION ? [file] : [])));
  const unused = mentioned.difference(new Set(releases.flatMap(({ values }) => values)));
  const withFleet = unused.size === 0 ? [] : (await import('./render/charts/values-with-fleet.ts')).valuesWithFleet(unused, texts);
  return [...given, ...withFleet];
}
