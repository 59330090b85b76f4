import { dump } from 'js-yaml';
import { placementName } from '../report/facts/placement-name.ts';
import { terminalLine } from '../report/text/terminal.ts';
import type { RenderedPlacement } from '../schedule/render-cluster.ts';

/** What `plan --render CLUSTER` prints: the objects of each placement as YAML documents, under comments that say where they come from. */
export function renderedYaml(cluster: string, placements: readonly RenderedPlacement[]): string {
  if (placements.length === 0) return `# No placement picks ${terminalLine(cluster)}.\n`;
  return placements
    .map(({ placement, overlay, objects, notes }) => {
      const name = placementName({ object: placement, overlay });
      const head = [`# ${name} on ${cluster}`, ...notes.map((note) => `# ${note}`)].map(terminalLine).join('\n');
      return [head, ...objects.map((object) => `---\n${dump(object, { lineWidth: -1, noRefs: true })}`.trimEnd())].join('\n');
    })
    .join('\n---\n')
    .concat('\n');
}
