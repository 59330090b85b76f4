import type { Report } from '../../report.ts';
import { chatText } from '../facts/words/chat-text.ts';
import { gatedByVerdict, worstOfClusters } from '../facts/gate/gated.ts';
import { headlineOf } from '../facts/headline.ts';
import { jsonText } from '../facts/words/json-text.ts';
import { noteLines, settingsLines } from '../facts/notes.ts';
import { isAddress } from '../facts/lint/permalink.ts';
import { runPage } from '../facts/run-page.ts';
import { clipAtWord, shortLine } from '../facts/words/visible.ts';
import { counted } from '../facts/words/words.ts';

export const NOTIFY_SCHEMA = 'notify-v1';

/** The message for a chat step: `notify-v1`. Later versions only add fields. Each text is one line without hidden characters. */
export interface Notification {
  readonly schema: typeof NOTIFY_SCHEMA;
  /** The outcome in words, `FAILED`, `PASSED with 1 warning`. */
  readonly verdict: string;
  /** Absent if the tool stopped on an internal error. */
  readonly outcome?: Report['outcome'];
  readonly exitCode: number;
  readonly command: string;
  /** The cause, in at most 300 characters. */
  readonly cause: string;
  /** The first step. */
  readonly firstStep?: string;
  /** The first few remarks: what a change silences, notes and settings. */
  readonly remarks?: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly repository?: string;
  readonly sha?: string;
  readonly pullRequest?: number;
  readonly links: NotifyLinks;
  /** Verdict, cause and the page of the run in one line. It contains no markup and no mention, so it can be sent unchanged. */
  readonly text: string;
  /** RFC 3339 UTC. */
  readonly at: string;
}

/** All except `report` are addresses. */
export interface NotifyLinks {
  readonly run?: string;
  readonly pullRequest?: string;
  readonly comment?: string;
  /** The file of the report, as given by the user. */
  readonly report?: string;
}

/** Where and when the run happened, as the shell knows it. */
export interface NotifyContext {
  readonly at: Date;
  /** The command, if it is not that of the report. */
  readonly command?: string;
  readonly repository?: string;
  readonly sha?: string;
  readonly pullRequest?: number;
  readonly links?: Omit<NotifyLinks, 'run'>;
}

/** The most bytes of the file. */
export const NOTIFY_LIMIT = 4096;
/** The most characters of a text: the first size that fits is used. The number of bytes varies: a Chinese character needs three. */
const SIZES = [300, 200, 120, 60];

/** The notification, smaller than `NOTIFY_LIMIT` in UTF-8 once it is written as JSON. */
export function notificationOf(report: Report, context: NotifyContext): Notification {
  const all = SIZES.map((size) => sized(report, context, size));
  return all.find((notification) => bytesOf(notification) < NOTIFY_LIMIT) ?? sized(report, { at: context.at }, 60);
}

/** For an internal error, which has no report. */
export function faultNotification(command: string, context: NotifyContext): Notification {
  const cause = 'fleet-gate stopped with an internal error; nothing was checked, and the log has the stack trace';
  const { at, ...place } = placeOf(context, 300);
  return {
    schema: NOTIFY_SCHEMA,
    verdict: 'FAULT',
    exitCode: 99,
    command,
    cause,
    counts: {},
    ...place,
    text: `fleet-gate: FAULT: ${cause}`,
    at,
  };
}

function sized(report: Report, context: NotifyContext, size: number): Notification {
  const { word, text, step } = headlineOf(report);
  const line = (said: string): string => clipAtWord(shortLine(said, 4 * size), size);
  const cause = line(text);
  const remarks = remarksOf(report, line);
  const { at, ...place } = placeOf(context, size);
  const page = runPage(report);
  const run = page === undefined || page.length > LONGEST_ADDRESS ? {} : { run: page };
  return {
    schema: NOTIFY_SCHEMA,
    verdict: word,
    outcome: report.outcome,
    exitCode: report.exitCode,
    command: context.command === undefined ? report.command : shortLine(context.command, 40),
    cause,
    ...(step === undefined ? {} : { firstStep: line(step) }),
    ...(remarks.length === 0 ? {} : { remarks }),
    counts: countsOf(report),
    ...place,
    links: { ...run, ...place.links },
    text: textOf(report, word, cause, { ...place, ...run }),
    at,
  };
}

