import { isDeepStrictEqual } from 'node:util';
import type { Fix } from '../fleet/json/fix.ts';
import { childPointer, parentPointer, pointerKeys } from '../fleet/json/json-pointer.ts';
import { field, isObject } from '../fleet/json/json.ts';
import { setOwn } from '../fleet/json/set-own.ts';
import { readDocuments, type ReadDocument } from './documents.ts';
import type { YamlEntry, YamlNode } from './node.ts';

/** One edit of a text. @see Fix */
export interface TextEdit {
  /** Position among the documents of the text that are not empty, from 0. */
  readonly documentIndex: number;
  /** With pointers into the document. */
  readonly fix: Fix;
  /** The scalar, or the field name, that is replaced. Absent if something is added. */
  readonly old?: string | undefined;
}

export interface EditedText {
  readonly text: string;
  /** The edits that were made. The others found unexpected text, or text that cannot be edited independently. */
  readonly made: readonly TextEdit[];
}

/**
 * Makes the edits at their places in the text and keeps every other character. An edit is left out if its place holds something unexpected,
 * is reached through an alias, or has an alias elsewhere. All edits of a document are left out if its edited text would not have exactly
 * the wanted value.
 */
export function editText(text: string, edits: readonly TextEdit[]): EditedText {
  const byDocument = Map.groupBy(unique(edits), ({ documentIndex }) => documentIndex);
  const changes: Change[] = [];
  const made: TextEdit[] = [];
  for (const document of readDocuments(text)) {
    const wanted = document.kind === 'read' ? (byDocument.get(document.index) ?? []) : [];
    if (document.kind !== 'read' || wanted.length === 0) continue;
    for (const edit of agreeing(wanted)) {
      const change = changeFor(edit, document, text);
      if (change === undefined || changes.some((other) => overlaps(other, change))) continue;
      changes.push(change);
      made.push(edit);
    }
  }
  const edited = applied(text, changes);
  return made.length === 0 || saysWhatIsWanted(text, edited, made) ? { text: edited, made } : oneByOne(text, made);
}

/** The edits that work one by one, if all together do not give the wanted value. */
function oneByOne(text: string, edits: readonly TextEdit[]): EditedText {
  if (edits.length === 1) return { text, made: [] };
  let edited = text;
  const made: TextEdit[] = [];
  for (const edit of edits) {
    const one = editText(edited, [edit]);
    edited = one.text;
    made.push(...one.made);
  }
  return { text: edited, made };
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function unique(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [JSON.stringify([edit.documentIndex, edit.fix]), edit])).values()];
}

/** Without edits that conflict at one place. */
function agreeing(edits: readonly TextEdit[]): readonly TextEdit[] {
  const placeOf = ({ fix }: TextEdit): string => (fix.kind === 'entry' ? childPointer(fix.at, fix.key) : fix.at);
  const places = Map.groupBy(edits, placeOf);
  return edits.filter((edit) => places.get(placeOf(edit))?.length === 1);
}

function overlaps(a: Change, b: Change): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

function applied(text: string, changes: readonly Change[]): string {
  let edited = text;
  for (const { start, end, text: by } of changes.toSorted((a, b) => b.start - a.start))
    edited = edited.slice(0, start) + by + edited.slice(end);
  return edited;
}

function changeFor({ fix, old }: TextEdit, { root, start: offset }: ReadDocument, text: string): Change | undefined {
  const found = own(root, fix.at);
  if (found === undefined) return undefined;
  const { node, entry } = found;
  const slice = (from: number, to: number): string => text.slice(offset + from, offset + to);
  if (fix.kind === 'value') {
    if (node.value !== old) return undefined;
    return scalar(slice(node.start, node.end), old, fix.value, offset + node.start);
  }
  if (fix.kind === 'key') {
    if (entry === undefined || old === undefined) return undefined;
    return scalar(slice(entry.keyStart, entry.keyEnd), old, fix.key, offset + entry.keyStart);
  }
  if (node.entries === undefined || !isObject(node.value) || node.value[fix.key] !== undefined) return undefined;
  return text[offset + node.start] === '{' ? inFlow(node, fix, text, offset) : inBlock(node.entries, fix, text, offset);
}

/** The node of a pointer if it is independent: not reached through an alias, and not below an anchor. */
function own(root: YamlNode, pointer: string): { readonly node: YamlNode; readonly entry: YamlEntry | undefined } | undefined {
  let node = root;
  let entry: YamlEntry | undefined;
  if (isShared(root)) return undefined;
  for (const key of pointerKeys(pointer)) {
    entry = node.entries?.get(key);
    const next: YamlNode | undefined = entry?.node ?? (/^\d+$/.test(key) ? node.items?.[Number(key)] : undefined);
    if (next === undefined || isShared(next)) return undefined;
    node = next;
  }
  return { node, entry };
}

