import type { DoctorCheck, DoctorOutcome, DoctorReport, Report } from '../../report.ts';

import { counted, unstopped } from './words/words.ts';

/** How each outcome reads. */
export const DOCTOR_WORDS: Readonly<Record<DoctorOutcome, string>> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'failed',
  notChecked: 'not checked',
};

/** One sentence: what is in the way first, or that nothing is. Untrusted text. */
export function doctorCause({ checks }: DoctorReport): string {
  const first = checks.find(({ outcome }) => outcome === 'failed');
  if (first !== undefined) return `${first.title}: ${unstopped(first.evidence[0] ?? first.asks)}`;
  const late = checks.find(({ outcome }) => outcome === 'notChecked');
  if (late !== undefined) return `${late.title}: not checked, ${unstopped(late.evidence[0] ?? late.asks)}`;
  return `nothing is in the way to the hub (${counted(checks.length, 'check')} made)`;
}

/** What to do first about that. */
export function doctorStep({ checks }: DoctorReport): string | undefined {
  return checks.find(({ outcome }) => outcome === 'failed')?.remedy[0];
}

/** `1 warning`: what a pass does not say by itself. */
export function doctorCounts({ checks }: DoctorReport): readonly string[] {
  const warned = checks.filter(({ outcome }) => outcome === 'warning').length;
  return warned === 0 ? [] : [counted(warned, 'warning')];
}

/** The checks that a report shows: all of those that were asked for; beside a gate those that explain why it could not look. */
export function shownChecks({ command }: Pick<Report, 'command'>, { checks }: DoctorReport): readonly DoctorCheck[] {
  return command === 'doctor' ? checks : checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning');
}

/** What else could not be checked, where it is not shown by itself; `undefined` where there is nothing. Untrusted text. */
export function notCheckedLine(report: Pick<Report, 'command'>, { checks }: DoctorReport): string | undefined {
  const open = checks.filter(({ outcome }) => outcome === 'notChecked');
  if (report.command === 'doctor' || open.length === 0) return undefined;
  // Otherwise the reason is the check that failed.
  const why = checks.some(({ outcome }) => outcome === 'failed') ? '' : ` (${open[0]?.evidence[0] ?? ''})`;
  return `not checked: ${open.map(({ title }) => title).join(', ')}${why}`;
}

/** What stands before the checks. */
export function doctorTitle({ command }: Pick<Report, 'command'>, { checks }: DoctorReport): string {
  if (command === 'doctor') return 'the way to the hub';
  // What a judgement did without was found on the way.
  if (checks.every(({ id }) => id === 'rights')) return 'rights that are missing';
  const isClear = checks.every(({ outcome }) => outcome === 'ok' || outcome === 'warning');
  return isClear ? 'the way to the hub, looked at afterwards: nothing is in the way now' : 'the way to the hub, looked at afterwards';
}

/** Roles to apply. */
export interface ShownRole {
  /** `the ClusterRole and the Role in namespace team that would allow it`. Untrusted text. */
  readonly title: string;
  readonly yaml: string;
}

/** The roles, where rights are what is missing. */
export function missingRole({ checks, role, roleTitle = 'the roles' }: DoctorReport): ShownRole | undefined {
  const rights = checks.find(({ id }) => id === 'rights');
  if (role === undefined || (rights?.outcome !== 'failed' && rights?.outcome !== 'warning')) return undefined;
  return { title: `${roleTitle} that would allow it`, yaml: role };
}
