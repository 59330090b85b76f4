/** A file of the base that exists in the checked tree but cannot be read there, so the state of its objects is unknown. */
import { expect, test } from 'vitest';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec:
  resourceSelectors: [{group: "", version: v1, kind: Namespace, name: shop}]
  strategy: {type: External}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;
const STRATEGY = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: {name: s}
spec: {stages: [{name: all, labelSelector: {}}]}
`;
const RUN = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: {name: shop-1}
spec: {placementName: shop, stagedRolloutStrategyName: s, state: Run}
`;

const MOVED = PLACEMENT.replace('type: External', 'type: RollingUpdate');

/** What a change of the placement's file comes to, and what else the change brings. */
async function judged(file: string | undefined, more: Readonly<Record<string, string>> = {}, before = PLACEMENT) {
  const repository = gitRepository({ 'shop.yaml': before, 'strategy.yaml': STRATEGY });
  if (file === undefined) repository.remove('shop.yaml');
  else repository.write('shop.yaml', file);
  for (const [path, text] of Object.entries({ 'run.yaml': RUN, ...more })) repository.write(path, text);
  const { report } = await runCli(repository.dir, ['lint', '--base', 'HEAD']);
  const found = (report?.lint?.findings ?? []).map(({ rule, state }) => `${rule} ${state ?? ''}`);
  return { removed: report?.removals?.length ?? 0, found, exitCode: report?.exitCode };
}

test.each([
  ['does not parse', 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: shop\nspec: [\n', 1],
  [
    'is a template now',
    '{{ if .Values.on }}\napiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\n{{ end }}\n',
    6,
  ],
  ['is not text any more', '\u0000\u0001', 6],
])('if the file %s, its placement is not removed, and no run misses it', async (_, file, exitCode) => {
  const { removed, found, exitCode: ended } = await judged(file);
  expect({ removed, ended }).toEqual({ removed: 0, ended: exitCode });
  expect(found.filter((each) => each.startsWith('run-reference-missing'))).toEqual([]);
});

const NAMESPACE = PLACEMENT.slice(PLACEMENT.indexOf('---\n') + 4);

test.each([
  ['keeps its Namespace beside a template of something else', `${NAMESPACE}---\n{{ if .on }}\na: b\n{{ end }}\n`],
  ['holds no object', 'a: b\n'],
])('if the file %s, the placement is removed, because nothing else reports it', async (_, file) => {
  expect((await judged(file)).removed).toBe(1);
});

test('a file that could not be read before either does not hide a removal', async () => {
  const template = '---\n{{ if .on }}\napiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\n{{ end }}\n';
  expect((await judged(`${NAMESPACE}${template}`, {}, `${PLACEMENT}${template}`)).removed).toBe(1);
});

test('if the file is deleted, the placement is removed', async () => {
  const { removed, found } = await judged(undefined);
  expect(removed).toBe(1);
  expect(found).toContain('run-reference-missing new');
});

test('an object that moved out of a file that cannot be read any more is still compared', async () => {
  const { removed, found } = await judged('{{ x }}\napiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\n', {
    'moved.yaml': MOVED,
  });
  expect(removed).toBe(0);
  expect(found).toContain('refused-change new');
});

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: registry.example/web:1}]}
`;
const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec: {ports: [{port: 80}]}\n';
const BROKEN = `${WEB}  replicas: 2: 3\n`;
const CONFLICT = WEB.replace('spec:\n', '<<<<<<< ours\nspec:\n=======\nspec:\n>>>>>>> theirs\n');
const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;

/** The resources that a change removes from clusters, by lint and by plan, and whether each of both passes. */
async function removedBy(files: Readonly<Record<string, string | undefined>>) {
  const before = `${PLACEMENT}---\n${SERVICE}`.replace('External', 'RollingUpdate');
  const repository = gitRepository({ 'shop.yaml': before, 'web.yaml': WEB, 'clusters.yaml': joinedMembers('a', 'b') });
  for (const [path, text] of Object.entries(files))
    if (text === undefined) repository.remove(path);
    else repository.write(path, text);
  const found = await Promise.all(
    [['lint', '--fail-on-removal', 'any'], ['plan']].map(async (argv) => {
      const { report, exitCode } = await runCli(repository.dir, [...argv, '--clusters', 'clusters.yaml', '--base', 'HEAD']);
      return [exitCode, (report?.removals ?? []).flatMap(({ resources }) => resources.map(({ kind }) => kind))];
    }),
  );
  return found.flat();
}

test.each([
  ['that does not parse', BROKEN, 1],
  ['with an unresolved conflict', CONFLICT, 1],
  ['that is a pointer of Git LFS', LFS, 6],
  ['that is a template now', WEB.replace('registry.example/web:1', '{{ .Values.image }}'), 6],
  ['that is no text', '\u0000\u0001Deployment', 6],
])('content of a placement in a file %s is not removed, and the run does not pass', async (what, text, ends) => {
  const found = await removedBy({ 'web.yaml': text });
  // A file of bytes may be anything.
  if (what === 'that is no text') expect(found).not.toContain(0);
  else expect(found).toEqual([ends, [], 6, []]);
});

test('content of a placement in a document that does not parse is not removed, and that of a deleted file is', async () => {
  const before = `${PLACEMENT}---\n${SERVICE}`.replace('External', 'RollingUpdate');
  const without = PLACEMENT.replace('External', 'RollingUpdate');
  expect(await removedBy({ 'shop.yaml': `${before}---\n${BROKEN}`, 'web.yaml': undefined })).toEqual([
    1,
    ['Deployment'],
    6,
    ['Deployment'],
  ]);
  expect(await removedBy({ 'shop.yaml': `${without}---\n${SERVICE}  type: a: b\n` })).toEqual([1, [], 6, []]);
  expect(await removedBy({ 'shop.yaml': without, 'web.yaml': BROKEN })).toEqual([1, ['Service'], 6, ['Service']]);
});

test('content of a placement that moves out of a file that does not parse is compared', async () => {
  expect(await removedBy({ 'web.yaml': BROKEN, 'moved.yaml': WEB.replace('web:1', 'web:2') })).toEqual([1, [], 6, []]);
});

test('a file that is deleted, and an object that leaves a file that can be read, are removals', async () => {
  expect(await removedBy({ 'web.yaml': undefined })).toEqual([1, ['Deployment'], 0, ['Deployment']]);
  expect(await removedBy({ 'web.yaml': SERVICE.replace('name: web', 'name: other') })).toEqual([1, ['Deployment'], 0, ['Deployment']]);
});

test('a template of what no placement places is told, and the run passes', async () => {
  const other = WEB.replace('namespace: shop', 'namespace: other');
  const repository = gitRepository({ 'shop.yaml': PLACEMENT, 'other.yaml': other });
  repository.write('other.yaml', other.replace('registry.example/web:1', '{{ .Values.image }}'));
  expect((await runCli(repository.dir, ['lint', '--base', 'HEAD'])).exitCode).toBe(0);
});
