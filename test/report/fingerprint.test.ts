/**
 * The fingerprint of a finding. It stays the same if only the text around it changes, and no two findings of a report have the same one.
 */
import { expect, test } from 'vitest';
import { render } from '../../src/report/render.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';

const bad = (name: string, ...more: readonly string[]): string =>
  [
    'apiVersion: placement.kubernetes-fleet.io/v1',
    'kind: ClusterResourcePlacement',
    `metadata: {name: ${name}}`,
    'spec:',
    '  bogus: 1',
    ...more,
    `  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: ${name}}]`,
    '',
  ].join('\n');

/** Rule, object and fingerprint of all results, in an order of their own. */
async function fingerprints(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryFolder();
  writeTree(folder, files);
  const { out } = await runCli(folder, ['lint', '--format', 'sarif']);
  return resultsOf(out)
    .map((result) => `${result.ruleId} ${result.partialFingerprints['fleetGateFinding/v1']}`)
    .toSorted();
}

interface Result {
  readonly ruleId: string;
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

function resultsOf(sarif: string): readonly Result[] {
  const log = JSON.parse(sarif) as { readonly runs: readonly { readonly results: readonly Result[] }[] };
  return log.runs.flatMap(({ results }) => results);
}

const broken = { 'apps/broken.yaml': 'apiVersion: v1\nkind: ConfigMap\na: [\n' };
const TREE = { ...broken, 'apps/shop.yaml': `${bad('shop')}---\n${bad('api')}` };

test('each finding has its own', async () => {
  const before = await fingerprints(TREE);
  expect(before).toHaveLength(3);
  expect(new Set(before.map((line) => line.split(' ')[1])).size).toBe(before.length);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['lines move', { ...broken, 'apps/shop.yaml': `# one\n# two\n\n${bad('shop')}---\n# three\n${bad('api')}` }],
  ['documents change their order', { ...broken, 'apps/shop.yaml': `${bad('api')}---\n${bad('shop')}` }],
  ['a document moves to another file', { ...broken, 'apps/shop.yaml': bad('shop'), 'apps/api.yaml': bad('api') }],
  [
    'the folder gets another name',
    { 'deploy/prod/shop.yaml': TREE['apps/shop.yaml'], 'deploy/prod/broken.yaml': TREE['apps/broken.yaml'] },
  ],
])('they do not change if %s', async (_, files) => expect(await fingerprints(files)).toEqual(await fingerprints(TREE)));

test('they do not change if another finding appears, which has its own', async () => {
  const before = await fingerprints(TREE);
  const more = await fingerprints({ ...broken, 'apps/shop.yaml': `${bad('shop', '  unknown: 2')}---\n${bad('api')}` });
  expect(more).toEqual(expect.arrayContaining([...before]));
  expect(more).toHaveLength(before.length + 1);
});

test('another object has another fingerprint', async () => {
  const before = await fingerprints(TREE);
  const renamed = await fingerprints({ ...broken, 'apps/shop.yaml': `${bad('store')}---\n${bad('api')}` });
  expect(renamed).toHaveLength(before.length);
  const kept = renamed.filter((line) => before.includes(line));
  expect(kept.length).toBeLessThan(before.length);
  expect(kept.length).toBeGreaterThan(0);
});

test('the same object in two folders has two, and a finding in the second does not change that of the first', async () => {
  const one = await fingerprints({ 'dev/shop.yaml': bad('shop') });
  const both = await fingerprints({ 'dev/shop.yaml': bad('shop'), 'prod/shop.yaml': bad('shop') });
  expect(both).toEqual(expect.arrayContaining([...one]));
  expect(new Set(both).size).toBe(both.length);
  expect(both.length).toBeGreaterThan(one.length);
});

test('several findings of one rule at one place of an object have different ones', async () => {
  const folder = temporaryFolder();
  writeTree(folder, { 'shop.yaml': bad('shop') });
  const { report } = await runCli(folder, ['lint']);
  const [finding] = report?.lint?.findings ?? [];
  if (report?.lint === undefined || finding === undefined) throw new Error('nothing was found');
  const thrice = { ...report, lint: { ...report.lint, findings: [finding, { ...finding, message: 'another' }, { ...finding }] } };
  const all = resultsOf(render(thrice, 'sarif')).map(({ partialFingerprints }) => partialFingerprints['fleetGateFinding/v1']);
  expect(new Set(all).size).toBe(3);
});
