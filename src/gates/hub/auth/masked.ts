import { isOpenValue } from '../../../secrets/credential-names.ts';
import { HIDDEN, withoutCredentials } from '../../../secrets/credential-text.ts';

/**
 * Masks text of a login that may be a token, a key or an assertion. Here a colon after a name such as `password` is enough, and so is any
 * long run of characters, and a value after such a name that is no word: `token 07401b.f395accd246ae52d is expired`. Addresses without their
 * query stay readable.
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
      .replaceAll(
        // linear: a match begins at a name, and all parts before the value are bounded.
        /((?:token|passw(?:or)?d|passphrase|secret|key)s?[ \t]{1,8}(?:value[ \t]{1,8})?\\?["'`]?)([^\s"'`,;()[\]{}<>\\]{4,})/gi,
        (match, name: string, value: string) => (isWordy(value) ? match : `${name}${HIDDEN}`),
      )
      .replaceAll(BOOTSTRAP_TOKEN, HIDDEN)
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

/** A token of `kubeadm`, which has no prefix. Source: k8s.io/cluster-bootstrap/token/api `BootstrapTokenPattern`. */
const BOOTSTRAP_TOKEN = /(?<![\w.-])[a-z0-9]{6}\.(?=[a-z]{0,15}\d)[a-z0-9]{16}(?![\w-])/g;

/** Whether a text after the name of a credential may be read: words, a path, an address, a small number, or an error code of Entra. */
function isWordy(value: string): boolean {
  const bare = value.replace(/[.:!?]$/, '');
  if (isOpenValue(bare) || /^(?:https?:\/\/.*|AADSTS\d{4,8}|\d{1,5})$/.test(bare)) return true;
  return bare.length < LONG && /^[A-Za-z._/:-]+$/.test(bare) && !/[a-z][A-Z]/.test(bare);
}

/** Longer than most words with hyphens, such as `not-configured`. */
const LONG = 24;
