import { CREDENTIAL_NAMES, isOpenValue } from './credential-names.ts';

/** Replaces a secret value. */
export const HIDDEN = '***';

/**
 * Hides everything in the text that is recognizable as a credential: private keys, signed tokens, `Authorization` headers, user and
 * password in URLs, cookies, values of fields with telling names, and the data of Secrets that are quoted as JSON, YAML, in a patch, by Go or
 * by an API server. Prose is kept: a name such as `password` has an effect only before `=`, quotes, a colon and a value with a digit, or a value
 * with digits and letters in both cases. Time is linear in the length of the text.
 */
export function withoutCredentials(text: string): string {
  const plain = withoutColours(text);
  const masked = maskedIn(plain);
  return masked === plain ? text : masked;
}

/** Terminal colours, also as JSON and programs write their first character. They can stand between a name and its value. */
// linear: all parts are bounded.
const COLOUR = new RegExp(String.raw`(?:[\u001b\u009b]|\\u001b|\\x1b|\\033|\\e)\[?[\d;:]{0,40}m`, 'gi');

/** The text without the colours of a terminal. */
export function withoutColours(text: string): string {
  return text.replaceAll(COLOUR, '');
}

function maskedIn(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  const data = secretDataAt(text);
  const whole = data === undefined ? text : `${text.slice(0, data)}${HIDDEN}`;
  return patternsFor(text).reduce(
    (shown, pattern) =>
      shown.replaceAll(pattern, (match: string, ...groups: readonly unknown[]) => {
        const kept = typeof groups[0] === 'string' ? groups[0] : '';
        return isOpenValue(match.slice(kept.length)) ? match : `${kept}${HIDDEN}`;
      }),
    whole,
  );
}

/** Whether the text holds anything that is recognizable as a credential. */
export function holdsCredential(text: string): boolean {
  return withoutCredentials(text) !== text;
}

/** A range of a text that is confidential. Offsets are UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The credentials that `withoutCredentials` replaces by their name or form. They may overlap. */
export function credentialSpans(text: string): readonly Span[] {
  if (!MAY_HOLD.test(text)) return [];
  return patternsFor(text).flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: kept = '', index }) =>
      isOpenValue(whole.slice(kept.length)) ? [] : [{ start: index + kept.length, end: index + whole.length }],
    ),
  );
}

