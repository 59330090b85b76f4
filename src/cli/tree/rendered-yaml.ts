import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { placementName } from '../../report/facts/plan/placement-name.ts';
import { counted } from '../../report/facts/words/words.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { RenderedPlacement } from '../../schedule/render-cluster.ts';
import { HIDDEN } from '../../secrets/credential-text.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { logSafeYaml } from '../output/log-safe-yaml.ts';
import { redactionMarks } from './redaction-marks.ts';
import { markedForYaml, treeSecretsHider, type TreesOfReport } from './without-tree-secrets.ts';

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
  const hiddenMark = (value: string): string => ((hiddenValues += 1), mark(value));
  const marked = trees && markedForYaml([trees], hiddenMark);
  const hide = trees && treeSecretsHider(trees);
  // Before it is YAML, where a text that begins with an asterisk needs quotes.
  const withoutCopy = (text: string): string => {
    const said = hide?.(text) ?? text;
    return said === HIDDEN ? hiddenMark(text) : said;
  };
  const texts = placements.map(({ placement, overlay, objects, notes }) => {
    const name = placementName({ object: placement, overlay });
    const head = [`# ${name} on ${cluster}`, ...notes.map((note) => `# ${note}`)].map(terminalLine).join('\n');
    const shown = marked === undefined ? objects : objects.map((object) => withEveryString(marked(object), withoutCopy) as KubeObject);
    return [head, ...shown.map((object) => `---\n${logSafeYaml(object)}`.trimEnd())].join('\n');
  });
  const note =
    hiddenValues === 0
      ? ''
      : `# ${counted(hiddenValues, 'value')} redacted; equal values have equal marks in this output only. ${revealedBy}\n`;
  return `${note}${texts.join('\n---\n')}\n`;
}
