import type { DoctorCheck, DoctorOutcome, DoctorReport, Report } from '../../report.ts';

import { counted } from './words/words.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';

/** The words for each outcome. */
export const DOCTOR_WORDS: Readonly<Record<DoctorOutcome, string>> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'failed',
  notChecked: 'not checked',
};

/** One sentence: the first check that failed, or that all passed. Untrusted text. */
export function doctorCause({ checks }: DoctorReport): string {
  const first = checks.find(({ outcome }) => outcome === 'failed');
  if (first !== undefined) return `${first.title}: ${withoutFullStop(first.evidence[0] ?? first.asks)}`;
  const late = checks.find(({ outcome }) => outcome === 'notChecked');
  if (late !== undefined) return `${late.title}: not checked, ${withoutFullStop(late.evidence[0] ?? late.asks)}`;
  return `the hub can be reached and read (${counted(checks.filter(({ outcome }) => outcome === 'ok').length, 'check')} passed)`;
}

/** The first step for that check. */
export function doctorStep({ checks }: DoctorReport): string | undefined {
  return checks.find(({ outcome }) => outcome === 'failed')?.remedy[0];
}

/** `1 warning`: what the word for a pass leaves out. */
export function doctorCounts({ checks }: DoctorReport): readonly string[] {
  const warned = checks.filter(({ outcome }) => outcome === 'warning').length;
  return warned === 0 ? [] : [counted(warned, 'warning')];
}

/**
 * The checks that a report shows: all checks of `doctor`; in the report of a gate only those that explain why the hub could not be read.
 */
export function shownChecks({ command }: Pick<Report, 'command'>, { checks }: DoctorReport): readonly DoctorCheck[] {
  return command === 'doctor' ? checks : checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning');
}

/** Checks that were skipped and are not shown one by one; `undefined` if there are none. Untrusted text. */
export function notCheckedLine(report: Pick<Report, 'command'>, { checks }: DoctorReport): string | undefined {
  const open = checks.filter(({ outcome }) => outcome === 'notChecked');
  if (report.command === 'doctor' || open.length === 0) return undefined;
  // Otherwise the failed check is the reason.
  const why = checks.some(({ outcome }) => outcome === 'failed') ? '' : ` (${open[0]?.evidence[0] ?? ''})`;
  return `not checked: ${open.map(({ title }) => title).join(', ')}${why}`;
}

/** The line before the checks. */
export function doctorTitle({ command }: Pick<Report, 'command'>, { checks }: DoctorReport): string {
  if (command === 'doctor') return 'the way to the hub';
  // A gate finds missing rights while it reads.
  if (checks.every(({ id }) => id === 'rights')) return 'rights that are missing';
  const isClear = checks.every(({ outcome }) => outcome === 'ok' || outcome === 'warning');
  return isClear
    ? 'the access to the hub, checked afterwards: the hub can be reached and read now'
    : 'the access to the hub, checked afterwards';
}

/** The roles to apply. */
export interface ShownRole {
  /** `the ClusterRole and the Role in namespace team that would allow it`. Untrusted text. */
  readonly title: string;
  readonly yaml: string;
}

/** The roles, if rights are missing. */
export function missingRole({ checks, role, roleTitle = 'the roles' }: DoctorReport): ShownRole | undefined {
  const rights = checks.find(({ id }) => id === 'rights');
  if (role === undefined || (rights?.outcome !== 'failed' && rights?.outcome !== 'warning')) return undefined;
  return { title: `${roleTitle} that would allow it`, yaml: role };
}
