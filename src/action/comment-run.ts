import { createHash } from 'node:crypto';

/** The step that wrote a comment: its run, the attempt, and a hash of job and step. */
export interface CommentRun {
  readonly id: number;
  readonly attempt: number;
  /** Identifies one step of one job. Each job of a matrix has its own value. */
  readonly step: string;
}

/** `undefined` if the environment does not identify the step. */
export function commentRun(env: Readonly<Record<string, string | undefined>>): CommentRun | undefined {
  const { GITHUB_ACTION: action, RUNNER_TRACKING_ID: job, GITHUB_RUN_ID: id, GITHUB_RUN_ATTEMPT: attempt } = env;
  if (action === undefined || job === undefined || !isCount(id) || !isCount(attempt)) return undefined;
  return { id: Number(id), attempt: Number(attempt), step: createHash('sha256').update(`${job} ${action}`).digest('hex').slice(0, 16) };
}

/** The hidden second line of a comment. It tells later writers which step wrote the comment. */
export function runLine({ id, attempt, step }: CommentRun, failed: boolean): string {
  return `<!-- fleet-gate run: ${id}.${attempt} ${step} ${failed ? 'failed' : 'passed'} -->\n`;
}

/**
 * Why a comment must not be overwritten; `undefined` if it may be.
 * @param body of the comment
 * @param failed whether the current step failed
 */
export function reasonToKeep(body: string, run: CommentRun, failed: boolean): string | undefined {
  const writer = writerOf(body);
  if (writer === undefined) return undefined;
  const age = ageOf(writer, run);
  if (age > 0) return 'a newer run has written it';
  if (age < 0 || writer.step === run.step || !writer.failed || failed) return undefined;
  return 'another job or step of this run has written it, and failed; give each a comment-key of its own';
}

/**
 * Like `reasonToKeep`, for a comment that another step wrote at the same moment. A step that passed does not overwrite another step of its
 * run, because that step may be about to report a failure there.
 */
export function reasonToKeepOlder(body: string, run: CommentRun, failed: boolean): string | undefined {
  const writer = writerOf(body);
  const isOfOthers = writer !== undefined && ageOf(writer, run) === 0 && writer.step !== run.step;
  if (!isOfOthers || failed || writer.failed) return reasonToKeep(body, run, failed);
  return 'another job or step of this run has written it at the same moment; give each a comment-key of its own';
}

function writerOf(body: string): (CommentRun & { readonly failed: boolean }) | undefined {
  // Only the second line is read, because the text of a report cannot appear there.
  const [, id, attempt, step = '', outcome] = /^.*\r?\n<!-- fleet-gate run: (\d+)\.(\d+) ([0-9a-f]+) (failed|passed) -->/.exec(body) ?? [];
  return id === undefined ? undefined : { id: Number(id), attempt: Number(attempt), step, failed: outcome === 'failed' };
}

/** Positive if the writer started later. */
function ageOf(writer: CommentRun, run: CommentRun): number {
  return writer.id - run.id || writer.attempt - run.attempt;
}

function isCount(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text);
}
