import { isObject } from '../../../fleet/json/json.ts';

/**
 * Text that another tool replaces before the hub reads it: Go and Jinja templates, shell and CI variables, `<fill-me-in>`, `{of_python}`,
 * values that SOPS encrypted. A placeholder is a form with a name; signs alone (`$`, `$$`, `${}`) are text. KubeFleet's own
 * `${MEMBER-CLUSTER-…}` variables are not placeholders, because the hub expands them.
 */

/** Finds a placeholder of any form, for values in which none of these characters is valid (names, labels, fields of KubeFleet's kinds). */
export function placeholderIn(text: string): string | undefined {
  return ANY.exec(withoutFleetVariables(text))?.[0];
}

/** Finds only the forms that free text does not contain by accident: `{{ … }}`, `${NAME}`, and `#{NAME}#`. */
export function bracedPlaceholderIn(text: string): string | undefined {
  return BRACED.exec(withoutFleetVariables(text))?.[0];
}

/**
 * Finds only `${NAME}`, `#{NAME}#` and values that SOPS encrypted. For values in which braces may be meant literally: in quotes, and for
 * controllers with templates of their own.
 */
export function variableIn(text: string): string | undefined {
  return UNBRACED.exec(withoutFleetVariables(text))?.[0];
}

/** The text with each placeholder of any form replaced by letters of the same length. */
export function overwritePlaceholders(text: string): string {
  return text.replaceAll(EACH, (found) => (found.startsWith(FLEET_VARIABLE) ? found : found.replaceAll(/[^\r\n]/g, 'x')));
}

/** Whether the text contains signs with which a placeholder starts: only a fast check before the slow one. */
export function mayHoldPlaceholder(text: string): boolean {
  return /[$<@…]|\{[{%]|\{[A-Za-z_][\w.-]*(?:\[\w+\])?\}|%[A-Za-z]|__[A-Z]|#\{|\(\(|ENC\[|\.\.\./.test(text);
}

/** The `{name}` that YAML without quotes parses as a mapping of that key to null. */
export function bracedNameOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const [name = '', ...others] = Object.keys(value);
  return others.length === 0 && value[name] === null && /^[A-Za-z_][\w.-]*$/.test(name) ? `{${name}}` : undefined;
}

/** Whether ytt would change the text: its directives are comments, so the text can be parsed. */
export function isYttTemplate(text: string): boolean {
  return text.includes('#@') && YTT.test(text);
}

// No alternative may match across the start of the next candidate; else hostile text would take quadratic time.
const VARIABLE = /\$\{[A-Za-z_]\w*(?:[:=?+-][^}$]*)?\}/;
const MUSTACHE = String.raw`\{\{(?:(?!\{\{).)*?\}\}`;
const ENCRYPTED = String.raw`ENC\[[A-Z0-9_]+,`;
/** The form of Azure Pipelines, and that of Octopus Deploy if it is the whole value. */
const TOKEN = String.raw`#\{[^}$#{]*\}#|^#\{[^}$#{]*\}$`;
// linear: no part matches across the start of the next candidate.
const BRACED = new RegExp(`${MUSTACHE}|${VARIABLE.source}|${TOKEN}|${ENCRYPTED}`, 's');
// linear: no part matches across the start of the next candidate.
const UNBRACED = new RegExp(`${VARIABLE.source}|${TOKEN}|${ENCRYPTED}`);
// linear: no part matches across the start of the next candidate.
const ANY = new RegExp(
  [
    `\\$?${MUSTACHE}`,
    ENCRYPTED,
    String.raw`\{%(?:(?!\{%).)*?%\}`,
    String.raw`<%(?:(?!<%).)*?%>`,
    // Directives of FreeMarker.
    String.raw`</?[#@][A-Za-z][^<>]*>`,
    String.raw`[$#]\{[^}$#{]+\}#?`,
    String.raw`\$\([^)$(]+\)`,
    String.raw`\$\w+`,
    // Also TeamCity's `%build.number%`.
    String.raw`%%?[A-Za-z][\w.-]*%%?`,
    String.raw`\(\([A-Za-z][\w./-]*\)\)`,
    // Also Maven's `@project.version@`.
    String.raw`@@?[A-Za-z][\w.-]*@@?`,
    String.raw`__[A-Z][A-Z0-9_]*__`,
    String.raw`<[A-Za-z][\w .:/#|-]*>`,
    String.raw`\{[A-Za-z_][\w.-]*(?:\[\w+\])?\}`,
    String.raw`^(?:\.\.\.|\u2026)$`,
  ].join('|'),
  's',
);
// linear: no part matches across the start of the next candidate.
const EACH = new RegExp(ANY.source, 'gs');
const YTT = /(?:^|[:-][^\S\n\r\u2028\u2029])[^\S\n\r\u2028\u2029]*#@(?:[^\S\n]|[a-z]+\/)/m;

const FLEET_VARIABLE = '${MEMBER-CLUSTER-';

function withoutFleetVariables(text: string): string {
  return text.includes(FLEET_VARIABLE) ? text.replaceAll(/\$\{MEMBER-CLUSTER-[^}$]*\}/g, '') : text;
}
