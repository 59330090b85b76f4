import { HIDDEN, withoutCredentials } from '../../../secrets/credential-text.ts';

/**
 * Masks text of a login that may be a token, a key or an assertion. Here a colon after a name such as `password` is enough, and so is any
 * long run of characters. Addresses without their query stay readable.
 */
export function masked(text: string): string {
  return (
    withoutCredentials(text)
      // linear: each match continues to its end or to the end of the text.
      .replaceAll(/-----BEGIN [A-Z ]{0,40}-----[^]*?(?:-----END [A-Z ]{0,40}-----|$)/g, HIDDEN)
      .replaceAll(/\bey[\w-]{10,}(?:\.[\w-]*){0,4}/g, HIDDEN)
      .replaceAll(
        // linear: each run of blanks ends at the next word.
        /\b((?:access_?|id_?|refresh_?)?token|password|secret|assertion|authorization)("?\s?[:=]\s?"?)(?:bearer\s+)?[^\s",&]+/gi,
        `$1$2${HIDDEN}`,
      )
      .split(/(https?:\/\/[^\s?#]+)/)
      // linear: a long enough run is matched whole, and the rest is read at most forty times.
      .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[\w+/=-]{40,}/g, HIDDEN).replaceAll(/[\w+=-]{20,}/g, withoutOpaque)))
      .join('')
  );
}

/** Both cases and digits, or only hexadecimal digits: not a name. */
function withoutOpaque(run: string): string {
  const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
  return isMixed || /^[0-9a-f]{32,}$/i.test(run) ? HIDDEN : run;
}
