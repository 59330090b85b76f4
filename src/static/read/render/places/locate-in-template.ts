import { pointerKeys } from '../../../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../../../fleet/kubernetes/object.ts';
import type { TextRange } from '../../../../yaml/lines.ts';

/**
 * The position in a chart's template of the value at a pointer of an object. A template is not YAML, so its lines are followed by their
 * indentation, to the line of the last key that it contains. `undefined` if no document of it, or more than one, could be the object.
 */
export function locateInTemplate(template: string, object: KubeObject, pointer: string): TextRange | undefined {
  const lines = template.split('\n');
  const document = documentOf(lines, object);
  if (document === undefined) return undefined;
  let at = document;
  for (const key of pointerKeys(pointer)) {
    const next = /^\d+$/.test(key) ? itemOf(lines, at, Number(key)) : keyOf(lines, at, key);
    if (next === undefined) break;
    at = next;
  }
  return rangeOf(lines, at.line);
}

/**
 * The line of a template that makes a line of its output: an equal one, if the output has as many of them as the template.
 * @param line of the output, from 1
 */
export function lineInTemplate(template: string, output: string, line: number): TextRange | undefined {
  const [written, printed] = [template, output].map((text) => text.split('\n'));
  const text = printed?.[line - 1];
  if (written === undefined || printed === undefined || text === undefined) return undefined;
  const linesWith = (lines: readonly string[]): readonly number[] => lines.flatMap((each, index) => (each === text ? [index] : []));
  const [inTemplate, inOutput] = [linesWith(written), linesWith(printed)];
  const index = inTemplate[inOutput.indexOf(line - 1)];
  return index === undefined || inTemplate.length !== inOutput.length ? undefined : rangeOf(written, index);
}

/** Lines of a template, from the one with the key to the last one of the value. */
interface Block {
  readonly line: number;
  /** The first line of the content; the same line if an item or document has its first key on it. */
  readonly from: number;
  readonly to: number;
  /** The content is indented more than this column. */
  readonly indent: number;
}

function documentOf(lines: readonly string[], object: KubeObject): Block | undefined {
  const starts = [0, ...lines.flatMap((line, index) => (/^---(?:\s|$)/.test(line) ? [index + 1] : []))];
  const documents = starts.map((from, index) => ({ from, to: (starts[index + 1] ?? lines.length + 1) - 1 }));
  const found = documents.flatMap(({ from, to }) => {
    const block = { line: from, from, to, indent: -1 };
    const kind = keyOf(lines, block, 'kind');
    if (kind === undefined || scalarOf(lines[kind.line]) !== object.kind) return [];
    const metadata = keyOf(lines, block, 'metadata');
    const name = metadata === undefined ? undefined : keyOf(lines, metadata, 'name');
    return [
      {
        ...block,
        line: firstContentLine(lines, from, to),
        fits: fit(name === undefined ? '' : scalarOf(lines[name.line]), object.metadata.name),
      },
    ];
  });
  const best = Math.max(...found.map(({ fits }) => fits));
  const [document, ...others] = found.filter(({ fits }) => fits === best);
  return others.length > 0 ? undefined : document;
}

/** How well a name in a template matches: it is the name, it may become the name, or it is another name. */
function fit(written: string, name: string): number {
  if (written === name) return 2;
  return written === '' || written.includes('{{') ? 1 : 0;
}

function keyOf(lines: readonly string[], { from, to, indent }: Block, key: string): Block | undefined {
  let outermost = Infinity;
  const found: number[] = [];
  for (let index = from; index < to; index += 1) {
    const column = keyColumn(lines[index] ?? '', index === from);
    if (column === undefined || column <= indent || column > outermost) continue;
    // A key with less indentation ends siblings that were indented more by accident.
    if (column < outermost) found.length = 0;
    outermost = column;
    if (keyAt(lines[index] ?? '') === key) found.push(index);
  }
  const [line, ...others] = found;
  // The key occurs twice, in two branches of the template.
  if (line === undefined || others.length > 0) return undefined;
  return { line, from: line + 1, to: endOf(lines, line + 1, to, outermost, true), indent: outermost };
}

function itemOf(lines: readonly string[], { from, to, indent }: Block, index: number): Block | undefined {
  const dashes: { readonly line: number; readonly column: number }[] = [];
  for (let line = from; line < to; line += 1) {
    const dash = /^(\s*)-\s/.exec(lines[line] ?? '');
    if (dash !== null) dashes.push({ line, column: dash[1]?.length ?? 0 });
    // The template decides which item is which.
    else if (/^\s*\{\{-?\s*(?:if|else|range|with|include|toYaml|tpl)\b/.test(lines[line] ?? '')) return undefined;
  }
  const outermost = Math.min(...dashes.map(({ column }) => column));
  const item = dashes.filter(({ column }) => column === outermost && column >= indent)[index];
  if (item === undefined) return undefined;
  return { line: item.line, from: item.line, to: endOf(lines, item.line + 1, to, outermost, false), indent: outermost };
}

/**
 * The first line after a value: one with a key or item that is not indented more. Items of a list may have the same indentation as its key.
 */
function endOf(lines: readonly string[], from: number, to: number, column: number, ofKey: boolean): number {
  for (let index = from; index < to; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || /^\s*(?:#|\{\{)/.test(line)) continue;
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    if (indent < column || (indent === column && !(ofKey && /^\s*-\s/.test(line)))) return index;
  }
  return to;
}

/** The column of the key of a line; after the dash if the line begins an item. */
function keyColumn(line: string, afterDash: boolean): number | undefined {
  const match = /^(\s*(?:-\s+)?)["']?[\w./-]+["']?\s*:(?:\s|$)/.exec(line);
  if (match === null || (!afterDash && /^\s*-\s/.test(line))) return undefined;
  return match[1]?.length;
}

function keyAt(line: string): string | undefined {
  return /^\s*(?:-\s+)?["']?([\w./-]+)["']?\s*:/.exec(line)?.[1];
}

function scalarOf(line = ''): string {
  const behind = line.includes(':') ? line.slice(line.indexOf(':') + 1) : '';
  const comment = /\s#/.exec(behind)?.index;
  const value = behind.slice(0, comment).trim();
  // linear: it matches only at the start, up to the end.
  return value.replace(/^(["'])(.*)\1$/, '$2');
}

function firstContentLine(lines: readonly string[], from: number, to: number): number {
  for (let index = from; index < to; index += 1) if (/^\s*["']?\w[\w./-]*["']?\s*:/.test(lines[index] ?? '')) return index;
  return from;
}

function rangeOf(lines: readonly string[], index: number): TextRange {
  const text = (lines[index] ?? '').trimEnd();
  const column = text.length - text.trimStart().length + 1;
  return { line: index + 1, column, endLine: index + 1, endColumn: text.length + 1 };
}
