import { visible } from '../facts/words/visible.ts';

/**
 * Untrusted text for a message of SARIF, where `[text](place)` is a link: to a related place by its number, or to an address. The bracket that
 * makes it one is escaped, and backslashes before it. Source: SARIF 2.1.0, "Messages with embedded links".
 */
export function messageText(text: string): string {
  return visible(text).replaceAll(LINK, String.raw`$1$1\](`);
}

// linear: it starts where a run of backslashes does.
const LINK = /(?<!\\)(\\*)\]\(/g;
