import { YamlLimitError } from './events.ts';
import type { YamlNode } from './node.ts';

/**
 * kubectl's decoder also ends lines at U+0085, U+2028 and U+2029, but the parser here does not. After one of them in a comment or a block
 * scalar, another key could begin. In quotes U+2028 and U+2029 are text, unless blanks around them are left out, and U+0085 becomes a
 * blank. Source: go.yaml.in/yaml/v2 `yamlprivateh.go`, is_break, and yaml_parser_scan_flow_scalar.
 * @throws {YamlLimitError} there is one outside of quotes
 */
export function refuseHiddenBreaks(text: string, root: YamlNode | undefined): void {
  if (!BREAK.test(text)) return;
  const quoted = root === undefined ? [] : [...quotedIn(text, root)].toSorted((a, b) => a.start - b.start);
  const hidden = hiddenBreak(text, quoted);
  if (hidden !== undefined) throw hidden;
}

/** The error for the first such character outside of these spans. */
export function hiddenBreak(text: string, quoted: readonly Span[] = []): YamlLimitError | undefined {
  let next = 0;
  for (const { index } of text.matchAll(EACH_BREAK)) {
    while ((quoted[next]?.end ?? Infinity) <= index) next += 1;
    if ((quoted[next]?.start ?? Infinity) <= index && !/[\s\u0085]/.test(neighbours(text, index))) continue;
    const code = text.codePointAt(index)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
    return new YamlLimitError(`holds the character U+${code}, at which kubectl begins a new line, so that it may read something else`);
  }
  return undefined;
}

/** The characters beside the one at that place, which is one of them if it is always read as a blank. */
function neighbours(text: string, at: number): string {
  return text.charAt(at - 1) + text.charAt(at + 1) + (text[at] === '\u0085' ? text.charAt(at) : '');
}

/** Whether a text contains such a character anywhere. */
export function mayHideBreak(text: string): boolean {
  return BREAK.test(text);
}

const BREAK = /[\u0085\u2028\u2029]/;
const EACH_BREAK = new RegExp(BREAK, 'g');

interface Span {
  readonly start: number;
  readonly end: number;
}

function* quotedIn(text: string, node: YamlNode): Generator<Span> {
  if (node.style === 'quoted') yield node;
  for (const { keyStart, keyEnd, node: value } of node.entries?.values() ?? []) {
    if (text[keyStart] === '"' || text[keyStart] === "'") yield { start: keyStart, end: keyEnd };
    yield* quotedIn(text, value);
  }
  for (const item of node.items ?? []) yield* quotedIn(text, item);
}
