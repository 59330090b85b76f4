/** Configurations of kustomize's plugins have the kinds of objects, and are none. */
import { expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

type Files = Readonly<Record<string, string>>;

const REFUSED = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a, namespace: shop }\nfiles: [secret.enc.yaml]\n';
const REFUSED_PLACEMENT =
  'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: { name: a_b }\nfiles: []\n';
const TREE: Files = { 'fleet/shop.yaml': placementYaml('shop'), 'fleet/ns.yaml': namespaceYaml('shop') };
const built = (field: string): string => `resources: [shop.yaml, ns.yaml]\n${field}\n`;

async function linted(files: Files, ...argv: readonly string[]) {
  const cwd = temporaryFolder();
  writeTree(cwd, { ...TREE, ...files });
  const { exitCode, report } = await runCli(cwd, ['lint', '.', ...argv]);
  return [exitCode, report?.lint?.findings.map(({ file }) => file)];
}

it.each<readonly [string, Files]>([
  ['a generator', { 'fleet/kustomization.yaml': built('generators: [more.yaml]'), 'fleet/more.yaml': REFUSED }],
  ['a transformer', { 'fleet/kustomization.yaml': built('transformers: [more.yaml]'), 'fleet/more.yaml': REFUSED }],
  ['a placement by its kind', { 'fleet/kustomization.yaml': built('generators: [more.yaml]'), 'fleet/more.yaml': REFUSED_PLACEMENT }],
  [
    'a generator of a folder with a kustomization',
    {
      'fleet/kustomization.yaml': built('generators: [../more]'),
      'more/kustomization.yaml': 'resources: [more.yaml]\n',
      'more/more.yaml': REFUSED,
    },
  ],
])('%s is not judged as an object', async (_, files) => {
  expect(await linted(files, '--render-with', 'off')).toEqual([6, []]);
  expect(await linted(files)).toEqual([6, []]);
});

it('a validator is not judged as an object, and changes nothing', async () => {
  const files = { 'fleet/kustomization.yaml': built('validators: [more.yaml]'), 'fleet/more.yaml': REFUSED };
  expect(await linted(files, '--render-with', 'off')).toEqual([0, []]);
});

it.each<readonly [string, Files]>([
  [
    'is a resource as well',
    {
      'fleet/kustomization.yaml': 'resources: [shop.yaml, ns.yaml, more.yaml]\ngenerators: [more.yaml]\n',
      'fleet/more.yaml': REFUSED_PLACEMENT,
    },
  ],
  [
    'is a resource of another kustomization',
    {
      'fleet/kustomization.yaml': built('generators: [../apps/more.yaml]'),
      'apps/kustomization.yaml': 'resources: [more.yaml]\n',
      'apps/more.yaml': REFUSED_PLACEMENT,
    },
  ],
  ['is not listed', { 'fleet/kustomization.yaml': built('generators: []'), 'apps/more.yaml': REFUSED_PLACEMENT }],
])('a file is judged that %s', async (_, files) => {
  const [code, found] = await linted(files, '--render-with', 'off');
  expect(code).toBe(1);
  expect(found).toContain(Object.keys(files).find((file) => file.endsWith('more.yaml')));
});
