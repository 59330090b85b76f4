/** What Config Sync, Rancher Fleet and kapp-controller no longer deploy, although the file stays in the tree. */
import { describe, expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const SHOP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const NS = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const URL = 'https://github.com/o/fleet';
const object = (apiVersion: string, kind: string, name: string, spec: unknown): string =>
  JSON.stringify({ apiVersion, kind, metadata: { name, namespace: 'fleet-local' }, spec });
type Deployer = (path: string, name?: string) => string;
const DEPLOYERS: Readonly<Record<string, Deployer>> = {
  'Config Sync': (dir, name = 'a') => object('configsync.gke.io/v1beta1', 'RootSync', name, { git: { repo: URL, dir, branch: 'main' } }),
  'Rancher Fleet': (path, name = 'a') =>
    object('fleet.cattle.io/v1alpha1', 'GitRepo', name, { repo: URL, branch: 'main', paths: path === '' ? undefined : [path] }),
  'kapp-controller': (subPath, name = 'a') =>
    object('kappctrl.k14s.io/v1alpha1', 'App', name, {
      fetch: [{ git: { url: URL, ref: 'origin/main', subPath } }],
      deploy: [{ kapp: {} }],
    }),
};

async function judged(by: string, change: (repository: GitRepository) => void): Promise<readonly [number, string, string]> {
  const files = { 'prod/shop.yaml': SHOP, 'prod/ns.yaml': NS, 'other/ns.yaml': NS, 'clusters/e1.yaml': joinedMembers('e1') };
  const repository = gitRepository({ ...files, 'sync/a.yaml': by });
  repository.git('remote', 'add', 'origin', URL);
  change(repository);
  const argv = ['lint', '.', '--base', 'HEAD', '--clusters', 'clusters/e1.yaml', '--fail-on-removal', 'any'];
  const { exitCode, report } = await runCli(repository.dir, argv);
  const removed = (report?.removals ?? []).map((each) => `${displayName(each.object)} off ${each.clusters?.join(' ') ?? '?'}`);
  return [exitCode, removed.join('; '), (report?.notes ?? []).join('\n')];
}

const moveTo =
  (folder: string) =>
  ({ write, remove }: GitRepository): void => {
    write(`${folder}/shop.yaml`, SHOP);
    remove('prod/shop.yaml');
  };

const moveAll = (at: GitRepository): void => {
  at.write('new/ns.yaml', NS);
  at.remove('prod/ns.yaml');
  moveTo('new')(at);
};

describe.each(Object.entries(DEPLOYERS))('%s', (_name, deployer) => {
  it('no longer deploys a file that leaves its folder, and prunes it', async () => {
    const [code, removed, notes] = await judged(deployer('prod'), moveTo('old'));
    expect([code, removed]).toEqual([1, 'ClusterResourcePlacement/shop off e1']);
    expect(notes).toContain('out of what Flux, Argo CD or another deployer deploys and prunes, into old/shop.yaml');
  });

  it('no longer deploys a folder that its object does not name any longer', async () => {
    const [code, removed, notes] = await judged(deployer('prod'), ({ write }) => write('sync/a.yaml', deployer('other')));
    expect([code, removed]).toEqual([1, 'ClusterResourcePlacement/shop off e1']);
    expect(notes).toContain('Flux, Argo CD or another deployer no longer deploys prod');
  });

  it.each<readonly [string, string, (repository: GitRepository) => void]>([
    ['if the file moves within the folder', deployer('prod'), moveTo('prod/more')],
    ['if the object names the new folder', deployer('prod'), (at) => (moveAll(at), at.write('sync/a.yaml', deployer('new')))],
    ['if it deploys the whole repository', deployer(''), moveTo('old')],
    ['if another file of the folder leaves it', deployer('prod'), ({ write }) => write('old/notes.yaml', 'a: 1\n')],
  ])('deploys it nevertheless %s', async (_what, by, change) => {
    const [code, removed, notes] = await judged(by, change);
    expect([code, removed]).toEqual([0, '']);
    expect(notes).not.toContain('another deployer');
  });
});
