import { isTargetKind } from '../gates/deploy/target.ts';
import { fleetGateOfHub, type Reach, REACH_UNKNOWN } from '../gates/reach.ts';
import { shellWord } from '../fleet/text/shell-word.ts';
import { shortName } from '../fleet/kubefleet/short-names.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import { code, prose, sentence } from '../report/markdown/markup.ts';
import type { BadObject } from '../watch-report.ts';
import { type Remembered, toRemembered, type WatchMemory } from './memory.ts';
import { shortLine } from '../report/facts/words/visible.ts';

/** The label of all issues of `watch`: they are listed by it. */
export const ISSUE_LABEL = 'fleet-gate-watch';

export interface IssueText {
  readonly title: string;
  readonly body: string;
}

/** An open issue of `watch` as GitHub has it. */
export interface OpenIssue extends IssueText {
  readonly number: number;
}

export interface IssuePlan {
  readonly open: readonly (IssueText & { readonly object: BadObject['object'] })[];
  readonly update: readonly OpenIssue[];
  /** The issue, and why it is closed. */
  readonly close: readonly { readonly number: number; readonly why: string }[];
}

/**
 * What to do so that each bad object has exactly one open issue. Issues of another watch are left alone.
 * @param issues open issues with the label, written by us
 */
export function issuePlan(
  issues: readonly OpenIssue[],
  { hub, objects }: WatchMemory,
  title: string | undefined,
  reach = REACH_UNKNOWN,
): IssuePlan {
  const ours = issues.flatMap((issue) => {
    const found = rememberedIn(issue.body, hub);
    return found === undefined ? [] : [{ issue, name: displayName(found.object) }];
  });
  const texts = Object.entries(objects).flatMap(([name, remembered]) =>
    remembered.bad === undefined ? [] : [{ name, object: remembered.object, ...issueText(remembered, hub, title, reach) }],
  );
  const first = new Map(ours.toReversed().map(({ issue, name }) => [name, issue]));
  return {
    open: texts.filter(({ name }) => !first.has(name)).map(({ object, title: heading, body }) => ({ object, title: heading, body })),
    update: texts.flatMap(({ name, title: heading, body }) => {
      const issue = first.get(name);
      const isSame = issue !== undefined && issue.title === heading && issue.body.replaceAll('\r\n', '\n').trim() === body.trim();
      return issue === undefined || isSame ? [] : [{ number: issue.number, title: heading, body }];
    }),
    close: ours.flatMap(({ issue: { number }, name }) => {
      const kept = first.get(name)?.number;
      if (kept !== number) return [{ number, why: `Issue #${kept} is about the same object.` }];
      const now = objects[name];
      return now?.bad === undefined ? [{ number, why: whyClosed(now) }] : [];
    }),
  };
}

function whyClosed(now: Remembered | undefined): string {
  if (now === undefined) return 'It is not watched any more: deleted, replaced by a newer update run, or needed no longer.';
  return now.state === 'good' ? 'It is good again.' : 'The last check did not find it bad.';
}

/** The issue about an object; `undefined` if there is none. */
export function issueOf(issues: readonly OpenIssue[], object: BadObject['object'], hub: string): OpenIssue | undefined {
  const name = displayName(object);
  return issues.find(({ body }) => {
    const found = rememberedIn(body, hub);
    return found !== undefined && displayName(found.object) === name;
  });
}

/** The memory that issues hold, for a watch that has lost its state. @param at RFC 3339 */
export function memoryOfIssues(issues: readonly OpenIssue[], hub: string, at: string): WatchMemory {
  const found = issues.toReversed().flatMap(({ body }) => rememberedIn(body, hub) ?? []);
  return { hub, at, objects: Object.fromEntries(found.map((remembered) => [displayName(remembered.object), remembered])) };
}

function issueText(remembered: Remembered, hub: string, title: string | undefined, reach: Reach): IssueText {
  const { object, since, bad } = remembered;
  const { cause = '', step, failure } = bad ?? {};
  const name = displayName(object);
  const lines = [
    `${MARKER}${encoded({ hub, object, state: 'bad', since, bad })} -->`,
    `**${sentence(cause)}**`,
    [
      ...(title === undefined ? [] : [`- Hub: ${prose(title)}`]),
      `- Object: ${code(name)}`,
      `- Since: ${since}`,
      ...(failure === undefined ? [] : [`- Failure: ${code(failure)} (${code(`fleet-gate explain ${failure}`)})`]),
      ...(isTargetKind(object.kind) ? [`- Evidence: ${code(fleetGateOfHub(reach, 'diagnose', shellWord(shortName(object))))}`] : []),
    ].join('\n'),
    ...(step === undefined ? [] : [`**First:** ${sentence(step, 1000)}`]),
    'fleet-gate watch updates this issue and closes it when the object is good again.',
  ];
  return {
    title: shortLine(`${title === undefined ? '' : `${title}: `}${name}: ${cause}`, LONGEST_TITLE),
    body: `${lines.join('\n\n')}\n`,
  };
}

/** GitHub allows 256. */
const LONGEST_TITLE = 200;
const MARKER = '<!-- fleet-gate watch v1: ';

function encoded(value: object): string {
  return encodeURIComponent(JSON.stringify(value).toWellFormed()).replaceAll('-', '%2D');
}

/** `undefined` if it is not an issue of this watch. */
function rememberedIn(body: string, hub: string): Remembered | undefined {
  if (!body.startsWith(MARKER)) return undefined;
  const end = body.indexOf(' -->');
  try {
    const value: unknown = JSON.parse(decodeURIComponent(body.slice(MARKER.length, end)));
    const marked = value as { readonly hub?: unknown };
    const found = marked.hub === hub ? toRemembered(value) : undefined;
    return found?.bad && { object: found.object, state: 'bad', since: found.since, bad: found.bad };
  } catch {
    return undefined;
  }
}
