import type { NotEvaluated } from '../../../../finding.ts';
import { overlayName } from '../../kustomize/apply-kustomizations.ts';
import type { RenderedJob } from '../render-overlays.ts';
import type { HelmCommand } from './helm-command.ts';
import { chartsWithValues } from './values-given-elsewhere.ts';
import { valuesIn } from '../../../../yaml/documents.ts';

/** A program that changes the objects of charts. */
type PostRenderer = Required<Pick<HelmCommand, 'file' | 'charts' | 'postRenderer'>>;

/** Commands and Helmfiles that give the objects of a rendered chart to a program, which may change each of them. */
export function postRendered(
  done: readonly RenderedJob[],
  texts: ReadonlyMap<string, string>,
  commands: readonly HelmCommand[] = [],
): readonly NotEvaluated[] {
  const renderers = [
    ...commands.flatMap(({ postRenderer, ...command }) => (postRenderer === undefined ? [] : [{ ...command, postRenderer }])),
    ...inHelmfiles(texts),
  ];
  const found = new Map<string, NotEvaluated>();
  for (const { overlay, rendering } of renderers.length === 0 ? [] : done) {
    if (overlay.tool !== 'helm' || rendering.kind !== 'rendered') continue;
    const { forFleet, fleetTemplates = [] } = rendering;
    const isOfFleet = forFleet === 'any' || fleetTemplates.length > 0;
    for (const { file, charts, postRenderer } of renderers) {
      if (!charts.includes(overlay.directory)) continue;
      const reason = `It gives the objects of the chart ${overlayName(overlay.directory)} to the post-renderer ${postRenderer}, which may change them: the result was not checked.`;
      found.set(`${file}\n${reason}`, { file, line: 1, reason, ...(isOfFleet ? { fleetObject: true } : {}) });
    }
  }
  return [...found.values()];
}

function inHelmfiles(texts: ReadonlyMap<string, string>): readonly PostRenderer[] {
  return [...texts].flatMap(([file, text]) =>
    text.includes(KEY)
      ? valuesIn(text).flatMap((value) =>
          [...chartsWithValues(value, file, [KEY])].map(({ chart, values }) => ({
            file,
            charts: [chart],
            postRenderer: values.join(' '),
          })),
        )
      : [],
  );
}

const KEY = 'postRenderer';
