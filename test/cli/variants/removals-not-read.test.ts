/** What the base deployed without it being read, and a change ends or edits: what that removes from clusters is not known. */
import { describe, expect, test } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string | undefined>>;

const PLACED = {
  'fleet/all.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`,
  'clusters.yaml': joinedMembers('east'),
};
const application = ({ namespace = 'shop', prune = true, finalizer = true, version = '1.0.0', name = 'redis' } = {}): string =>
  JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'argocd', ...(finalizer ? { finalizers: ['resources-finalizer.argocd.argoproj.io'] } : {}) },
    spec: {
      source: { repoURL: 'https://charts.example.com', chart: 'redis', targetRevision: version },
      destination: { server: 'https://kubernetes.default.svc', namespace },
      syncPolicy: { automated: { prune } },
    },
  });
const release = (targetNamespace = 'shop', run: Record<string, unknown> = {}): string =>
  JSON.stringify({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'redis', namespace: 'flux-system' },
    spec: { targetNamespace, ...run, chart: { spec: { chart: 'redis', sourceRef: { kind: 'HelmRepository', name: 'x' } } } },
  });
const kustomization = (spec: Record<string, unknown> = {}): string =>
  JSON.stringify({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: { path: './apps', prune: true, sourceRef: { kind: 'GitRepository', name: 'flux-system' }, ...spec },
  });
/** An Application of this repository, or a set that makes one for each environment. */
const deployed = (kustomize: Record<string, unknown>, environments?: readonly string[]): string => {
  const of = environments === undefined ? 'hub' : '{{env}}';
  const template = {
    metadata: { name: `apps-${of}`, namespace: 'argocd', finalizers: ['resources-finalizer.argocd.argoproj.io'] },
    spec: {
      source: { repoURL: 'https://github.com/o/fleet', path: 'apps', kustomize },
      destination: { server: `https://${of}.example.com` },
      syncPolicy: { automated: { prune: true } },
    },
  };
  if (environments === undefined) return JSON.stringify({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', ...template });
  return JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'apps', namespace: 'argocd' },
    spec: { generators: [{ list: { elements: environments.map((env) => ({ env })) } }], template },
  });
};
const PREFIX = { namePrefix: 'p-' };
const LABELS = { commonMetadata: { labels: { team: 'a' } } };
const README = { 'README.md': 'x' };
const APPS = {
  'apps/kustomization.yaml': 'resources: [map.yaml]\n',
  'apps/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map, namespace: shop }\n',
};

async function checked(before: Files, after: Files, ...flags: readonly string[]): Promise<readonly [exitCode: number, said: string]> {
  const { dir, write, remove } = gitRepository({ ...PLACED, ...(before as Record<string, string>) });
  for (const [file, text] of Object.entries(after))
    if (text === undefined) remove(file);
    else write(file, text);
  const { exitCode, report } = await runCli(dir, ['lint', '--base', 'HEAD', '--clusters', 'clusters.yaml', ...flags]);
  const all = [...(report?.lint?.notEvaluated ?? []).map(({ reason }) => reason), ...(report?.notes ?? [])];
  return [exitCode, all.filter((text) => text.includes('What that removes from clusters')).join('\n')];
}

const ANY = ['--fail-on-removal', 'any'];

describe('a removal is not known', () => {
  test.each<[what: string, before: Files, after: Files, says: string]>([
    ['an Application of a remote chart that is gone', { 'a.json': application() }, { 'a.json': undefined }, 'this change removes it'],
    [
      'its other namespace',
      { 'a.json': application() },
      { 'a.json': application({ namespace: 'other' }) },
      'this change edits what it deploys',
    ],
    ['a HelmRelease that is gone', { 'a.json': release() }, { 'a.json': undefined }, 'this change removes it'],
    ['its other namespace', { 'a.json': release() }, { 'a.json': release('other') }, 'this change edits what it deploys'],
    ['one of two hubs', { 'one/a.json': release(), 'two/a.json': release() }, { 'two/a.json': undefined }, 'this change removes it'],
    [
      'a prefix',
      { ...APPS, 'a.json': kustomization({ namePrefix: 'p-' }) },
      { 'a.json': kustomization() },
      'This change removes its namePrefix.',
    ],
    [
      'components',
      { ...APPS, 'a.json': kustomization({ components: ['../c'] }) },
      { 'a.json': kustomization() },
      'This change removes its components.',
    ],
    [
      'a patch that renames',
      {
        ...APPS,
        'a.json': kustomization({
          patches: [{ target: { kind: 'ConfigMap' }, patch: '- {op: replace, path: /metadata/name, value: other}' }],
        }),
      },
      { 'a.json': kustomization() },
      'This change removes its patches.',
    ],
    ['labels', { ...APPS, 'a.json': kustomization(LABELS) }, { 'a.json': kustomization() }, 'This change removes its commonMetadata.'],
    [
      'a prefix, and the file has another name',
      { ...APPS, 'a.json': kustomization(PREFIX) },
      { 'a.json': undefined, 'b.json': kustomization() },
      'This change removes its namePrefix.',
    ],
    [
      'a prefix of an Application',
      { ...APPS, 'a.json': deployed(PREFIX) },
      { 'a.json': deployed({}) },
      'This change removes its namePrefix.',
    ],
  ])('%s', async (_, before, after, says) => {
    const [exitCode, said] = await checked(before, after, ...ANY);
    expect([exitCode, said]).toEqual([6, expect.stringContaining(says)]);
  });

  test('a set that makes one Application less names it', async () => {
    const [exitCode, said] = await checked(
      { ...APPS, 'a.json': deployed(PREFIX, ['one', 'two']) },
      { 'a.json': deployed(PREFIX, ['one']) },
      ...ANY,
    );
    expect(said).toContain('This change removes Application apps-two of it, which had namePrefix.');
    expect(exitCode).toBe(1);
  });

  test('without the flag a note names the deployer', async () => {
    const [exitCode, said] = await checked({ 'a.json': application() }, { 'a.json': undefined });
    expect(said).toContain('what Application/argocd/redis in a.json deployed at the base');
    expect(exitCode).toBe(0);
  });
});

