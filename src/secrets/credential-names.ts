/** Names whose value is a credential, as the source of a pattern that ignores case. */
const NAMES = [
  String.raw`pass(?:words?|wd|phrase|code)`,
  String.raw`(?:(?<![a-z0-9])|user|db|smtp|mail|admin|root|redis|mysql|mongo|pg|require|store|key)pass`,
  String.raw`(?:(?<![a-z0-9])|db|bind|root|admin|user)pw`,
  String.raw`pwd|masterauth|token|(?:(?<![a-z0-9_.-])|(?:api|access|auth|refresh)[-_.]?)tokens|(?<![a-z0-9])(?:jwt|bearer)|credentials?|(?<![a-z0-9])creds|(?<![a-z0-9])psk|assertion`,
  String.raw`(?:client|app|application|consumer|shared|webhook|cookie|session|signing|jwt|oauth2?|api|hmac|bot|auth)[-_.]?secret`,
  '_secret|_pat',
  String.raw`secret[-_.]?(?:key(?:[-_.]?base)?|access[-_.]?key|value)`,
  String.raw`(?:api|access|account|private|signing|encryption|master|auth|session|routing|service|instrumentation|hmac|aes|storage|pre[-_.]?shared|shared[-_.]?access|app|application|license)[-_.]?key`,
  String.raw`(?:cookie|session|password|hash|jwt|auth|secret|encryption|security)[-_.]?salt`,
  String.raw`(?:basic|npm|proxy|registry|http|redis|smtp|db)[-_.]auth|(?:slack|teams|discord|mattermost)[-_.]?webhook(?:[-_.]?ur[il])?|(?:otp|totp|mfa)[-_.]seed|jwt[-_.]signing|passwort|mot[-_.]de[-_.]passe`,
  String.raw`key[-_.]data|shared[-_.]?access[-_.]?signature|\.?dockerconfigjson|connection[-_.]?string`,
].join('|');

/** Which one of several it is: `PASSWORD_1`, `token.v2`, `DB_PASSWORD_OLD`. */
const WHICH = String.raw`(?:[-_.]?(?:v?\d{1,2}|value)|[-_.](?:txt|file[-_.]content)|[-_.](?:old|new|prev(?:ious)?|current|primary|secondary|prod(?:uction)?|stag(?:e|ing)|dev|test))`;

/**
 * Names, or the ends of names, whose value is a credential, as the source of a pattern that ignores case. `secretName`, `tokenTTL` and
 * `passwordSecretRef` do not end with one of them.
 */
export const CREDENTIAL_NAMES = `(?:${NAMES})${WHICH}?`;

/** Whether a field, variable or flag of this name usually holds a credential. */
export function namesCredential(name: string): boolean {
  return NAME.test(name);
}

/**
 * Whether this value of a field, variable, key or flag is a credential, because the name shows it. A switch, a reference to a variable or a
 * template, the path of a file and a hidden value are not. `auth` of a registry is a user and a password in base64.
 */
export function isCredential(name: string, value: string): boolean {
  if (isOpenValue(value) || isProse(name)) return false;
  if (NAME.test(name) || isLogin(name, value)) return true;
  if (/(?:^|[:/])_?auth$/i.test(name)) return isUserAndPassword(value);
  if (CAMEL_PASS.test(name)) return true;
  // A Secret is named by a field `secret` too.
  return (/(?:^|[-_.])secret$/i.test(name) || CAMEL_SECRET.test(name)) && !NAME_OF_OBJECT.test(value);
}

/** Whether `isCredential` may be true for a value of this name. */
export function mayNameCredential(name: string): boolean {
  return NAME.test(name) || CAMEL_PASS.test(name) || /(?:auth|secret)$/i.test(name) || isAuthorization(name) || isCookie(name);
}

/** Whether a text has the name of a credential anywhere: a fast test before slow ones. */
export function mentionsCredential(text: string): boolean {
  return MENTIONED.test(text);
}

// linear: a name is at most a few words.
const MENTIONED = new RegExp(`${CREDENTIAL_NAMES}|secret|auth|cookie`, 'i');
/** LDIF has another colon before base64. */
const NAME = new RegExp(`(?:${CREDENTIAL_NAMES}):?$`, 'i');
/** `keystorePass` and `awsSecret`, and not `bypass`. */
const CAMEL_PASS = /[a-z0-9]Pass$/;
const CAMEL_SECRET = /[a-z0-9]Secret$/;
const NAME_OF_OBJECT = /^[a-z0-9./-]+$/;

const OPEN = [
  /^(?:true|false|yes|no|on|off|null|none|nil|~|\*+|redacted:.*)?$/is,
  // bounded: the length is.
  /^(?=.{1,200}$)(?:file:(?:\/\/)?|~|\.{1,2})?(?:\/[a-z0-9._-]+){2,}$/,
];

/**
 * References without a text that may be a default: $NAME, $(NAME), ${NAME}, ${{ expression }}, {{ template }}, <placeholder>, %NAME%,
 * @NAME@. Patterns for other formats may cut them at the end.
 */
const REFERENCES = [
  /^\$(?:[a-z_]+|[A-Z_][A-Z0-9_]*|\([^()"']*\)?|\{[\w.-]+\}?)$/,
  /^\$?\{\{[^{}"'`]*(?:\}\})?$/,
  /^(?:<[\w .-]+>|%\w+%|@\w+@)$/,
];

/** Whether a value is not a credential, whatever its name is. A user and a password may be two references. */
export function isOpenValue(value: string): boolean {
  const plain = value.trim();
  return OPEN.some((pattern) => pattern.test(plain)) || plain.split(':').every(isReference);
}

function isReference(value: string): boolean {
  return REFERENCES.some((pattern) => pattern.test(value));
}

/** Whether YAML took a sentence with a colon for a key. */
function isProse(name: string): boolean {
  return name.split(/\s+/).length > 3;
}

/** Whether it is a header `Authorization` or `Cookie` with a credential. `authorization` and `cookie` also name settings. */
function isLogin(name: string, value: string): boolean {
  if (isCookie(name)) return isToken(value.replace(/^[\w.-]{1,80}=/, ''));
  if (!isAuthorization(name)) return false;
  const [scheme = '', ...rest] = value.trim().split(' ');
  return SCHEMES.has(scheme.toLowerCase()) ? !isOpenValue(rest.join(' ')) : isToken(value.trim());
}

/** Whether it has letters and digits as a token has, and is no name of a thing, such as `oauth2-proxy`. */
function isToken(value: string): boolean {
  const isName = NAME_OF_OBJECT.test(value) && (value.length < 20 || /[./-]/.test(value));
  return /^\S{8,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && !isName;
}

function isCookie(name: string): boolean {
  return name.toLowerCase().endsWith('cookie');
}

/** Also `Proxy-Authorization`. */
function isAuthorization(name: string): boolean {
  return name.toLowerCase().endsWith('authorization');
}

const SCHEMES: ReadonlySet<string> = new Set(['basic', 'bearer', 'token', 'digest', 'negotiate', 'apikey']);

function isUserAndPassword(value: string): boolean {
  return /^[\w+/-]{4,}={0,2}$/.test(value) && Buffer.from(value, 'base64').toString('latin1').includes(':');
}
