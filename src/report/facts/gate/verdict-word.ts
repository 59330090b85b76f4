import type { Verdict } from '../../../report.ts';

/** A verdict as people write it. */
export function verdictWord(verdict: Verdict): string {
  return verdict === 'notVerified' ? 'not verified' : verdict;
}

export const VERDICTS: readonly Verdict[] = ['passed', 'failed', 'waiting', 'stuck', 'superseded', 'notVerified', 'unknown'];
