import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { placementName } from '../../report/facts/plan/placement-name.ts';
import { counted } from '../../report/facts/words/words.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { RenderedPlacement } from '../../schedule/render-cluster.ts';
import { logSafeYaml } from '../output/log-safe-yaml.ts';
import { redactionMarks } from './redaction-marks.ts';
import { markedForYaml, type TreesOfReport } from './without-tree-secrets.ts';

/**
 * The output of `plan --render CLUSTER`: the objects of each placement as YAML documents, with comments about their source. A parsed
 * document is equal to the object. None of its lines is a command for a log.
 * @param trees with the Secrets whose values are not printed; without them everything is printed
 * @param revealedBy the flag that prints those values, for messages
 */
export function renderedYaml(cluster: string, placements: readonly RenderedPlacement[], trees?: TreesOfReport, revealedBy = ''): string {
  if (placements.length === 0) return `# No placement picks ${terminalLine(cluster)}.\n`;
  let hiddenValues = 0;
  const mark = redactionMarks();
  const marked = trees && markedForYaml([trees], (value) => ((hiddenValues += 1), mark(value)));
  const texts = placements.map(({ placement, overlay, objects, notes }) => {
    const name = placementName({ object: placement, overlay });
    const head = [`# ${name} on ${cluster}`, ...notes.map((note) => `# ${note}`)].map(terminalLine).join('\n');
    const shown = marked === undefined ? objects : objects.map((object) => marked(object) as KubeObject);
    return [head, ...shown.map((object) => `---\n${logSafeYaml(object)}`.trimEnd())].join('\n');
  });
  const note =
    hiddenValues === 0
      ? ''
      : `# ${counted(hiddenValues, 'value')} redacted; equal values have equal marks in this output only. ${revealedBy}\n`;
  return `${note}${texts.join('\n---\n')}\n`;
}
