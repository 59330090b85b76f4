/** What the base has in its files and did not deploy, as far as its deployers are known. */
import { expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

type Files = Readonly<Record<string, string>>;
const SHOP = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;
const CART = `${placementYaml('cart')}---\n${namespaceYaml('cart')}`;
const FIXED = CART.replace(/\n---/, '\n  policy: { placementType: PickFixed, clusterNames: [oslo] }\n---');
const TREE: Files = { 'deploy/all.yaml': SHOP, 'ready/all.yaml': CART };
const PIPELINE = '.github/workflows/deploy.yml';
const steps = (...commands: readonly string[]): Files => ({
  [PIPELINE]: `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n${commands.map((each) => `      - run: ${each}\n`).join('')}`,
});
const flux = (path: string): Files => ({
  [`hub/${path}.yaml`]: `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: ${path}, namespace: flux-system }\nspec: { interval: 1m, prune: true, path: ./${path}, sourceRef: { kind: GitRepository, name: flux-system } }\n`,
});

async function compared(files: Files, change: (repository: GitRepository) => void) {
  const repository = gitRepository({ 'clusters.yaml': joinedMembers('oslo', 'rome'), ...files });
  change(repository);
  const flags = ['--base', 'HEAD', '--plan', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any'];
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', ...flags]);
  const rules = (report?.lint?.findings ?? []).map(({ rule, state = '' }) => `${rule} ${state}`);
  const cart = report?.plan?.placements.find(({ object }) => object.name === 'cart');
  return { exitCode, rules, added: cart?.change?.added, notes: (report?.notes ?? []).join('\n') };
}

const write =
  (files: Files) =>
  (repository: GitRepository): void => {
    for (const [path, text] of Object.entries(files)) repository.write(path, text);
  };
const removeReady = ({ remove }: GitRepository): void => {
  remove('ready');
};

const DEPLOYING: readonly (readonly [string, Files, Files])[] = [
  ['Flux', flux('deploy'), flux('ready')],
  ['a step', steps('kubectl apply -f deploy'), steps('kubectl apply -f deploy', 'kubectl apply -f ready')],
  ['Flux beside a step', steps('kubectl apply -f deploy'), flux('ready')],
];

it.each(DEPLOYING)('what the change deploys with %s is new', async (_, base, head) => {
  for (const text of [CART, FIXED]) {
    const { exitCode, rules, added, notes } = await compared({ ...TREE, ...base }, write({ ...head, 'ready/all.yaml': text }));
    expect([exitCode, rules, added]).toEqual([0, [], text === FIXED ? ['oslo'] : ['oslo', 'rome']]);
    expect(notes).toContain(
      'Nothing that was read deployed ClusterResourcePlacement/cart, Namespace/cart at the base, and this change deploys them: they are compared as new.',
    );
  }
});

it('what the change moves into a folder that is deployed is new', async () => {
  const move = (repository: GitRepository): void => {
    removeReady(repository);
    repository.write('deploy/cart.yaml', FIXED);
  };
  expect(await compared({ ...TREE, ...flux('deploy') }, move)).toMatchObject({ exitCode: 0, rules: [], added: ['oslo'] });
});

it.each(DEPLOYING)('a placement that nothing deployed is not removed with its file: %s', async (_, base) => {
  const { exitCode, notes } = await compared({ ...TREE, ...base }, removeReady);
  expect(exitCode).toBe(0);
  expect(notes).toContain(
    'Nothing that was read deployed ClusterResourcePlacement/cart at the base, and this change deletes it: it is not shown as removed.',
  );
});

it.each(DEPLOYING)('a copy of what is deployed from elsewhere is not removed with its file: %s', async (_, base) => {
  const content = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: config, namespace: shop }\n';
  const copies: Files = { 'deploy/all.yaml': `${SHOP}---\n${content}`, 'old/all.yaml': `${SHOP}---\n${content}` };
  expect(await compared({ ...copies, ...base }, ({ remove }) => remove('old'))).toMatchObject({ exitCode: 0, rules: [] });
  // It is a removal if the deployed one is deleted as well.
  const both = ({ remove }: GitRepository): void => ['deploy/all.yaml', 'old'].forEach((path) => remove(path));
  expect(await compared({ ...copies, 'deploy/ns.yaml': namespaceYaml('other'), ...base }, both)).toMatchObject({ exitCode: 1 });
});

it.each<[string, Files]>([
  ['no deployer', {}],
  ['a step of other files', steps('kubectl apply -f clusters.yaml')],
  ['a step with a variable', steps('kubectl apply -f deploy', 'kubectl apply -f "$MORE"')],
  ['a script for any folder', { ...steps('kubectl apply -f deploy'), 'up.sh': 'kubectl apply -f "$1"\n' }],
  ['a step for both', steps('kubectl apply -f deploy -f ready')],
  ['a loop', steps('for each in deploy ready; do kubectl apply -f $each; done')],
  ['a chart of another program', { ...flux('deploy'), 'helmfile.yaml': 'releases: [{ name: a, chart: ./ready }]\n' }],
])('a placement that something may deploy is removed with its file: %s', async (_, base) => {
  const { exitCode, notes } = await compared({ ...TREE, ...base }, removeReady);
  expect(exitCode).toBe(1);
  expect(notes).not.toContain('Nothing that was read');
});

it('the first deployer makes nothing new', async () => {
  const { exitCode, rules } = await compared(TREE, write({ ...flux('ready'), 'ready/all.yaml': FIXED }));
  expect([exitCode, rules]).toEqual([1, ['refused-change new']]);
});

it('content of a placement that is deployed is removed with its file, also if its deployer is not known', async () => {
  const web = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\ndata: { a: b }\n`;
  const files = { 'deploy/all.yaml': SHOP, 'ready/web.yaml': web, ...flux('deploy') };
  expect(await compared(files, removeReady)).toMatchObject({ exitCode: 1 });
});
