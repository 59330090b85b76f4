import type { Report, DoctorCheck, DoctorOutcome, DoctorReport } from '../../report.ts';
import { countLines } from '../facts/counts.ts';
import { headlineOf } from '../facts/headline.ts';
import { removalsIn, removalText } from '../facts/plan/removals.ts';
import { noteLines, settingsLines } from '../facts/notes.ts';
import { runPage } from '../facts/run-page.ts';
import type { SourceLink } from '../facts/lint/permalink.ts';
import { counted } from '../facts/words/words.ts';
import { approvalMarkdown } from './approval-markdown.ts';
import { type Depth, DEPTHS } from './depth.ts';
import { gateMarkdown } from './gate-markdown.ts';
import { lintMarkdown } from './lint-markdown.ts';
import { code, link, prose, sentence, details, fence, table } from './markup.ts';
import { rollbackMarkdown } from './rollback-markdown.ts';
import { stepList, stepText } from './step-text.ts';
import { planMarkdown } from './plan-markdown.ts';
import { readyMarkdown } from './ready-markdown.ts';
import { capitalised } from '../../fleet/text/capitalised.ts';
import { DOCTOR_WORDS, doctorTitle, missingRole, notCheckedLine, shownChecks } from '../facts/doctor.ts';

/** A comment holds 65,536 characters; counted in bytes too, with some room left. */
export const COMMENT_LIMIT = 64_000;
/** A job summary holds 1 MiB a step; some room is left for what other code of the step may add. */
export const SUMMARY_LIMIT = 1_000_000;

export interface MarkdownOptions {
  /** Makes links of file positions. */
  readonly source?: SourceLink;
  /** The most bytes of the result, and the most UTF-16 units; default `SUMMARY_LIMIT`. */
  readonly limit?: number;
  /** Reports that were written to files. */
  readonly files?: readonly string[];
  /** Put before the rest and counted in the limit: the hidden marker of a comment. */
  readonly prefix?: string;
}

/** The job summary and the pull request comment: the cause, the counts, then tables, folded details and how to suppress. */
export function renderMarkdown(report: Report, options: MarkdownOptions = {}): string {
  const { limit = SUMMARY_LIMIT, prefix = '' } = options;
  for (const depth of DEPTHS) {
    const text = joined(documentOf(report, depth, options), prefix, limit);
    if (text !== undefined) return text;
  }
  return `${prefix}${[headOf(report), `Nothing more fits here; ${wholeText(report, options)}.`].join('\n\n')}\n`;
}

/** The blocks in one text; `undefined` as soon as they do not fit: the rest is then not made. */
function joined(blocks: Iterable<string>, prefix: string, limit: number): string | undefined {
  const taken: string[] = [];
  let length = prefix.length + 1;
  for (const block of blocks) {
    length += block.length + (taken.length === 0 ? 0 : SEPARATOR.length);
    if (length > limit) return undefined;
    taken.push(block);
  }
  const text = `${prefix}${taken.join(SEPARATOR)}\n`;
  return new TextEncoder().encode(text).length <= limit ? text : undefined;
}

const SEPARATOR = '\n\n';

function* documentOf(report: Report, depth: Depth, options: MarkdownOptions): Generator<string> {
  const { source } = options;
  const whole = wholeText(report, options);
  yield headOf(report);
  yield sentenceOf(report, depth);
  yield* firstStep(report);
  yield* countLines(report).map((line) => prose(line));
  yield* removalList(report, depth);
  yield* noteList(noteLines(report), depth);
  if (report.ready !== undefined) yield* readyMarkdown(report.ready, depth);
  if (report.approval !== undefined) yield* approvalMarkdown(report.approval, depth);
  if (report.gate !== undefined) {
    yield* gateMarkdown(report.gate, depth);
    yield* rollbackMarkdown(report.gate.rollback ?? [], depth);
  }
  if (report.doctor !== undefined) yield* doctorMarkdown(report, report.doctor, depth);
  if (report.lint !== undefined) yield* lintMarkdown(report, report.lint, depth, source);
  if (report.plan !== undefined) yield* planMarkdown(report, report.plan, depth);
  if (depth !== DEPTHS[0]) yield depth.placements === 0 ? `Only the totals fit here; ${whole}.` : `Not everything fits here; ${whole}.`;
  yield* noteList(settingsLines(report), depth);
  yield footer(report, options);
}

