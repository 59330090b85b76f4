import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import { readReport } from '../report/json/read-report.ts';
import { code, link, prose } from '../report/markdown/markup.ts';
import { COMMENT_LIMIT, renderMarkdown } from '../report/markdown/render-markdown.ts';
import { workflowCommand } from '../report/github/workflow-command.ts';
import { oneLine, withoutCommands } from '../report/facts/words/visible.ts';
import { isAddress } from '../report/facts/lint/permalink.ts';
import { EXIT_CODES, type Report } from '../report.ts';
import { textOfFile, UnreadableFile } from '../files/text-of-file.ts';
import { markerOf, publishComment } from './comment.ts';
import type { RunContext } from './context.ts';
import type { ReportedRun } from './event.ts';
import { foreignReport } from './foreign-report.ts';
import type { GitHub } from './github.ts';
import { placedIo } from './placed-io.ts';
import type { Runner } from './runner.ts';
import { INPUT_NAMES, modesOf } from '../settings/inputs.ts';
import { COMMENT_WHEN } from '../settings/on-github.ts';
import { isSet, isTrue, oneOf } from './inputs.ts';
import { isToldOf } from './is-told-of.ts';

interface CommentParts {
  readonly runner: Runner;
  readonly context: RunContext;
  readonly io: Pick<Io, 'cwd'>;
  readonly openGitHub: (token: string) => Promise<GitHub>;
}

/** Bytes. Our own reports are smaller: findings and lines of files are limited. */
const MOST_BYTES = 16 << 20;

/**
 * `mode: comment` shows the report of a pull request's own run on that pull request, from a `workflow_run` job with write permission. It
 * judges nothing.
 * The pull request controls the content of the report. The report is therefore validated against the schema, rendered again, and marked as
 * the pull request's own statement. The pull request and the commit come from GitHub's event.
 * @returns 0 if the comment exists or is not needed any more, 2 if it could not be written
 */
export async function runCommentMode(parts: CommentParts): Promise<number> {
  const { runner } = parts;
  let isAsked = false;
  try {
    const { inputs, run } = askedOf(parts);
    const io = placedIo(parts.io, runner);
    isAsked = true;
    await show(await bodyOf(inputs, run, { ...parts, io }), inputs, run, parts);
    return EXIT_CODES.passed;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The followed run has its own job summary.
    if (!isAsked) await summarize(`### ❌ fleet-gate: wrong usage\n\n**${prose(error.message)}**\n`, runner);
    runner.log(`${workflowCommand('error', { title: 'fleet-gate' }, withoutCommands(oneLine(error.message)))}\n`);
    return EXIT_CODES.usage;
  }
}

/** @throws {ConfigError} the inputs are not valid, or the event does not name a run */
function askedOf({ runner, context }: CommentParts): { readonly inputs: CommentInputs; readonly run: ReportedRun } {
  const inputs = readCommentInputs((name) => runner.input(name));
  runner.secret(inputs.token);
  if (context.reported === undefined)
    throw new ConfigError(
      'mode: comment shows what a run of a pull request reported; start it with on: workflow_run, after a pull_request run',
    );
  return { inputs, run: context.reported };
}

async function summarize(markdown: string, runner: Runner): Promise<void> {
  await runner
    .summary(markdown)
    .catch((error: unknown) => runner.warning(`the job summary could not be written (${oneLine(String(error))})`));
}

interface Body {
  readonly markdown: string;
  /** Whether to create a comment if there is none. */
  readonly create: boolean;
  /** Why the report cannot be shown. */
  readonly fault?: ConfigError;
}

async function bodyOf({ report: file, when, key }: CommentInputs, run: ReportedRun, { io, context }: CommentParts): Promise<Body> {
  const head = `${markerOf(key === '' ? `${context.job}/comment` : key)}${headOf(run)}\n\n`;
  const source = context.source === undefined ? {} : { source: { ...context.source, sha: run.head.sha } };
  try {
    const report: Report = foreignReport(readReport(await textOf(path.resolve(io.cwd, file))), run);
    return {
      markdown: renderMarkdown(report, { limit: COMMENT_LIMIT, prefix: head, ...source }),
      create: when === 'always' || isToldOf(report),
    };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnreadableFile)) throw error;
    // Without this, an earlier comment would keep describing an earlier commit.
    const fault = new ConfigError(`the report ${file} cannot be shown: ${oneLine(error.message)}`);
    return { markdown: `${head}The report of this run cannot be shown: it is missing, or is not a report.\n`, create: false, fault };
  }
}

/** The first lines of the comment. Only this program writes them. */
function headOf({ head, page, conclusion }: ReportedRun): string {
  const run = page !== undefined && isAddress(page) ? link('a run', page) : 'a run';
  const ended = conclusion === undefined ? '' : `, which ended with ${code(conclusion)}`;
  return (
    `> **As reported by ${run} of this pull request**${ended}, at commit ${code(head.sha.slice(0, 7))} of ${code(head.repository)}.\n` +
    '> The author of the pull request could change the content of that run. This repository has not checked it.'
  );
}

/** @throws {ConfigError} it is not a regular file: an archive can contain a link to any file */
async function textOf(file: string): Promise<string> {
  const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile();
  if (isFile !== true) throw new ConfigError(isFile === undefined ? 'the file does not exist' : 'it is not a regular file');
  return textOfFile(file, MOST_BYTES);
}

async function show({ markdown, create, fault }: Body, inputs: CommentInputs, run: ReportedRun, parts: CommentParts): Promise<void> {
  const { runner, openGitHub } = parts;
  if (inputs.summary) await summarize(markdown, runner);
  const place = { kind: 'head', head: run.head } as const;
  const [marker = ''] = markdown.split('\n', 1);
  const result = await publishComment({ place, marker, body: markdown, create }, () => openGitHub(inputs.token));
  if (result.kind === 'noPlace') runner.notice(`no comment: ${oneLine(result.why)}`);
  if ('id' in result) runner.output('comment-id', String(result.id));
  if (fault !== undefined) throw fault;
  if (result.kind === 'failed') throw new ConfigError(`the comment was not written: ${result.why}`);
}

/** The inputs of `mode: comment`. */
interface CommentInputs {
  /** The file with the report to show. */
  readonly report: string;
  readonly when: 'always' | 'on-failure';
  /** Distinguishes the comments of one pull request. Empty: derived from workflow and job. */
  readonly key: string;
  readonly summary: boolean;
  readonly token: string;
}

/**
 * @param read returns the value of an input, empty if it is not set
 * @throws {ConfigError} the report or the token is missing, a word is unknown, or an input belongs to another mode
 */
function readCommentInputs(read: (name: string) => string): CommentInputs {
  const foreign = INPUT_NAMES.find((name) => !modesOf(name).includes('comment') && isSet(read(name)));
  if (foreign !== undefined) throw new ConfigError(`input "${foreign}" means nothing with mode: comment; remove the input`);
  const [report, token] = [read('from-report'), read('github-token')];
  if (report === '') throw new ConfigError('mode: comment needs the report to show; set from-report to the file that report-file wrote');
  if (token === '') throw new ConfigError('mode: comment needs a github-token that may write comments');
  return {
    report,
    // If the input is not set, `read` returns `never`.
    when: oneOf('comment', read('comment') || 'never', COMMENT_WHEN) === 'on-failure' ? 'on-failure' : 'always',
    key: read('comment-key'),
    summary: read('summary') === '' || isTrue('summary', read('summary')),
    token,
  };
}
