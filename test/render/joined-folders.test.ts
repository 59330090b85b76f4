/** Folders that a job applied, and that the change applies as one kustomization or in another place, are still for the hub of the job. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { gitRepository } from '../support/trees/git-repository.ts';
import { toolFolder } from './tools.ts';

const kustomize = toolFolder('kustomize');
type Files = Readonly<Record<string, string>>;

/** The exit code, the placements that are removed, those that lose content, and whether the hubs are said to change. */
async function told(base: Files, head: Files): Promise<readonly unknown[]> {
  const repository = gitRepository({ 'clusters.yaml': joinedMembers('e1', 'e2'), ...base });
  for (const file of Object.keys(base)) if (!(file in head)) repository.remove(file);
  for (const [file, text] of Object.entries(head)) repository.write(file, text);
  const PATH = [kustomize ?? '', process.env['PATH'] ?? ''].join(path.delimiter);
  const flags = ['--plan', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any', '--format', 'json'];
  const { exitCode, report } = await runCli(repository.dir, ['lint', '.', ...flags], { env: { PATH } });
  const { placements = [], deleted = [] } = report?.plan ?? {};
  const losing = placements.filter(({ change }) => (change?.resources?.removed.length ?? 0) > 0);
  return [exitCode, deleted.map(({ object }) => object.name).toSorted(), losing.map(({ object }) => object.name).toSorted()];
}

const app = (folder: string, name: string): Files => ({
  [`${folder}/ns.yaml`]: namespaceYaml(name),
  [`${folder}/crp.yaml`]: placementYaml(name, { policy: 'placementType: PickAll' }),
});
const built = (folder: string, name: string): Files => ({
  ...app(folder, name),
  [`${folder}/kustomization.yaml`]: 'resources: [ns.yaml, crp.yaml]\n',
});
const OTHER = app('other', 'other');

const github = (...jobs: readonly (readonly string[])[]): Files => ({
  '.github/workflows/deploy.yaml': `on: push\njobs:\n${jobs
    .map((commands, index) => `  j${String(index)}: { runs-on: x, steps: [{ run: ${JSON.stringify(commands.join('\n'))} }] }\n`)
    .join('')}`,
});
const job = (...commands: readonly string[]): Files => github(['kubectl config use-context prod', ...commands]);
const unnamed = (...commands: readonly string[]): Files => github(commands);
const gitlab = (...commands: readonly string[]): Files => ({
  '.gitlab-ci.yml': `deploy:\n  script:\n${commands.map((command) => `    - ${command}\n`).join('')}`,
});
const make = (...commands: readonly string[]): Files => ({ Makefile: `deploy:\n${commands.map((command) => `\t${command}\n`).join('')}` });
const hubs = (one: readonly string[], other: readonly string[]): Files =>
  github(['kubectl config use-context one', ...one], ['kubectl config use-context two', ...other]);
const flux = (...paths: readonly string[]): Files => ({
  'hub/flux.yaml': paths
    .map(
      (each) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${each.replaceAll('/', '-')}, namespace: flux-system }
spec: { path: "./${each}", prune: false, interval: 1h, sourceRef: { kind: GitRepository, name: flux-system } }
`,
    )
    .join('---\n'),
});

/** Files whose placement is in another folder than its namespace. */
const SPLIT = {
  'deploy/apps/ns.yaml': namespaceYaml('shop'),
  'deploy/crp/crp.yaml': placementYaml('shop', { policy: 'placementType: PickAll' }),
};
const WHOLE = { 'deploy/kustomization.yaml': 'resources: [apps/ns.yaml, crp/crp.yaml]\n' };
const APPS = { ...built('apps/shop', 'shop'), ...built('apps/cart', 'cart') };
const ALL = { 'apps/kustomization.yaml': 'resources: [shop, cart]\n' };
const [ONLY_OTHER, NOTHING] = ['kubectl apply -f other', [0, [], []]];

describe.skipIf(kustomize === undefined)('a job applies the same objects in another way, beside a folder that stays', () => {
  it.each([
    ['a job with a context', job],
    ['a job without a cluster', unnamed],
    ['GitLab', gitlab],
    ['make', make],
  ])('as one kustomization: %s', async (_, by) => {
    const files = { ...SPLIT, ...OTHER };
    const base = { ...files, ...by('kubectl apply -f deploy/apps -f deploy/crp', ONLY_OTHER) };
    expect(await told(base, { ...files, ...WHOLE, ...by('kubectl apply -k deploy', ONLY_OTHER) })).toEqual(NOTHING);
  });

  it.each([
    ['as one kustomization above', ['-k apps/shop', '-k apps/cart'], ['-k apps'], ALL],
    ['as one of two', ['-k apps/shop', '-k apps/cart'], ['-k apps', '-k apps/cart'], { 'apps/kustomization.yaml': 'resources: [shop]\n' }],
    ['with all files', ['-f apps/shop', '-f apps/cart'], ['-R -f apps'], {}],
    ['with files of a list', ['-f apps/shop', '-f apps/cart'], ['-f apps/shop/ns.yaml -f apps/shop/crp.yaml -f apps/cart'], {}],
    [
      'by a new folder beside',
      ['-k apps/shop', '-k apps/cart'],
      ['-k all'],
      { 'all/kustomization.yaml': 'resources: [../apps/shop, ../apps/cart]\n' },
    ],
  ])('%s', async (_, before, now, more) => {
    const plain = before.every((each) => each.startsWith('-f')) ? { ...app('apps/shop', 'shop'), ...app('apps/cart', 'cart') } : APPS;
    const files = { ...plain, ...OTHER };
    const of = (flags: readonly string[]): Files => job(...flags.map((each) => `kubectl apply ${each}`), ONLY_OTHER);
    expect(await told({ ...files, ...of(before) }, { ...files, ...more, ...of(now) })).toEqual(NOTHING);
  });

  it.each([
    ['one kustomization as its parts', { ...APPS, ...ALL }, '-k apps', APPS, '-k apps/shop -k apps/cart'],
    ['one kustomization, which stays, as its parts', { ...APPS, ...ALL }, '-k apps', { ...APPS, ...ALL }, '-k apps/shop -k apps/cart'],
    [
      'one kustomization, which stays, as its files',
      { ...SPLIT, ...WHOLE },
      '-k deploy',
      { ...SPLIT, ...WHOLE },
      '-f deploy/apps -f deploy/crp',
    ],
    ['one kustomization as its files', { ...SPLIT, ...WHOLE }, '-k deploy', SPLIT, '-f deploy/apps -f deploy/crp'],
  ])('%s', async (_, before, was, now, is) => {
    const of = (flags: string): Files => job(...flags.split(/ (?=-)/).map((each) => `kubectl apply ${each}`), ONLY_OTHER);
    expect(await told({ ...before, ...OTHER, ...of(was) }, { ...now, ...OTHER, ...of(is) })).toEqual(NOTHING);
  });

  it('in a loop, of which one folder becomes a base and an overlay', async () => {
    const loop = (names: string): Files => job(ONLY_OTHER, `for app in ${names}; do kubectl apply -k apps/$app; done`);
    const head = {
      ...built('apps/shop/base', 'shop'),
      'apps/shop/overlays/prod/kustomization.yaml': 'resources: [../../base]\n',
      ...built('apps/cart', 'cart'),
    };
    expect(await told({ ...APPS, ...OTHER, ...loop('shop cart') }, { ...head, ...OTHER, ...loop('shop/overlays/prod cart') })).toEqual(
      NOTHING,
    );
  });

  it('by Flux', async () => {
    const files = { ...APPS, ...OTHER };
    expect(await told({ ...files, ...flux('apps/shop', 'apps/cart', 'other') }, { ...files, ...ALL, ...flux('apps', 'other') })).toEqual(
      NOTHING,
    );
  });

  it('on both of its hubs', async () => {
    const files = { ...APPS, ...OTHER };
    const [before, now] = [
      ['kubectl apply -k apps/shop', 'kubectl apply -k apps/cart', ONLY_OTHER],
      ['kubectl apply -k apps', ONLY_OTHER],
    ];
    expect(await told({ ...files, ...hubs(before, before) }, { ...files, ...ALL, ...hubs(now, now) })).toEqual(NOTHING);
  });
});

describe.skipIf(kustomize === undefined)('what a hub really loses stays a removal', () => {
  const [SHOP, CART, WITH] = ['kubectl apply -k apps/shop', 'kubectl apply -k apps/cart', 'kubectl apply -k apps'];

  it('of content that the kustomization no longer lists', async () => {
    const files = { ...APPS, ...OTHER };
    const { 'apps/cart/crp.yaml': _crp, 'apps/cart/ns.yaml': _ns, 'apps/cart/kustomization.yaml': _all, ...left } = files;
    const head = { ...left, 'apps/kustomization.yaml': 'resources: [shop]\n', ...job('kubectl apply -k apps', ONLY_OTHER) };
    expect(await told({ ...files, ...job(SHOP, CART, ONLY_OTHER) }, head)).toEqual([1, ['cart'], []]);
  });

  const dropped = 'is only dropped by one of two hubs';
  it.each([
    [dropped, [SHOP, CART, ONLY_OTHER], [WITH, ONLY_OTHER]],
    [`${dropped}, as a part`, [WITH, ONLY_OTHER], [SHOP, CART, ONLY_OTHER]],
  ])('or is left open: a folder that %s', async (_, before, now) => {
    const files = { ...APPS, ...ALL, ...OTHER };
    const head = { ...files, ...hubs(now, [SHOP, ONLY_OTHER]) };
    expect((await told({ ...files, ...hubs(before, before) }, head))[0]).toBe(6);
  });
});
