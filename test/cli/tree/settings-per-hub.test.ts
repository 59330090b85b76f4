/** Several hubs get one folder, each with settings of its own. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { application, flux, front } from './app-and-placement.ts';

type Files = Readonly<Record<string, string>>;

const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: all, namespace: flux-system }
spec: { url: https://git.example.com/team/fleet, ref: { branch: main }, interval: 1m }
`;
/** A hub whose Flux brings `apps`. */
const fluxHub = (name: string, settings: string, path = 'apps'): Files => ({
  [`clusters/${name}/sync.yaml`]: [SOURCE, flux('self', `clusters/${name}`), flux('apps', path, settings)].join('---\n'),
});
const tag = (value: string): string => `, postBuild: { substitute: { TAG: "${value}" } }`;
const image = (value: string): string => `, images: [{ name: registry.example.net/front, newTag: "${value}" }]`;
const replicas = (count: number): string =>
  `, patches: [{ target: { kind: Deployment }, patch: '[{ op: add, path: /spec/replicas, value: ${String(count)} }]' }]`;
const argoHub = (name: string, settings: string): Files => ({
  [`argo/${name}.yaml`]: application(name, 'apps', `https://${name}.example.net`).replace('path: apps', `path: apps, ${settings}`),
});
const newTag = (value: string): string => `kustomize: { images: ["registry.example.net/front:${value}"] }`;
const app = (version: string): Files => ({
  'clusters.yaml': joinedMembers('e1'),
  'apps/front.yaml': front(version),
  'apps/store.yaml': `${placementYaml('store')}---\n${namespaceYaml('store')}`,
});

const own = (version: string): Files => ({
  'own/front.yaml': front(version),
  'own/store.yaml': app(version)['apps/store.yaml'] ?? '',
});

interface Judged {
  readonly code: number;
  readonly plans: readonly string[];
  /** What is not evaluated, findings and removals. */
  readonly said: readonly string[];
}

async function judged(dir: string, ...flags: readonly string[]): Promise<Judged> {
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml', '--plan', ...flags]);
  const plans = (report?.plan?.placements ?? []).map(({ overlay = 'any hub', change }) => {
    const { added = [], changed = [], removed = [] } = change?.resources ?? {};
    const all = [
      ...added.map(({ resource }) => `+${resource.kind}`),
      ...changed.map(({ resource, reason }) => `${resource.kind} ${reason}`),
      ...removed.map(({ resource }) => `-${resource.kind}`),
    ];
    return `${overlay}: ${all.join(', ')}`;
  });
  return {
    code: exitCode,
    plans: plans.toSorted(),
    said: [
      ...(report?.lint?.notEvaluated ?? []).map(({ reason }) => reason),
      ...(report?.lint?.findings ?? []).map(({ rule }) => rule),
      ...(report?.removals ?? []).map(({ kind, object, overlay = 'any hub' }) => `${kind} ${object.kind} ${object.name} of ${overlay}`),
    ],
  };
}

async function compared(before: Files, after: Files, deleted: readonly string[] = []): Promise<Judged> {
  const { dir, write, remove } = gitRepository(before);
  for (const [path, text] of Object.entries(after)) write(path, text);
  for (const path of deleted) remove(path);
  return judged(dir, '--base', 'HEAD', '--fail-on-removal', 'any');
}

const FLUX: Files = { ...app('${TAG}'), ...fluxHub('a', tag('1')), ...fluxHub('b', tag('2')) };
const ARGO: Files = { ...app('0'), ...argoHub('a', newTag('1')), ...argoHub('b', newTag('2')) };