/** A fast test before the slow patterns. */
const MAY_HOLD =
  // linear: no part continues past the start of the next candidate.
  /PRIVATE KEY|PuTTY|eyJ|auth|bearer\s|:(?:\/{1,2}|~1~1)[^\s/]*@|:[^\s/:@]{6,200}@|jdbc:oracle|hooks\.slack|\/webhook|(?:pass|pwd|pw|psk|creds|token|assertion|credential|connection|key|secret|signature|_pat|dockerconfigjson|kind)[a-z0-9_.-]{0,16}[\\"'\]]{0,10}\s{0,40}(?:[=:>,|%]|->|value[=:])|(?:pass[a-z]{1,6}|token)\s|[\w-](?:\]|\]\.value|\[\w{1,80}\]): (?:invalid|unsupported|duplicate|not|too)\s|(?:invalid|duplicate|unsupported) value: |updates (?:to|may)|stringdata|binarydata|\/data|byte of \.{3}\||\bdata\\{0,8}(?::map|"\s?:)|data\.[\w.-]{1,253}: |tokens|keys|uint8\{|byte\{|cookie|sig=|code=|signature=|identified\s|--?[a-z0-9_.-]{0,40}(?:pass|pwd|token|secret|key|creds)[a-z0-9_-]{0,12}\s|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|x(?:ox|app)|AKIA|ya29|[sr]k[-_]|npm_|hvs\.|AIza|SG\.|hf_|do[opr]_v1_|\dQ~|pypi-|AGE-SECRET|glsa_|dckr_|shp[a-z]{2}_|\$[a-z0-9-]{1,16}\$|\{S?SHA/i;

/** How an API server names a value that it refuses. Source: `Error.ErrorBody` of `k8s.io/apimachinery/pkg/util/validation/field`. */
const REFUSED = ': (?:(?:Invalid|Unsupported|Duplicate) value|Not found|Too long): ';

/** A JSON pointer into the data of an object, which may be a Secret, or to a field with a telling name. */
const PATH_OF_SECRET = String.raw`\/(?:(?:data|stringData|binaryData)(?:\/[^\s"\\,]{0,253})?|[\w.~/-]{0,253}(?:${CREDENTIAL_NAMES}))`;

/** A name with what is before it. The name is looked for first, because at each place of a text what is before it takes long to read. */
function precededBy(before: string, name: string): string {
  return `(?=${name})${before}${name}`;
}

/** What begins with the first group is hidden up to the end of the match; the group stays visible. */
const PATTERNS: readonly RegExp[] = [
  // linear: a match extends to its end, or to the end of the text.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /PuTTY-User-Key-File-[^]*/g,
  // linear: each match is consumed completely.
  /(authorization\\{0,8}["']?\s?[:=]\s?\[?\\{0,8}["']?(?:(?:bearer|basic|token|negotiate|digest)\s)?)[^\s"'\\,;\]}]+/gi,
  // As in the configuration of a proxy.
  /(\bauthorization\s{1,8}["']?(?:bearer|basic)\s{1,8})[\w.~+/=-]{8,}/gi,
  /\b(bearer\s{1,4})[\w.~+/=-]{16,}/gi,
  /\beyJ[\w-]{10,}(?:\.[\w-]*){0,4}/g,
  // linear: a match ends before the next slash. In a JSON pointer a slash is ~1; a path has one.
  /((?::\/\/|:~1~1|https?:\/))[^\s/"'<>`]*(?=@)/g,
  // linear: each match is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})\\{1,8}"\s?:\s?\\{1,8}")(?:(?!\\{1,8}")[^])*`, 'gi'),
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})"\s{0,8}:\s{0,8}")(?:[^"\\]|\\[^])*`, 'gi'),
  // linear: a match ends before the next quote.
  /("auth"\s{0,8}:\s{0,8}")[\w+/=-]{6,}(?=")/g,
  // linear: each match is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})=)(?!["'\s>])[^\s"'\\,;&)\]}]+`, 'gi'),
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})=(["']))(?:(?!\2)[^])*`, 'gi'),
  // A variable, and the value after a flag, in an object that an API server quotes as JSON or as a value of Go.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`(name\\{0,8}"?\s{0,8}:\s{0,8}\\{0,8}"[\w.-]{0,80}(?:${CREDENTIAL_NAMES})\\{0,8}",\s{0,8}\\{0,8}"?value\\{0,8}"?\s{0,8}:\s{0,8}(\\{0,8})")(?:(?!\2")(?:\\[^]|[^]))*`,
    'gi',
  ),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`(\bname:[\w.-]{0,80}(?:${CREDENTIAL_NAMES}) value:)[^\s\]]+`, 'gi'),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`("--?[\w.-]{0,80}(?:${CREDENTIAL_NAMES})\\{0,8}",\s{0,8}(\\{0,8})")(?!-)(?:(?!\2")(?:\\[^]|[^]))*`, 'gi'),
  // A command line in a sentence; a word is prose.
  // linear: all parts before the value are bounded.
  new RegExp(
    String.raw`((?<=[\s"'])--?[\w.-]{0,80}(?:${CREDENTIAL_NAMES})[ \t]{1,8})(?=[^\s"',;]{0,80}[^a-z\s"',;])(?![-"'])[^\s"'\\,;]{4,}`,
    'gi',
  ),
  // A field in a sentence, and a value that an API server refuses. A word without a digit is prose.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES}):[ \t]{1,8})(?=[^\s"',;]{0,80}\d)(?!["'])[^\s"'\\,;]{6,}`, 'gi'),
  new RegExp(
    String.raw`((?:${CREDENTIAL_NAMES})s?(?:\[[^\]\s]{0,80}\])?\]?(?:\.value)?${REFUSED}(\\{0,8})")(?:(?!\2")(?:\\[^]|[^]))*`,
    'gi',
  ),
  // What a program gets: its variables and its command. Types are no values.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`((?:\benv(?:\[[^\]\s]{0,253}\]|\.\d{1,5})\.value|\b(?:args|command)(?:\[\d{0,5}\]|\.\d{1,5}))${REFUSED}(\\{0,8})")(?!(?:integer|number|string|boolean|object|array|null)\2")(?:(?!\2")(?:\\[^]|[^]))*`,
    'gi',
  ),
  // Any key of a Secret.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`(\b${precededBy(String.raw`(?<=\bSecrets?\b[^\n]{0,1000})`, String.raw`(?:data|stringData)(?:\[[^\]\s]{0,253}\]|\.[\w.-]{0,253})${REFUSED}`)}(\\{0,8})")(?:(?!\2")(?:\\[^]|[^]))*`,
    'gi',
  ),
  // linear: all parts before the value are bounded, and it is consumed completely.
  /((?<=\bSecrets?\b[^\n]{0,1000})\[\](?:uint8|byte)\{)[\da-fx, ]+/gi,
  // The value of a JSON patch, as JSON or as a map of Go. What is not quoted is hidden to the end of the text.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`(\bpath\\{0,8}"\s?:\s?\\{0,8}"${PATH_OF_SECRET}\\{0,8}"\s?,\s?\\{0,8}"value\\{0,8}"\s?:\s?(\\{0,8})")(?:(?!\2")(?:\\[^]|[^]))*`,
    'gi',
  ),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`(\bpath\\{0,8}"\s?:\s?\\{0,8}"${PATH_OF_SECRET}\\{0,8}"\s?,\s?\\{0,8}"value\\{0,8}"\s?:\s?)(?=[^"\\\s])[^]+`, 'gi'),
  // linear: all parts around the value are bounded, and it is read in one way only, up to the next quote.
  new RegExp(
    String.raw`(\bvalue\\{0,8}"\s?:\s?(\\{0,8})")(?:(?!\2")(?:\\[^]|[^\\]))+(?=\2"\s?,\s?\\{0,8}"path\\{0,8}"\s?:\s?\\{0,8}"${PATH_OF_SECRET}\\{0,8}")`,
    'gi',
  ),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`(\bpath:${PATH_OF_SECRET} value:)[^]+`, 'gi'),
  // A field of a path that is quoted with its value, and a quoted value with a digit.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`(${precededBy(String.raw`(?<=\.[\w-]{0,80})`, String.raw`(?:${CREDENTIAL_NAMES}):[ \t]{1,8}`)}(\\{0,8}["']))(?:(?!\2)[^\n])+`,
    'gi',
  ),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES}):[ \t]{1,8}\\{0,8}["'])(?=[^\s"'\\]{0,80}\d)[^\s"'\\]{4,}`, 'gi'),
  // Maps and structs as Go prints them (`%v`, `%+v`, `%#v`). `registry/vault-token:1.2` is an image.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES}):(\\{0,8})")(?:(?!\2")(?:\\[^]|[^]))*`, 'gi'),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`(${precededBy(String.raw`(?<=[{[][^{}[\]\n]{0,300})(?<!\/[\w.-]{0,80})`, `(?:${CREDENTIAL_NAMES}):`)})(?![\s/"'\\])(?:[^\s{}[\]"',]|,(?![\w.-]{1,80}:|\})|[ \t](?![\w.-]{0,80}:)(?=[^\s{}[\]"']))+`,
    'gi',
  ),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`(${precededBy(String.raw`(?<=[{[][^{}\n]{0,300})`, String.raw`(?:${CREDENTIAL_NAMES})s?:\[`)})[^{}[\]"']+`, 'gi'),
  // A password in a sentence, in quotes, or of letters in both cases with digits.
  // linear: all parts before the value are bounded.
  /(\b(?:password|passphrase|passwd|passcode)\s{1,4}\\{0,8}["'])(?!and\b|or\b)[^\s"'\\]{4,}(?=\\{0,8}["'])/gi,
  // linear: all parts are bounded.
  /(\b(?:[Pp]assword|[Pp]assphrase|[Pp]asswd|[Tt]oken)\s{1,4}["']?)(?=[^\s"']{0,80}[A-Z])(?=[^\s"']{0,80}[a-z])(?=(?:[^\s"'\d]{0,80}\d){2})[\w+/=!@#$%^&*-]{8,200}/g,
  // linear: each match begins at a word and is consumed completely.
  /(\bcookie\\{0,8}["']?\s?:\s?\[?\\{0,8}["']?[\w.-]{1,80}=)[^\s"'\\,\]}]+(?:;?\s[\w.-]{1,80}=[^\s"'\\,\]}]+)*/gi,
  // A `.netrc` in one line.
  // linear: all parts before the value are bounded.
  /((?:\bmachine\s{1,8}\S{1,200}|\bdefault)\s{1,8}(?:(?:login|account)\s{1,8}\S{1,200}\s{1,8}){0,2}password\s{1,8})\S+/gi,
  // linear: each match begins at a quoted name.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})["']\s{1,8}value=["'])[^"'<>]+`, 'gi'),
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})["']?>)[^<>]+(?=<\/)`, 'gi'),
  // linear: each match begins at a word, and all parts before the value are bounded.
  new RegExp(String.raw`(\bdefine\(\s{0,4}["'][\w.-]{0,80}(?:${CREDENTIAL_NAMES})["']\s{0,4},\s{0,4}["'])[^"'\n]+`, 'gi'),
  // linear: each match begins at a word and is consumed completely.
  /(\b(?:identified\s{1,8}(?:with\s{1,8}\S{1,80}\s{1,8})?by|(?:with|encrypted)\s{1,8}password)\s{1,8}["'])[^"'\n]+/gi,
  // linear: each match is consumed completely; a word that does not match is read once.
  /\b((?:client-key-data|(?:id|refresh|access)-token|client-secret)\s?:\s?)[\w.~+/=-]{8,}/gi,
  /([?&;](?:sig|code|signature|x-amz-signature|secret)=)[^&\s"']+/gi,
  // linear: both parts are bounded.
  /(\bjdbc:oracle:\w{1,10}:[^\s/@"']{1,80}\/)[^\s@"']{1,200}(?=@)/g,
  // An address without a scheme. `image:tag@sha256:…` is none.
  // linear: all parts are bounded.
  /(?<![\w@./-])((?!(?:mailto|acct|npm|sip|xmpp):)[\w.-]{1,60}:)(?=[^\s@]{0,200}\d)(?=[^\s@]{0,200}[a-z])[^\s@/:"'<>]{6,200}(?=@(?!sha\d)[a-z])/gi,
  // linear: a match is bounded.
  /(?<=[\w.-]:)[^\s@"':/]{1,200}(?=@(?:tcp|unix)\()/g,
  // linear: each match begins at an address and is consumed completely.
  /(\bhooks\.slack\.com\/[a-z]{1,12}\/)[\w/-]+/g,
  /(\/api\/webhooks\/\d{1,24}\/)[\w-]+/g,
  /(\bwebhook\.office\.com\/webhookb2\/)[^\s"'<>]+/g,
  // Hashed passwords, as in htpasswd and shadow.
  /\$(?:apr1|2[abxy]|[156y]|argon2id?|scrypt|pbkdf2(?:-sha\d{1,3})?)\$[\w./$,=+-]{10,}/g,
  /\{S?SHA\d{0,3}\}[\w+/]{20,}={0,2}/g,
  // linear: each match begins at the start of a word and is consumed completely.
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-[\w-]{16,}|x(?:ox[abeoprs]|app)-[\w-]{10,}|A[KS]IA[0-9A-Z]{16}|ya29\.[\w-]{20,}|[sr]k_live_\w{16,}|sk-(?:proj|ant|svcacct)-[\w-]{20,}|sk-[A-Za-z0-9]{40,}|npm_\w{30,}|hvs\.[\w-]{20,}|AIza[\w-]{35}|SG\.[\w-]{16,}\.[\w-]{16,}|hf_\w{30,}|do[opr]_v1_\w{32,}|pypi-\w{32,}|AGE-SECRET-KEY-1\w{20,}|glsa_\w{32,}|dckr_[op]at_[\w-]{20,}|shp(?:at|ca|pa|ss)_\w{32,})/g,
  // A client secret of Microsoft Entra.
  /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g,
];

/** How logs of programs in other languages write a name with its value. In each a value that is not quoted may be prose. */
const OF_LOGS: readonly RegExp[] = [
  // Python, Ruby and PHP: `'password': 'x'`, `:password=>"x"`, `[password] => "x"`.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`((?:${CREDENTIAL_NAMES})\\{0,8}["'\]]{1,2}\s{0,40}(?::|[=-]>)\s{0,40}[bru]?(\\{0,8}["']))(?:(?!\2)(?:\\[^]|[^\n]))*`,
    'gi',
  ),
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})[ \t]{0,40}[=-]>[ \t]{0,40}(\\{0,8}["']))(?:(?!\2)(?:\\[^]|[^\n]))*`, 'gi'),
  // linear: all parts before the value are bounded.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})["'\]]{0,2}[ \t]{0,40}[=-]>[ \t]{0,40})(?=[^\s"',;)\]}]{0,80}\d)[^\s"'\\,;)\]}]{4,}`, 'gi'),
  // `password = "x"`, `password := 'x'`.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(
    String.raw`((?:${CREDENTIAL_NAMES})["'\]]{0,2}(?:[ \t]{1,40}:?=|:?=[ \t]{1,40}|:=)[ \t]{0,40}[bru]?(\\{0,8}["']))(?:(?!\2)(?:\\[^]|[^\n]))*`,
    'gi',
  ),
  // A word at the end of a line, or with a digit.
  // linear: all parts before the value are bounded, and the tests after the name read the same bounded part.
  new RegExp(
    String.raw`((?:${CREDENTIAL_NAMES})["'\]]{0,2}(?:[ \t]{1,40}:?=|:?=[ \t]{1,40})[ \t]{0,40})(?![=~>"'])(?=[^\s"',;]{0,80}\d|[^\s"',;]{4,80}[ \t]{0,8}(?:$|[\n,;]))[^\s"'\\,;&)\]}]{4,}`,
    'gi',
  ),
  // `DB_PASSWORD   : x1`.
  // linear: all parts before the value are bounded.
  new RegExp(
    String.raw`((?:${CREDENTIAL_NAMES})["'\]]{0,2}[ \t]{0,40}:[ \t]{1,40}(?:\\{0,8}["'])?)(?=[^\s"'\\,;]{0,80}\d)[^\s"'\\,;]{6,}`,
    'gi',
  ),
  // The structs of Kubernetes: `EnvVar{Name:DB_PASSWORD,Value:x,ValueFrom:nil,}`.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`(\bname:[\w.-]{0,80}(?:${CREDENTIAL_NAMES}),\s{0,4}value:)(?:(?!,\s?ValueFrom:)[^\n])+`, 'gi'),
  // Rust and constructors: `password: Some("x")`.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})["']?\s{0,8}[:=]\s{0,8}\w{1,20}\((\\{0,8}["']))(?:(?!\2)(?:\\[^]|[^\n]))*`, 'gi'),
  // A block of YAML.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})["']?:[ \t]{0,8}[|>][-+]?[ \t]{0,8}\r?\n([ \t]{1,40}))[^\n]+(?:\n\2[^\n]+)*`, 'gi'),
  // As in an address.
  // linear: all parts before the value are bounded, and it is consumed completely.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})(?:%22|%5D)?%3[AD](?:%20|%22|\+){0,4})(?:(?!%26|%22|%2C)[^\s&"'<>])+`, 'gi'),
  // A table.
  // linear: all parts before the value are bounded.
  new RegExp(String.raw`((?:${CREDENTIAL_NAMES})[ \t]{1,40}\|[ \t]{1,40})(?=[^\s|]{0,80}\d)[^\s|]{6,}`, 'gi'),
];

/** Variables with their values in an object that an API server refuses, as in the template of a Job: as JSON, or as a value of Go. */
// linear: all parts before the value are bounded, and it is consumed completely.
const VARIABLE_OF_OBJECT =
  /(\bname\\{0,8}"?\s{0,8}:\s{0,8}\\{0,8}"[\w.-]{0,253}\\{0,8}",\s{0,8}\\{0,8}"?value\\{0,8}"?\s{0,8}:\s{0,8}(\\{0,8})")(?:(?!\2")(?:\\[^]|[^]))*/gi;

/** A refused value that is an object or a list, or the difference between two of them. */
const QUOTES_OBJECT =
  /(?:Invalid|Duplicate|Unsupported) value: (?:[&*]?[\w.[\]]{0,80}\{|\[|map\[)|Forbidden: (?:pod )?updates to [\w ]{0,40}spec|pod updates may not change/i;

const ALL = [...PATTERNS, ...OF_LOGS];

function patternsFor(text: string): readonly RegExp[] {
  return QUOTES_OBJECT.test(text) ? [...ALL, VARIABLE_OF_OBJECT] : ALL;
}

const SECRET_KIND = /\bkind\\*["']?\s?[:=]\s?\\*["']?Secret(?:List)?\b/;
const SECRET_FIELD = /\b(?:data|stringData|binaryData)\\*["']?\s?[:=]\s?(?:\\*\{|map\[|[\r\n]|\\n|[&*|>]|$)/g;

/** In a text that names a Secret in words: its data as JSON, or as a map of Go. */
const QUOTED_FIELD = /\bdata\\*(?:"\s?:\s?\\*\{|:map\[)/g;

/** A field that only Secrets have. */
const STRING_DATA = /\bstringData\\*["']?\s?[:=]\s?(?:\\*\{|map\[|[\r\n]|\\n|[&*|>]|$)/g;

/** Where Kubernetes' decoder quotes the bytes around an error. Source: `sigs.k8s.io/json` and `json-iterator/go`, `Iterator.ReportError`. */
const DECODED = /error found in #\d{1,10} byte of \.{3}\|/g;

/**
 * If a text quotes a Secret: where its first data field ends, or the bytes begin that a decoder quotes. The rest of the text may belong to
 * the Secret too.
 */
export function secretDataAt(text: string): number | undefined {
  const isNamed = /\bSecrets?\b/.test(text);
  const fields = SECRET_KIND.test(text) ? [SECRET_FIELD] : isNamed ? [QUOTED_FIELD] : [];
  const decoded = isNamed || text.includes('stringData') ? [DECODED] : [];
  const ends = [...fields, STRING_DATA, ...decoded].flatMap((pattern) => {
    const [first] = text.matchAll(pattern);
    return first === undefined ? [] : [first.index + first[0].length];
  });
  return ends.length === 0 ? undefined : Math.min(...ends);
}
