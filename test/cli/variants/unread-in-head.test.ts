/** A file of the base that exists in the checked tree but cannot be read there, so the state of its objects is unknown. */
import { expect, test } from 'vitest';
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
