import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { placementName } from '../../report/facts/plan/placement-name.ts';
import { counted } from '../../report/facts/words/words.ts';
import { terminalLine } from '../../report/text/terminal.ts';
import type { RenderedPlacement } from '../../schedule/render-cluster.ts';
import { redacted, type Hide } from '../../secrets/redacted.ts';
import { logSafeYaml } from '../output/log-safe-yaml.ts';

/**
 * The output of `plan --render CLUSTER`: the objects of each placement as YAML documents, with comments about their source. A parsed
 * document is equal to the object. None of its lines is a command for a log.
 * @param hide returns the replacement of a confidential value; without it everything is printed
 * @param revealedBy the flag that prints those values, for messages
 */
export function renderedYaml(cluster: string, placements: readonly RenderedPlacement[], hide?: Hide, revealedBy = ''): string {
  if (placements.length === 0) return `# No placement picks ${terminalLine(cluster)}.\n`;
  let hiddenValues = 0;
  const counting: Hide | undefined = hide && ((value) => ((hiddenValues += 1), hide(value)));
  const texts = placements.map(({ placement, overlay, objects, notes }) => {
    const name = placementName({ object: placement, overlay });
    const head = [`# ${name} on ${cluster}`, ...notes.map((note) => `# ${note}`)].map(terminalLine).join('\n');
    const shown = counting === undefined ? objects : objects.map((object) => redacted(object, counting) as KubeObject);
    return [head, ...shown.map((object) => `---\n${logSafeYaml(object)}`.trimEnd())].join('\n');
  });
  const note =
    hiddenValues === 0
      ? ''
      : `# ${counted(hiddenValues, 'value')} redacted; equal values have equal marks in this output only. ${revealedBy}\n`;
  return `${note}${texts.join('\n---\n')}\n`;
}
