import { expect, test } from 'vitest';
import type { Finding } from '../../src/finding.ts';
import { foldedFindings, otherPlaces } from '../../src/report/facts/lint/folded-findings.ts';

const at = (line: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'schema',
  effect: 'rejected',
  severity: 'error',
  message: `\`spec.items[${line}]\` must be a text.`,
  remedy: 'Put it in quotes.',
  docs: '',
  file: 'a.yaml',
  line,
  column: 1,
  endLine: line,
  endColumn: 2,
  pointer: `/spec/items/${line}`,
  related: [],
  ...more,
});
const lines = (count: number): readonly Finding[] => Array.from({ length: count }, (_, index) => at(index + 1));

test('thirty equal findings are one with thirty places', () => {
  const [folded, ...more] = foldedFindings(lines(30));
  expect(more).toEqual([]);
  expect(folded?.finding.line).toBe(1);
  expect(folded === undefined ? '' : otherPlaces(folded)).toBe(
    'also at a.yaml:2:1, a.yaml:3:1, a.yaml:4:1, a.yaml:5:1, a.yaml:6:1 and 24 more places',
  );
});

test('three equal findings stay three, and another severity or state is another finding', () => {
  expect(foldedFindings(lines(3))).toHaveLength(3);
  const mixed = [...lines(4), ...lines(4).map((each) => ({ ...each, state: 'new' as const }))];
  expect(foldedFindings(mixed).map(({ others }) => others.length)).toEqual([3, 3]);
  expect(foldedFindings([...lines(3), at(4, { message: 'Another.' })])).toHaveLength(4);
});
