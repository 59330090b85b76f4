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

const numbers = ['1', '2.5', '-3', '1e+21', 'true'];
const numbered = (more: Partial<Finding> = {}): readonly Finding[] =>
  numbers.map((value, index) =>
    at(index + 1, {
      message: `\`spec.names[${index}]\` must be a string, and is a number (${value}).`,
      remedy: `Put it in quotes: "${value}".`,
      ...more,
    }),
  );

test('entries of one list are one finding, although each has another number and the hub reports the first one only', () => {
  const found = numbered({ later: true }).map((each) => (each.line === 2 ? at(2, { ...each, later: false }) : each));
  const [folded, ...more] = foldedFindings(found);
  expect([folded?.finding.line, folded?.others.map(({ line }) => line), more]).toEqual([2, [1, 3, 4, 5], []]);
});

test('a new entry of a list is not folded into unchanged ones', () => {
  const found = [...numbered({ state: 'unchanged' }), ...numbered({ state: 'new' }).slice(0, 1)];
  expect(foldedFindings(found).map(({ finding, others }) => [finding.state, others.length])).toEqual([
    ['unchanged', 4],
    ['new', 0],
  ]);
});

test('findings that differ in a name, or in a number without an entry of a list, stay apart', () => {
  const named = numbered().map((each, index) => at(each.line, { message: `\`names[${index}]\`: there is no cluster "${index}".` }));
  const counts = numbered().map((each, index) => at(each.line, { message: `It asks for more clusters than there are (${index}).` }));
  expect(foldedFindings(named)).toHaveLength(5);
  expect(foldedFindings(counts)).toHaveLength(5);
});
