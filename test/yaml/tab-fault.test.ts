import { describe, expect, it } from 'vitest';

import { readDocuments } from '../../src/yaml/documents.ts';

/** Line and column of the tab that breaks the text, or `read`. */
function fault(text: string): string {
  const [document] = readDocuments(text);
  if (document?.kind !== 'broken') return document?.kind ?? 'nothing';
  expect(document.reason).toBe('a tab where YAML wants spaces');
  return `${String(document.fault.line)}:${String(document.fault.column)}`;
}

/** Both lists are answers of the real decoder. */
describe('tabs', () => {
  it.each([
    ['a: 1\n\t\nb: 2\n', '2:1'],
    ['a:\n  b: 1\n  \t\n  c: 2\n', '3:3'],
    ['a: 1\n\t# comment\nb: 2', '2:1'],
    ['a: 1\n\t', '2:1'],
    ['a: x\n\t\n  y', '2:1'],
    ['a: "x"\n  \t\nb: 1', '2:3'],
    ['a:\n- x\n\t\n- y', '3:1'],
    ['a: []\n  \t\nb: 1', '2:3'],
    ['a:\n  \t\n  b: 1', '2:3'],
    ['# c\n\t\na: 1', '2:1'],
    ['a: 1 # c\n \t\nb: 2', '2:2'],
    ['a: |\n  x\n \t\nb: 1', '3:2'],
    ['-\ta', '1:2'],
    ['- -\ta', '1:4'],
  ])('%j stops kubectl', (text, at) => {
    expect(fault(text)).toBe(at);
  });

  it.each([
    'a: 1\n \t\nb: 2',
    'a: 1\t\nb: 2 \t # c\td',
    'a:\t1',
    'a:\t\n  b: 1',
    'a: "x\n\ty"',
    'a: [\n\t1,\n\t2]',
    'a: |\n  x\n  \t\n  y\n',
    'a: b-\tc',
    '{"a": 1}\n\t',
  ])('%j does not stop kubectl', (text) => {
    expect(fault(text)).toBe('read');
  });
});
