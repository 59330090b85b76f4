import { describe, expect, it } from 'vitest';
import { DEFAULT_YAML_LIMITS } from '../../../src/yaml/limits.ts';
import { plainNodes, readPlainly } from '../../../src/yaml/plain-reading.ts';
import { manifestTexts } from '../../support/fuzz/corpus.ts';
import { mutatedText } from '../../support/fuzz/mutate-text.ts';
import { Random } from '../../support/fuzz/random.ts';
import { readersAgree } from '../../support/readers-agree.ts';

const TEXTS = manifestTexts();

describe('the reader of plain documents', () => {
  it('agrees with the full parser, and reads almost all manifests', () => {
    const all = TEXTS.map(readersAgree);
    const documents = all.reduce((sum, each) => sum + each.documents, 0);
    const known = all.reduce((sum, each) => sum + each.known, 0);
    expect(documents).toBeGreaterThan(1000);
    expect(known / documents).toBeGreaterThan(0.8);
  });

  it('agrees with it or reads nothing of manifests with faults', () => {
    const random = new Random(4711);
    const short = TEXTS.filter((text) => text.length < 2000);
    let known = 0;
    for (let run = 0; run < 3000; run += 1) known += readersAgree(mutatedText(random.pick(short), short, random)).known;
    expect(known).toBeGreaterThan(500);
  });

  it.each([
    ['a duplicate key', 'a: 1\na: 2\n'],
    ['a duplicate key in brackets', 'a: {b: 1, b: 2}\n'],
    ['a key of every object', 'constructor: 1\n'],
    ['another key of every object', '__proto__: {a: 1}\n'],
    ['a tab', 'a: 1\t\n'],
    ['a carriage return', 'a: 1\r\n'],
    ['a line end of go-yaml', 'a: 1 # \u2028b: 2\n'],
    ['a blank that is not a space', 'a:\u00A01\n'],
    ['an alias', 'a: &x 1\nb: *x\n'],
    ['a merge key', 'a: &x\n  b: 1\n<<: *x\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a text over two lines', 'a: b\n  c\n'],
    ['quotes over two lines', 'a: "b\n  c"\n'],
    ['brackets over two lines', 'a: [b,\n  c]\n'],
    ['an escape', String.raw`a: "\u0041"` + '\n'],
    ['two quotes', "a: 'it''s'\n"],
    ['a folded block', 'a: >\n  b\n'],
    ['a block that keeps its ends', 'a: |+\n  b\n\n'],
    ['a block with its indentation', 'a: |2\n  b\n'],
    ['a block without lines', 'a: |\nb: 1\n'],
    ['a block that begins with a line of blanks', 'a: |\n   \n  b\n'],
    ['a block with blanks behind its last line', 'a: |\n  b\n  \nc: 1\n'],
    ['a block without a last line end', 'a: |\n  b'],
    ['a line between two indentations', 'a:\n    b: 1\n  c: 2\n'],
    ['an item that is indented otherwise', 'a:\n  - b\n   - c\n'],
    ['a mapping behind a text', 'a: b: c\n'],
    ['a text as the document', 'just text\n'],
    ['a list as the document', '- a\n'],
    ['an anchor of an item', 'a:\n- &n\n  d: 2\n'],
    ['a list in a list', 'a:\n  - - b\n'],
    ['a comment without a blank', 'a: "b"# c\n'],
    ['infinity', 'a: .inf\n'],
    ['a key that is a word', 'on: push\n'],
    ['a key that is a number', '8080: web\n'],
    ['a question mark', '? a\n'],
    ['a comma at the end of brackets', 'a: [b, ]\n'],
    ['braces of a template', 'a: {{ .Values.a }}\n'],
    ['a directive', '%YAML 1.1\n'],
    ['the end of a document', 'a: 1\n...\n'],
    ['JSON', '{"a": 1}\n'],
    ['nothing', '# a comment\n'],
    ['a hundred levels', Array.from({ length: 100 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('leaves %s to the full parser', (_, text) => {
    expect(readPlainly(text, DEFAULT_YAML_LIMITS)).toBeUndefined();
    expect(plainNodes(text, DEFAULT_YAML_LIMITS)).toBeUndefined();
  });

  it('leaves what may exceed a limit to the full parser', () => {
    expect(readPlainly('a: [b, c]\n', { ...DEFAULT_YAML_LIMITS, maxValues: 5 })).toBeUndefined();
    expect(readPlainly('a: [b, c]\n', { ...DEFAULT_YAML_LIMITS, maxScalar: 5 })).toBeUndefined();
    expect(readPlainly('a: [[b]]\n', { ...DEFAULT_YAML_LIMITS, maxDepth: 2 })).toBeUndefined();
  });

  it.each([
    ['a: yes\nb: 0o17\nc: 1_000\nd: ~\ne:\n', { a: true, b: 15, c: 1000, d: null, e: null }],
    [
      'a:\n- b: 1\n  c: |-\n    x\n     y\n\n- "d" # e\nf: &n\n  g: {h: [1, \'2\']}\n',
      { a: [{ b: 1, c: 'x\n y' }, 'd'], f: { g: { h: [1, '2'] } } },
    ],
  ])('reads %j', (text, value) => {
    expect(readPlainly(text, DEFAULT_YAML_LIMITS)?.value).toEqual(value);
    readersAgree(text);
  });
});
