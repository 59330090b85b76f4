/** A deployer that the change points to a folder which cannot be built: it is not known what of the former folder is in it. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');
type Files = Readonly<Record<string, string>>;

const flux = (name: string, folder: string): Files => ({
  [`hub/${name}.yaml`]: `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ./${folder}, prune: true, sourceRef: { kind: GitRepository, name: own } }
`,
});
const app = (folder: string, name: string): Files => ({
  [`${folder}/kustomization.yaml`]: 'resources: [all.yaml]\n',
  [`${folder}/all.yaml`]: `${namespaceYaml(name)}---\n${placementYaml(name, { namespace: name, policy: 'placementType: PickAll' })}`,
});
const BASE: Files = {
  'hub/source.yaml':
    "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: { name: own, namespace: flux-system }\nspec: { url: 'https://example.com/own.git', ref: { branch: main } }\n",
  ...flux('shop', 'apps/shop'),
  ...flux('cart', 'apps/cart'),
  ...app('apps/shop', 'shop'),
  ...app('apps/cart', 'cart'),
  'clusters.yaml': joinedMembers('p1'),
};
const BROKEN = 'resources: [../shop/all.yaml]\npatches: [{ path: gone.yaml }]\n';

async function told(head: Files, dropped: readonly string[] = [], more: Files = {}): Promise<readonly [number | string, ...unknown[]]> {
  const repository = gitRepository({ ...BASE, ...more });
  repository.git('remote', 'add', 'origin', 'https://example.com/own.git');
  for (const file of dropped) repository.git('rm', '-q', file);
  for (const [file, text] of Object.entries(head)) repository.write(file, text);
  const PATH = [kustomize ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const args = ['lint', '.', '--base', 'HEAD', '--plan', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any', '--format', 'json'];
  const { exitCode, report } = await runCli(repository.dir, args, { env: { PATH } });
  return [exitCode, (report?.removals ?? []).map(({ object }) => object.name)];
}

describe.skipIf(kustomize === undefined)('a Kustomization of Flux with another path', () => {
  const moved = flux('shop', 'apps/new');

  it.each<[string, Files, readonly string[], Files]>([
    ['the old folder stays', { 'apps/new/kustomization.yaml': BROKEN }, [], {}],
    [
      'the old folder is gone',
      { 'apps/new/kustomization.yaml': BROKEN.replace('../shop/all', 'all'), 'apps/new/all.yaml': app('a', 'shop')['a/all.yaml'] ?? '' },
      ['apps/shop/kustomization.yaml', 'apps/shop/all.yaml'],
      {},
    ],
    ['the new folder was broken at the base', {}, [], { 'apps/new/kustomization.yaml': BROKEN }],
  ])('is not evaluated, and removes nothing, if that cannot be built: %s', async (_, head, dropped, more) => {
    expect(await told({ ...moved, ...head }, dropped, more)).toEqual([6, []]);
  });

  it('removes what the other folder does not have', async () => {
    expect(await told({ ...moved, ...app('apps/new', 'other') })).toEqual([1, ['shop']]);
  });

  it('hides no removal of another one', async () => {
    const dropped = ['hub/cart.yaml', 'apps/cart/kustomization.yaml', 'apps/cart/all.yaml'];
    expect(await told({ ...moved, 'apps/new/kustomization.yaml': BROKEN }, dropped)).toEqual([1, ['cart']]);
  });
});
