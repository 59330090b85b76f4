/** Objects that a change removes from clusters are reported first, in lint and plan, and fail the run if requested. */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Removal } from '../../../src/report.ts';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';

function crp(name: string, policy: string, selects = name): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${selects} }
  policy: ${policy}
`;
}

const object = (kind: string, name: string, namespace?: string): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: { name: ${name}${namespace === undefined ? '' : `, namespace: ${namespace}`} }\n`;
const FIXED = (...names: readonly string[]): string => `{ placementType: PickFixed, clusterNames: [${names.join(', ')}] }`;
const CLUSTERS = joinedMembers('a1', 'e1', 'e2');

function shop(): GitRepository {
  return gitRepository({
    'tree/shop.yaml': crp('shop', FIXED('e1', 'e2')),
    'tree/ns.yaml': object('Namespace', 'shop'),
    'tree/a.yaml': object('ConfigMap', 'a', 'shop'),
    'tree/b.yaml': object('ConfigMap', 'b', 'shop'),
    'clusters.yaml': CLUSTERS,
  });
}

async function cli(dir: string, ...argv: string[]): Promise<CliRun & { readonly lines: readonly string[] }> {
  const ran = await runCli(dir, [...argv, '--base', 'HEAD']);
  return { ...ran, lines: ran.out.split('\n') };
}

function brief({ kind, object: ref, replacedBy, clusters, resources }: Removal): string {
  const next = replacedBy === undefined ? '' : ` for ${displayName(replacedBy)}`;
  return `${kind} ${displayName(ref)}${next}: ${resources.map(displayName).join(' ')} off ${clusters?.join(' ') ?? 'unknown clusters'}`;
}

const ALL = 'Namespace/shop ConfigMap/shop/a ConfigMap/shop/b';

