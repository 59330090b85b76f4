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
  // Right behind the first line, where no text of a report can stand.
  const [, id, attempt, step, outcome] = /^.*\r?\n<!-- fleet-gate run: (\d+)\.(\d+) ([0-9a-f]+) (failed|passed) -->/.exec(body) ?? [];
  if (id === undefined) return undefined;
  const age = Number(id) - run.id || Number(attempt) - run.attempt;
  if (age > 0) return 'a newer run has written it';
  if (age < 0 || step === run.step || outcome !== 'failed' || failed) return undefined;
  return 'another job or step of this run has written it, and failed; give each a comment-key of its own';
}

function isCount(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text);
}
