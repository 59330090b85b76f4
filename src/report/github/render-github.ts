import type { Report } from '../../report.ts';
import { type Annotation, annotationsOf, withinBudget } from '../facts/annotations.ts';
import { type Properties, workflowCommand } from './workflow-command.ts';
import { fromRoot } from '../facts/lint/permalink.ts';
import { oneLine, shortLine, shortText, withoutBrackets } from '../facts/words/visible.ts';

/** GitHub cuts longer messages. */
const MESSAGE_LIMIT = 4000;
/** The page shows the title on one line. */
const TITLE_LIMIT = 255;

/**
 * Workflow commands, one on each line: the most important findings within GitHub's limit of 10 errors, 10 warnings and 10 notices,
 * and a last notice with the number of others. Empty if there is nothing to annotate. They hold no command of another CI system either: a
 * log may pass through one.
 */
export function renderGithub(report: Report, { prefix }: { readonly prefix?: string } = {}): string {
  return withinBudget(annotationsOf(report), 'the job summary')
    .map((annotation) => `${commandOf(annotation, prefix)}\n`)
    .join('');
}

function commandOf({ level, title, message, place: at }: Annotation, prefix: string | undefined): string {
  const place = at === undefined ? {} : placeProperties({ ...at, file: fromRoot(at.file, prefix) });
  const lines = withoutBrackets(shortText(message, MESSAGE_LIMIT))
    .split('\n')
    .map((line) => line.trim());
  return workflowCommand(level, { ...place, title: withoutBrackets(shortLine(title, TITLE_LIMIT)) }, lines.join('\n'));
}

/** Columns only if the place is within one line: GitHub refuses them across lines. */
function placeProperties({ file, line, endLine, column, endColumn }: NonNullable<Annotation['place']>): Properties {
  const lines = { file: withoutBrackets(oneLine(file)), line: Math.max(1, line), endLine: Math.max(1, line, endLine) };
  if (endLine !== line || column === undefined || endColumn === undefined) return lines;
  return { ...lines, col: Math.max(1, column), endColumn: Math.max(1, column, endColumn) };
}
