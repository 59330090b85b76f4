/**
 * Text another tool is meant to replace before the hub sees it: Go and Jinja templates, shell and CI variables, `<fill-me-in>`, what SOPS
 * encrypted.
 * KubeFleet's own `${MEMBER-CLUSTER-…}` variables are expanded by the hub and are none.
 */

/** Any form, for values where none of these characters could stand for itself (names, labels, fields of KubeFleet's kinds). */
export function placeholderIn(text: string): string | undefined {
  return ANY.exec(withoutFleetVariables(text))?.[0];
}

/** Only the forms free text does not have by chance: `{{ … }}` and `${NAME}`. */
export function bracedPlaceholderIn(text: string): string | undefined {
  return BRACED.exec(withoutFleetVariables(text))?.[0];
}

/** Only `${NAME}`, for kinds whose controllers have templates of their own. */
export function variableIn(text: string): string | undefined {
  return VARIABLE.exec(withoutFleetVariables(text))?.[0];
}

/** Whether the text holds any character a placeholder starts with: a quick look before the slow one. */
export function mayHoldPlaceholder(text: string): boolean {
  return /[$<@…]|\{[{%]|%[A-Z]|__[A-Z]|#\{|ENC\[|\.\.\./.test(text);
}

/** Whether a text that is no YAML is a template or script: it holds template markers, a heredoc, or a variable on the line of the fault. */
export function isTemplate(text: string, faultyLine: string): boolean {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  return lines.some((line) => TEMPLATE_MARK.test(line) || HEREDOC.test(line)) || placeholderIn(faultyLine) !== undefined;
}

/** Whether ytt would make another text of it: its directives stand in comments, so that the text parses. */
export function isYttTemplate(text: string): boolean {
  return YTT.test(text);
}

/** Whether somebody left parts of the text out and wrote an ellipsis. */
export function hasEllipsis(text: string): boolean {
  return /^[^\S\n]*(?:-[^\S\n]+)?(?:\.\.\.|…)[^\S\n]*\r?$/m.test(text) || /:[^\S\n]+(?:\.\.\.|…)[^\S\n]*\r?$/m.test(text);
}

// No alternative may run on over the start of the next candidate: hostile text would cost quadratic time.
const VARIABLE = /\$\{[A-Za-z_]\w*(?:[:=?+-][^}$]*)?\}/;
const MUSTACHE = String.raw`\{\{(?:(?!\{\{).)*?\}\}`;
const ENCRYPTED = String.raw`ENC\[[A-Z0-9_]+,`;
const BRACED = new RegExp(`${MUSTACHE}|${VARIABLE.source}|${ENCRYPTED}`, 's');
const ANY = new RegExp(
  [
    `\\$?${MUSTACHE}`,
    ENCRYPTED,
    String.raw`\{%(?:(?!\{%).)*?%\}`,
    String.raw`<%(?:(?!<%).)*?%>`,
    String.raw`[$#]\{[^}$#{]*\}#?`,
    String.raw`\$\([^)$(]*\)`,
    String.raw`\$[A-Za-z0-9_]+`,
    String.raw`%[A-Z][A-Z0-9_]*%`,
    String.raw`@@?[A-Z][A-Z0-9_]*@@?`,
    String.raw`__[A-Z][A-Z0-9_]*__`,
    String.raw`<[A-Za-z][\w .:/-]*>`,
    String.raw`^(?:\.\.\.|…)$`,
  ].join('|'),
  's',
);
const TEMPLATE_MARK = /\{\{|\}\}|\{%|%\}|<%|%>/;
const YTT = /(?:^|:[^\S\n]|-[^\S\n])[^\S\n]*#@(?:[^\S\n]|[a-z]+\/)/m;
const HEREDOC = /<<-?\s*(['"]?)[A-Za-z_]+\1\s*(?:[|>&].*)?$|^EOF\s*$/;

function withoutFleetVariables(text: string): string {
  return text.replaceAll(/\$\{MEMBER-CLUSTER-[^}$]*\}/g, '');
}
