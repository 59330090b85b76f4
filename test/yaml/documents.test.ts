import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocuments, type YamlDocument } from '../../src/yaml/documents.ts';
import { DEFAULT_YAML_LIMITS } from '../../src/yaml/limits.ts';

const FRAGMENTS = [
  'a: 1',
  '  - ',
  '---',
  '\n',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '|',
  '>',
  '&x ',
  '*x',
  '<<: ',
  '#',
  '\t',
  '? ',
  ': ',
  '...',
  '!!int ',
  '%',
  '\r',
  '😀',
];

describe('documents', () => {
  test('no text makes the reader throw', () => {
    const soup = fc.array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 4 }))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(soup, (text) => {
        for (const document of readDocuments(text)) {
          expect(document.at.line).toBeLessThanOrEqual(text.split('\n').length);
          if (document.kind === 'broken') expect(document.fault.column).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a broken document does not affect the others', () => {
    const documents = [...readDocuments('a: 1\n---\nb: [1\n---\nc: 3\n')];
    expect(documents.map(brief)).toEqual(['1: {"a":1}', '3: broken at 4', '5: {"c":3}']);
  });

  test.each([
    ['separators with comments and blanks', '--- # one\na: 1\n---   \nb: 2\n', ['2: {"a":1}', '4: {"b":2}']],
    ['empty and comment-only ones are none', '---\n---\n# nothing\n---\nnull\n---\n~\n---\na: 1\n', ['9: {"a":1}']],
    ['three dashes inside a scalar', 'a: |\n  ---\n  x\nb: "---"\n', ['1: {"a":"---\\nx\\n","b":"---"}']],
    ['Windows line ends', 'a: 1\r\n---\r\nb: 2\r\n', ['1: {"a":1}', '3: {"b":2}']],
    ['JSON values in a row', '{"a":"}{"}\n{"b":{"c":[1]}} {"d":"\\\\"}', ['1: {"a":"}{"}', '2: {"b":{"c":[1]}}', '2: {"d":"\\\\"}']],
    ['JSON indented with tabs', '{\n\t"a": [\n\t\t1\n\t]\n}', ['1: {"a":[1]}']],
    ['JSON escapes YAML 1.1 lacks', '{"a":"\\/\\ud83d\\ude00"}', ['1: {"a":"/😀"}']],
    ['brackets at the indentation of their key', 'a:\n  b: [\n    1\n  ]\n  c: {\n    d: 1\n  }\n', ['1: {"a":{"b":[1],"c":{"d":1}}}']],
    ['text behind the end of a document', 'a: 1\n...\nb: 2\n---\nc: 3\n', ['1: unread', '5: {"c":3}']],
    ['a second document on the separator', 'a: 1\n--- {b: 2}\n', ['1: broken at 2']],
    ['an end mark with nothing behind it', 'a: 1\n...\n---\nb: 2\n...\n# end\n', ['1: {"a":1}', '4: {"b":2}']],
  ])('%s', (_, text, expected) => {
    expect([...readDocuments(text)].map(brief)).toEqual(expected);
  });

  test('a fault behind a moved bracket is reported at its own place', () => {
    const [document] = readDocuments('a:\n  b: [\n    1\n  ]\n  c: "x" y\n');
    expect(document).toMatchObject({ kind: 'broken', fault: { line: 5, column: 10 }, faultOffset: 29 });
  });

  test('duplicate keys are reported with both places, and the last value wins', () => {
    const [document] = readDocuments('a:\n  b: 1\n  c: 2\n  "b": 3\non: 1\ntrue: 2\n');
    if (document?.kind !== 'read') throw new Error('not read');
    expect(document.value).toEqual({ a: { b: 3, c: 2 }, true: 2 });
    expect(
      document.duplicates.map(({ pointer, first, second }) => [
        pointer,
        document.places.rangeOf(first).line,
        document.places.rangeOf(second).line,
      ]),
    ).toEqual([
      ['/a/b', 2, 4],
      ['/true', 5, 6],
    ]);
  });

  test('merged keys are not duplicates', () => {
    const [document] = readDocuments('x: &m {a: 1}\nz: {a: 0, <<: *m}\nw: {<<: *m, a: 2}\n');
    expect(document).toMatchObject({ value: { z: { a: 1 }, w: { a: 2 } }, duplicates: [] });
  });

  test('keys with names of prototypes are keys', () => {
    const [document] = readDocuments(
      '__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\nx: {<<: {__proto__: {polluted: 1}}}\n',
    );
    if (document?.kind !== 'read') throw new Error('not read');
    expect(Object.keys(document.value as object)).toEqual(['__proto__', 'constructor', 'x']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((document.value as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('brackets and quotes of YAML do not end a JSON value', () => {
  expect([...readDocuments(`{ '"': "{", "]": 0, "}{": 0 }\n`)].map(brief)).toEqual(['1: {"\\"":"{","]":0,"}{":0}']);
  expect([...readDocuments('{"a": 1}{"b": 2}\n{"c": 3}')].map(brief)).toEqual(['1: {"a":1}', '1: {"b":2}', '2: {"c":3}']);
  expect([...readDocuments('{a: 1}\n{b: 2}\n')].map(brief)).toEqual(['1: unread']);
});

describe('brackets that kubectl reads differently', () => {
  test.each([
    '{a:, b: 1}',
    '{a:}',
    '[a:]',
    '{a:[b]}',
    '{a:{b: 1}}',
    '[a:,b]',
    '[::]',
    '{? a:}',
    '[?a]',
    '{a: ?b}',
    '[:a]',
    '{:a: 1}',
    '{b: [{c:}]}',
  ])('%s is not checked', (text) => {
    expect([...readDocuments(`x: ${text}\n`)].map(brief)).toEqual(['1: unread']);
  });

  test.each([
    ['{a: , b: 1}', { a: null, b: 1 }],
    ['{"a":[b]}', { a: ['b'] }],
    ["['a':]", [{ a: null }]],
    ['[a:b, http://x:80]', ['a:b', 'http://x:80']],
    ['[a?, b:c]', ['a?', 'b:c']],
    ['{? a : b}', { a: 'b' }],
  ])('%s is checked', (text, value) => {
    expect([...readDocuments(`x: ${text}\n`)].map(brief)).toEqual([`1: ${JSON.stringify({ x: value })}`]);
  });

  test('an end mark of a document does not start one', () => {
    expect([...readDocuments('...\na: 1\n')].map(brief)).toEqual(['1: broken at 1']);
    expect([...readDocuments('# c\n...\n')].map(brief)).toEqual(['2: broken at 2']);
    expect([...readDocuments('a: 1\n...\n')].map(brief)).toEqual(['1: {"a":1}']);
  });
});

describe('line breaks that only kubectl accepts', () => {
  test.each([
    ['in a comment', 'a: 1 # c\u2028b: 2\n', ['1: unread']],
    ['in a comment, next line', 'a: 1 # c\u0085b: 2\n---\nc: 3\n', ['1: unread', '3: {"c":3}']],
    ['in a text of comments', '# c\u2028b: 2\n', ['1: unread']],
    ['in a text of comments, next line', '# c\u0085b: 2\n', ['1: unread']],
    ['in a comment behind the first separator', '--- # c\u0085b: 2\n', ['1: unread']],
    ['in a block', 'a: |\n  x\u2029b: 2\n', ['1: unread']],
    ['in a plain text', 'a: x\u2028y\n', ['1: unread']],
    ['in quotes', `"k\u2028": "x\u2028y"\nb: ['\u2029', c]\n`, ['1: {"k\u2028":"x\u2028y","b":["\u2029","c"]}']],
    ['in quotes, next line, which becomes a blank', `a: "x\u0085y"\n`, ['1: unread']],
    ['in quotes, beside a blank that is left out', `a: 'x \u2028y'\n`, ['1: unread']],
    ['in JSON', '{"a": "x\u2028y"}', ['1: {"a":"x\u2028y"}']],
    ['before a separator', 'a: 1\n\u2028---\nb: 2\n', ['1: unread']],
    ['of carriage returns alone', 'a: 1\r---\rb: 2\r', ['1: unread']],
    ['before a byte order mark', 'a: 1\n---\n\uFEFFb: 2\n', ['1: {"a":1}', '3: {"b":2}']],
  ])('%s', (_, text, expected) => {
    expect([...readDocuments(text)].map(brief)).toEqual(expected);
  });
});

describe('control characters', () => {
  test.each([
    ['in a comment', '# a \u0099 b\nc: 1\n'],
    ['in double quotes', 'a: "x\u007Fy"\n'],
    ['in single quotes', "a: 'x\u0001y'\n"],
    ['in a block', 'a: |\n  x\u0084y\n'],
    ['in a plain value', 'a: x\u0080y\n'],
    ['in a key', '"a\u001B": 1\n'],
    ['that is no character', 'a: 1 # \uFFFF\n'],
  ])('kubectl refuses one %s', (_, text) => {
    const [first, second] = [...readDocuments(`${text}---\nb: 2\n`)];
    expect(first).toMatchObject({ kind: 'broken', reason: expect.stringMatching(/^U\+[\dA-F]{4} is a control character/) as string });
    expect(second).toMatchObject({ kind: 'read', value: { b: 2 } });
  });

  test.each([
    ['a tab', 'a: "x\ty" # \t\n', '{"a":"x\\ty"}'],
    ['a blank that does not break', '# \u00A0\na: "\u00A0"\n', '{"a":"\u00A0"}'],
    ['a character of two units', '# \u{1F600}\na: "\u{1F600}"\n', '{"a":"\u{1F600}"}'],
    ['an escape', 'a: "\\x7F\\x01"\n', '{"a":"\u007F\\u0001"}'],
    ['one in JSON', '{"a": "x\u007Fy"}', '{"a":"x\u007Fy"}'],
  ])('kubectl accepts %s', (_, text, value) => {
    expect([...readDocuments(text)].map(brief)).toEqual([expect.stringContaining(value)]);
  });
});

describe('limits', () => {
  const limits = {
    ...DEFAULT_YAML_LIMITS,
    maxDepth: 20,
    maxDocuments: 3,
    maxValues: 100,
    maxLength: 2000,
    maxScalar: 500,
    maxFileValues: 150,
  };

  test.each([
    ['file', `a: ${'x'.repeat(2000)}\n`, ['1: unread']],
    ['depth', `${'['.repeat(21)}${']'.repeat(21)}\n---\na: 1\n`, ['1: unread', '3: {"a":1}']],
    ['documents', 'a: 1\n---\nb: 2\n---\nc: 3\n---\nd: 4\n---\ne: 5\n', ['1: {"a":1}', '3: {"b":2}', '5: {"c":3}', '7: unread']],
    ['values', `[${'1,'.repeat(101)}]\n---\na: 1\n`, ['1: unread', '3: {"a":1}']],
    ['values of a bomb, before they are built', `[${'[],'.repeat(300)}`, ['1: unread']],
    ['values left out', `x:\n${'-\n'.repeat(300)}---\na: 1\n`, ['1: unread', '303: {"a":1}']],
    [
      'values of a file',
      `${`[${'1,'.repeat(80)}]\n---\n`.repeat(2)}b: 2\n---\nc: 3\n`,
      [1, 3, 5].map((line) => (line === 5 ? '5: unread' : `${line}: ${JSON.stringify(Array(80).fill(1))}`)),
    ],
    ['lines', `a: 1\n${'# \n'.repeat(300)}`, ['1: unread']],
    ['text', `a: "${'\\n'.repeat(300)}"\n---\na: 1\n`, ['1: unread', '3: {"a":1}']],
    ['key', `${'a'.repeat(501)}: 1\n`, ['1: unread']],
    ['aliases', `a: &a [1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\n---\na: 1\n`, ['1: unread', '5: {"a":1}']],
    ['aliases of a text', `a: &a ${'x'.repeat(320)}\nb: [${'*a,'.repeat(20)}]\n---\na: 1\n`, ['1: unread', '4: {"a":1}']],
    ['aliases of a block', `a: &a |\n  ${'x'.repeat(320)}\nb: [${'*a,'.repeat(20)}]\n---\na: 1\n`, ['1: unread', '5: {"a":1}']],
    ['aliases of a text in a list', `a: &a ["${'x'.repeat(320)}"]\nb: [${'*a,'.repeat(20)}]\n---\na: 1\n`, ['1: unread', '4: {"a":1}']],
    ['aliases of a long key', `a: &a {${'x'.repeat(320)}: 1}\nb: [${'*a,'.repeat(20)}]\n---\na: 1\n`, ['1: unread', '4: {"a":1}']],
    ['merges of a long key', `a: &a {${'x'.repeat(320)}: 1}\nb: [${'{<<: *a},'.repeat(20)}]\n---\na: 1\n`, ['1: unread', '4: {"a":1}']],
  ])('%s', (_, text, expected) => {
    expect([...readDocuments(text, limits)].map(brief)).toEqual(expected);
  });

  test('nine levels of nine aliases do not hang', () => {
    const levels = 'abcdefghi'.split('').map(
      (name, index, all) =>
        `${name}: &${name} [${Array(9)
          .fill(index === 0 ? '1' : `*${all[index - 1]}`)
          .join(',')}]`,
    );
    expect([...readDocuments(levels.join('\n'))].map(brief)).toEqual(['1: unread']);
  });

  test('a very deep document is reported as too deep', () => {
    expect([...readDocuments(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)].map(brief)).toEqual(['1: unread']);
    expect([...readDocuments(`${'- '.repeat(50_000)}1`)].map(brief)).toEqual(['1: unread']);
  });

  test('thousands of JSON values in a row are read', () => {
    expect([...readDocuments('{"a":1}\n'.repeat(15_000))]).toHaveLength(15_000);
  });

  test('hundreds of brackets at the indentation of their keys are read', () => {
    const text = Array.from({ length: 300 }, (_, index) => `k${index}: [\n  1\n]\n`).join('');
    const [document] = readDocuments(text);
    expect(document?.kind).toBe('read');
  });

  test('a line that moving does not correct is a fault', () => {
    const broken = 'spec:\r  a: [ shop\rb:\r  c: 1\r';
    expect([...readDocuments(broken)].map(brief)).toEqual(['1: broken at 1']);
    const lines = Array.from({ length: 300 }, (_, index) => `k${index}: [\r  1\r]\r`).join('');
    const [document] = readDocuments(lines);
    expect(document?.kind).toBe('read');
  });

  test('a number of a million digits is a text', () => {
    const [document] = readDocuments(`a: ${'9'.repeat(1_000_000)}\nb: 0${'0'.repeat(1000)}7\n`);
    expect(document).toMatchObject({ kind: 'read', value: { a: '9'.repeat(1_000_000), b: 7 } });
  });
});

function brief(document: YamlDocument): string {
  const { line } = document.at;
  if (document.kind === 'broken') return `${line}: broken at ${document.fault.line}`;
  return document.kind === 'read' ? `${line}: ${JSON.stringify(document.value)}` : `${line}: unread`;
}

describe('text that kubectl reads differently from YAML is reported by its kind', () => {
  const told = (text: string): readonly string[] =>
    [...readDocuments(text)].map((document) => (document.kind === 'read' ? 'read' : `${document.kind}: ${document.reason}`));

  test.each([
    [
      '%YAML 1.2\n---\na: 1\n',
      [
        'broken: kubectl does not accept a directive such as `%YAML 1.2`, because it reads the lines before the next `---` as a document of their own; remove the line',
        'read',
      ],
    ],
    [
      '# made by hand\n%TAG ! x\na: 1\n',
      [
        'broken: kubectl does not accept a directive such as `%YAML 1.2`, because it reads the lines before the next `---` as a document of their own; remove the line',
      ],
    ],
    ['%done: 1\n', ['broken: a line that starts with `%` is a directive, and YAML has no such directive; put a text in quotes']],
    ['a: &x:y z\n', ['unread: The document has an anchor with a colon, where the name ends for kubectl.']],
    ['a: &b# c\n', ['broken: an anchor name can have only letters, digits, `-` and `_`, and a space must follow it']],
  ])('%j', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});