test.each<[what: string, before: Files, after: Files]>([
  ['the file has another name', { 'a.json': application() }, { 'a.json': undefined, 'b.json': application() }],
  ['another file is edited', { 'a.json': application() }, { 'b.yaml': namespaceYaml('b') }],
  ['only the way it runs is edited', { 'a.json': release() }, { 'a.json': release('shop', { interval: '9m' }) }],
  ['no placement selects its namespace', { 'a.json': application({ namespace: 'x' }) }, { 'a.json': undefined }],
  ['it does not prune', { 'a.json': application({ prune: false }) }, { 'a.json': application({ prune: false, namespace: 'other' }) }],
  ['nothing deletes its objects with it', { 'a.json': application({ prune: false, finalizer: false }) }, { 'a.json': undefined }],
  ['the base had a syntax error', { 'a.yaml': 'kind: Application\n  spec: {' }, { 'a.yaml': namespaceYaml('other') }],
  [
    'a patch that renames nothing is gone',
    {
      ...APPS,
      'a.json': kustomization({ patches: [{ target: { kind: 'ConfigMap' }, patch: '- {op: add, path: /data, value: {a: b}}' }] }),
    },
    { 'a.json': kustomization() },
  ],
  [
    'the deployer with a prefix does not prune',
    { ...APPS, 'a.json': kustomization({ namePrefix: 'p-', prune: false }) },
    { 'a.json': kustomization({ prune: false }) },
  ],
  [
    'the path is corrected',
    { ...APPS, 'a.json': kustomization({ path: './app', targetNamespace: 'shop' }) },
    { 'a.json': kustomization({ targetNamespace: 'shop' }) },
  ],
  ['a deployer with a prefix is as it was', { ...APPS, 'a.json': kustomization(PREFIX) }, README],
  ['a deployer with labels is as it was', { ...APPS, 'a.json': kustomization(LABELS) }, README],
  ['a deployer with components is as it was', { ...APPS, 'a.json': kustomization({ components: ['../c'] }) }, README],
  ['a deployer with two settings is as it was', { ...APPS, 'a.json': kustomization({ ...PREFIX, ...LABELS }) }, README],
  ['an Application with a prefix is as it was', { ...APPS, 'a.json': deployed(PREFIX) }, README],
  ['a set with a prefix is as it was', { ...APPS, 'a.json': deployed(PREFIX, ['one', 'two']) }, README],
  ['a set makes one more', { ...APPS, 'a.json': deployed(PREFIX, ['one']) }, { 'a.json': deployed(PREFIX, ['one', 'two']) }],
  [
    'the content behind a prefix is edited',
    { ...APPS, 'a.json': kustomization(PREFIX) },
    { 'apps/map.yaml': `${APPS['apps/map.yaml']}data: { a: b }\n` },
  ],
  [
    'the file of a deployer with a prefix has another name',
    { ...APPS, 'a.json': kustomization(PREFIX) },
    { 'a.json': undefined, 'b.json': kustomization(PREFIX) },
  ],
  [
    'the folder of a deployer with a prefix has another name',
    { ...APPS, 'a.json': kustomization(PREFIX) },
    {
      apps: undefined,
      'new/kustomization.yaml': APPS['apps/kustomization.yaml'],
      'new/map.yaml': APPS['apps/map.yaml'],
      'a.json': kustomization({ ...PREFIX, path: './new' }),
    },
  ],
])('a removal is known if %s', async (_, before, after) => {
  // Without the flag, what the tree still has and was not read makes the run fail as well.
  const [exitCode, said] = await checked(before, after, ...ANY, '--fail-on-new');
  expect([exitCode === 6, said]).toEqual([false, '']);
});

describe('a set beside the checked paths that gives each hub other settings', () => {
  const each = { namePrefix: '{{env}}-' };
  const before = { ...APPS, 'sets/a.json': deployed(each, ['one', 'two']) };
  const PARTS = ['apps', 'fleet', ...ANY];
  const edits = async (after: Files): Promise<readonly [number, boolean]> => {
    const { dir, write } = gitRepository({ ...PLACED, ...before });
    for (const [file, text] of Object.entries(after)) write(file, text ?? '');
    const { exitCode, report } = await runCli(dir, ['lint', '--base', 'HEAD', '--clusters', 'clusters.yaml', ...PARTS]);
    return [exitCode, (report?.lint?.notEvaluated ?? []).some(({ reason }) => reason.startsWith('This change edits how'))];
  };

  test.each<[what: string, after: Files]>([
    ['is as it was', README],
    ['makes one more', { 'sets/a.json': deployed(each, ['one', 'two', 'three']) }],
    ['gives its elements in another order', { 'sets/a.json': deployed(each, ['two', 'one']) }],
  ])('is not edited if it %s', async (_, after) => {
    expect(await edits(after)).toEqual([0, false]);
  });

  test('is edited if it gives others', async () => {
    expect(await edits({ 'sets/a.json': deployed({ namePrefix: '{{env}}-x-' }, ['one', 'two']) })).toEqual([6, true]);
  });
});
