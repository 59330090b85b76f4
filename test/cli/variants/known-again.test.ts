/** A finding of the base is recognized if files and lines moved: with --fail-on-new it must not become a fault of the change. */
import { expect, test } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const OBJECT = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
const BROKEN = `${OBJECT}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\n`;
const FRAGMENT = `${OBJECT}---\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\n`;

const change = ['lint', '.', '--base', 'main', '--fail-on-new'];

test.each([
  ['a fault of the text', BROKEN, 1],
  ['a document that is not evaluated', FRAGMENT, 6],
  ['a file of which nothing is evaluated', FRAGMENT.replace(OBJECT, ''), 6],
])('%s', async (_, text, exitCode) => {
  const { dir, write, remove } = gitRepository({ 'a/old.yaml': text, 'twin.yaml': text });
  expect((await runCli(dir, ['lint', '.'])).exitCode).toBe(exitCode);
  remove('a/old.yaml');
  write('b/new.yaml', text);
  const moved = await runCli(dir, change);
  const { findings = [], notEvaluated = [] } = moved.report?.lint ?? {};
  expect([moved.exitCode, new Set([...findings, ...notEvaluated].map(({ state }) => state))]).toEqual([0, new Set(['unchanged'])]);
  // A copy is new, and so is what has another text.
  write('b/copy.yaml', text);
  expect((await runCli(dir, change)).exitCode).toBe(exitCode);
  remove('b/copy.yaml');
  write('b/new.yaml', `# edited\n${text}`);
  expect((await runCli(dir, change)).exitCode).toBe(exitCode);
});

test('a finding is recognized although the change adds files that cannot be read', async () => {
  const envelope =
    'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ResourceEnvelope\nmetadata: {name: a, namespace: shop}\n' +
    'data: {q.yaml: {apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: shop}, spec: {hard: {pods: "3"}}}}\n';
  const placement =
    'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: other}\n' +
    'spec: {resourceSelectors: [{group: "", version: v1, kind: Namespace, name: other}]}\n';
  const { dir, write } = gitRepository({ 'envelope.yaml': envelope, 'placement.yaml': placement });
  write('fragment.yaml', 'kind: Widget\nmetadata: {name: other}\n');
  const { report } = await runCli(dir, ['lint', '.', '--base', 'main']);
  expect(report?.lint?.findings.map(({ message, state }) => [state, message])).toEqual([
    ['unchanged', expect.stringContaining('in the manifests that were read')],
  ]);
});

test('a fault that names a line is recognized if lines moved', async () => {
  const twice = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  labels: {}\n  labels: {}\n';
  const { dir, write } = gitRepository({ 'a.yaml': twice });
  write('a.yaml', `# one line more\n${twice}`);
  const { report } = await runCli(dir, ['lint', '.', '--base', 'main']);
  expect(report?.lint?.findings.map(({ rule, state }) => [rule, state])).toEqual([['duplicate-key', 'unchanged']]);
});

test.each(['a.yaml', 'b.yaml'])(
  'an object that is declared twice is recognized if the other file is edited and is then %s',
  async (file) => {
    const placement = placementYaml('shop');
    const labelled = (value: string): string => placement.replace('shop', `shop\n  labels: { a: ${value} }`);
    const { dir, write, remove } = gitRepository({ 'a.yaml': placement, 'c.yaml': labelled('b') });
    remove('a.yaml');
    write(file, `# one line more\n${placement}`);
    const said = async (): Promise<unknown> => {
      const { report } = await runCli(dir, ['lint', '.', '--base', 'main']);
      return report?.lint?.findings.flatMap(({ rule, state }) => (rule === 'declared-twice' ? [state] : []));
    };
    expect(await said()).toEqual(['unchanged']);
    write('d.yaml', labelled('c'));
    expect(await said()).toEqual(['unchanged', 'new']);
  },
);

test('an accepted finding is new only if it is no longer accepted', async () => {
  const faulty = (comment: string): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  labels: {}\n  labels: {}${comment}\n`;
  const states = async (before: string, after: string): Promise<unknown> => {
    const { dir, write } = gitRepository({ 'a.yaml': faulty(before) });
    write('a.yaml', `# edited\n${faulty(after)}`);
    return (await runCli(dir, ['lint', '.', '--base', 'main'])).report?.lint?.findings.map(({ state }) => state);
  };
  const accepted = ' # fleet-gate-ignore duplicate-key: generated';
  expect(await states(accepted, accepted)).toEqual(['unchanged']);
  expect(await states(accepted, '')).toEqual(['new']);
  expect(await states('', accepted)).toEqual(['unchanged']);
});

test.each([
  ['a base that overlays corrected', 'kubectl apply -k o/prod', 'kubectl apply -k b', 'new'],
  ['a base that a step deployed before', 'kubectl apply -k b -n shop', 'kubectl apply -k b', 'unchanged'],
  ['an overlay that no step deployed before', 'kubectl apply -k o/prod', 'kubectl apply -k o/test', 'unchanged'],
])('a fault of %s, which a step deploys now', async (_, before, after, state) => {
  const placement =
    'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop}\n' +
    'spec: {resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}], policy: {placementType: PickFixed, clusterNames: [ANY]}}\n';
  const overlay = (cluster: string): string =>
    `resources: [../../b]\npatches:\n  - target: {kind: ClusterResourcePlacement}\n    patch: |\n      - {op: replace, path: /spec/policy/clusterNames, value: [${cluster}]}\n`;
  const jobs = (step: string): string =>
    `on: push\njobs:\n${['kubectl apply -k o/stage', step].map((run, at) => `  j${String(at)}: {runs-on: x, steps: [{run: ${run}}]}\n`).join('')}`;
  const { dir, write } = gitRepository({
    'b/all.yaml': `${OBJECT}---\n${placement}`,
    'b/kustomization.yaml': 'resources: [all.yaml]\n',
    'o/stage/kustomization.yaml': overlay('s1'),
    'o/prod/kustomization.yaml': overlay('p1'),
    'o/test/kustomization.yaml': overlay('ANY'),
    '.github/workflows/deploy.yaml': jobs(before),
  });
  write('.github/workflows/deploy.yaml', jobs(after));
  const { report } = await runCli(dir, ['lint', '.', '--base', 'main']);
  expect(report?.lint?.findings.flatMap(({ rule, state: is }) => (rule === 'refused-content' ? [is] : []))).toEqual([state]);
});
