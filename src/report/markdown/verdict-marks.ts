import type { Verdict } from '../../report.ts';
import { verdictWord } from '../facts/gate/verdict-word.ts';

/** A verdict as a picture, for a table that has no room for words. */
export const VERDICT_ICONS: Readonly<Record<Verdict, string>> = {
  passed: '✅',
  failed: '❌',
  waiting: '⏳',
  stuck: '❌',
  superseded: '⏭️',
  notVerified: '❔',
  unknown: '❔',
};

/** `❌ failed` */
export function verdictMark(verdict: Verdict): string {
  return `${VERDICT_ICONS[verdict]} ${verdictWord(verdict)}`;
}