function isShared({ style, anchored }: YamlNode): boolean {
  return style === 'alias' || anchored === true;
}

/** Replaces a scalar on one line in the same style: plain, or in the same quotes. */
function scalar(written: string, old: string | undefined, value: string, start: number): Change | undefined {
  if (old === undefined || !PLAIN.test(value)) return undefined;
  const [quote = ''] = /^["']/.exec(written) ?? [];
  if (written !== `${quote}${old}${quote}`) return undefined;
  return { start, end: start + written.length, text: `${quote}${value}${quote}` };
}

/** Texts that need no escape in any scalar style. `--fix` writes only names, versions and words of enums. */
const PLAIN = /^[A-Za-z0-9][-\w./]*$/;

function inFlow(
  { entries, value }: YamlNode,
  { key, value: added }: Fix & { kind: 'entry' },
  text: string,
  offset: number,
): Change | undefined {
  const last = [...(entries ?? new Map<string, YamlEntry>()).values()].toSorted((a, b) => a.node.end - b.node.end).at(-1);
  if (last === undefined || !isObject(value)) return undefined;
  const isQuoted = text[offset + last.keyStart] === '"';
  const entry = isQuoted ? `${JSON.stringify(key)}: ${JSON.stringify(added)}` : `${key}: ${added}`;
  const at = offset + last.node.end;
  return { start: at, end: at, text: `, ${entry}` };
}

/** Inserts after the last field that is a scalar on one line, or else before the first field. */
function inBlock(
  entries: ReadonlyMap<string, YamlEntry>,
  { key, value }: Fix & { kind: 'entry' },
  text: string,
  offset: number,
): Change | undefined {
  const all = [...new Set(entries.values())].toSorted((a, b) => a.keyStart - b.keyStart);
  const [first] = all;
  if (first === undefined) return undefined;
  const firstKey = offset + first.keyStart;
  const column = firstKey - (text.lastIndexOf('\n', firstKey - 1) + 1);
  const entry = `${key}: ${value}`;
  const last = all.findLast(({ keyStart, node }) => isScalar(node) && !text.slice(offset + keyStart, offset + node.end).includes('\n'));
  if (last === undefined) return { start: firstKey, end: firstKey, text: `${entry}${breakOf(text, firstKey)}${' '.repeat(column)}` };
  const feed = text.indexOf('\n', offset + last.node.end);
  const at = feed < 0 ? text.length : text[feed - 1] === '\r' ? feed - 1 : feed;
  return { start: at, end: at, text: `${breakOf(text, at)}${' '.repeat(column)}${entry}` };
}

function isScalar({ style }: YamlNode): boolean {
  return style === 'plain' || style === 'quoted';
}

/** The line break at an offset, or that of the lines before if it is on the last line. */
function breakOf(text: string, at: number): string {
  const feed = text.indexOf('\n', at);
  const known = feed < 0 ? text.lastIndexOf('\n') : feed;
  return known > 0 && text[known - 1] === '\r' ? '\r\n' : '\n';
}

/** Whether the edited text has the value of the old text with these edits, and no other change. */
function saysWhatIsWanted(before: string, after: string, edits: readonly TextEdit[]): boolean {
  const values = (text: string): unknown[] =>
    [...readDocuments(text)].map((document) => (document.kind === 'read' ? document.value : document.kind));
  const wanted = structuredClone(values(before));
  for (const { documentIndex, fix } of edits) if (!put(wanted[documentIndex], fix)) return false;
  return isDeepStrictEqual(values(after), wanted);
}

/** Makes the edit in a copy of the document's value. */
function put(value: unknown, fix: Fix): boolean {
  const at = fix.kind === 'entry' ? fix.at : parentPointer(fix.at);
  const parent = field(value, ...pointerKeys(at));
  const name = pointerKeys(fix.at).at(-1) ?? '';
  if (Array.isArray(parent) && fix.kind === 'value') {
    parent[Number(name)] = fix.value;
    return true;
  }
  if (!isObject(parent)) return false;
  const fields = parent as Record<string, unknown>;
  if (fix.kind === 'value') setOwn(fields, name, fix.value);
  else if (fix.kind === 'entry') setOwn(fields, fix.key, fix.value);
  else {
    setOwn(fields, fix.key, fields[name]);
    delete fields[name];
  }
  return true;
}