/** `fleet-gate: FAILED (contoso/fleet #7): why; https://…`: a cut of the cause keeps the remark that something is silenced. */
function textOf(
  { silenced = [] }: Report,
  word: string,
  cause: string,
  { repository, pullRequest, run }: Pick<Notification, 'repository' | 'pullRequest'> & { readonly run?: string },
): string {
  const where = [repository, pullRequest === undefined ? undefined : `#${pullRequest}`].filter((part) => part !== undefined).join(' ');
  const silence = silenced.length > 0 && cause.endsWith('…') ? `; the change relaxes ${counted(silenced.length, 'check')}` : '';
  const said = chatText(`${word}${where === '' ? '' : ` (${where})`}: ${cause}${silence}`);
  return `fleet-gate: ${said}${run === undefined ? '' : ` ${run}`}`;
}

/** The most remarks that are quoted. For the others, only their number is shown. */
const QUOTED = 2;

function remarksOf(report: Report, line: (text: string) => string): readonly string[] {
  const all = [...noteLines(report), ...settingsLines(report)];
  const more = all.length - QUOTED;
  return [...all.slice(0, QUOTED).map(line), ...(more > 0 ? [`and ${counted(more, 'more remark')}`] : [])];
}

function countsOf({ command, lint, plan, ready, gate, watch, removals = [] }: Report): Notification['counts'] {
  const gated = gate === undefined ? [] : gatedByVerdict(gate);
  const clusters = worstOfClusters(gated);
  const passed = (list: readonly { readonly verdict: string }[]): number => list.filter(({ verdict }) => verdict === 'passed').length;
  const notEvaluated = (lint ?? plan)?.notEvaluated?.length ?? 0;
  return {
    ...(lint === undefined
      ? {}
      : { errors: lint.counts.error, warnings: lint.counts.warning, notices: lint.counts.notice, suppressed: lint.counts.suppressed }),
    ...(lint === undefined && plan === undefined ? {} : { notEvaluated }),
    ...(plan === undefined ? {} : { planned: plan.placements.length }),
    ...(ready === undefined
      ? {}
      : { placements: ready.placements.length, reasons: ready.reasons.length, notChecked: ready.notChecked.length }),
    ...(removals.length === 0 ? {} : { removals: removals.length }),
    ...(watch === undefined ? {} : { ...watch.counts, changes: watch.changes.length }),
    ...(gate === undefined || command === 'watch'
      ? {}
      : { placements: gated.length, placementsPassed: passed(gated), clusters: clusters.length, clustersPassed: passed(clusters) }),
  };
}

/** The longest address. Longer ones are left out. */
const LONGEST_ADDRESS = 400;

function placeOf(
  { at, repository, sha, pullRequest, links = {} }: NotifyContext,
  size: number,
): Pick<Notification, 'repository' | 'sha' | 'pullRequest' | 'links' | 'at'> {
  const address = (name: 'pullRequest' | 'comment'): NotifyLinks => {
    const page = links[name];
    return page !== undefined && page.length <= LONGEST_ADDRESS && isAddress(page) ? { [name]: page } : {};
  };
  return {
    ...(repository === undefined ? {} : { repository: shortLine(repository, size) }),
    ...(sha === undefined ? {} : { sha: shortLine(sha, 64) }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    links: {
      ...address('pullRequest'),
      ...address('comment'),
      ...(links.report === undefined ? {} : { report: shortLine(links.report, size) }),
    },
    at: at.toISOString(),
  };
}

function bytesOf(notification: Notification): number {
  return new TextEncoder().encode(jsonText(notification)).length;
}
