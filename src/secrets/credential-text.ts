/** Replaces a secret value. */
export const HIDDEN = '***';

/**
 * Hides everything in the text that is recognizable as a credential: private keys, signed tokens, `Authorization` headers, user and
 * password in URLs, values of fields with telling names, and the data of Secrets that are quoted as JSON, YAML or by Go. Prose is kept: a
 * name such as `password` has an effect only before `=` or JSON's quotes. Time is linear in the length of the text.
 */
export function withoutCredentials(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  const whole = withoutSecretData(text);
  return PATTERNS.reduce((shown, [pattern, replacement]) => shown.replaceAll(pattern, replacement), whole);
}

/** Whether a field, variable or flag of this name usually holds a credential. */
export function namesCredential(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}

/** Whether the text holds anything that is recognizable as a credential. */
export function holdsCredential(text: string): boolean {
  return withoutCredentials(text) !== text;
}

const CREDENTIAL_NAME =
  /(?:pass(?:word|wd|phrase)|\bpwd|token|credentials?|client[-_.]?secret|secret[-_.]?(?:key|access[-_.]?key|value)|(?:api|access|account|private|signing|encryption|shared[-_.]?access|key[-_.]?data)[-_.]?key|client[-_.]key[-_.]data|assertion|dockerconfigjson|connection[-_.]?string|_secret|_pat)$/i;

/** Names (or the ends of names) whose value is a credential. */
const TELLING = String.raw`(?:password|passwd|passphrase|pwd|client[-_]?secret|client[-_]key[-_]data|token|(?:api|account|private)[-_]?key|shared[-_]?access[-_]?(?:key|signature)|secret[-_]?access[-_]?key|assertion|\.dockerconfigjson)`;

/** A fast test before the slow patterns. */
const MAY_HOLD =
  // linear: no part continues past the start of the next candidate.
  /PRIVATE KEY|eyJ|authorization|bearer\s|:\/\/[^\s/]*@|(?:passw|passp|pwd|token|assertion|key|secret|signature|dockerconfigjson|kind)[a-z-]{0,9}[\\"']{0,9}\s?[=:]|sig=|gh[pousr]_|glpat-|xox|AKIA|ya29|sk_live_|npm_|hvs\.|AIza/i;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // linear: a match extends to its end, or to the end of the text.
  [/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g, HIDDEN],
  [/(authorization\\{0,8}["']?\s?[:=]\s?\[?\\{0,8}["']?(?:(?:bearer|basic|token|negotiate|digest)\s)?)[^\s"'\\,;\]}]+/gi, `$1${HIDDEN}`],
  [/\b(bearer\s{1,4})[\w.~+/=-]{16,}/gi, `$1${HIDDEN}`],
  [/\beyJ[\w-]{10,}(?:\.[\w-]*){0,4}/g, HIDDEN],
  [/(:\/\/)[^\s/"'<>`]*@/g, `$1${HIDDEN}@`],
  // linear: each match is consumed completely.
  [new RegExp(String.raw`(${TELLING}\\{1,8}"\s?:\s?\\{1,8}")(?:(?!\\{1,8}")[^])*`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(String.raw`(${TELLING}"\s?:\s?")(?:[^"\\]|\\[^])*`, 'gi'), `$1${HIDDEN}`],
  // linear: each match is consumed completely.
  [new RegExp(String.raw`(${TELLING}=)(?!["'\s])[^\s"'\\,;&)\]}]+`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(String.raw`(${TELLING}=(["']))(?:(?!\2)[^])*`, 'gi'), `$1${HIDDEN}`],
  // linear: each match is consumed completely; a word that does not match is read once.
  [/\b((?:client-key-data|(?:id|refresh|access)-token|client-secret)\s?:\s?)[\w.~+/=-]{8,}/gi, `$1${HIDDEN}`],
  [/([?&;]sig=)[^&\s"']+/gi, `$1${HIDDEN}`],
  [
    // linear: each match begins at the start of a word and is consumed completely.
    /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|ya29\.[\w-]{20,}|sk_live_\w{16,}|npm_\w{30,}|hvs\.[\w-]{20,}|AIza[\w-]{35})/g,
    HIDDEN,
  ],
];

const SECRET_KIND = /\bkind\\*["']?\s?[:=]\s?\\*["']?Secret(?:List)?\b/;
const SECRET_FIELD = /\b(?:data|stringData|binaryData)\\*["']?\s?[:=]\s?(?:\\*\{|map\[|[\r\n]|\\n|[&*|>]|$)/g;

/** If a text quotes a Secret, hides everything after its first data field, because the rest may belong to the Secret too. */
function withoutSecretData(text: string): string {
  if (!SECRET_KIND.test(text)) return text;
  const [first] = text.matchAll(SECRET_FIELD);
  return first === undefined ? text : `${text.slice(0, first.index + first[0].length)}${HIDDEN}`;
}
