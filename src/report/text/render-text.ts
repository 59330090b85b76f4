import type { GateReport, Report } from '../../report.ts';
import { unplacedBeside } from '../facts/gate/gate-cause.ts';
import { openFindings } from '../facts/lint/findings.ts';
import { countLines } from '../facts/counts.ts';
import { headlineOf } from '../facts/headline.ts';
import { removalsIn, removalText } from '../facts/plan/removals.ts';
import { noteLines, settingsLines } from '../facts/notes.ts';
import { runLines } from '../facts/run-page.ts';
import { clip, withoutCommands } from '../facts/words/visible.ts';
import { counted } from '../facts/words/words.ts';
import { approvalText } from './approval-text.ts';
import { doctorText } from './doctor-text.ts';
import { gateText } from './gate-text.ts';
import { rollbackText } from './rollback-text.ts';
import { stepText } from './step-text.ts';
import { lintText } from './lint-text.ts';
import { planText } from './plan-text.ts';
import { readyText } from './ready-text.ts';
import { PLAIN, type Styler, terminalLine, unpainted, wrap, wrapPainted } from './terminal.ts';

export interface TextOptions {
  /** Without it, there is no colour. */
  readonly style?: Styler;
  /** Columns of the terminal. Without it, no line is wrapped, so `grep` finds whole lines. */
  readonly width?: number;
}

/** For people: the first line is the cause, then the evidence and what to do. Ends with a line feed. */
export function renderText(report: Report, options: TextOptions = {}): string {
  const { style = PLAIN, width } = options;
  const verdict = verdictLines(report, style, width);
  const blocks = [
    [...verdict, ...factLines(report, width)],
    ...removalBlock(report, style, width),
    noteBlock(noteLines(report), width),
    ...(report.ready === undefined ? [] : readyText(report.ready, style, width)),
    ...(report.approval === undefined ? [] : approvalText(report.approval, style, width)),
    ...(report.gate === undefined
      ? []
      : [
          ...unplacedLines(report.gate, style, width),
          ...gateText(report.gate, style, width),
          ...rollbackText(report.gate.rollback ?? [], style, width),
        ]),
    ...(report.doctor === undefined ? [] : doctorText(report, report.doctor, style, width)),
    ...(report.lint === undefined ? [] : lintText(report.lint, style, width)),
    ...(report.plan === undefined ? [] : [...planTitle(report, style), ...planText(report.plan, style, width)]),
    noteBlock(settingsLines(report), width),
    runLines(report),
  ];
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  const body = lines.join('\n\n');
  const last = isLong(body) ? `\n\n${verdict.join('\n')}` : '';
  return `${withoutCommands(`${body}${last}`)}\n`;
}

function noteBlock(lines: readonly string[], width: number | undefined): readonly string[] {
  return lines.map((line) => wrap(terminalLine(line), width, 2));
}

/** Characters of the cause below the head. */
const LONGEST_REST = 2000;

/** The verdict with its cause. */
function verdictLines(report: Report, style: Styler, width: number | undefined): readonly string[] {
  const { tone, word, text, rest } = headlineOf(report);
  const paint = { good: style.green, bad: style.red, open: style.yellow }[tone];
  return [
    wrapPainted([{ text: word, paint: (shown) => paint(style.bold(shown)) }, unpainted(`: ${terminalLine(text)}`)], width, 2),
    ...(rest === undefined ? [] : [`  … ${wrap(clip(terminalLine(rest), LONGEST_REST), width, 4)}`]),
  ];
}

/** The first step, and the counts. */
function factLines(report: Report, width: number | undefined): readonly string[] {
  const { step } = headlineOf(report);
  return [
    ...(step === undefined || isOnlyFinding(report) ? [] : [`  first: ${stepText(clip(step, 1000), width, 9)}`]),
    ...countLines(report).map((line) => `  ${wrap(terminalLine(line), width, 4)}`),
  ];
}

/** The step of such a finding is directly below, so it is not repeated. */
function isOnlyFinding({ gate, lint }: Report): boolean {
  return gate === undefined && lint !== undefined && openFindings(lint.findings).length === 1;
}

/** Lines of a screen: a longer text ends with the verdict again, because its first line is no longer visible. */
const SCREEN = 24;

function isLong(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= SCREEN; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > SCREEN;
}

function unplacedLines(gate: GateReport, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const text = unplacedBeside(gate);
  return text === undefined ? [] : [[style.yellow(wrap(terminalLine(text), width, 2))]];
}

/** What is removed from clusters comes first. */
function removalBlock(report: Report, style: Styler, width: number | undefined): readonly (readonly string[])[] {
  const lines = removalsIn(report).map((removal) => `  ${wrap(terminalLine(removalText(removal)), width, 4)}`);
  return lines.length === 0 ? [] : [[style.bold(style.red('removed from clusters')), ...lines]];
}

/** Below findings the plan needs a name. */
function planTitle({ lint, plan }: Report, style: Styler): readonly (readonly string[])[] {
  return lint === undefined || plan === undefined ? [] : [[style.bold(`plan over ${counted(plan.clusters, 'cluster')}`)]];
}
