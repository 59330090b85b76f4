import { visible } from '../facts/words/visible.ts';

/**
 * Untrusted text for a message of SARIF, in which `[text](place)` is a link to a related place by its number, or to an address. The bracket
 * of such a link is escaped, and backslashes before it. Source: SARIF 2.1.0, "Messages with embedded links".
 */
export function messageText(text: string): string {
  return visible(text).replaceAll(LINK, String.raw`$1$1\](`);
}

// linear: it starts only at the first backslash of a run.
const LINK = /(?<!\\)(\\*)\]\(/g;
