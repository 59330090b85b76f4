import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Rollback } from '../../report.ts';
import { ROLLBACK_TITLE, undoLines } from '../facts/rollback.ts';
import { stepText } from './step-text.ts';
import { barredLines, codeLine, type Styler, terminalLine, wrap } from './terminal.ts';

/** For each placement: what can bring it back, what that would change, the steps, and the run to create. */
export function rollbackText(rollbacks: readonly Rollback[], style: Styler, width: number | undefined): readonly (readonly string[])[] {
  if (rollbacks.length === 0) return [];
  const blocks = rollbacks.map((rollback) => {
    const { placement, message, notes, steps, manifest } = rollback;
    return [
      `  ${style.bold(terminalLine(displayName(placement)))}`,
      `    ${wrap(terminalLine(message), width, 4)}`,
      ...undoLines(rollback).flatMap((line) => barredLines(terminalLine(line), '    | ', width)),
      ...notes.map((note) => `    ${wrap(terminalLine(note), width, 4)}`),
      ...steps.map((step, index) => `    ${String(index + 1)}. ${stepText(step, width, 7)}`),
      ...(manifest === undefined ? [] : ['', ...manifest.split('\n').map((line) => codeLine(line, undefined))]),
    ];
  });
  const [first = [], ...others] = blocks;
  return [[style.bold(wrap(ROLLBACK_TITLE, width, 2)), ...first], ...others];
}
