import type { Report } from '../../report.ts';
import { headlineOf } from './headline.ts';
import { clipAtWord, shortLine } from './words/visible.ts';

/** `FAILED: why`, on one line of at most `max` UTF-16 units, cut at a word. */
export function firstLine(report: Report, max: number): string {
  const { word, text } = headlineOf(report);
  return clipAtWord(shortLine(`${word}: ${text}`, 4 * max), max);
}
