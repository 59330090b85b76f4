import { expect, test } from 'vitest';
import type { Finding } from '../../src/finding.ts';
import { DEPTHS } from '../../src/report/markdown/depth.ts';
import { lintMarkdown } from '../../src/report/markdown/lint-markdown.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';
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
  expect(folded === undefined ? [] : otherPlaces(folded)).toEqual([
    'also at a.yaml:2:1, a.yaml:3:1, a.yaml:4:1, a.yaml:5:1, a.yaml:6:1 and 24 more places',
  ]);
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
  expect([folded?.finding.line, folded?.others.map((each) => each.finding.line), more]).toEqual([2, [1, 3, 4, 5], []]);
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

const PLACEMENT = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' };
const ENTRIES = ['dublim', 'berlim', 'madrit', 'oslo-b', 'prag/e'];
const entries = (more: Partial<Finding> = {}): readonly Finding[] =>
  ENTRIES.map((name, index) =>
    at(index + 1, {
      message: `There is no member cluster "${name}".`,
      remedy: index === 3 ? 'Correct the name.' : `Did you mean ${name}?`,
      pointer: `/spec/policy/clusterNames/${index}`,
      object: PLACEMENT,
      ...more,
    }),
  );

test('wrong entries of one list of an object are one finding with each name and its remedy', () => {
  const [folded, ...more] = foldedFindings(entries());
  expect(more).toEqual([]);
  expect(folded?.finding.message).toBe('There is no member cluster "dublim".');
  expect(folded === undefined ? [] : otherPlaces(folded)).toEqual([
    'also at a.yaml:2:1 (berlim): Did you mean berlim?',
    'also at a.yaml:3:1 (madrit): Did you mean madrit?',
    'also at a.yaml:4:1 (oslo-b): Correct the name.',
    'also at a.yaml:5:1 (prag/e): Did you mean prag/e?',
  ]);
});

test('many entries with one remedy are named in a sentence', () => {
  const found = Array.from({ length: 30 }, (_, index) =>
    at(index + 1, {
      message: `There is no Namespace n${index} in these manifests.`,
      pointer: `/spec/resourceSelectors/${index}/name`,
      object: PLACEMENT,
    }),
  );
  const [folded] = foldedFindings(found);
  expect(folded?.others).toHaveLength(29);
  expect(folded === undefined ? [] : otherPlaces(folded)).toEqual([
    expect.stringMatching(/^also at a\.yaml:2:1 \(n1\), .* \(n20\) and 9 more places$/),
  ]);
});

test('another list, another object, another sentence, or no list at all is another finding', () => {
  const [first, ...others] = entries();
  const apart: readonly (readonly Finding[])[] = [
    entries().map((each, index) => (index % 2 === 0 ? each : { ...each, pointer: `/spec/names/${index}` })),
    entries().map((each, index) => (index % 2 === 0 ? each : { ...each, object: { ...PLACEMENT, name: 'other' } })),
    entries().map((each, index) => (index % 2 === 0 ? each : { ...each, message: `The cluster "${ENTRIES[index]}" has not joined yet.` })),
    entries().map((each, index) => (index % 2 === 0 ? each : { ...each, severity: 'warning' })),
    entries({ pointer: '/spec/policy' }),
  ];
  for (const findings of apart) expect(foldedFindings(findings)).toHaveLength(5);
  const inOrder = foldedFindings([
    at(9, { message: 'Another.' }),
    ...(first === undefined ? [] : [first]),
    at(8, { rule: 'x' }),
    ...others,
  ]);
  expect(inOrder.map(({ finding, others: more }) => [finding.line, more.length])).toEqual([
    [9, 0],
    [1, 4],
    [8, 0],
  ]);
});

test('findings that differ in the name of their own object are one', () => {
  const found = ENTRIES.slice(0, 4).map((name, index) =>
    at(index + 1, {
      message: `Namespace/${name} has no label, and ${name} is in namespace n-${name}.`,
      remedy: `Add it to ${name}.`,
      pointer: '/metadata',
      object: { apiVersion: 'v1', kind: 'Namespace', namespace: `n-${name}`, name },
    }),
  );
  const [folded, ...more] = foldedFindings(found);
  expect(more).toEqual([]);
  expect(folded === undefined ? [] : otherPlaces(folded)[0]).toContain('also at a.yaml:2:1 (Namespace/berlim');
  const foreign = found.map((each, index) => ({ ...each, message: `It is not in cluster ${ENTRIES[index]}x.` }));
  expect(foldedFindings(foreign)).toHaveLength(4);
});

test('the markdown has all places, with names and remedies, and only their number where there is no room', () => {
  const [whole, ...less] = DEPTHS;
  const last = less.find((depth) => depth.folded === 0 && depth.findings > 0);
  const markdown = (findings: readonly Finding[], depth = whole): string =>
    depth === undefined ? '' : lintMarkdown(WHOLE_REPORT, { ...WHOLE_REPORT.lint, findings }, depth, undefined).join('\n');
  const equal = markdown(lines(30));
  expect(equal).toContain('  <details><summary>29 more places</summary>\n');
  for (let line = 2; line <= 30; line += 1) expect(equal).toContain(`\n  - <code>a.yaml:${line}:1</code>\n`);
  expect(markdown(entries())).toContain('\n  - <code>a.yaml:4:1</code> · <code>oslo-b</code> · Correct the name.\n');
  expect(markdown(lines(5))).toContain('also at a.yaml:2:1, a.yaml:3:1, a.yaml:4:1, a.yaml:5:1');
  expect(markdown(lines(30), last)).toContain('also at 29 more places');
  expect(markdown(lines(30), last)).not.toContain('a.yaml:30:1');
});

test('equal findings that name one another are one, with the names of their objects', () => {
  const overlap = (line: number, others: readonly number[]): Finding =>
    at(line, {
      message: 'Namespace/shop is placed by ClusterResourcePlacement/p1 as well.',
      object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: `p${line}` },
      related: others.map((other) => ({ file: 'a.yaml', line: other, column: 1, message: 'selects it here' })),
    });
  const [folded, ...more] = foldedFindings([overlap(2, [1]), overlap(3, [1, 2])]);
  expect(more).toEqual([]);
  expect(folded === undefined ? [] : otherPlaces(folded)).toEqual(['also at a.yaml:3:1 (ClusterResourcePlacement/p3)']);
  expect(foldedFindings([overlap(2, [1]), overlap(3, [1])])).toHaveLength(2);
});
