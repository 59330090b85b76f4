import type { NotEvaluated } from '../../finding.ts';
import { MENTION } from './placeholders/why-no-manifest.ts';
import type { ReadResult } from './read-result.ts';
import type { DecidedByValues } from './render/charts/decided-by-values.ts';
import type { ListedValues } from './render/charts/listed-values.ts';
import type { RenderedJob } from './render/render-overlays.ts';
import type { RenderOptions } from './render/render-options.ts';

/** Values that files of other tools give to charts. @param known whether values decide about objects of KubeFleet, and the values that `render` lists */
export async function valuesElsewhere(
  done: readonly RenderedJob[],
  { notEvaluated }: ReadResult,
  texts: ReadonlyMap<string, string>,
  known: { readonly decides: DecidedByValues; readonly listed: ListedValues },
  { helmCommands }: RenderOptions,
): Promise<readonly NotEvaluated[]> {
  const releases = done.flatMap(({ overlay, rendering }) => (rendering.kind === 'rendered' ? [overlay] : []));
  const given =
    done.length === 0
      ? []
      : (await import('./render/charts/values-given-elsewhere.ts')).valuesGivenElsewhere(releases, texts, {
          ...known,
          commands: helmCommands,
        });
  const ofPostRenderers =
    releases.length === 0 ? [] : (await import('./render/charts/post-renderers.ts')).postRendered(done, texts, helmCommands);
  const mentioned = new Set(notEvaluated.flatMap(({ file, reason }) => (reason === MENTION ? [file] : [])));
  const unused = mentioned.difference(new Set(releases.flatMap(({ values }) => values)));
  const withFleet = unused.size === 0 ? [] : (await import('./render/charts/values-with-fleet.ts')).valuesWithFleet(unused, texts);
  return [...given, ...ofPostRenderers, ...withFleet];
}
