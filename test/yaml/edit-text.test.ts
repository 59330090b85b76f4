/** Edits by place: what they change, what they leave, and that every other character stays. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editText, type TextEdit } from '../../src/yaml/edit-text.ts';

const value = (at: string, old: string, by: string, documentIndex = 0): TextEdit => ({
  documentIndex,
  old,
  fix: { kind: 'value', at, value: by },
});
const key = (at: string, old: string, by: string): TextEdit => ({ documentIndex: 0, old, fix: { kind: 'key', at, key: by } });
const entry = (at: string, name: string, by: string): TextEdit => ({ documentIndex: 0, fix: { kind: 'entry', at, key: name, value: by } });

describe('editText', () => {
  it.each<[string, string, TextEdit, string]>([
    ['a plain scalar, its comment kept', 'a: b  # c\nd: e\n', value('/a', 'b', 'x'), 'a: x  # c\nd: e\n'],
    ['a scalar in single quotes', "a: 'b'\n", value('/a', 'b', 'x'), "a: 'x'\n"],
    ['a scalar in double quotes', 'a: "b"\n', value('/a', 'b', 'x'), 'a: "x"\n'],
    ['an entry of a list', 'a: [b, "c"]\n', value('/a/1', 'c', 'x'), 'a: [b, "x"]\n'],
    ['with CRLF', 'a: b\r\nc: d\r\n', value('/a', 'b', 'x'), 'a: x\r\nc: d\r\n'],
    ['behind a byte order mark', '\uFEFFa: b\n', value('/a', 'b', 'x'), '\uFEFFa: x\n'],
    ['in the second document', '# one\na: b\n---\n\na: b\n...\n', value('/a', 'b', 'x', 1), '# one\na: b\n---\n\na: x\n...\n'],
    ['a key', 'a:\n  Bc: {d: e}\n', key('/a/Bc', 'Bc', 'bC'), 'a:\n  bC: {d: e}\n'],
    ['a key in quotes', '{"A": 1, "b": 2}', key('/A', 'A', 'a'), '{"a": 1, "b": 2}'],
    [
      'a field more, behind the last scalar',
      'a:\n  b: c # d\n  e:\n    - f\ng: h\n',
      entry('/a', 'xx', 'yy'),
      'a:\n  b: c # d\n  xx: yy\n  e:\n    - f\ng: h\n',
    ],
    [
      'a field more, of an item',
      'a:\n  - b: c\n    d: e\n  - b: c\n',
      entry('/a/0', 'xx', 'yy'),
      'a:\n  - b: c\n    d: e\n    xx: yy\n  - b: c\n',
    ],
    [
      'one more field, before a value that is not a scalar',
      'a:\n- b:\n    c: d\n',
      entry('/a/0', 'xx', 'yy'),
      'a:\n- xx: yy\n  b:\n    c: d\n',
    ],
    ['a field more, in braces', 'a: {b: c, }\n', entry('/a', 'xx', 'yy'), 'a: {b: c, xx: yy, }\n'],
    ['a field more, in JSON', '{"a": {"b": "c"}}', entry('/a', 'xx', 'yy'), '{"a": {"b": "c", "xx": "yy"}}'],
    ['a field more, at the end without a line feed', 'a:\n  b: c', entry('/a', 'xx', 'yy'), 'a:\n  b: c\n  xx: yy'],
    ['a field more, with CRLF', 'a:\r\n  b: c\r\nd: e\r\n', entry('/a', 'xx', 'yy'), 'a:\r\n  b: c\r\n  xx: yy\r\nd: e\r\n'],
  ])('edits %s', (_, text, edit, edited) => {
    expect(editText(text, [edit])).toEqual({ text: edited, made: [edit] });
    // What is done is done: the same edits find nothing that they expect.
    expect(editText(edited, [edit])).toEqual({ text: edited, made: [] });
  });

  it.each<[string, string, TextEdit]>([
    ['another value than expected', 'a: c\n', value('/a', 'b', 'x')],
    ['an alias', 'a: &n b\nc: *n\n', value('/c', 'b', 'x')],
    ['a value that has an alias', 'a: &n b\nc: *n\n', value('/a', 'b', 'x')],
    ['a value within a value that has an alias', 'a: &n {b: c}\nd: *n\n', value('/a/b', 'c', 'x')],
    ['what comes through an alias', 'a: &n {b: c}\nd: *n\n', value('/d/b', 'c', 'x')],
    ['what a merge key brings', 'a: &n {b: c}\nd: {<<: *n}\n', value('/d/b', 'c', 'x')],
    ['a block scalar', 'a: |-\n  b\n', value('/a', 'b', 'x')],
    ['a folded scalar', 'a: b\n  c\n', value('/a', 'b c', 'x')],
    ['an escaped scalar', 'a: "\\x62"\n', value('/a', 'b', 'x')],
    ['a name that is there already', 'A: 1\na: 2\n', key('/A', 'A', 'a')],
    ['a field that is there already', 'a: {b: c}\n', entry('/a', 'b', 'x')],
    ['an empty mapping', 'a: {}\n', entry('/a', 'xx', 'yy')],
    ['a list', 'a: [b]\n', entry('/a', 'xx', 'yy')],
    ['what is not there', 'a: b\n', value('/c', 'b', 'x')],
    ['a document that is not there', 'a: b\n', value('/a', 'b', 'x', 1)],
    ['a broken document', 'a: [b\n', value('/a/0', 'b', 'x')],
    ['a text that means something else without quotes', 'a: b\n', value('/a', 'b', 'true')],
    ['a text with signs of YAML', 'a: b\n', value('/a', 'b', 'xx: yy')],
  ])('does not change %s', (_, text, edit) => {
    expect(editText(text, [edit])).toEqual({ text, made: [] });
  });

  it('applies neither of two edits that contradict each other, and one of two equal ones', () => {
    const text = 'a: b\nc: d\n';
    expect(editText(text, [value('/a', 'b', 'x'), value('/a', 'b', 'y'), value('/c', 'd', 'z')]).text).toBe('a: b\nc: z\n');
    expect(editText(text, [value('/a', 'b', 'x'), value('/a', 'b', 'x')]).made).toHaveLength(1);
  });

  it('keeps every character outside of the edits', () => {
    const word = fc.stringMatching(/^[a-z][a-zA-Z]{0,6}$/).filter((text) => !/^(?:null|true|false|yes|no|on|off|y|n)$/.test(text));
    const line = fc.record({
      name: word,
      old: word,
      quote: fc.constantFrom('', "'", '"'),
      tail: fc.constantFrom('', '  ', ' # é 𝄞', ' #'),
    });
    const lines = fc.uniqueArray(line, { selector: ({ name }) => name, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\uFEFF'),
        fc.infiniteStream(fc.boolean()),
        (all, feed, mark, dice) => {
          const write = (chosen: (at: number) => boolean): string =>
            mark +
            all.map(({ name, old, quote, tail }, at) => `${name}: ${quote}${chosen(at) ? 'Chosen' : old}${quote}${tail}`).join(feed) +
            feed;
          const picked = all.map(() => dice.next().value === true);
          const edits = all.flatMap(({ name, old }, at) => (picked[at] === true ? [value(`/${name}`, old, 'Chosen')] : []));
          const { text, made } = editText(
            write(() => false),
            edits,
          );
          expect(text).toBe(write((at) => picked[at] === true));
          expect(made).toHaveLength(edits.length);
          expect(editText(text, edits).made).toEqual([]);
        },
      ),
    );
  });
});
