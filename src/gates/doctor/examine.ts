import { kubectlOfHub } from '../reach.ts';
import type { DoctorCheck, DoctorReport } from '../../report.ts';
import { durationText } from '../../duration.ts';
import type { Clock } from '../clock.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { Check, Found, Obstacle } from './check.ts';
import { failureOf } from './failure-of.ts';
import type { StepwiseHub } from './stepwise-hub.ts';

export interface Examination {
  /**
   * The outcome of the first failed check. If none failed, it is `unreachable` if one could not be made in time, and `passed` if all were
   * made.
   */
  readonly outcome: 'passed' | Obstacle;
  readonly doctor: DoctorReport;
}

export interface ExamineLimits {
  readonly clock: Clock;
  /** Milliseconds for all checks together. */
  readonly limitMs: number;
  /** Aborting it ends the checks at once. */
  readonly signal: AbortSignal;
}

/** Makes the checks in order. A check is skipped if one that it depends on failed, or if no time is left. */
export async function examine(checks: readonly Check[], way: StepwiseHub, { clock, limitMs, signal }: ExamineLimits): Promise<Examination> {
  const late = new AbortController();
  const over = AbortSignal.any([signal, late.signal]);
  void clock.sleep(limitMs, over).then(() => late.abort());
  const done: DoctorCheck[] = [];
  let outcome: Examination['outcome'] = 'passed';
  try {
    for (const check of checks) {
      const missing = done.find(({ id, outcome: of }) => check.needs.includes(id) && (of === 'failed' || of === 'notChecked'));
      const found = missing === undefined ? await unlessAborted(findingOf(check, way), over) : undefined;
      if (found?.outcome === 'failed' && outcome === 'passed') outcome = found.as;
      done.push(checkOf(check, found ?? notChecked(missing, limitMs)));
    }
    const rule = way.rule();
    if (outcome === 'passed' && done.some((check) => check.outcome === 'notChecked')) outcome = 'unreachable';
    return { outcome, doctor: { checks: done, ...(rule === undefined ? {} : { role: rule.yaml, roleTitle: rule.title }) } };
  } finally {
    late.abort();
    way.close();
  }
}

async function findingOf(check: Check, way: StepwiseHub): Promise<Found> {
  try {
    return await check.run(way);
  } catch (error) {
    return failureOf(
      error,
      way,
      check.remedy.map((step) => step.replaceAll('{hub}', kubectlOfHub(way.needs.reach))),
    );
  }
}

function checkOf(
  { id, title, asks }: Check,
  { outcome, evidence, remedy }: Pick<DoctorCheck, 'outcome' | 'evidence' | 'remedy'>,
): DoctorCheck {
  return { id, title, asks, outcome, evidence, remedy };
}

function notChecked(missing: DoctorCheck | undefined, limitMs: number): Pick<DoctorCheck, 'outcome' | 'evidence' | 'remedy'> {
  const why =
    missing === undefined
      ? `there was no answer within ${durationText(limitMs)}`
      : `skipped, because "${missing.title}" ${missing.outcome === 'failed' ? 'failed' : 'was skipped'}`;
  return { outcome: 'notChecked', evidence: [why], remedy: [] };
}
