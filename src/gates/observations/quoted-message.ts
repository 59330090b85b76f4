import { withoutGoPrint } from '../../fleet/kubernetes/go-print.ts';
import { RFC3339_TIMES } from '../../fleet/kubernetes/rfc3339.ts';

/**
 * Shortens a message for a quote: its own words, with `…` for repetitions, retry counts and timestamps. Go wraps an error with words and a
 * colon before it, and KubeFleet wraps the same error with the same words more than once.
 */
export function quotedMessage(message: string): string {
  const parts = withoutGoPrint(message).replaceAll(WRITTEN_AT, '$1…').replaceAll(RETRIES, '…').split(': ');
  const said = new Set<string>();
  const kept: string[] = [];
  for (const [index, part] of parts.entries()) {
    const words = wordsOf(part);
    const isRepeated = index < parts.length - 1 && words.length > SHORT && said.has(words);
    if (!isRepeated) kept.push(part);
    else if (kept.at(-1) !== '…') kept.push('…');
    said.add(words);
  }
  return kept.join(': ').replaceAll('…: ', '… ');
}

/** Words that have no meaning alone: `spec`, `error`. */
const SHORT = 12;

/** The common part of two wrappers: `Failed to apply the manifest (error` and `failed to apply the manifest`. */
function wordsOf(part: string): string {
  return part.replace(/ ?\((?:error|err)$/, '').toLowerCase();
}

/** Timestamps of conditions and managed fields that a message quotes. */
// bounded: a message is cut at 32,768 characters.
const WRITTEN_AT = new RegExp(String.raw`\b(last(?:Transition|Update|Probe)Time"?[:=] ?)"?${RFC3339_TIMES.source}"?`, 'gi');

/** `(attempt 3 of 5)`, `after 12 retries`, `(x17 over 5m)` */
// bounded: a message is cut at 32,768 characters.
const RETRIES = /\((?:attempt|retry) \d{1,9}(?: of \d{1,9})?\)|\bafter \d{1,9} (?:retries|attempts)\b|\(x\d{1,9} over \w{1,12}\)/g;
