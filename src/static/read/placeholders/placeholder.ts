import { isObject } from '../../../fleet/json/json.ts';

/**
 * Text another tool is meant to replace before the hub sees it: Go and Jinja templates, shell and CI variables, `<fill-me-in>`, `{of_python}`,
 * what SOPS encrypted.
 * KubeFleet's own `${MEMBER-CLUSTER-…}` variables are expanded by the hub and are none.
 */

/** Any form, for values if none of these characters could stand for itself (names, labels, fields of KubeFleet's kinds). */
export function placeholderIn(text: string): string | undefined {
  return ANY.exec(withoutFleetVariables(text))?.[0];
}

/** Only the forms free text does not have by chance: `{{ … }}`, `${NAME}`, and `#{NAME}#`. */
export function bracedPlaceholderIn(text: string): string | undefined {
  return BRACED.exec(withoutFleetVariables(text))?.[0];
}

/** Only `${NAME}`, `#{NAME}#` and what SOPS encrypted, where braces may be meant as they stand: in quotes, and for controllers with templates of their own. */
export function variableIn(text: string): string | undefined {
  return UNBRACED.exec(withoutFleetVariables(text))?.[0];
}

/** The text with each placeholder of any form overwritten by letters of the same length. */
export function overwritePlaceholders(text: string): string {
  return text.replaceAll(EACH, (found) => (found.startsWith(FLEET_VARIABLE) ? found : found.replaceAll(/[^\r\n]/g, 'x')));
}

/** Whether the text holds any character a placeholder starts with: a quick look before the slow one. */
export function mayHoldPlaceholder(text: string): boolean {
  return /[$<@…]|\{[{%]|\{[A-Za-z_][\w.-]*(?:\[\w+\])?\}|%[A-Z]|__[A-Z]|#\{|\(\(|ENC\[|\.\.\./.test(text);
}

/** `{name}` of what YAML makes of it without quotes: a mapping of that key to nothing. */
export function bracedNameOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const [name = '', ...others] = Object.keys(value);
  return others.length === 0 && value[name] === null && /^[A-Za-z_][\w.-]*$/.test(name) ? `{${name}}` : undefined;
}

/** Whether ytt would make another text of it: its directives stand in comments, so that the text parses. */
export function isYttTemplate(text: string): boolean {
  return text.includes('#@') && YTT.test(text);
}

// No alternative may run on over the start of the next candidate: hostile text would cost quadratic time.
const VARIABLE = /\$\{[A-Za-z_]\w*(?:[:=?+-][^}$]*)?\}/;
const MUSTACHE = String.raw`\{\{(?:(?!\{\{).)*?\}\}`;
const ENCRYPTED = String.raw`ENC\[[A-Z0-9_]+,`;
/** Of Azure Pipelines, and of Octopus Deploy where it is the whole value. */
const TOKEN = String.raw`#\{[^}$#{]*\}#|^#\{[^}$#{]*\}$`;
// linear: no part runs on over the start of the next candidate.
const BRACED = new RegExp(`${MUSTACHE}|${VARIABLE.source}|${TOKEN}|${ENCRYPTED}`, 's');
// linear: no part runs on over the start of the next candidate.
const UNBRACED = new RegExp(`${VARIABLE.source}|${TOKEN}|${ENCRYPTED}`);
// linear: no part runs on over the start of the next candidate.
const ANY = new RegExp(
  [
    `\\$?${MUSTACHE}`,
    ENCRYPTED,
    String.raw`\{%(?:(?!\{%).)*?%\}`,
    String.raw`<%(?:(?!<%).)*?%>`,
    String.raw`[$#]\{[^}$#{]*\}#?`,
    String.raw`\$\([^)$(]*\)`,
    String.raw`\$[A-Za-z0-9_]+`,
    String.raw`%%?[A-Z][A-Z0-9_]*%%?`,
    String.raw`\(\([A-Za-z][\w./-]*\)\)`,
    String.raw`@@?[A-Z][A-Z0-9_]*@@?`,
    String.raw`__[A-Z][A-Z0-9_]*__`,
    String.raw`<[A-Za-z][\w .:/-]*>`,
    String.raw`\{[A-Za-z_][\w.-]*(?:\[\w+\])?\}`,
    String.raw`^(?:\.\.\.|\u2026)$`,
  ].join('|'),
  's',
);
// linear: no part runs on over the start of the next candidate.
const EACH = new RegExp(ANY.source, 'gs');
const YTT = /(?:^|[:-][^\S\n\r\u2028\u2029])[^\S\n\r\u2028\u2029]*#@(?:[^\S\n]|[a-z]+\/)/m;

const FLEET_VARIABLE = '${MEMBER-CLUSTER-';

function withoutFleetVariables(text: string): string {
  return text.includes(FLEET_VARIABLE) ? text.replaceAll(/\$\{MEMBER-CLUSTER-[^}$]*\}/g, '') : text;
}
