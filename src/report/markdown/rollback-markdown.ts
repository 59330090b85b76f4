import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Rollback } from '../../report.ts';
import { ROLLBACK_TITLE, undoLines } from '../facts/rollback.ts';
import type { Depth } from './depth.ts';
import { code, details, fence, prose, sentence } from './markup.ts';
import { stepList } from './step-text.ts';

/** A folded part for each placement: what can bring it back, what that would change, the steps, and the run to create. */
export function rollbackMarkdown(rollbacks: readonly Rollback[], depth: Depth): readonly string[] {
  return rollbacks.slice(0, Math.max(1, depth.placements)).map((rollback) => {
    const { placement, message, notes, steps, manifest } = rollback;
    const body = [
      sentence(message, depth.line),
      undoLines(rollback)
        .map((line) => `- ${prose(line, depth.line)}`)
        .join('\n'),
      notes.map((note) => `> ${sentence(note, depth.line)}`).join('\n'),
      stepList(steps, 1000),
      manifest === undefined ? '' : fence(manifest, MANIFEST, 'yaml'),
    ].filter((block) => block !== '');
    return details(`${prose(ROLLBACK_TITLE)}: ${code(displayName(placement))}`, body.join('\n\n'));
  });
}

/** The most characters of a run. */
const MANIFEST = 2000;
