import type { PlannedDiff, PlanReport } from '../../report.ts';
import {
  diffsText,
  diffTitle,
  omittedText,
  type PlacementDiff,
  placementDiff,
  placementDiffs,
  unverifiedTexts,
} from '../facts/plan/plan-diff.ts';
import { codeLine, type Styler, terminalLine, wrap } from './terminal.ts';

/** The changes on the clusters of one placement: a title for each object, and the lines below it. */
export function diffLines({ diff, notVerified }: PlacementDiff, style: Styler, width: number | undefined): readonly string[] {
  return [
    ...diff.flatMap((entry) => entryLines(entry, style, width)),
    ...unverifiedTexts(notVerified).map((text) => `  ${wrap(`diff not verified: ${terminalLine(text)}`, width, 4)}`),
  ];
}

/** The placements that only the base has, and then all changes in one sentence. */
export function diffBlocks(plan: PlanReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  if (plan.diff === undefined) return [];
  const gone = (plan.deleted ?? []).flatMap((placement) => placementDiff(placement, true) ?? []);
  const { notVerified = [] } = plan.diff;
  return [
    ...gone.map((entry) => [`${style.bold(terminalLine(entry.name))}  deleted`, ...diffLines(entry, style, width)]),
    [
      wrap(terminalLine(diffsText(plan.diff, placementDiffs(plan))), width, 2),
      ...notVerified.map((text) => wrap(`not verified: ${terminalLine(text)}`, width, 2)),
    ],
  ];
}

function entryLines(entry: PlannedDiff, style: Styler, width: number | undefined): readonly string[] {
  const { what, resource, where, moved } = diffTitle(entry);
  const rest = omittedText(entry);
  return [
    `  ${wrap(terminalLine(`${what} ${resource} ${where}`), width, 4)}`,
    ...(moved === '' ? [] : [`    ${wrap(terminalLine(moved), width, 4)}`]),
    ...entry.lines.map((line) => `    ${painted(line, style)}`),
    ...(rest === '' ? [] : [`    ${style.dim(rest)}`]),
  ];
}

function painted(line: string, style: Styler): string {
  const text = codeLine(line, undefined);
  if (line.startsWith('+')) return style.green(text);
  if (line.startsWith('-')) return style.red(text);
  return line.startsWith('@') ? style.cyan(text) : text;
}
