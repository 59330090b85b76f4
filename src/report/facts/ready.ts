import { displayName, objectKey } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { ReadyDryRuns, ReadyEffect, ReadyPlacement, ReadyReason, ReadyReport } from '../../report.ts';
import { counted } from './words/words.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';

/** The words for each effect of a reason. */
export const READY_WORDS: Readonly<Record<ReadyEffect, string>> = { blocks: 'not ready', waits: 'wait', warns: 'warning' };

/** `READY with 1 warning and 2 not checked`: a pass with reservations must not read as one without them. */
export function readyWord({ reasons, notChecked }: ReadyReport): string {
  const warnings = reasons.filter(({ effect }) => effect === 'warns').length;
  const counts = [
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
    ...(notChecked.length === 0 ? [] : [`${notChecked.length} not checked`]),
  ];
  return counts.length === 0 ? 'READY' : `READY with ${counts.join(' and ')}`;
}

/** One sentence: the decisive reason, or what would be rolled out. Untrusted text. */
export function readyCause(ready: ReadyReport): string {
  const { reasons, notChecked } = ready;
  const blocking = reasons.filter(({ effect }) => effect === 'blocks');
  const open = notChecked.find(({ decides }) => decides === true);
  const waiting = reasons.filter(({ effect }) => effect === 'waits');
  const deciding = blocking.length > 0 || open !== undefined ? blocking : waiting;
  const [first] = deciding;
  if (first !== undefined) {
    const others = deciding.length - 1;
    return `${withoutFullStop(first.message)}${others === 0 ? '' : ` (and ${counted(others, 'more reason')})`}${openTail(ready)}`;
  }
  if (open !== undefined) return `not checked: ${withoutFullStop(open.message)}`;
  const [warning] = reasons;
  const warned = warning === undefined ? '' : `; warning: ${withoutFullStop(warning.message)}`;
  return `${rolloutText(ready)} may start now${warned}${openTail(ready)}`;
}

/** The first step for that reason. */
export function readyStep({ reasons }: ReadyReport): string | undefined {
  const [first] = reasons;
  return first?.effect === 'warns' ? undefined : first?.remedy;
}

/** What the check was about, in one line: placements, clusters and needs. Untrusted text. */
export function readyScope(ready: ReadyReport): string {
  const { found, dryRuns, windows } = ready;
  return [
    rolloutText(ready),
    ...(found === 0 ? [] : [`${counted(found, 'needed object')} found on ${found === 1 ? 'its' : 'their'} clusters`]),
    ...(dryRuns === undefined ? [] : [dryRunText(dryRuns)]),
    ...(windows === undefined
      ? []
      : [`${counted(windows.count, 'window')} for it${windows.ignored === undefined ? '' : `, ignored: ${windows.ignored}`}`]),
  ].join('; ');
}

/** A member whose login may write as well is named: that is a risk of the run itself. */
function dryRunText({ clusters, tried, notTried, unguarded = [] }: ReadyDryRuns): string {
  const open = notTried === 0 ? '' : `, ${notTried} not tried`;
  const risk = unguarded.length === 0 ? '' : `, with logins that may also write to ${listed(unguarded, 3)}`;
  return `${counted(tried, 'dry run')} on ${listed(clusters, 3)}${open}${risk}`;
}

/** Windows decide about the start alone. */
export const WINDOWS_NOTE = 'Windows decide only whether a rollout may start: one that has started goes on, on all of its clusters.';

/** A placement that selects nothing rolls nothing out: it only removes what it holds. */
function rolloutText({ placements, reasons }: ReadyReport): string {
  const removing = reasons.filter(({ id }) => id === 'selects-nothing');
  const isRemoving = ({ object }: ReadyPlacement): boolean =>
    removing.some((reason) => reason.object !== undefined && objectKey(reason.object) === objectKey(object));
  const [names, where] = namesText(placements.filter((placement) => !isRemoving(placement)));
  const [others, from] = namesText(removing);
  const parts = [
    ...(names === '' ? [] : [`the rollout of ${names} to ${where}`]),
    ...(others === '' ? [] : [`the removal of what ${others} placed on ${from}`]),
  ];
  return parts.length === 0 ? 'no rollout' : parts.join(' and ');
}

/** The names of placements, and how many clusters they have together. */
function namesText(placements: readonly Pick<ReadyReason, 'object' | 'clusters'>[]): readonly [string, string] {
  const clusters = new Set(placements.flatMap((placement) => placement.clusters ?? [])).size;
  const names = placements.flatMap(({ object }) => (object === undefined ? [] : [displayName(object)]));
  return [listed(names, 3), counted(clusters, 'cluster')];
}

function openTail({ notChecked }: ReadyReport): string {
  return notChecked.length === 0 ? '' : `; ${notChecked.length} not checked`;
}
