import { utimesSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli, type CliRun } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';
import { memberObject } from '../../schedule/fleets.ts';

function placementYaml(name: string, placementType = 'PickAll'): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: "${name}"}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
  policy: {placementType: "${placementType}"}
`;
}

/** A change from one tree to another; both have the namespace that is placed. */
function change(base: Readonly<Record<string, string>>, head: Readonly<Record<string, string>>): (...argv: string[]) => Promise<CliRun> {
  const folder = temporaryFolder();
  const both = { 'clusters.json': JSON.stringify(memberObject('m1', {})), 'deploy/ns.yaml': namespaceYaml('shop') };
  writeTree(path.join(folder, 'base'), { ...both, ...base });
  writeTree(path.join(folder, 'head'), { ...both, ...head });
  return (...[command = '', ...more]) => runCli(path.join(folder, 'head'), [command, 'deploy', '--base-dir', '../base', ...more]);
}

const PLAN = ['plan', '--clusters', 'clusters.json'];

describe('a placement of the base that is not known in the tree', () => {
  test.each([
    ['its policy', placementYaml('old', '${TYPE}'), 'old'],
    ['its name', placementYaml('old-${ENV}'), 'old-${ENV}'],
  ])('is removed from clusters if it is deleted: %s', async (_, text, name) => {
    const run = change({ 'deploy/old.yaml': text }, {});
    const { exitCode, first, report } = await run(...PLAN, '--fail-on-removal', 'clusters');
    expect(exitCode).toBe(1);
    expect(first).toContain(`removes ClusterResourcePlacement/${name} from its clusters`);
    expect(report?.removals).toEqual([
      expect.objectContaining({ kind: 'placement', fails: true, resources: [expect.objectContaining({ name: 'shop' })] }),
    ]);
    expect(report?.plan?.deleted).toMatchObject([{ unknown: true, clusters: [] }]);
  });

  test('may be the same as a new placement, so neither is certainly removed or new', async () => {
    const run = change({ 'deploy/old.yaml': placementYaml('shop-${ENV}') }, { 'deploy/old.yaml': placementYaml('shop-dev') });
    const { exitCode, report } = await run(...PLAN, '--fail-on-removal', 'any');
    expect([exitCode, report?.removals, report?.plan?.deleted]).toEqual([0, undefined, undefined]);
    expect(report?.plan?.placements[0]?.notVerified).toEqual([
      'ClusterResourcePlacement/shop-${ENV} of the base may be this placement: its name is not known.',
    ]);
    const lint = await run('lint');
    expect([lint.exitCode, lint.report?.removals]).toEqual([0, undefined]);
  });

  test('is removed if no new placement can be the same', async () => {
    const run = change({ 'deploy/old.yaml': placementYaml('shop-${ENV}') }, { 'deploy/new.yaml': placementYaml('other') });
    const { report } = await run(...PLAN);
    expect(report?.removals).toMatchObject([{ kind: 'placement', object: { name: 'shop-${ENV}' } }]);
  });

  test('has unknown clusters if its policy is unknown', async () => {
    const run = change({ 'deploy/old.yaml': placementYaml('shop', '${TYPE}') }, { 'deploy/old.yaml': placementYaml('shop') });
    const { report } = await run(...PLAN);
    expect(report?.plan?.placements[0]?.notVerified).toEqual([
      'Its policy in the base is not known, so its clusters in the base are not known either.',
    ]);
  });

  test.each<[what: string, text: string, head: Readonly<Record<string, string>>, why?: string]>([
    ['a change', `${placementYaml('shop')}  - [`, { 'deploy/old.yaml': placementYaml('shop') }],
    [
      'a conflict',
      `<<<<<<< a\n${placementYaml('shop')}=======\n>>>>>>> b\n`,
      { 'deploy/old.yaml': placementYaml('shop') },
      'It contains an unresolved merge conflict',
    ],
    [
      'a pointer of Git LFS',
      'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
      { 'deploy/old.yaml': placementYaml('shop') },
      'The file was not read: a pointer of Git LFS',
    ],
    ['a file that is deleted', `${placementYaml('shop')}  - [`, {}],
  ])('is named by its file if the whole file could not be read: %s', async (_, text, head, why = 'It cannot be parsed') => {
    const run = change(
      { 'deploy/old.yaml': text, 'deploy/same.yaml': placementYaml('same') },
      { ...head, 'deploy/same.yaml': placementYaml('same') },
    );
    const unread = 'Files of the base could not be evaluated completely (deploy/old.yaml), so ';
    const said = (so: string): unknown => expect.stringContaining(`${unread}${so} In the base: ${why}`);
    expect((await run(...PLAN)).report?.plan?.assumptions).toContainEqual(said('the change may add or remove more than this plan shows.'));
    expect((await run('lint')).report?.notes).toEqual([
      said('the change may remove more, and the hub may refuse more of it, than is shown.'),
    ]);
    const failing = await run(...PLAN, '--fail-on-removal', 'any');
    expect([failing.exitCode, failing.first]).toEqual([6, expect.stringContaining('deploy/old.yaml:')]);
    expect(failing.first).toContain(
      'The base of it could not be read, so what the change removes here is not known. Complete that folder. In the base: ',
    );
  });
});

describe('what another tool creates from an object of the base', () => {
  const object = (manifest: string): string =>
    `apiVersion: kubernetes.crossplane.io/v1alpha2\nkind: Object\nmetadata: {name: shop}\nspec: {forProvider: {manifest: ${manifest}}}\n`;
  const holding = object(JSON.stringify(load(placementYaml('shop'))));
  const other = object('{apiVersion: v1, kind: Namespace, metadata: {name: more}}');

  test.each([
    ['deleted', {}, 6],
    ['exchanged', { 'deploy/old.yaml': other }, 6],
    ['as it was', { 'deploy/old.yaml': holding }, 6],
    ['in another file', { 'deploy/new.yaml': holding }, 6],
  ])('may be removed: %s', async (_, head, exitCode) => {
    const base = { 'deploy/old.yaml': holding, 'deploy/same.yaml': placementYaml('same') };
    const run = change(base, { ...head, 'deploy/same.yaml': placementYaml('same') });
    for (const command of [['lint', '--clusters', 'clusters.json'], PLAN]) {
      const { exitCode: code, first } = await run(...command, '--fail-on-removal', 'any');
      expect([code, first]).toEqual([exitCode, expect.stringContaining('It has a ClusterResourcePlacement at spec.forProvider.manifest')]);
    }
  });

  test('is no placement if it is none of KubeFleet', async () => {
    const run = change(
      { 'deploy/old.yaml': other, 'deploy/same.yaml': placementYaml('same') },
      { 'deploy/same.yaml': placementYaml('same') },
    );
    expect((await run(...PLAN, '--fail-on-removal', 'any')).exitCode).toBe(0);
  });
});

test('clusters of the manifests are not treated as a cluster file', async () => {
  const folder = temporaryFolder();
  writeTree(folder, { 'deploy/all.json': JSON.stringify(memberObject('m1', {})), 'deploy/shop.yaml': placementYaml('shop') });
  const { report } = await runCli(folder, ['plan', 'deploy']);
  expect(report?.plan?.assumptions).toEqual([
    'Planned from scratch: the current placements of the hub are not known.',
    'The change depends on 1 object from elsewhere: Namespace/shop for ClusterResourcePlacement/shop.',
  ]);
});

test('a change of labels and of the policy that requires them shows the order to apply them', async () => {
  const tree = (label: string): Record<string, string> => ({
    'deploy/members.json': JSON.stringify(memberObject('m1', { labels: { [label]: 'prod' } })),
    'deploy/shop.yaml': placementYaml('shop').replace(
      'policy: {',
      `policy: {affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: {${label}: prod}}}]}}}, `,
    ),
  });
  const warned = await change(tree('env'), tree('stage'))('plan');
  expect(warned.report?.plan?.placements[0]?.change).toMatchObject({
    added: [],
    removed: [],
    kept: 1,
    warnings: ['Apply the MemberClusters first: with their old labels or taints the new policy removes it from m1 until they change.'],
  });
  expect((await change(tree('env'), tree('env'))('plan')).report?.plan?.placements[0]?.change?.warnings).toBeUndefined();
});

test.each([
  ['known in the base if it is as it was', '', 'base', 0],
  ['not known in the base if it is edited', '# more\n', 'base', 6],
  ['not known in the base if the change makes it one', '', 'change', 6],
])('a file of Git LFS is %s', async (_, more, attributesOf, exitCode) => {
  const { dir, git, write } = gitRepository({
    'clusters.json': JSON.stringify(memberObject('m1', {})),
    'deploy/ns.yaml': namespaceYaml('shop'),
  });
  // A filter that does what `git lfs` does with one file.
  git('config', 'filter.lfs.clean', 'printf "version https://git-lfs.github.com/spec/v1\\noid sha256:0\\nsize 1\\n"');
  git('config', 'filter.lfs.smudge', 'cat');
  write('.gitattributes', 'deploy/shop.yaml filter=lfs\n');
  write('deploy/shop.yaml', placementYaml('shop'));
  // Git reads a file again that is as new as its index.
  utimesSync(path.join(dir, 'deploy/shop.yaml'), 1, 1);
  git('add', '-A');
  if (attributesOf === 'change') git('rm', '-q', '--cached', '.gitattributes');
  git('commit', '-q', '-m', 'base');
  write('deploy/other.yaml', namespaceYaml('other'));
  if (more !== '') write('deploy/shop.yaml', `${placementYaml('shop')}${more}`);
  expect((await runCli(dir, [...PLAN, 'deploy', '--base', 'HEAD', '--fail-on-removal', 'any'])).exitCode).toBe(exitCode);
});