describe('what a change removes from clusters', () => {
  it.each<[string, (repository: GitRepository) => void, string, string, 'clusters' | 'resources']>([
    [
      'a placement that is gone',
      ({ remove }) => remove('tree/shop.yaml'),
      `placement ClusterResourcePlacement/shop: ${ALL} off e1 e2`,
      'removes ClusterResourcePlacement/shop from e1, e2',
      'clusters',
    ],
    [
      'a placement that is renamed',
      ({ write }) => write('tree/shop.yaml', crp('shop-v2', FIXED('e1', 'e2'), 'shop')),
      `placement ClusterResourcePlacement/shop for ClusterResourcePlacement/shop-v2: ${ALL} off e1 e2`,
      'removes ClusterResourcePlacement/shop from e1, e2, and ClusterResourcePlacement/shop-v2 places it again',
      'clusters',
    ],
    [
      'a cluster that a placement leaves',
      ({ write }) => write('tree/shop.yaml', crp('shop', FIXED('e1', 'a1'))),
      `clusters ClusterResourcePlacement/shop: ${ALL} off e2`,
      'removes ClusterResourcePlacement/shop from e2',
      'clusters',
    ],
    [
      'a resource that is gone',
      ({ remove }) => remove('tree/b.yaml'),
      'resources ClusterResourcePlacement/shop: ConfigMap/shop/b off e1 e2',
      'removes ConfigMap/shop/b of ClusterResourcePlacement/shop from e1, e2',
      'resources',
    ],
    [
      'a resource that is no longer selected',
      ({ write }) =>
        write(
          'tree/shop.yaml',
          crp('shop', FIXED('e1', 'e2')).replace('name: shop }\n  policy', 'name: shop, selectionScope: NamespaceOnly }\n  policy'),
        ),
      'resources ClusterResourcePlacement/shop: ConfigMap/shop/a ConfigMap/shop/b off e1 e2',
      'removes 2 objects of ClusterResourcePlacement/shop from e1, e2',
      'resources',
    ],
  ])('is first in plan and lint, and fails if that is requested: %s', async (_, change, said, head, kind) => {
    const repository = shop();
    change(repository);
    const { dir } = repository;
    const plan = ['plan', 'tree', '--clusters', 'clusters.yaml'];
    const { exitCode, lines, report } = await cli(dir, ...plan);
    expect([exitCode, report?.removals?.map(brief)]).toEqual([0, [said]]);
    expect(lines[0]?.startsWith(`PASSED with 1 removal: ${head}; `)).toBe(true);
    expect(lines[3]).toBe('removed from clusters');
    const linted = await cli(dir, 'lint', 'tree', '--plan', '--clusters', 'clusters.yaml');
    expect([linted.report?.removals?.map(brief), linted.lines[0]?.includes(`: ${head}; `)]).toEqual([[said], true]);
    const codes = await Promise.all(
      ['none', 'clusters', 'resources', 'any'].map(async (what) => (await cli(dir, ...plan, '--fail-on-removal', what)).exitCode),
    );
    expect(codes).toEqual([0, kind === 'clusters' ? 1 : 0, kind === 'resources' ? 1 : 0, 1]);
    const failed = await cli(dir, ...plan, '--fail-on-removal', 'any', '--format', 'text', '--format', 'junit=out.xml');
    expect([failed.report?.outcome, failed.lines[0]?.startsWith(`FAILED: fail-on-removal: ${head}; `)]).toEqual(['findings', true]);
  });

  it.each<[string, (repository: GitRepository) => void]>([
    ['a change of content', ({ write }) => write('tree/a.yaml', `${object('ConfigMap', 'a', 'shop')}data: { x: z }\n`)],
    ['a cluster more', ({ write }) => write('tree/shop.yaml', crp('shop', FIXED('e1', 'e2', 'a1')))],
    ['a resource more', ({ write }) => write('tree/c.yaml', object('ConfigMap', 'c', 'shop'))],
    ['a new placement', ({ write }) => write('tree/new.yaml', crp('new', FIXED('a1')) + '---\n' + object('Namespace', 'new'))],
    [
      'a placement in another file',
      ({ write, remove }) => (remove('tree/shop.yaml'), write('tree/deep/other.yaml', crp('shop', FIXED('e1', 'e2')))),
    ],
    ['nothing', () => {}],
  ])('does not exist: %s', async (_, change) => {
    const repository = shop();
    change(repository);
    const { exitCode, report } = await cli(repository.dir, 'plan', 'tree', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any');
    expect([exitCode, report?.removals]).toEqual([0, undefined]);
  });

  it('is empty for a placement without a name, which the hub never had', async () => {
    const repository = shop();
    repository.write('tree/shop.yaml', crp('shop', FIXED('e1')).replace('name: shop }\nspec', 'names: shop }\nspec'));
    repository.commit();
    repository.write('tree/shop.yaml', crp('shop-v2', FIXED('e1'), 'shop'));
    for (const command of ['lint', 'plan']) {
      const { exitCode, report } = await cli(
        repository.dir,
        command,
        'tree',
        '--clusters',
        'clusters.yaml',
        '--fail-on-removal',
        'any',
        '--format',
        'json',
      );
      expect([exitCode, report?.removals]).toEqual([0, undefined]);
    }
  });

  it('is empty for a placement that had no cluster', async () => {
    const repository = gitRepository({
      'tree/shop.yaml': crp('shop', '{ placementType: PickN, numberOfClusters: 0 }'),
      'tree/ns.yaml': object('Namespace', 'shop'),
      'clusters.yaml': CLUSTERS,
    });
    repository.remove('tree/shop.yaml');
    const { report } = await cli(repository.dir, 'plan', 'tree', '--clusters', 'clusters.yaml');
    expect([report?.removals, report?.plan?.deleted?.length]).toEqual([undefined, 1]);
  });

  it('is listed with the worst first', async () => {
    const repository = shop();
    repository.write('tree/other.yaml', crp('other', FIXED('a1')) + '---\n' + object('Namespace', 'other'));
    repository.commit();
    repository.remove('tree/other.yaml');
    repository.remove('tree/a.yaml');
    repository.write('tree/shop.yaml', crp('shop', FIXED('e1')));
    const { report, lines } = await cli(repository.dir, 'plan', 'tree', '--clusters', 'clusters.yaml');
    expect(report?.removals?.map(({ kind }) => kind)).toEqual(['placement', 'clusters', 'resources']);
    expect(lines[0]).toContain('(and 2 more removals); ');
  });

  it('of a renamed placement waits until the old one is deleted', async () => {
    const { dir, write } = shop();
    write('tree/shop.yaml', crp('shop-v2', FIXED('e1', 'e2'), 'shop'));
    const { out } = await cli(dir, 'lint', 'tree');
    expect(out).toContain(
      'as soon as the old one is deleted on the hub, and placed again as far as the change keeps it. `kubectl apply` does not delete it by itself;',
    );
  });

  it.each([['lint'], ['plan', '--clusters', 'clusters.yaml']])(
    'of a placement that becomes External with its new name is undone by an update run only: %s',
    async (command, ...flags) => {
      const { dir, write, commit } = shop();
      const external = 'spec:\n  strategy: {type: External}\n';
      write('tree/shop.yaml', crp('shop', FIXED('e1', 'e2'), 'shop').replace('spec:\n', external));
      commit();
      write('tree/shop.yaml', crp('shop-v2', FIXED('e1', 'e2'), 'shop').replace('spec:\n', external));
      const { out } = await cli(dir, command, 'tree', ...flags);
      expect(out).toContain('is deleted on the hub, and with External only a new update run places it again');
      expect(out).not.toContain('and placed again');
    },
  );

  it('of a ResourcePlacement in another namespace is not of the same content', async () => {
    const placed = (namespace: string): string =>
      crp('web', FIXED('e1'), 'a')
        .replace('ClusterResourcePlacement', 'ResourcePlacement')
        .replace('/v1\n', '/v1beta1\n')
        .replace('{ name: web }', `{ name: web, namespace: ${namespace} }`)
        .replace('kind: Namespace', 'kind: ConfigMap');
    const { dir, write } = gitRepository({ 'tree/a.yaml': placed('shop'), 'tree/b.yaml': object('ConfigMap', 'a', 'shop') });
    write('tree/a.yaml', placed('store'));
    write('tree/b.yaml', object('ConfigMap', 'a', 'store'));
    const { report } = await cli(dir, 'lint', 'tree');
    expect((report?.removals ?? []).map(brief)).toEqual(['placement ResourcePlacement/shop/web:  off unknown clusters']);
  });

  it('is known for whole placements without the clusters', async () => {
    const gone = shop();
    gone.remove('tree/shop.yaml');
    const { report, lines } = await cli(gone.dir, 'lint', 'tree');
    expect(report?.removals?.map(brief)).toEqual(['placement ClusterResourcePlacement/shop:  off unknown clusters']);
    expect(lines[0]).toContain('removes ClusterResourcePlacement/shop from its clusters; ');
    const renamed = shop();
    renamed.write('tree/shop.yaml', crp('shop-v2', FIXED('e1', 'e2'), 'shop'));
    expect((await cli(renamed.dir, 'lint', 'tree')).report?.removals?.map(brief)).toEqual([
      'placement ClusterResourcePlacement/shop for ClusterResourcePlacement/shop-v2:  off unknown clusters',
    ]);
    await expect(cli(gone.dir, 'lint', 'tree', '--fail-on-removal', 'any')).rejects.toThrow(
      '--fail-on-removal needs the member clusters: give --clusters FILE or --kubeconfig FILE',
    );
  });

  const all = ['shop', 'ns', 'a', 'b'].map((file) => `tree/${file}.yaml`);
  const removeFolder = ({ dir }: GitRepository, folder = 'tree'): void => rmSync(join(dir, folder), { recursive: true });
  it.each<[string, (repository: GitRepository) => void]>([
    ['has other files', ({ write }) => write('tree/values.yaml', 'replicas: 3\n')],
    ['has no file of manifests', ({ write }) => write('tree/README.md', 'Nothing is deployed.\n')],
    ['has an empty file', ({ write }) => write('tree/shop.yaml', '')],
    ['has a file with comments', ({ write }) => write('tree/shop.yaml', '# gone\n---\n')],
    ['has an empty folder', () => undefined],
    ['is gone', removeFolder],
  ])('is reported if the tree has no object left, and %s', async (_, edit) => {
    const repository = shop();
    const { dir } = repository;
    for (const file of all) repository.remove(file);
    edit(repository);
    for (const command of ['lint', 'plan']) {
      const argv = [command, 'tree', '--clusters', 'clusters.yaml', ...(command === 'lint' ? ['--plan'] : [])];
      const { exitCode, report, lines } = await cli(dir, ...argv);
      expect([exitCode, report?.removals?.map(brief)]).toEqual([0, [`placement ClusterResourcePlacement/shop: ${ALL} off e1 e2`]]);
      expect(lines[0]).toContain('PASSED with 1 removal: removes ClusterResourcePlacement/shop from e1, e2');
      for (const fails of ['any', 'clusters', 'resources'])
        expect((await cli(dir, ...argv, '--fail-on-removal', fails)).exitCode).toBe(fails === 'resources' ? 0 : 1);
      expect((await cli(dir, ...argv, '--allow-nothing')).exitCode).toBe(0);
    }
    const unknown = await cli(dir, 'lint', 'tree');
    expect([unknown.exitCode, unknown.lines[0]]).toEqual([
      0,
      expect.stringContaining('PASSED with 1 removal: removes ClusterResourcePlacement/shop from its clusters'),
    ]);
  });

  it('is reported if one of several paths is gone, which a note names', async () => {
    const repository = gitRepository({ 'a/shop.yaml': crp('shop', FIXED('e1')), 'b/ns.yaml': object('Namespace', 'shop') });
    const { dir } = repository;
    removeFolder(repository, 'a');
    const { exitCode, report } = await cli(dir, 'lint', 'a', 'b');
    expect([exitCode, report?.removals?.map(brief)]).toEqual([0, ['placement ClusterResourcePlacement/shop:  off unknown clusters']]);
    expect(report?.notes).toContain('This tree no longer has a, which the base has.');
  });

  it.each(['head', 'base'])('is reported if the paths in the configuration of the %s are gone', async (from) => {
    const repository = gitRepository({ '.fleet-gate.yaml': 'paths: [a]\n', 'a/shop.yaml': crp('shop', FIXED('e1')) });
    const { dir } = repository;
    removeFolder(repository, 'a');
    const { exitCode, report } = await cli(dir, 'lint', '--config-from', from);
    expect([exitCode, report?.removals?.map(({ object: { name } }) => name)]).toEqual([0, ['shop']]);
    expect(report?.notes).toContainEqual(expect.stringMatching(/^This tree no longer has a, which /));
  });

  it('is not known of a path that neither tree has', async () => {
    const repository = shop();
    const { dir } = repository;
    removeFolder(repository);
    const nowhere = 'There is no file or directory "nope"';
    await expect(cli(dir, 'lint', 'nope')).rejects.toThrow(nowhere);
    await expect(cli(dir, 'lint', 'tree', 'nope')).rejects.toThrow(nowhere);
    await expect(cli(dir, 'lint', 'nope/*.yaml')).rejects.toThrow('only shells expand patterns');
    await expect(runCli(dir, ['lint', 'tree'])).rejects.toThrow('There is no file or directory "tree"');
    const empty = gitRepository({ 'tree/README.md': 'Nothing yet.\n' });
    expect((await cli(empty.dir, 'lint', 'tree')).exitCode).toBe(3);
  });

  it('is not known if the change moves it to a path that is not checked', async () => {
    const repository = gitRepository({ 'dev/shop.yaml': crp('shop', FIXED('e1')), 'prod/shop.yaml': crp('shop', FIXED('e2')) });
    const { dir, write } = repository;
    removeFolder(repository, 'prod');
    // The same object in a folder for another hub is no move.
    expect((await cli(dir, 'lint', 'prod')).exitCode).toBe(0);
    write('live/shop.yaml', crp('shop', FIXED('e2')));
    await expect(cli(dir, 'lint', 'prod')).rejects.toThrow(
      'prod is not in this tree; name the paths, such as that of live/shop.yaml, which has its objects',
    );
    expect((await cli(dir, 'lint', 'prod', 'live')).exitCode).toBe(0);
  });

  it('treats paths of the command line in the same way if the base has a configuration', async () => {
    const repository = gitRepository({
      '.fleet-gate.yaml': 'failOn: error\n',
      'dev/shop.yaml': crp('other', FIXED('e1')),
      'prod/shop.yaml': crp('shop', FIXED('e2')),
    });
    const { dir, write } = repository;
    await expect(cli(dir, 'lint', 'dev', 'nope')).rejects.toThrow('There is no file or directory "nope"');
    removeFolder(repository, 'prod');
    expect((await cli(dir, 'lint', 'dev', 'prod')).report?.notes).toContain('This tree no longer has prod, which the base has.');
    write('live/shop.yaml', crp('shop', FIXED('e2')));
    for (const argv of [['prod'], ['dev', 'prod']])
      await expect(cli(dir, 'lint', ...argv)).rejects.toThrow(
        /^prod is not in this tree; name the paths, such as that of live\/shop\.yaml, which has its objects$/,
      );
  });

  it('is not known if a tool may have failed that makes the tree', async () => {
    const { dir } = shop();
    mkdirSync(join(dir, 'empty'));
    expect((await runCli(dir, ['lint', 'empty', '--base-dir', 'tree'])).exitCode).toBe(3);
    await expect(runCli(dir, ['lint', 'gone', '--base-dir', '.'])).rejects.toThrow('There is no file or directory "gone"');
  });

  it('is reported if a rendered tree is empty and the base is not', async () => {
    const { dir } = shop();
    mkdirSync(join(dir, 'empty'));
    const argv = ['empty', '--base-dir', 'tree', '--clusters', 'clusters.yaml', '--allow-nothing', '--fail-on-removal', 'any'];
    for (const command of ['lint', 'plan']) {
      const { exitCode, report } = await runCli(dir, [command, ...argv]);
      expect([exitCode, report?.removals?.map(brief)]).toEqual([1, [`placement ClusterResourcePlacement/shop: ${ALL} off e1 e2`]]);
    }
  });

  it('is empty for a folder that was empty in the base too', async () => {
    const { dir } = shop();
    for (const folder of ['empty', 'base/empty', 'base/tree']) mkdirSync(join(dir, folder), { recursive: true });
    cpSync(join(dir, 'tree'), join(dir, 'base/tree'), { recursive: true });
    const argv = ['lint', 'empty', '--base-dir', 'base', '--clusters', 'clusters.yaml', '--allow-nothing', '--fail-on-removal', 'any'];
    expect((await runCli(dir, argv)).exitCode).toBe(0);
  });

  it('needs a base to be known', async () => {
    const { dir } = shop();
    await expect(runCli(dir, ['plan', 'tree', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any'])).rejects.toThrow(
      '--fail-on-removal needs a base to compare with: give --base REF or --base-dir DIR',
    );
  });

  it.each(['markdown', 'json', 'github', 'sarif', 'junit'])('is in every format: %s', async (format) => {
    const repository = shop();
    repository.remove('tree/shop.yaml');
    const { lines } = await cli(repository.dir, 'plan', 'tree', '--clusters', 'clusters.yaml', '--format', format);
    expect(lines.join('\n')).toContain(
      format === 'json' ? '"kind": "placement"' : 'ClusterResourcePlacement/shop is no longer in the deployed manifests: ',
    );
    if (format === 'markdown') expect(lines.slice(4, 7).join('\n')).toContain('Removed from clusters');
  });
});

const ENVELOPE = (kind: string, ...names: readonly string[]): string => {
  const home = kind === 'ResourceEnvelope' ? ', namespace: shop' : '';
  const entry = (name: string): string =>
    home === ''
      ? `{ apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: ${name} } }`
      : `{ apiVersion: v1, kind: ConfigMap, metadata: { name: ${name}, namespace: shop } }`;
  const data = names.map((name) => `  ${name}.yaml: ${entry(name)}\n`).join('');
  return `apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ${kind}\nmetadata: { name: e${home} }\ndata:\n${data}`;
};

it.each([
  ['ResourceEnvelope', 'ConfigMap/shop/z'],
  ['ClusterResourceEnvelope', 'ClusterRole/z'],
])('an object that leaves a %s is removed, and perhaps created again', async (kind, gone) => {
  const select = `    - { group: placement.kubernetes-fleet.io, version: v1beta1, kind: ${kind}, name: e }\n  policy:`;
  const { dir, write } = gitRepository({
    'tree/shop.yaml': kind === 'ResourceEnvelope' ? crp('shop', FIXED('e1')) : crp('shop', FIXED('e1')).replace('  policy:', select),
    'tree/ns.yaml': object('Namespace', 'shop'),
    'tree/e.yaml': ENVELOPE(kind, 'x', 'z'),
    'clusters.yaml': CLUSTERS,
  });
  const plan = () => cli(dir, 'plan', 'tree', '--clusters', 'clusters.yaml', '--fail-on-removal', 'resources');
  write('tree/e.yaml', ENVELOPE(kind, 'x'));
  const { exitCode, report } = await plan();
  expect([exitCode, report?.removals?.map(brief)]).toEqual([1, [`resources ClusterResourcePlacement/shop: ${gone} off e1`]]);
  if (kind === 'ClusterResourceEnvelope') return;
  write('tree/z.yaml', object('ConfigMap', 'z', 'shop'));
  const moved = await plan();
  expect([moved.exitCode, moved.report?.removals]).toEqual([
    1,
    [expect.objectContaining({ reason: 'no longer in ResourceEnvelope/shop/e, and created again' })],
  ]);
});

it('a file that a kustomization no longer lists is named, if it stays', async () => {
  const list = (names: string): string => `resources: [${names}]\n`;
  const { dir, write } = gitRepository({
    'tree/shop.yaml': crp('shop', FIXED('e1')),
    'tree/ns.yaml': object('Namespace', 'shop'),
    'tree/kustomization.yaml': list('shop.yaml, ns.yaml'),
  });
  write('tree/kustomization.yaml', list('ns.yaml'));
  const { report } = await cli(dir, 'lint', 'tree');
  expect(report?.notes).toEqual([
    'No kustomization uses tree/shop.yaml any longer, and it is still there: its objects were checked, and `plan` takes them as removed. A deployer that applies the kustomization and prunes deletes them.',
  ]);
});

it.each([
  [
    'into an envelope',
    { 'tree/z.yaml': object('ConfigMap', 'z', 'shop') },
    { 'tree/e.yaml': ENVELOPE('ResourceEnvelope', 'z') },
    'ConfigMap/shop/z',
    'now in ResourceEnvelope/shop/e, which creates it again',
  ],
  [
    'out of an envelope',
    { 'tree/e.yaml': ENVELOPE('ResourceEnvelope', 'z') },
    { 'tree/z.yaml': object('ConfigMap', 'z', 'shop') },
    'ResourceEnvelope/shop/e',
    'its objects are placed in another way, and are created again',
  ],
  [
    'into another envelope',
    { 'tree/e.yaml': ENVELOPE('ResourceEnvelope', 'z') },
    { 'tree/f.yaml': ENVELOPE('ResourceEnvelope', 'z').replace('name: e,', 'name: f,') },
    'ResourceEnvelope/shop/e',
    'its objects are placed in another way, and are created again',
  ],
  ['nowhere', { 'tree/e.yaml': ENVELOPE('ResourceEnvelope', 'z') }, {}, 'ResourceEnvelope/shop/e', 'no longer in the deployed files'],
])('an object that moves %s is deleted, and created again', async (_, before, after, gone, reason) => {
  const { dir, write, remove } = gitRepository({
    'tree/shop.yaml': crp('shop', FIXED('e1')),
    'tree/ns.yaml': object('Namespace', 'shop'),
    ...before,
    'clusters.yaml': CLUSTERS,
  });
  for (const file of Object.keys(before)) remove(file);
  for (const [file, text] of Object.entries<string>(after)) write(file, text);
  const { exitCode, report } = await cli(dir, 'plan', 'tree', '--clusters', 'clusters.yaml', '--fail-on-removal', 'resources');
  expect([exitCode, report?.removals?.map(brief)]).toEqual([1, [`resources ClusterResourcePlacement/shop: ${gone} off e1`]]);
  expect(report?.removals).toMatchObject([{ reason }]);
});

describe('an object that kustomize generates', () => {
  const [OLD, NEW, OTHER] = ['api-c97cgftgb5', 'api-5dc7k9ck7t', 'api-42ff6gb46g'];
  const named = (name: string, kind = 'ConfigMap', namespace = 'shop'): string => object(kind, name, namespace);
  const removed = async (
    before: readonly string[],
    after: readonly string[],
  ): Promise<readonly [number | undefined, readonly string[]]> => {
    const { dir, write } = gitRepository({
      'tree/shop.yaml': crp('shop', FIXED('e1', 'e2')),
      'tree/ns.yaml': `${object('Namespace', 'shop')}---\n${object('Namespace', 'web')}`,
      'tree/made.yaml': before.join('---\n'),
      'clusters.yaml': CLUSTERS,
    });
    write('tree/made.yaml', after.join('---\n'));
    const { exitCode, report } = await cli(dir, 'plan', 'tree', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any');
    return [exitCode, (report?.removals ?? []).flatMap(({ resources }) => resources.map(displayName))];
  };

  it('is replaced, not removed, if its content changes', async () => {
    const { dir, write } = gitRepository({
      'tree/shop.yaml': crp('shop', FIXED('e1', 'e2')),
      'tree/ns.yaml': object('Namespace', 'shop'),
      'tree/made.yaml': named(OLD),
      'clusters.yaml': CLUSTERS,
    });
    write('tree/made.yaml', named(NEW));
    const { exitCode, report, out } = await cli(dir, 'plan', 'tree', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any');
    expect([exitCode, report?.removals]).toEqual([0, undefined]);
    expect(out).toContain(`adds ConfigMap/shop/${NEW} (new in the deployed files)`);
    const why = `ConfigMap/shop/${NEW} replaces it, with the hash of its new content in the name`;
    expect(out).toContain(`removes ConfigMap/shop/${OLD} (${why})`);
    expect(out).not.toContain('removed from clusters');
    expect(report?.plan?.placements[0]?.change?.resources?.removed).toMatchObject([{ replacedBy: { name: NEW } }]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['another one changes too', [named(OLD), named('web-c97cgftgb5')], [named(NEW), named('web-42ff6gb46g')]],
    ['it is a Secret', [named(OLD, 'Secret')], [named(NEW, 'Secret')]],
  ])('is no removal with a new hash, also if %s', async (_, before, after) => {
    expect(await removed(before, after)).toEqual([0, []]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['its generator is removed', [named(OLD)], []],
    ['its generator is renamed', [named(OLD)], [named('apis-5dc7k9ck7t')]],
    ['its generator writes no hash any longer', [named(OLD)], [named('api')]],
    ['the new one is of another kind', [named(OLD)], [named(NEW, 'Secret')]],
    ['the placement does not send the new one', [named(OLD)], [named(NEW, 'ConfigMap', 'web')]],
    ['the other one is not new', [named(OLD), named(NEW)], [named(NEW)]],
    ['another one of its name is removed too', [named(OLD), named(OTHER)], [named(NEW)]],
    ['its suffix has a letter that no hash has', [named('api-c97cgftgba')], [named(NEW)]],
    ['kustomize does not generate its kind', [named(OLD, 'Service')], [named(NEW, 'Service')]],
  ])('is removed if %s', async (_, before, after) => {
    const [exitCode, names] = await removed(before, after);
    expect([exitCode, names.length]).toEqual([1, before.filter((text) => !after.includes(text)).length]);
  });
});

describe('an eviction that a change adds', () => {
  const EVICTION = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata: { name: e1 }
spec: { placementName: shop, clusterName: e1 }
`;
  const tree = (policy: string): GitRepository =>
    gitRepository({
      'tree/shop.yaml': crp('shop', policy),
      'tree/ns.yaml': object('Namespace', 'shop'),
      'clusters.yaml': CLUSTERS,
      'other/ns.yaml': object('Namespace', 'other'),
    });

  const OFF = 'ClusterResourcePlacement/shop';

  it.each(['lint', 'plan'])('is a removal, and fails %s if that is requested', async (command) => {
    const { dir, write } = tree('{ placementType: PickAll }');
    write('tree/evict.yaml', EVICTION);
    const { exitCode, report } = await cli(dir, command, 'tree', '--clusters', 'clusters.yaml', '--fail-on-removal', 'clusters');
    expect([exitCode, report?.removals?.map(brief)]).toEqual([1, [`clusters ${OFF}: Namespace/shop off e1`]]);
  });

  it.each(['tree', 'other'])('is a removal also without the clusters, in %s', async (path) => {
    const { dir, write } = tree('{ placementType: PickAll }');
    write(`${path}/evict.yaml`, EVICTION);
    const { report } = await cli(dir, 'lint', path);
    expect(report?.removals).toMatchObject([{ clusters: ['e1'], reason: 'ClusterResourcePlacementEviction/e1 evicts it' }]);
  });

  it.each([
    ['the base has it', '{ placementType: PickAll }', true],
    ['the placement is PickFixed, which the hub refuses', FIXED('e1', 'e2'), false],
  ])('is no removal if %s', async (_, policy, isOld) => {
    const { dir, write, commit } = tree(policy);
    write('tree/evict.yaml', EVICTION);
    if (isOld) commit();
    write('tree/a.yaml', object('ConfigMap', 'a', 'shop'));
    const { report } = await cli(dir, 'lint', 'tree');
    expect(report?.removals).toBeUndefined();
  });

  it.each([
    ['is not a member', '{ placementType: PickAll }', 'e9'],
    [
      'does not match the policy',
      '{ placementType: PickAll, affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { a: b } } }] } } } }',
      'e1',
    ],
  ])('is no removal for lint and plan if the cluster %s', async (_, policy, cluster) => {
    const { dir, write } = tree(policy);
    write('tree/evict.yaml', EVICTION.replace('clusterName: e1', `clusterName: ${cluster}`));
    for (const command of ['lint', 'plan']) {
      const { report } = await cli(dir, command, 'tree', '--clusters', 'clusters.yaml');
      expect(report?.removals).toBeUndefined();
    }
  });

  it('from a placement of another repository is no removal if the cluster is not a member', async () => {
    const { dir, write } = tree('{ placementType: PickAll }');
    write('other/evict.yaml', EVICTION.replace('clusterName: e1', 'clusterName: e9'));
    expect((await cli(dir, 'lint', 'other', '--clusters', 'clusters.yaml')).report?.removals).toBeUndefined();
    expect((await cli(dir, 'lint', 'other')).report?.removals).toHaveLength(1);
  });

  it('is no removal if the change adds its placement', async () => {
    const { dir, write } = gitRepository({ 'tree/ns.yaml': object('Namespace', 'shop') });
    write('tree/evict.yaml', EVICTION);
    write('tree/shop.yaml', crp('shop', '{ placementType: PickAll }'));
    const { report } = await cli(dir, 'lint', 'tree');
    expect(report?.removals).toBeUndefined();
  });
});
