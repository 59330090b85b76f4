import { createHash } from 'node:crypto';

/** What of a workflow wrote a comment: the run, its attempt, and which of its jobs and steps. */
export interface CommentRun {
  readonly id: number;
  readonly attempt: number;
  /** The same for one step of one job, another one for each job of a matrix. */
  readonly step: string;
}

/** `undefined` where the runner does not say enough to tell steps apart. */
export function commentRun(env: Readonly<Record<string, string | undefined>>): CommentRun | undefined {
  const { GITHUB_ACTION: action, RUNNER_TRACKING_ID: job, GITHUB_RUN_ID: id, GITHUB_RUN_ATTEMPT: attempt } = env;
  if (action === undefined || job === undefined || !isCount(id) || !isCount(attempt)) return undefined;
  return { id: Number(id), attempt: Number(attempt), step: createHash('sha256').update(`${job} ${action}`).digest('hex').slice(0, 16) };
}

/** The hidden line, behind the one the comment is found by, that tells later writers whose it is. */
export function runLine({ id, attempt, step }: CommentRun, failed: boolean): string {
  return `<!-- fleet-gate run: ${id}.${attempt} ${step} ${failed ? 'failed' : 'passed'} -->\n`;
}

/** Why a comment must stand as it is; `undefined` where it may be written anew. @param body of the comment @param failed whether the writer did */
export function whyItStands(body: string, run: CommentRun, failed: boolean): string | undefined {
  const writer = writerOf(body);
  if (writer === undefined) return undefined;
  const age = ageOf(writer, run);
  if (age > 0) return 'a newer run has written it';
  if (age < 0 || writer.step === run.step || !writer.failed || failed) return undefined;
  return 'another job or step of this run has written it, and failed; give each a comment-key of its own';
}

/**
 * The same of a comment that somebody wrote while the writer wrote one. A writer that passed leaves it to others of its run, whatever they say:
 * one of them may be about to say there that it failed.
 */
export function whyOlderStands(body: string, run: CommentRun, failed: boolean): string | undefined {
  const writer = writerOf(body);
  const isOfOthers = writer !== undefined && ageOf(writer, run) === 0 && writer.step !== run.step;
  if (!isOfOthers || failed || writer.failed) return whyItStands(body, run, failed);
  return 'another job or step of this run has written it at the same moment; give each a comment-key of its own';
}

function writerOf(body: string): (CommentRun & { readonly failed: boolean }) | undefined {
  // Right behind the first line, where no text of a report can stand.
  const [, id, attempt, step = '', outcome] = /^.*\r?\n<!-- fleet-gate run: (\d+)\.(\d+) ([0-9a-f]+) (failed|passed) -->/.exec(body) ?? [];
  return id === undefined ? undefined : { id: Number(id), attempt: Number(attempt), step, failed: outcome === 'failed' };
}

/** More than nothing for a writer that started later. */
function ageOf(writer: CommentRun, run: CommentRun): number {
  return writer.id - run.id || writer.attempt - run.attempt;
}

function isCount(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text);
}
