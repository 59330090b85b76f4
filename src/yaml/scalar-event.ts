import { Buffer } from 'node:buffer';
import { getScalarValue, type ScalarEvent, SCALAR_STYLE } from 'js-yaml';
import { type SourceEvents, YamlSyntaxError } from './events.ts';
import type { YamlNode } from './node.ts';
import { resolvePlain } from './scalar.ts';

/**
 * The value of a scalar: text if it is quoted or has its own tag, otherwise the resolved value of the plain text.
 * @throws YamlSyntaxError for a value that is not of its tag's type or has no form in JSON
 */
export function scalarValue({ text, origin, isJson }: SourceEvents, event: ScalarEvent): unknown {
  const escape = event.style === SCALAR_STYLE.DOUBLE_QUOTED ? escapeFault(text, event.valueStart, event.valueEnd) : undefined;
  if (escape !== undefined && !isJson) throw new YamlSyntaxError(escape.reason, origin(escape.offset));
  const written = getScalarValue(text, event);
  const tag = event.tagStart < 0 ? '' : text.slice(event.tagStart, event.tagEnd);
  const untagged = tag === '' && event.style === SCALAR_STYLE.PLAIN;
  if (tag === '!!binary') return binaryValue(written, origin(Math.max(0, event.valueStart)));
  if (!untagged && !RESOLVED_TAGS.has(tag)) return written;
  const value = resolvePlain(written);
  const at = origin(Math.max(0, event.valueStart));
  if (!untagged && !RESOLVED_TAGS.get(tag)?.(value)) throw new YamlSyntaxError(`the value here is not of the type ${tag}`, at);
  // Without quotes, JSON has only numbers, `true`, `false` and `null`.
  if (isJson && untagged && typeof value === 'string') throw new YamlSyntaxError('this number is too large for a float', at);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new YamlSyntaxError('this number has no form in JSON', at);
  return value;
}

/** @throws YamlSyntaxError as Go's `encoding/base64` does, which ignores only line ends */
function binaryValue(written: string, offset: number): string {
  const digits = written.replaceAll(/[\r\n]/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits))
    throw new YamlSyntaxError('this value of !!binary is not base64', offset);
  return Buffer.from(digits, 'base64').toString('utf8');
}

/** The place of a scalar in the text that was parsed, including quotes and block header. `cursor` is the end of the token before it. */
export function scalarPlace(text: string, event: ScalarEvent, cursor: number): Pick<YamlNode, 'start' | 'end' | 'style'> {
  const { valueStart, valueEnd } = event;
  if (valueStart < 0) {
    const at = emptyPlace(text, cursor);
    return { start: at, end: at, style: 'plain' };
  }
  if (event.style === SCALAR_STYLE.PLAIN) return { start: valueStart, end: valueEnd, style: 'plain' };
  if (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED) {
    return { start: valueStart - 1, end: valueEnd + 1, style: 'quoted' };
  }
  const header = text.indexOf(event.style === SCALAR_STYLE.LITERAL_BLOCK ? '|' : '>', cursor);
  let end = valueEnd;
  while (end > header + 1 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return { start: header, end, style: 'block' };
}

/** The place of an absent value is after the `:` or `-` before it. */
function emptyPlace(text: string, cursor: number): number {
  const gap = /[^\S\n]*[:?-]?/y;
  gap.lastIndex = cursor;
  return cursor + (gap.exec(text)?.[0].length ?? 0);
}

const RESOLVED_TAGS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['!!int', (value: unknown) => typeof value === 'number' && Number.isInteger(value)],
  ['!!float', (value: unknown) => typeof value === 'number'],
  ['!!bool', (value: unknown) => typeof value === 'boolean'],
  ['!!null', (value: unknown) => value === null],
]);

/** What is wrong with an escape sequence, and its place. */
interface EscapeFault {
  readonly offset: number;
  readonly reason: string;
}

const ESCAPE = /\\(?:(\/)|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[^])/g;

/**
 * The first escape sequence of a double-quoted scalar that kubectl's decoder refuses. These are `\/` and code points that are not
 * characters, such as the halves of a surrogate pair. JSON allows all of them; YAML 1.1 does not. Source: go.yaml.in/yaml/v2 `scannerc.go`,
 * yaml_parser_scan_flow_scalar.
 * @param start offset after the opening quote
 * @param end offset of the closing quote
 */
function escapeFault(text: string, start: number, end: number): EscapeFault | undefined {
  for (const { 0: escape, 1: slash, 2: short, 3: long, index } of text.slice(start, end).matchAll(ESCAPE)) {
    const code = Number.parseInt(short ?? long ?? '0', 16);
    const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (slash === undefined && isCharacter) continue;
    return { offset: start + index, reason: `kubectl knows no escape \`${escape}\` outside of JSON files` };
  }
  return undefined;
}
