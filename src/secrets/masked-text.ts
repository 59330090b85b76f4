import { confidentialSpansOfFile } from './confidential-spans.ts';
import { HIDDEN } from './credential-text.ts';
import { redacted } from './redacted.ts';
import { withSpans } from './spans.ts';

/**
 * The text of a file without confidential values, with the same number of lines. If it has such a value, its comments are hidden as well,
 * because they may hold a former one.
 */
export function maskedText(text: string): string {
  const spans = confidentialSpansOfFile(text, (value) => redacted(value, () => HIDDEN));
  if (spans.length === 0) return text;
  const masked = withSpans(text, spans, (hidden) => hidden.replaceAll(/[^\s][^\r\n]*/g, HIDDEN));
  return masked.replaceAll(/(^|[ \t])#[^\r\n]*/gm, `$1# ${HIDDEN}`);
}
