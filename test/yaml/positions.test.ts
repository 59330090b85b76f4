import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, stringify } from 'yaml';
import { type ReadDocument, readDocuments } from '../../src/yaml/documents.ts';
import { childPointer } from '../../src/fleet/json/json-pointer.ts';
import type { YamlNode } from '../../src/yaml/node.ts';

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const styles = fc.constantFrom(
  { indent: 2 },
  { indent: 4, indentSeq: false },
  { indent: 3, lineWidth: 20 },
  { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' } as const,
  { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' } as const,
  { defaultStringType: 'BLOCK_LITERAL', defaultKeyType: 'PLAIN' } as const,
  { collectionStyle: 'flow', lineWidth: 30 } as const,
);
const texts = fc.tuple(json, styles).map(([value, style]) => stringify({ root: value, tail: [value, 1] }, { version: '1.1', ...style }));

describe('places', () => {
  test('contain the value that they locate, or the name of a located key', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const document of readable(text)) checkRanges(document, text);
      }),
      { numRuns: 300 },
    );
  });

  test('of keys and scalars are those of a second parser', () => {
    let compared = 0;
    fc.assert(
      fc.property(texts, (text) => {
        for (const document of readable(text)) compared += compareWithSecondOpinion(document, text);
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(1000);
  });

  test('of all recorded documents are too', () => {
    const lines = readFileSync(new URL('../../fixtures/read/documents.jsonl', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
    const documents = lines
      .map((line) => JSON.parse(line) as { text: string; error?: true })
      .filter(({ text, error }) => error !== true && !text.includes('!'));
    for (const { text } of documents) for (const document of readable(text)) checkRanges(document, text);
    expect(documents.length).toBeGreaterThan(30);
  });

  test.each([
    ['a: 1 # c\n', '/a', '1:4-1:5', '1:1-1:2'],
    ['a:\n  - x\n  - "q r"\n', '/a/1', '3:5-3:10', '3:5-3:10'],
    ['a: {b: [1, 2], c: }\n', '/a/b', '1:8-1:14', '1:5-1:6'],
    ['a: {b: [1, 2], c: }\n', '/a/c', '1:18-1:18', '1:16-1:17'],
    ['a:\nb: 1\n', '/a', '1:3-1:3', '1:1-1:2'],
    ['a:\n- b: 1\n- # c\n\n  # d\n-\n', '/a/1', '3:3-3:3', '3:3-3:3'],
    ['a:\n- b: 1\n- # c\n\n  # d\n-\n', '/a/2', '6:2-6:2', '6:2-6:2'],
    ['a:\n- &x\n-\n- !!null\n-\n', '/a/0', '2:5-2:5', '2:5-2:5'],
    ['a:\n- &x\n-\n- !!null\n-\n', '/a/1', '3:2-3:2', '3:2-3:2'],
    ['a:\n- &x\n-\n- !!null\n-\n', '/a/2', '4:9-4:9', '4:9-4:9'],
    ['a:\n- &x\n-\n- !!null\n-\n', '/a/3', '5:2-5:2', '5:2-5:2'],
    ['a: |\n  one\n  two\n\nb: 1\n', '/a', '1:4-3:6', '1:1-1:2'],
    ['a:\n  b:\n    c: 1\n    d: 2\n\ne: 1\n', '/a/b', '3:5-4:9', '2:3-2:4'],
    ['x: &m {p: 1}\nz:\n  <<: *m\n  q: 2\n', '/z/p', '3:7-3:9', '3:3-3:5'],
    ['x: &m {p: 1}\nz: *m\n', '/z/p', '2:4-2:6', '2:1-2:2'],
    ['a: {0O10: x}\n', '/a/8', '1:11-1:12', '1:5-1:9'],
    ['a: 1\n', '/a/b/c', '1:4-1:5', '1:1-1:2'],
    ['a: 1\n', '', '1:1-1:5', '1:1-1:5'],
    ['a/b: {c~d: 1}\n', '/a~1b/c~0d', '1:12-1:13', '1:7-1:10'],
    ['---\n# first\n---\n\nspec:\n  args: [\n    a\n  ]\n  k: 1\n', '/spec/k', '9:6-9:7', '9:3-9:4'],
    ['spec:\n  args: [\n    a\n  ]\n', '/spec/args', '2:9-4:4', '2:3-2:7'],
    ['\uFEFFa: 1\r\nb: 2\r\n', '/b', '2:4-2:5', '2:1-2:2'],
  ])('%j %s', (text, pointer, value, key) => {
    const [document] = readable(text);
    expect([short(document?.places.locate(pointer)), short(document?.places.locate(pointer, 'key'))]).toEqual([value, key]);
  });
});

function readable(text: string): readonly ReadDocument[] {
  return [...readDocuments(text)].filter((document) => document.kind === 'read');
}

function short(range: { line: number; column: number; endLine: number; endColumn: number } | undefined): string {
  return range === undefined ? 'none' : `${range.line}:${range.column}-${range.endLine}:${range.endColumn}`;
}

function checkRanges(document: ReadDocument, text: string): void {
  const lines = text.split('\n');
  for (const { pointer, node, key } of walk(document.root)) {
    const keyText = cut(document.places.locate(pointer, 'key'));
    if (key !== undefined && keyText === '<<') continue;
    if (key !== undefined) expect([String(valueOf(keyText)), pointer]).toEqual([key, pointer]);
    const range = document.places.locate(pointer);
    const valueText = cut(range);
    const dependsOnSurroundings = hasAlias(node) || (node.style === 'block' && /^[|>][^\n]*[+\d]/.test(valueText));
    if (dependsOnSurroundings) continue;
    // A block collection keeps its meaning only at its own indentation.
    const indent = ' '.repeat(node.style === 'collection' ? range.column - 1 : 0);
    expect([valueOf(indent + valueText), pointer]).toEqual([node.value, pointer]);
  }

  function cut({ line, column, endLine, endColumn }: { line: number; column: number; endLine: number; endColumn: number }): string {
    const part = lines.slice(line - 1, endLine);
    part[part.length - 1] = (part.at(-1) ?? '').slice(0, endColumn - 1);
    part[0] = (part[0] ?? '').slice(column - 1);
    return part.join('\n');
  }
}

function hasAlias(node: YamlNode): boolean {
  return [...walk(node)].some((entry) => entry.node.style === 'alias');
}

function valueOf(text: string): unknown {
  const [document] = readable(`${text}\n`);
  return document?.value ?? null;
}

function* walk(node: YamlNode, pointer = '', key?: string): Generator<{ pointer: string; node: YamlNode; key: string | undefined }> {
  yield { pointer, node, key };
  for (const [name, { node: below }] of node.entries ?? []) yield* walk(below, childPointer(pointer, name), name);
  for (const [index, item] of (node.items ?? []).entries()) yield* walk(item, childPointer(pointer, index));
}

function compareWithSecondOpinion(document: ReadDocument, text: string): number {
  let compared = 0;
  const position = (offset: number): string => {
    const before = text.slice(0, offset).split('\n');
    return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  };
  const visit = (node: Node | null, pointer: string): void => {
    if (isAlias(node) || node?.range === undefined || node.range === null) return;
    if (!isScalar(node) || node.source !== '') {
      const { line, column } = document.places.locate(pointer);
      expect([`${line}:${column}`, pointer]).toEqual([position(node.range[0]), pointer]);
      compared += 1;
    }
    if (isMap<Node, Node | null>(node)) {
      for (const { key, value } of node.items) {
        if (!isScalar(key) || typeof key.source !== 'string') continue;
        // An octal, hexadecimal or binary number for Go, with a small or a capital letter; a text for the second parser.
        if (key.type === 'PLAIN' && /^[-+]?0[obx][\da-f]+$/i.test(key.source)) continue;
        const below = childPointer(pointer, key.source);
        const { line, column } = document.places.locate(below, 'key');
        expect([`${line}:${column}`, below]).toEqual([position(key.range?.[0] ?? 0), below]);
        visit(value, below);
      }
    }
    if (isSeq<Node>(node)) for (const [index, item] of node.items.entries()) visit(item, childPointer(pointer, index));
  };
  visit(parseDocument(text, { version: '1.1' }).contents, '');
  return compared;
}