/** `[the log of the run](…) and the file report.json have all of it`: a link to what was cut. */
function wholeText(report: Report, { files = [] }: MarkdownOptions): string {
  const page = runPage(report);
  const log = page === undefined ? 'the log of the job' : link('the log of the run', page);
  const [file] = files;
  return file === undefined ? `${log} has the full report` : `${log} and the file ${code(file)} have the full report`;
}

function headOf(report: Report): string {
  const { tone, heading } = headlineOf(report);
  const good = removalsIn(report).length === 0 ? '✅' : '⚠️';
  const mark = { good, bad: '❌', open: '⏳' }[tone];
  return `### ${mark} fleet-gate · ${prose(heading, 200)}`;
}

/** The cause; only the beginning of a long one is bold. */
function sentenceOf(report: Report, depth: Depth): string {
  const { text, rest } = headlineOf(report);
  return `**${sentence(text)}**${rest === undefined ? '' : ` … ${sentence(rest, depth.line)}`}`;
}

function firstStep(report: Report): readonly string[] {
  const { step } = headlineOf(report);
  return step === undefined ? [] : [`**First:** ${stepText(step, 1000)}`];
}

function noteList(notes: readonly string[], depth: Depth): readonly string[] {
  const rest = notes.length - depth.notes;
  const shown = notes.slice(0, depth.notes).map((line) => `> ${prose(line, Math.min(1000, depth.line))}`);
  return rest > 0 ? [...shown, `> and ${counted(rest, 'more note')}`] : shown;
}

/** What is removed from clusters comes first. */
function removalList(report: Report, depth: Depth): readonly string[] {
  const removals = removalsIn(report);
  if (removals.length === 0) return [];
  const shown = removals.slice(0, depth.causes).map((removal) => `- ${prose(removalText(removal), 500)}`);
  const rest = removals.length - shown.length;
  return [['**🗑️ Removed from clusters**', '', ...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')];
}

function footer(report: Report, { source, files = [] }: MarkdownOptions): string {
  const page = runPage(report);
  const parts = [
    prose(`fleet-gate ${report.tool.version} (${report.command})`),
    ...(source === undefined ? [] : [`commit ${code(source.sha.slice(0, 7))}`]),
    ...(page === undefined ? [] : [link('this run', page)]),
    ...files.map((file) => `report ${code(file)}`),
    ...(report.lint === undefined || report.lint.findings.length === 0
      ? []
      : ['to accept a finding put <code>&#35; fleet-gate-ignore RULE: reason (until YYYY-MM-DD)</code> on its line or the one above']),
  ];
  return parts.join(' · ');
}

/** A table of the checks, the steps for those that failed, and the roles that give the missing rights. */
function doctorMarkdown(report: Report, doctor: DoctorReport, depth: Depth): readonly string[] {
  const checks = shownChecks(report, doctor);
  const role = missingRole(doctor);
  const open = notCheckedLine(report, doctor);
  return [
    `**${prose(capitalised(doctorTitle(report, doctor)))}**`,
    ...(checks.length === 0 ? [] : [table([['check', 'found'], ...checks.map((check) => rowOf(check, depth))])]),
    ...(open === undefined ? [] : [prose(open, depth.line)]),
    ...checks.flatMap(({ title, remedy }) => (remedy.length === 0 ? [] : [stepsOf(title, remedy)])),
    ...(role === undefined ? [] : [details(prose(capitalised(role.title)), fence(role.yaml, ROLE_CHARACTERS, 'yaml'), true)]),
  ];
}

/** The most characters of the roles, which fit in a comment. The roles for all kinds need a tenth of it. */
const ROLE_CHARACTERS = 20_000;

const MARKS: Readonly<Record<DoctorOutcome, string>> = { ok: '✅', warning: '⚠️', failed: '❌', notChecked: '⏭️' };

function rowOf({ title, outcome, evidence }: DoctorCheck, depth: Depth): readonly string[] {
  const found = evidence.map((line) => prose(line, Math.min(500, depth.line))).join('<br>');
  return [`${MARKS[outcome]} ${prose(title)}${outcome === 'ok' ? '' : `: ${DOCTOR_WORDS[outcome]}`}`, found];
}

function stepsOf(title: string, remedy: readonly string[]): string {
  return `**${sentence(`${title}: what to do`)}**\n\n${stepList(remedy, 1000)}`;
}
