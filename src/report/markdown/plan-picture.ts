import { displayName } from '../../fleet/kubernetes/object.ts';
import type { PlanReport } from '../../report.ts';
import { pictureLabel } from './picture-label.ts';

const MOST_EDGES = 8;

/** A picture of the placements that gain or lose clusters, as a mermaid block; none where one line says it all or it would be too much to see. */
export function planPicture({ placements, deleted = [] }: PlanReport): readonly string[] {
  const moves = [
    ...placements.map(({ object, change }) => ({ object, added: change?.added ?? [], removed: change?.removed ?? [] })),
    ...deleted.map(({ object, clusters }) => ({ object, added: [], removed: clusters })),
  ].filter(({ added, removed }) => added.length + removed.length > 0);
  const count = moves.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
  if (moves.length < 2 || count > MOST_EDGES) return [];
  const clusters = [...new Set(moves.flatMap(({ added, removed }) => [...added, ...removed]))].toSorted();
  const node = new Map(clusters.map((name, index) => [name, `c${index}`]));
  const edges = moves.flatMap(({ added, removed }, index) => [
    ...added.map((name) => `  p${index} -->|added| ${node.get(name) ?? ''}`),
    ...removed.map((name) => `  p${index} -.->|removed| ${node.get(name) ?? ''}`),
  ]);
  return [
    [
      '```mermaid',
      'flowchart LR',
      ...moves.map(({ object }, index) => `  p${index}["${pictureLabel(displayName(object))}"]`),
      ...[...node].map(([name, id]) => `  ${id}(["${pictureLabel(name)}"])`),
      ...edges,
      '```',
    ].join('\n'),
  ];
}
