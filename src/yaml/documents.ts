import { oncePer } from '../fleet/memo/once-per.ts';
import { composed, DocumentPlaces, type Reading } from './document-places.ts';
import { YamlLimitError, YamlSyntaxError } from './events.ts';
import { firstContentOffset } from './first-content-offset.ts';
import { DEFAULT_YAML_LIMITS, type YamlLimits } from './limits.ts';
import { LineIndex, type TextRange } from './lines.ts';
import { hiddenBreak, refuseHiddenBreaks } from './hidden-break.ts';
import type { DuplicateKey, YamlNode } from './node.ts';
import { refuseOtherReading } from './other-reading.ts';
import { type PlainDocument, readPlainly } from './plain-reading.ts';
import { type Chunk, endOfFirstValue, splitDocuments } from './split.ts';
import { tabFault } from './tab-fault.ts';

/** One document of a text: read, broken (kubectl cannot parse it) or not read, for the given reason. Empty documents are left out. */
export type YamlDocument = ReadDocument | BrokenDocument | UnreadDocument;

interface DocumentText {
  /** Position among the documents that are not empty, from 0. */
  readonly index: number;
  readonly text: string;
  /** Offset of `text` in the file. */
  readonly start: number;
  /** The place of the first character that is neither blank nor in a comment. */
  readonly at: TextRange;
}

export interface ReadDocument extends DocumentText {
  readonly kind: 'read';
  readonly value: unknown;
  /** Built at the first use. */
  readonly root: YamlNode;
  /** The number of values, with aliases expanded. */
  readonly size: number;
  readonly duplicates: readonly DuplicateKey[];
  /** The part to keep if text and nodes are no longer needed. */
  readonly places: DocumentPlaces;
}

export interface BrokenDocument extends DocumentText {
  readonly kind: 'broken';
  readonly reason: string;
  readonly fault: TextRange;
  /** The same as an offset in `text`. */
  readonly faultOffset: number;
}

interface UnreadDocument extends DocumentText {
  readonly kind: 'unread';
  readonly reason: string;
}

/** The value of the first document of a text; `undefined` if it cannot be read. */
export function firstValueIn(text: string): unknown {
  const [document] = readDocuments(text);
  return document?.kind === 'read' ? document.value : undefined;
}

/** The values of the documents that can be read. */
export function valuesIn(text: string): readonly unknown[] {
  return [...readDocuments(text)].flatMap((document) => (document.kind === 'read' ? [document.value] : []));
}

/** Reads a YAML or JSON text, document by document. Never throws. A document that is broken or not read does not affect the others. */
export function* readDocuments(text: string, limits: YamlLimits = DEFAULT_YAML_LIMITS): Generator<YamlDocument> {
  const lines = new LineIndex(text);
  if (text.length > limits.maxLength) {
    yield {
      kind: 'unread',
      index: 0,
      text: '',
      start: 0,
      at: lines.range(0, 0),
      reason: `The file is larger than ${limits.maxLength} characters.`,
    };
    return;
  }
  const readings = readingsOf(limits);
  let index = 0;
  let values = 0;
  for (const chunk of splitDocuments(text)) {
    if (index >= limits.maxDocuments || values > limits.maxFileValues) {
      const at = placeOf(chunk, lines);
      yield {
        kind: 'unread',
        index,
        text: '',
        start: chunk.start,
        at,
        reason: `The file has more than ${values > limits.maxFileValues ? `${limits.maxFileValues} values` : `${limits.maxDocuments} documents`}; the rest was not read.`,
      };
      return;
    }
    const document = readDocument(chunk, index, lines, readings[chunk.as]);
    if (document === undefined) continue;
    index += 1;
    if (document.kind === 'read') values += document.size;
    yield document;
  }
}

/** Shared by all files, because each document refers to one. */
const readingsOf = oncePer((limits: YamlLimits): Readonly<Record<Chunk['as'], Reading>> => {
  const recent = new Map<DocumentPlaces, YamlNode>();
  return { json: { limits, as: 'json', recent }, yaml: { limits, as: 'yaml', recent }, refused: { limits, as: 'refused', recent } };
});

