import { expect, test } from 'vitest';
import { valuesOfFiles } from '../../../src/cli/tree/worlds/values-of-files.ts';

const FILES: Readonly<Record<string, readonly string[]>> = { 'v/*.yaml': ['v/a.yaml', 'v/b.yaml'], 'w/*': ['w/c', 'w/d'] };
const matching = (pattern: string): readonly string[] => FILES[pattern] ?? [];

test.each<readonly [string, readonly unknown[], readonly (readonly unknown[])[]]>([
  ['no pattern', ['v/a.yaml', [{ name: 'b' }]], [['v/a.yaml', [{ name: 'b' }]]]],
  [
    'each file',
    ['c.yaml', 'v/*.yaml'],
    [
      ['c.yaml', 'v/a.yaml'],
      ['c.yaml', 'v/b.yaml'],
    ],
  ],
  ['no file', ['x/*.yaml'], [['x/*.yaml']]],
  [
    'the same pattern twice',
    ['v/*.yaml', 'v/*.yaml'],
    [
      ['v/a.yaml', 'v/a.yaml'],
      ['v/b.yaml', 'v/b.yaml'],
    ],
  ],
  [
    'two patterns',
    ['v/*.yaml', 'w/*'],
    [
      ['v/a.yaml', 'w/c'],
      ['v/a.yaml', 'w/d'],
      ['v/b.yaml', 'w/c'],
      ['v/b.yaml', 'w/d'],
    ],
  ],
])('values in each pass of a loop over files: %s', (_, values, passes) => {
  expect(valuesOfFiles(values, matching)).toEqual(passes);
});

test('a pattern of very many files stays as it is', () => {
  const many = Array.from({ length: 1001 }, (_, index) => `${index}.yaml`);
  expect(valuesOfFiles(['*.yaml'], () => many)).toEqual([['*.yaml']]);
});
