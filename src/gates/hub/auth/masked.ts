import { HIDDEN, withoutCredentials } from '../../../secrets/credential-text.ts';

/**
 * Blots out what looks like a token, a key or an assertion in the words of a login. Here a name such as `password` counts before a colon
 * too, and so does any long run of characters. Addresses without their query stay readable.
 */
export function masked(text: string): string {
  return (
    withoutCredentials(text)
      // linear: what begins is taken whole, to its end or that of the text.
      .replaceAll(/-----BEGIN [A-Z ]{0,40}-----[^]*?(?:-----END [A-Z ]{0,40}-----|$)/g, HIDDEN)
      .replaceAll(/\bey[\w-]{10,}(?:\.[\w-]*){0,4}/g, HIDDEN)
      .replaceAll(
        // linear: each run of blanks ends where the next word begins.
        /\b((?:access_?|id_?|refresh_?)?token|password|secret|assertion|authorization)("?\s?[:=]\s?"?)(?:bearer\s+)?[^\s",&]+/gi,
        `$1$2${HIDDEN}`,
      )
      .split(/(https?:\/\/[^\s?#]+)/)
      // linear: what is long enough is taken whole, and the rest is looked at forty times at most.
      .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[\w+/=-]{40,}/g, HIDDEN).replaceAll(/[\w+=-]{20,}/g, withoutOpaque)))
      .join('')
  );
}

/** Both cases and digits, or nothing but hexadecimal digits: no name of anything. */
function withoutOpaque(run: string): string {
  const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
  return isMixed || /^[0-9a-f]{32,}$/i.test(run) ? HIDDEN : run;
}