function readDocument(chunk: Chunk, index: number, lines: LineIndex, reading: Reading): YamlDocument | undefined {
  const { start, text } = chunk;
  const control = reading.as === 'yaml' ? controlAt(text) : undefined;
  const plain = reading.as === 'yaml' && control === undefined ? readPlainly(text, reading.limits) : undefined;
  if (plain !== undefined) return new PlainlyRead(plain, chunk, index, lines, reading);
  const range = (from: number, to: number): TextRange => lines.range(start + from, start + to);
  const found = { index, text, start, at: placeOf(chunk, lines) };
  try {
    if (chunk.refusal !== undefined) throw new YamlSyntaxError(chunk.refusal.reason, chunk.refusal.offset);
    if (control !== undefined)
      throw new YamlSyntaxError(`${codePointName(text, control)} is a control character, which YAML does not allow`, control);
    const directive = directiveAt(text);
    if (directive !== undefined) throw new YamlSyntaxError(directiveFault(text, directive), directive);
    const indented = indentedMarkAt(text);
    if (indented !== undefined) throw new YamlSyntaxError('a `---` that is indented is text, not the start of a document', indented);
    const end = endAtStart(text);
    if (end !== undefined) throw new YamlSyntaxError('there is no document before this `...`, and kubectl stops here', end);
    const { root, duplicates } = composed(text, reading);
    const isYaml = reading.as === 'yaml';
    if (isYaml) refuseHiddenBreaks(text, root);
    if (root === undefined || root.value === null) return undefined;
    if (isYaml) refuseOtherReading(text, root);
    const tab = duplicates.length > 0 ? undefined : tabFault(text, root);
    if (tab !== undefined) throw new YamlSyntaxError('a tab where YAML wants spaces', tab);
    const places = new DocumentPlaces(chunk, lines, reading);
    places.keep(root);
    return {
      kind: 'read',
      ...found,
      value: root.value,
      root,
      size: root.size,
      duplicates,
      places,
    };
  } catch (error) {
    if (error instanceof YamlLimitError) return { kind: 'unread', ...found, reason: `The document ${error.message}.` };
    // With kubectl's line breaks this may not be an error.
    const hidden = error instanceof YamlSyntaxError && reading.as === 'yaml' ? hiddenBreak(text) : undefined;
    if (hidden !== undefined) return { kind: 'unread', ...found, reason: `The document ${hidden.message}.` };
    if (error instanceof YamlSyntaxError && goesOnBehindValue(text, reading))
      return { kind: 'unread', ...found, reason: 'The document goes on behind its first value, where kubectl stops reading.' };
    if (error instanceof YamlSyntaxError)
      return {
        kind: 'broken',
        ...found,
        reason: error.message,
        fault: range(error.offset, error.offset),
        faultOffset: error.offset,
      };
    throw error;
  }
}

/**
 * A document whose nodes are built on demand, because most callers need only its value. It is a class because an object with its own
 * getters takes a thousand bytes.
 */
class PlainlyRead implements ReadDocument {
  readonly kind = 'read';
  readonly index: number;
  readonly text: string;
  readonly start: number;
  readonly value: unknown;
  readonly size: number;
  readonly duplicates = NO_DUPLICATES;
  readonly places: DocumentPlaces;
  readonly #lines: LineIndex;

  constructor(plain: PlainDocument, chunk: Chunk, index: number, lines: LineIndex, reading: Reading) {
    this.index = index;
    this.text = chunk.text;
    this.start = chunk.start;
    this.value = plain.value;
    this.size = plain.size;
    this.places = new DocumentPlaces(chunk, lines, reading, plain);
    this.#lines = lines;
  }

  get at(): TextRange {
    return placeOf(this, this.#lines);
  }

  get root(): YamlNode {
    return this.places.root;
  }
}

const NO_DUPLICATES: readonly DuplicateKey[] = [];

/** Whether a document that is not valid YAML as a whole begins with a value in brackets. kubectl reads only that value. */
function goesOnBehindValue(text: string, reading: Reading): boolean {
  const end = reading.as === 'yaml' ? endOfFirstValue(text) : undefined;
  if (end === undefined) return false;
  try {
    return composed(text.slice(0, end), reading).root !== undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError || error instanceof YamlLimitError) return false;
    throw error;
  }
}

/** The offset of a directive, such as `%YAML 1.1`, at the start of the document. */
function directiveAt(text: string): number | undefined {
  const at = firstWrittenLine(text);
  return text[at] === '%' ? at : undefined;
}

/** A real directive needs a `---` after it, at which the text is split. Any other such line is probably a mistake. */
function directiveFault(text: string, at: number): string {
  return /^%(?:YAML|TAG)\s/.test(text.slice(at, at + '%YAML '.length))
    ? 'kubectl does not accept a directive such as `%YAML 1.2`, because it reads the lines before the next `---` as a document of their own; remove the line'
    : 'a line that starts with `%` is a directive, and YAML has no such directive; put a text in quotes';
}

/**
 * The offset of a character that kubectl's decoder refuses anywhere in a document, also in comments and quoted values; js-yaml looks only at
 * some places. Source: `readerc.go` of go-yaml, yaml_parser_update_buffer.
 */
function controlAt(text: string): number | undefined {
  const at = text.search(CONTROL);
  return at === -1 ? undefined : at;
}

/** Without U+FEFF, which is taken for a blank (`unusual-spaces.ts`). */
// linear: one character.
const CONTROL = /[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

function codePointName(text: string, offset: number): string {
  return `U+${(text.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The offset of an indented `---` at the start of the document, which js-yaml accepts. */
function indentedMarkAt(text: string): number | undefined {
  // linear: it matches at one place.
  const mark = /[^\S\n]+---(?=\s|$)/y;
  mark.lastIndex = firstWrittenLine(text);
  return mark.test(text) ? mark.lastIndex - '---'.length : undefined;
}

/** The offset of an end mark (`...`) at the start of the document. */
function endAtStart(text: string): number | undefined {
  const at = firstWrittenLine(text);
  return /^\.\.\.(?=\s|$)/.test(text.slice(at, at + '... '.length)) ? at : undefined;
}

/**
 * The start of the first line that is neither blank nor a comment. Only a line feed ends a line here. The lines are passed in a loop,
 * because a pattern that repeats for millions of lines exceeds the stack.
 */
function firstWrittenLine(text: string): number {
  const empty = /[^\S\n]*(?:#[^\n]*)?\n/y;
  let at = 0;
  while (empty.test(text)) at = empty.lastIndex;
  return at;
}

function placeOf({ start, text }: Pick<Chunk, 'start' | 'text'>, lines: LineIndex): TextRange {
  const at = start + Math.max(0, firstContentOffset(text));
  return lines.range(at, at + 1);
}