describe('both hubs are known', () => {
  it.each<readonly [string, Files]>([
    ['variables of Flux', FLUX],
    ['images of Flux', { ...app('0'), ...fluxHub('a', image('1')), ...fluxHub('b', image('2')) }],
    ['images of one of them', { ...app('0'), ...fluxHub('a', ''), ...fluxHub('b', image('2')) }],
    ['namespaces of Flux', { ...app('0'), ...fluxHub('a', ''), ...fluxHub('b', ', targetNamespace: other') }],
    ['images of Argo CD', ARGO],
    ['worlds of the configuration', { ...FLUX, '.fleet-gate.yaml': 'worlds: { a: [clusters/a, apps], b: [clusters/b, apps] }\n' }],
    ['worlds of the configuration without one for the deployers', { ...FLUX, '.fleet-gate.yaml': 'worlds: { a: [apps] }\n' }],
  ])('with %s', async (_, files) => {
    expect(await judged(gitRepository(files).dir)).toMatchObject({ code: 0, said: [] });
  });

  it('and a fault in the file is one finding', async () => {
    const { dir } = gitRepository({
      ...FLUX,
      'apps/front.yaml': front('${TAG}').replace('name: main', 'name: main, ports: [{ containerPort: 80800 }]'),
    });
    expect(await judged(dir)).toMatchObject({ code: 1, said: ['object-malformed'] });
  });
});

describe('a change for one hub', () => {
  it.each<readonly [string, Files, Files, readonly string[]]>([
    ['another value', FLUX, fluxHub('b', tag('3')), ['clusters/a: ', 'clusters/b: Deployment edited']],
    ['another image', ARGO, argoHub('b', newTag('3')), ['https://a.example.net: ', 'https://b.example.net: Deployment edited']],
    ['a folder of its own', FLUX, { ...fluxHub('b', '', 'own'), ...own('2') }, ['clusters/a: ', 'clusters/b: ']],
    [
      'a folder of its own, with another image',
      FLUX,
      { ...fluxHub('b', '', 'own'), ...own('3') },
      ['clusters/a: ', 'clusters/b: Deployment edited'],
    ],
    ['a new hub with another namespace', { ...app('1'), ...fluxHub('a', '') }, fluxHub('b', ', targetNamespace: other'), ['any hub: ']],
  ])('is only for it: %s', async (_, before, after, plans) => {
    expect(await compared(before, after)).toEqual({ code: 0, plans, said: [] });
  });

  it('is only for it: a new hub with another value', async () => {
    const { 'clusters/b/sync.yaml': _, ...before } = FLUX;
    const plans = ['clusters/a: ', 'clusters/b: +Namespace, +Deployment'];
    expect(await compared(before, fluxHub('b', tag('2')))).toEqual({ code: 0, plans, said: [] });
  });

  it('is only for it: it is deleted', async () => {
    const said = ['placement ClusterResourcePlacement store of clusters/b'];
    expect(await compared(FLUX, {}, ['clusters/b'])).toEqual({ code: 1, plans: ['clusters/a: '], said });
  });

  it('is only for it: it no longer gets the folder', async () => {
    const after = { 'clusters/b/sync.yaml': [SOURCE, flux('self', 'clusters/b')].join('---\n') };
    const said = ['placement ClusterResourcePlacement store of clusters/b'];
    expect(await compared(FLUX, after)).toMatchObject({ code: 1, said });
  });

  it('names its file, if what it edits is not known', async () => {
    const before = { ...app('1'), ...fluxHub('a', replicas(1)), ...fluxHub('b', replicas(2)) };
    const reason = 'This change edits how clusters/b/sync.yaml changes it. The result was not checked.';
    const { code, plans, said } = await compared(before, fluxHub('b', replicas(3)));
    expect([code, plans[0], said.filter((each) => each.startsWith('This change'))]).toEqual([6, 'clusters/a: ', [reason]]);
  });

  it('names its file, if the hubs are not known', async () => {
    const both = (one: string, other: string): Files => ({
      'flux/a.yaml': flux('a', 'apps', tag(one)),
      'flux/b.yaml': flux('b', 'apps', tag(other)),
    });
    const { said } = await compared({ ...app('${TAG}'), ...both('1', '2') }, both('1', '3'));
    expect(said).toContain('This change edits how flux/b.yaml changes it. The result was not checked.');
  });
});
