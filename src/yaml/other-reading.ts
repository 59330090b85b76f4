import { YamlLimitError } from './events.ts';
import type { YamlEntry, YamlNode } from './node.ts';

/**
 * Within brackets kubectl's decoder follows YAML 1.1, and the parser here YAML 1.2. In YAML 1.1 `{a:[b]}` is an error, `[a:, b]` is two
 * texts, and `?a` is a key. Text that the two read differently is not judged. Source: go.yaml.in/yaml/v2 `scannerc.go`,
 * yaml_parser_scan_plain_scalar and yaml_parser_fetch_next_token.
 * @throws {YamlLimitError} names the text, and what to write instead
 */
export function refuseOtherReading(text: string, root: YamlNode): void {
  if (!MAY_BE_READ_OTHERWISE.test(text)) return;
  for (const node of flowNodes(text, root)) {
    for (const entry of node.entries?.values() ?? []) refuseKey(text, entry);
    for (const item of [...(node.items ?? []), ...values(node)]) {
      if (item.style === 'plain') refuseStart(text, item.start, item.end);
    }
  }
}

/** A fast test before the slow one. */
const MAY_BE_READ_OTHERWISE = /[[{,:?]\s*[?:]|:[,[\]{}]/;

/** Nodes in brackets or braces. A mapping with one key in a list may have no braces itself. */
function* flowNodes(text: string, node: YamlNode, isFlow = false): Generator<YamlNode> {
  if (node.style !== 'collection') return;
  const isWithin = isFlow || text[node.start] === '[' || text[node.start] === '{';
  if (isWithin) yield node;
  for (const item of [...(node.items ?? []), ...values(node)]) yield* flowNodes(text, item, isWithin);
}

function values({ entries }: YamlNode): readonly YamlNode[] {
  return entries === undefined ? [] : [...entries.values()].map(({ node }) => node);
}

function refuseKey(text: string, { keyStart, keyEnd }: YamlEntry): void {
  if (/["'*&!]/.test(text[keyStart] ?? '')) return;
  refuseStart(text, keyStart, keyEnd);
  if (text[keyEnd] !== ':' || !/[,[\]{}]/.test(text[keyEnd + 1] ?? '')) return;
  throw new YamlLimitError(
    `holds \`${shown(text, keyStart, keyEnd + 2)}\` in brackets, where kubectl sees no key; write a blank behind the colon`,
  );
}

function refuseStart(text: string, start: number, end: number): void {
  if (start === end || !/[?:]/.test(text[start] ?? '')) return;
  throw new YamlLimitError(`holds \`${shown(text, start, end)}\` in brackets, which kubectl reads otherwise; put it in quotes`);
}

function shown(text: string, start: number, end: number): string {
  return text.slice(Math.max(start, end - SHOWN), end);
}

const SHOWN = 40;
