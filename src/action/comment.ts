import type { CommentPlace } from './event.ts';
import { gitHubProblem, type GitHub, type IssueComment } from './github.ts';

export type CommentResult =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly id: number; readonly pull: number }
  /** It stands as it is. */
  | { readonly kind: 'left'; readonly why: string; readonly id: number; readonly pull: number }
  /** Nothing had to be said. */
  | { readonly kind: 'quiet' }
  /** There is no place for a comment. */
  | { readonly kind: 'noPlace'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface StickyComment {
  readonly place: CommentPlace;
  /** The first line of the comment, see `markerOf`. */
  readonly marker: string;
  /** The whole comment, marker included. */
  readonly body: string;
  /** Write one where there is none yet; an old one is brought up to date in any case, or it would go on telling what is no longer so. */
  readonly create: boolean;
  /** Why a comment with this text must not be overwritten; `undefined` where it may be. */
  readonly whyItStands?: (body: string) => string | undefined;
  /** The same of one that was written while this one was. */
  readonly whyOlderStands?: (body: string) => string | undefined;
  /** Resolves once whoever looked before this one was written has written as well; absent where others may write over it. */
  readonly othersWritten?: () => Promise<void>;
}

/** The hidden line our comment is found by. The key is encoded: it comes from names in the workflow and must not end the HTML comment. */
export function markerOf(key: string): string {
  return `<!-- fleet-gate comment v1: ${encodeURIComponent(key.toWellFormed()).replaceAll('-', '%2D')} -->\n`;
}

/**
 * One comment a pull request, job and mode: created once, then updated in place. Only a comment that carries the marker and was written by
 * ourselves is touched. Never rejects: what goes wrong with a comment must not change a verdict.
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
  // The event does not say which of them it was run for.
  return others.length > 0 ? undefined : pull;
}

async function upsert(comment: StickyComment, pull: number, github: GitHub): Promise<CommentResult> {
  const { marker, body, create, whyItStands } = comment;
  const mine = await findOwn(marker, pull, github);
  if (mine === undefined && !create) return { kind: 'quiet' };
  if (mine === undefined) return withoutTwin(comment, { id: await github.createComment(pull, body), pull }, github);
  if (sameText(mine.body, body)) return { kind: 'unchanged', id: mine.id, pull };
  const why = whyItStands?.(mine.body);
  if (why !== undefined) return { kind: 'left', why, id: mine.id, pull };
  await github.updateComment(mine.id, body);
  // It stands all the same where nobody can look.
  await writeOverLate(comment, pull, github).catch(() => undefined);
  return { kind: 'updated', id: mine.id, pull };
}

/** GitHub takes every update: one that was decided on before ours may come after it. What has come by now and may not stand is written over. */
async function writeOverLate({ marker, body, whyItStands, othersWritten }: StickyComment, pull: number, github: GitHub): Promise<void> {
  if (othersWritten === undefined) return;
  await othersWritten();
  const now = await findOwn(marker, pull, github);
  if (now !== undefined && !sameText(now.body, body) && whyItStands?.(now.body) === undefined) await github.updateComment(now.id, body);
}

interface Created {
  readonly id: number;
  readonly pull: number;
}

/**
 * Two jobs that saw no comment make one each. Whoever made the later one sees the earlier: it writes there what it has to say, and then takes
 * its own away, so that nothing is lost in between. Where that fails, both stay.
 */
async function withoutTwin(comment: StickyComment, made: Created, github: GitHub): Promise<CommentResult> {
  const { marker, body, whyOlderStands } = comment;
  try {
    const oldest = await findOwn(marker, made.pull, github);
    if (oldest === undefined || oldest.id >= made.id) return { kind: 'created', ...made };
    const why = whyOlderStands?.(oldest.body);
    if (why === undefined && !sameText(oldest.body, body)) await github.updateComment(oldest.id, body);
    await github.deleteComment(made.id);
    const kept = { id: oldest.id, pull: made.pull };
    return why === undefined ? { kind: 'updated', ...kept } : { kind: 'left', why, ...kept };
  } catch {
    return { kind: 'created', ...made };
  }
}

/** Anyone can copy the marker; who wrote the comment cannot be forged. The question who we are is asked only when a marker was found. */
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
    // The job's own token, the default, writes as this one.
    return 'github-actions[bot]';
  }
}

function sameText(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n').trim() === b.trim();
}
