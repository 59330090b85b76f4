/**
 * Names, or the ends of names, whose value is a credential, as the source of a pattern that ignores case. `secretName`, `tokenTTL` and
 * `passwordSecretRef` do not end with one of them.
 */
export const CREDENTIAL_NAMES = [
  String.raw`pass(?:word|wd|phrase|code)`,
  String.raw`(?:(?<![a-z0-9])|user|db|smtp|mail|admin|root|redis|mysql|mongo|pg|require)pass`,
  'pwd|masterauth|token|credentials?|assertion',
  String.raw`(?:client|app|application|consumer|shared|webhook|cookie|session|signing|jwt|oauth2?|api|hmac|bot|auth)[-_.]?secret`,
  '_secret|_pat',
  String.raw`secret[-_.]?(?:key(?:[-_.]?base)?|access[-_.]?key|value)`,
  String.raw`(?:api|access|account|private|signing|encryption|master|shared[-_.]?access)[-_.]?key`,
  String.raw`key[-_.]data|shared[-_.]?access[-_.]?signature|\.?dockerconfigjson|connection[-_.]?string`,
].join('|');

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
  if (NAME.test(name)) return true;
  if (/(?:^|[:/])_?auth$/i.test(name)) return isUserAndPassword(value);
  // A Secret is named by a field `secret` too.
  return /(?:^|[-_.])secret$/i.test(name) && !NAME_OF_OBJECT.test(value);
}

/** Whether `isCredential` may be true for a value of this name. */
export function mayNameCredential(name: string): boolean {
  return NAME.test(name) || /(?:auth|secret)$/i.test(name);
}

/** Whether a text has the name of a credential anywhere: a fast test before slow ones. */
export function mentionsCredential(text: string): boolean {
  return MENTIONED.test(text);
}

// linear: a name is at most a few words.
const MENTIONED = new RegExp(`${CREDENTIAL_NAMES}|secret|auth`, 'i');
const NAME = new RegExp(`(?:${CREDENTIAL_NAMES})$`, 'i');
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

function isUserAndPassword(value: string): boolean {
  return /^[\w+/-]{4,}={0,2}$/.test(value) && Buffer.from(value, 'base64').toString('latin1').includes(':');
}
