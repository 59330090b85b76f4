/** A name or namespace that Flux, Argo CD or a kustomization gives an object, and that the hub refuses. */
import { expect, test } from 'vitest';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';

const SHOP = `${placementYaml('shop')}---\n${namespaceYaml('shop')}`;
const LOCAL = placementYaml('web')
  .replace('ClusterResourcePlacement', 'ResourcePlacement')
  .replace('name: web', 'name: web\n  namespace: shop');
const LISTING = 'resources: [shop.yaml]\n';

function flux(spec: string): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: app, namespace: flux-system }\nspec: { interval: 1m, path: ./app, prune: true, sourceRef: { kind: GitRepository, name: flux-system }, ${spec} }\n`;
}

function argo(kustomize: string): string {
  return `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: app, namespace: argocd }\nspec: { project: default, source: { repoURL: "https://example.com/a.git", path: app, kustomize: { ${kustomize} } }, destination: { server: "https://kubernetes.default.svc" } }\n`;
}

async function linted(files: Readonly<Record<string, string>>) {
  const { dir } = gitRepository({ 'app/shop.yaml': SHOP, ...files });
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--render-with', 'off']);
  const errors =
    report?.lint?.findings.filter(({ severity, rule }) => severity === 'error' && rule === 'schema').map(({ message }) => message) ?? [];
  const open = report?.lint?.notEvaluated.filter(({ fleetObject }) => fleetObject === true) ?? [];
  return { exitCode, errors, open: open.length };
}

const LONG = 'a'.repeat(250);

test.each([
  ['an upper case letter before it', 'namePrefix: X-', 'X-shop'],
  ['an underscore after it', 'nameSuffix: _x', 'shop_x'],
  ['a dash after it', 'nameSuffix: "-"', 'shop-'],
  ['a dash before it', 'namePrefix: "-"', '-shop'],
  ['a slash before it', 'namePrefix: a/', 'a/shop'],
  ['a letter of another script', 'namePrefix: é', 'éshop'],
  ['a name of more than 253 characters', `namePrefix: ${LONG}`, `${LONG}shop`],
])('%s is refused', async (_, field, name) => {
  for (const deployer of [flux(field), argo(field)]) {
    const { exitCode, errors } = await linted({ 'hub/deploy.yaml': deployer });
    expect(exitCode).toBe(1);
    expect(errors).toEqual([expect.stringContaining(`"${name}" in \`metadata.name\``)]);
  }
  const own = await linted({ 'app/kustomization.yaml': `${LISTING}${field}\n` });
  expect([own.exitCode, own.errors]).toEqual([1, [expect.stringContaining(`"${name}"`)]]);
});

test.each([
  ['of Flux', flux('targetNamespace: Bad_NS')],
  ['of Argo CD', argo('namespace: Bad_NS')],
])('a namespace %s is refused', async (_, deployer) => {
  const { exitCode, errors } = await linted({ 'app/shop.yaml': `${SHOP}---\n${LOCAL}`, 'hub/deploy.yaml': deployer });
  expect(exitCode).toBe(1);
  expect(errors).toEqual([expect.stringContaining('"Bad_NS" in `metadata.namespace`')]);
});

test.each<[string, Readonly<Record<string, string>>]>([
  [
    'of a component',
    {
      'app/kustomization.yaml': `${LISTING}components: [../part]\n`,
      'part/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnamePrefix: X_\n',
    },
  ],
  [
    'of an overlay, beside a good one',
    { 'app/kustomization.yaml': `${LISTING}namePrefix: a-\n`, 'dev/kustomization.yaml': 'resources: [../app]\nnamePrefix: X_\n' },
  ],
  [
    'of one of two overlays',
    {
      'app/kustomization.yaml': LISTING,
      'dev/kustomization.yaml': 'resources: [../app]\nnamePrefix: X_\n',
      'prod/kustomization.yaml': 'resources: [../app]\n',
    },
  ],
  ['of Flux, after a good one of a kustomization', { 'app/kustomization.yaml': LISTING, 'hub/deploy.yaml': flux('namePrefix: X_') }],
])('a prefix %s is refused', async (_, files) => {
  const { exitCode, errors } = await linted(files);
  expect([exitCode, errors.length]).toEqual([1, 1]);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['is good', { 'hub/deploy.yaml': flux('namePrefix: x-') }],
  ['is a variable', { 'hub/deploy.yaml': flux("namePrefix: '${CLUSTER}-'") }],
  ['is a placeholder', { 'app/kustomization.yaml': `${LISTING}namePrefix: '{{ .name }}-'\n` }],
  [
    'is good only with an outer one',
    { 'app/kustomization.yaml': `${LISTING}namePrefix: "-"\n`, 'dev/kustomization.yaml': 'resources: [../app]\nnamePrefix: a\n' },
  ],
  [
    'is beside a patch of the whole object',
    {
      'app/kustomization.yaml': `${LISTING}namePrefix: X_\npatches: [{ target: { kind: ClusterResourcePlacement }, patch: '[{ op: replace, path: /metadata/name, value: a }]' }]\n`,
    },
  ],
])('the result is not evaluated if the prefix %s', async (_, files) => {
  expect(await linted(files)).toEqual({ exitCode: 6, errors: [], open: 1 });
});

test('a Namespace keeps its name', async () => {
  expect(
    await linted({
      'app/shop.yaml': namespaceYaml('shop'),
      'hub/crp.yaml': placementYaml('shop'),
      'hub/deploy.yaml': flux('namePrefix: X_'),
    }),
  ).toEqual({
    exitCode: 0,
    errors: [],
    open: 0,
  });
});
