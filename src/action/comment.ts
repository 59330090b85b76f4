import type { CommentPlace } from './event.ts';
import type { GitHub, IssueComment } from './github.ts';
import { gitHubProblem } from './github-error.ts';

export type CommentResult =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly id: number; readonly pull: number }
  /** The comment was not changed. */
  | { readonly kind: 'left'; readonly why: string; readonly id: number; readonly pull: number }
  /** There was nothing to report. */
  | { readonly kind: 'quiet' }
  /** There is no pull request to comment on. */
  | { readonly kind: 'noPlace'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface StickyComment {
  readonly place: CommentPlace;
  /** The first line of the comment, see `markerOf`. */
  readonly marker: string;
  /** The whole comment, marker included. */
  readonly body: string;
  /**
   * Whether to create a comment if there is none. An existing comment is always updated, because it would otherwise report an outdated
   * result.
   */
  readonly create: boolean;
  /** Why a comment with this text must not be overwritten; `undefined` if it may be. */
  readonly reasonToKeep?: (body: string) => string | undefined;
  /** The same for a comment that was written at the same moment as this one. */
  readonly reasonToKeepOlder?: (body: string) => string | undefined;
  /**
   * Resolves when the jobs that read the comment before this one was written have also written theirs. Absent if others may overwrite it.
   */
  readonly othersWritten?: () => Promise<void>;
}

/**
 * The hidden line that identifies our comment. The key is encoded: it comes from names in the workflow and must not end the HTML comment.
 */
export function markerOf(key: string): string {
  return `<!-- fleet-gate comment v1: ${encodeURIComponent(key.toWellFormed()).replaceAll('-', '%2D')} -->\n`;
}

/**
 * Writes one comment for each pull request, job and mode: it is created once, then updated in place. A comment is changed only if it has
 * the marker and we wrote it. Never rejects: a failure to comment must not change a verdict.
 */
export async function publishComment(comment: StickyComment, open: () => Promise<GitHub>): Promise<CommentResult> {
  if (comment.place.kind === 'none') return { kind: 'noPlace', why: comment.place.why };
  try {
    const github = await open();
    const pull = await pullOf(comment.place, github);
    if (pull === undefined) return { kind: 'noPlace', why: WHY_NO_PULL[comment.place.kind] };
    return await upsert(comment, pull, github);
  } catch (error) {
    return { kind: 'failed', why: gitHubProblem(error, 'pull-requests') };
  }
}

type SomePlace = Exclude<CommentPlace, { kind: 'none' }>;

const WHY_NO_PULL: Readonly<Record<SomePlace['kind'], string>> = {
  pull: 'there is no pull request',
  commit: 'this commit belongs to no pull request',
  head: 'not exactly one open pull request has this commit as its head; it was closed, or a newer commit has a run of its own',
};

async function pullOf(place: SomePlace, github: GitHub): Promise<number | undefined> {
  if (place.kind === 'pull') return place.number;
  if (place.kind === 'commit') return (await github.pullsOf(place.sha))[0];
  const [pull, ...others] = await github.pullsFrom(place.head);
  // The event does not say which of the pull requests the run was for.
  return others.length > 0 ? undefined : pull;
}

async function upsert(comment: StickyComment, pull: number, github: GitHub): Promise<CommentResult> {
  const { marker, body, create, reasonToKeep } = comment;
  const mine = await findOwn(marker, pull, github);
  if (mine === undefined && !create) return { kind: 'quiet' };
  if (mine === undefined) return withoutTwin(comment, { id: await github.createComment(pull, body), pull }, github);
  if (sameText(mine.body, body)) return { kind: 'unchanged', id: mine.id, pull };
  const why = reasonToKeep?.(mine.body);
  if (why !== undefined) return { kind: 'left', why, id: mine.id, pull };
  await github.updateComment(mine.id, body);
  // Our comment is already written if this check fails.
  await writeOverLate(comment, pull, github).catch(() => undefined);
  return { kind: 'updated', id: mine.id, pull };
}

/**
 * GitHub accepts every update, so another job may overwrite our comment with text that it rendered earlier. Such text is replaced if it
 * may not stay.
 */
async function writeOverLate({ marker, body, reasonToKeep, othersWritten }: StickyComment, pull: number, github: GitHub): Promise<void> {
  if (othersWritten === undefined) return;
  await othersWritten();
  const now = await findOwn(marker, pull, github);
  if (now !== undefined && !sameText(now.body, body) && reasonToKeep?.(now.body) === undefined) await github.updateComment(now.id, body);
}

interface Created {
  readonly id: number;
  readonly pull: number;
}

/**
 * If two jobs find no comment, each creates one. The job that created the later comment updates the earlier one, then deletes its own, so
 * that nothing is lost in between. If that fails, both comments stay.
 */
async function withoutTwin(comment: StickyComment, made: Created, github: GitHub): Promise<CommentResult> {
  const { marker, body, reasonToKeepOlder } = comment;
  try {
    const oldest = await findOwn(marker, made.pull, github);
    if (oldest === undefined || oldest.id >= made.id) return { kind: 'created', ...made };
    const why = reasonToKeepOlder?.(oldest.body);
    if (why === undefined && !sameText(oldest.body, body)) await github.updateComment(oldest.id, body);
    await github.deleteComment(made.id);
    const kept = { id: oldest.id, pull: made.pull };
    return why === undefined ? { kind: 'updated', ...kept } : { kind: 'left', why, ...kept };
  } catch {
    return { kind: 'created', ...made };
  }
}

/** Anyone can copy the marker, but the author of a comment cannot be forged. Our own login is requested only if a marker was found. */
async function findOwn(marker: string, pull: number, github: GitHub): Promise<IssueComment | undefined> {
  let me: string | undefined;
  for await (const page of github.comments(pull)) {
    for (const comment of page) {
      if (!comment.body.startsWith(marker.trim())) continue;
      me ??= await identity(github);
      if (comment.author === me) return comment;
    }
  }
  return undefined;
}

async function identity(github: GitHub): Promise<string> {
  try {
    return await github.viewer();
  } catch {
    // The login of the job's own token, which is the default.
    return 'github-actions[bot]';
  }
}

function sameText(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n').trim() === b.trim();
}
