/** Paths of Flux and Argo CD that are not in this repository, beside a similar folder that is. */
import { describe, expect, it } from 'vitest';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

const SHOP = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;
const NS = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const OWN = 'https://github.com/o/fleet';
const source = (url = OWN, branch = 'main'): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: "${url}", ref: { branch: ${branch} }, interval: 1m }
`;
const flux = (name: string, path: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const spec = (path: string): string => `{
    project: default,
    source: { repoURL: ${OWN}, path: "${path}", targetRevision: HEAD },
    destination: { server: "https://kubernetes.default.svc", namespace: fleet },
    syncPolicy: { automated: { prune: true } } }`;
const argo = (name: string, path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec: ${spec(path)}
`;
const set = (generator: string, path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all, namespace: argocd }
spec:
  generators: [${generator}]
  template:
    metadata: { name: all }
    spec: ${spec(path)}
`;

type Files = Readonly<Record<string, string>>;
const TREE: Files = { 'apps/shop/ns.yaml': NS, 'fleet/shop.yaml': SHOP };
const both = (one: string, other: string): string => `${one}---\n${other}`;
const byFlux = (apps: string, fleet = './fleet', from = source()): Files => ({
  ...TREE,
  'flux/all.yaml': both(from, both(flux('apps', apps), flux('fleet', fleet))),
});
const byArgo = (apps: string): Files => ({ ...TREE, 'argo/all.yaml': both(argo('apps', apps), argo('fleet', 'fleet')) });
const bySet = (path: string, generator = '{ list: { elements: [{ app: shop }] } }'): Files => ({
  ...TREE,
  'argo/all.yaml': both(set(generator, path), argo('fleet', 'fleet')),
});

async function judged(before: Files, now: Files, ...argv: readonly string[]) {
  const repository = gitRepository(before);
  repository.git('remote', 'add', 'origin', OWN);
  return judgedIn(repository, before, now, argv);
}

async function judgedIn(repository: GitRepository, before: Files, now: Files, argv: readonly string[] = []) {
  for (const file of Object.keys(before)) if (now[file] === undefined) repository.remove(file);
  for (const [file, text] of Object.entries(now)) repository.write(file, text);
  const { exitCode, report } = await runCli(repository.dir, ['lint', ...(argv.length === 0 ? ['.', '--base', 'HEAD'] : argv)]);
  return {
    exitCode,
    findings: report?.lint?.findings.map(({ rule }) => rule),
    removals: report?.removals ?? [],
    reasons: report?.lint?.notEvaluated.map(({ reason }) => reason) ?? [],
    notes: (report?.notes ?? []).join('\n'),
  };
}

/** Two hubs, each with a Flux of its own, and with the ordinary objects of a bootstrap. */
const ofHub = (hub: string, objects: string, url = OWN): Files => ({
  [`hubs/${hub}/flux-system/gotk-sync.yaml`]: both(source(url), flux('flux-system', `./hubs/${hub}`)),
  [`hubs/${hub}/apps.yaml`]: objects,
});
const APPS: Files = {
  'apps/prod/ns.yaml': NS,
  'apps/prod/shop.yaml': SHOP,
  'apps/stg/ns.yaml': NS,
  'apps/stg/shop.yaml': SHOP,
};
const byHubs = (a: string, b: string, url = OWN): Files => ({ ...APPS, ...ofHub('a', a), ...ofHub('b', b, url) });
const chart = (path: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop, namespace: shop }
spec: { interval: 1m, chart: { spec: { chart: ${path}, sourceRef: { kind: GitRepository, name: fleet, namespace: flux-system } } } }
`;
const CHART: Files = {
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'charts/shop/templates/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
};
const SSH = 'ssh://git@github.com/o/fleet.git';
const reason = (written: string, meant: string): string =>
  `Its path ${written} does not exist in this repository, so it deploys nothing. Did you mean ${meant}? It was checked as if it had that path.`;

const MISTYPED: readonly (readonly [string, Files, Files, string, string])[] = [
  ['Flux', byFlux('./apps'), byFlux('./app'), './app', 'apps'],
  ['Flux, of placements', byFlux('./apps', './fleet'), byFlux('./apps', './flet'), './flet', 'fleet'],
  ['Flux, in a folder below', byFlux('./apps/shop'), byFlux('./apps/shpo'), './apps/shpo', 'apps/shop'],
  ['Flux, above a folder', byFlux('./apps/shop'), byFlux('./app/shop'), './app/shop', 'apps/shop'],
  ['Argo CD', byArgo('apps/shop'), byArgo('apps/shops'), 'apps/shops', 'apps/shop'],
  ['an ApplicationSet', bySet('apps/{{app}}'), bySet('app/{{app}}'), 'app/shop', 'apps/shop'],
  [
    'Flux of one of two hubs',
    byHubs(flux('shop', './apps/prod'), flux('shop', './apps/stg')),
    byHubs(flux('shop', './apps/prd'), flux('shop', './apps/stg')),
    './apps/prd',
    'apps/prod',
  ],
];

describe('is not checked, and removes nothing', () => {
  it.each(MISTYPED)('%s', async (_, before, now, written, meant) => {
    expect(await judged(before, now)).toEqual({
      exitCode: 6,
      findings: [],
      removals: [],
      reasons: [reason(written, meant)],
      notes: '',
    });
  });

  it.each(MISTYPED)('%s, without a base', async (_, _before, now, written, meant) => {
    expect(await judged(now, now, '.')).toMatchObject({ exitCode: 6, findings: [], reasons: [reason(written, meant)], notes: '' });
  });

  it('until the path is corrected', async () => {
    expect(await judged(byFlux('./app'), byFlux('./apps'))).toMatchObject({ exitCode: 0, findings: [], removals: [], reasons: [] });
  });

  it.each<readonly [string, Files, string, string]>([
    [
      'the same source with another protocol',
      byHubs(flux('shop', './apps/prd'), flux('shop', './apps/stg'), SSH),
      './apps/prd',
      'apps/prod',
    ],
    [
      'a source that the other hub has from another repository',
      byHubs(flux('a', './apps/prd'), flux('b', './apps/stg'), 'https://github.com/o/other'),
      './apps/prd',
      'apps/prod',
    ],
    ['a folder that the other hub has too', byHubs(flux('a', './apps/prd'), flux('b', './apps/prod')), './apps/prd', 'apps/prod'],
    [
      'a chart',
      { ...CHART, ...byHubs(both(flux('a', './apps/prod'), chart('./charts/shp')), flux('b', './apps/stg')) },
      './charts/shp',
      'charts/shop',
    ],
  ])('of one of two hubs with %s', async (_, files, written, meant) => {
    expect(await judged(files, files, '.')).toMatchObject({ exitCode: 6, reasons: expect.arrayContaining([reason(written, meant)]) });
  });

  it('and passes if its folder has nothing that a placement needs', async () => {
    const other = { 'tools/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: tools }\n' };
    const files = { ...byFlux('./apps'), ...other, 'flux/tools.yaml': flux('tools', './tool') };
    expect(await judged(files, files, '.')).toMatchObject({ exitCode: 0, reasons: [reason('./tool', 'tools')] });
  });
});

describe('is not checked without a git remote, if the base had the folder', () => {
  it.each(MISTYPED)('%s', async (_, before, now, written, meant) => {
    const { notes, ...found } = await judgedIn(gitRepository(before), before, now);
    expect(found).toEqual({ exitCode: 6, findings: [], removals: [], reasons: [reason(written, meant)] });
    expect(notes).not.toContain('no longer deploys');
  });

  it.each<readonly [string, Files, Files]>([
    ['the base had no such folder', byFlux('./services'), byFlux('./app')],
    ['the change misspells nothing', byFlux('./app'), byFlux('./app')],
    ['the change names another repository too', byFlux('./apps'), byFlux('./app', './fleet', source('https://github.com/o/other'))],
    ['the other path is not similar', byFlux('./apps'), byFlux('./services')],
  ])('but not if %s', async (_, before, now) => {
    const { reasons } = await judgedIn(gitRepository(before), before, now);
    expect(reasons.filter((text) => text.includes('does not exist'))).toEqual([]);
  });
});

describe('says nothing', () => {
  it.each<readonly [string, Files]>([
    ['of a folder that is there', byFlux('./apps')],
    ['of another repository', byFlux('./app', './fleet', source('https://github.com/o/other'))],
    ['of another branch', byFlux('./app', './fleet', source(OWN, 'production'))],
    [
      'of a source that includes another one',
      byFlux('./app', './fleet', source().replace('interval: 1m', 'interval: 1m, include: [{ repository: { name: other }, toPath: app }]')),
    ],
    ['without a similar folder', byFlux('./services')],
    ['if another one deploys the similar folder', { ...byFlux('./apps'), 'flux/more.yaml': flux('more', './app') }],
    [
      'of a source that only another hub has from this repository',
      byHubs(flux('a', './apps/prod'), flux('b', './apps/sgt'), 'https://github.com/o/other'),
    ],
    [
      'if another one of the hub deploys the folder',
      byHubs(both(flux('a', './apps/prd'), flux('b', './apps/prod')), flux('b', './apps/stg')),
    ],
    ['of a variable', byFlux('"./app${x}"')],
    ['of a pattern of a generator', bySet('{{path}}', `{ git: { repoURL: ${OWN}, revision: HEAD, directories: [{ path: app/* }] } }`)],
  ])('%s', async (_, files) => {
    expect((await judged(files, files)).reasons.filter((text) => text.includes('does not exist'))).toEqual([]);
  });

  it('of a folder outside of what is checked', async () => {
    const { reasons } = await judged(byFlux('./app'), byFlux('./app'), 'flux', 'fleet');
    expect(reasons.filter((text) => text.includes('does not exist'))).toEqual([]);
  });
});

/** The files in another folder. */
const renamed = (files: Files, from: string, to: string): Files =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file.startsWith(from) ? `${to}${file.slice(from.length)}` : file, text]));
/** A hub whose Flux deploys its own folder. */
const ownHub = (more: Files = {}, name = 'prod'): Files => ({
  [`clusters/${name}/all.yaml`]: both(source(), both(flux('own', `./clusters/${name}`), flux('apps', `./${name}`))),
  [`${name}/all.yaml`]: both(NS, SHOP),
  ...Object.fromEntries(Object.entries(more).map(([file, text]) => [`${name}/${file}`, text])),
});
const KUSTOMIZATION: Files = { 'kustomization.yaml': 'resources: [all.yaml]\n' };
const goneReason = (path: string, remedy: string): string =>
  `Its path ${path} is no longer in this repository, because this change removes or renames it, so it deploys nothing. ${remedy}`;

describe('a path that the change renames', () => {
  it.each<readonly [string, Files, string, string, string]>([
    ['Flux', byFlux('./apps'), 'apps/', 'applications/', './apps'],
    ['Flux, in a folder below', byFlux('./apps/shop'), 'apps/', 'applications/', './apps/shop'],
    ['Flux, of placements', byFlux('./apps'), 'fleet/', 'placements/', './fleet'],
    ['Flux that brings itself', ownHub(), 'prod/', 'production/', './prod'],
    ['Flux that brings itself, of a kustomization', ownHub(KUSTOMIZATION), 'prod/', 'production/', './prod'],
    ['Flux of one of two hubs', { ...ownHub(KUSTOMIZATION), ...ownHub(KUSTOMIZATION, 'stage') }, 'prod/', 'production/', './prod'],
    ['Argo CD', byArgo('apps/shop'), 'apps/', 'applications/', 'apps/shop'],
    ['an ApplicationSet', bySet('apps/{{app}}'), 'apps/', 'applications/', 'apps/shop'],
  ])('is not checked: %s', async (_, before, from, to, path) => {
    const { exitCode, findings, removals, reasons } = await judged(before, renamed(before, from, to));
    const folder = path.replace('./', '').replace(from.slice(0, -1), to.slice(0, -1));
    expect({ exitCode, findings, removals, reasons }).toEqual({
      exitCode: 6,
      findings: [],
      removals: [],
      reasons: [goneReason(path, `Name ${folder} there if it moved.`)],
    });
  });

  it('is a removal if the change has its objects nowhere else', async () => {
    const before = ownHub(KUSTOMIZATION);
    const kept = { 'clusters/prod/all.yaml': before['clusters/prod/all.yaml'] ?? '' };
    expect((await judged(before, kept)).removals).toMatchObject([{ object: { name: 'shop' } }]);
  });

  it('passes if another one deploys the new folder', async () => {
    const more = { ...byFlux('./apps'), 'flux/more.yaml': '' };
    const now = { ...renamed(more, 'apps/', 'applications/'), 'flux/more.yaml': flux('more', './applications') };
    const { exitCode, reasons } = await judged(more, now);
    expect([exitCode, reasons]).toEqual([0, [goneReason('./apps', 'Correct the path, or delete this object if it is no longer needed.')]]);
  });

  it('passes if a step applies the new folder', async () => {
    const before = { ...byFlux('./apps'), 'deploy.sh': 'kubectl apply -R -f apps\n' };
    const now = { ...renamed(before, 'apps/', 'applications/'), 'deploy.sh': 'kubectl apply -R -f applications\n' };
    expect((await judged(before, now)).exitCode).toBe(0);
  });

  it('passes if its folder has nothing that a placement needs', async () => {
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: tools }\n';
    const before = { ...byFlux('./apps'), 'tools/map.yaml': map, 'flux/tools.yaml': flux('tools', './tools') };
    const { exitCode, reasons } = await judged(before, renamed(before, 'tools/', 'utilities/'));
    expect([exitCode, reasons]).toEqual([0, [goneReason('./tools', 'Name utilities there if it moved.')]]);
  });

  it.each<readonly [string, Files, Files]>([
    ['with its deployer', byFlux('./apps'), renamed(byFlux('./applications'), 'apps/', 'applications/')],
    [
      'in another repository',
      byFlux('./apps', './fleet', source('https://github.com/o/other')),
      renamed(byFlux('./apps', './fleet', source('https://github.com/o/other')), 'apps/', 'applications/'),
    ],
    ['that was not there before', byFlux('./services'), { ...byFlux('./services'), 'more/ns.yaml': NS.replace('shop', 'more') }],
  ])('is not named: %s', async (_, before, now) => {
    expect((await judged(before, now)).reasons.filter((text) => text.includes('no longer in this repository'))).toEqual([]);
  });
});

const ofFolders = (pattern: string, url = OWN, revision = 'HEAD'): Files => ({
  'apps/shop/ns.yaml': NS,
  'apps/fleet/shop.yaml': SHOP,
  'argo/all.yaml': set(`{ git: { repoURL: ${url}, revision: ${revision}, directories: [{ path: "${pattern}" }] } }`, '{{path}}'),
});
const EMPTY =
  'A generator of ApplicationSet/argocd/all in argo/all.yaml finds nothing, because this repository has no folder app. Did you mean apps?';
const ELSEWHERE = 'Not checked, because it is not among these files: what ApplicationSet/argocd/all in argo/all.yaml deploys.';

it.each<readonly [string, Files, boolean]>([
  ['app/*', ofFolders('app/*'), true],
  ['apps/x*', ofFolders('apps/x*'), false],
  ['app/* of another repository', ofFolders('app/*', 'https://github.com/o/other'), false],
  ['app/* of another revision', ofFolders('app/*', OWN, 'v1'), false],
])('a generator whose folders are gone removes what they deployed: %s', async (_, now, isGone) => {
  const { removals, notes } = await judged(ofFolders('apps/*'), now);
  expect([removals.length, notes.includes(EMPTY)]).toEqual(isGone ? [1, true] : [0, false]);
  if (isGone) expect(notes).not.toContain(ELSEWHERE);
});

it('a generator whose folders are gone is named without a base', async () => {
  const { notes } = await judged(ofFolders('app/*'), ofFolders('app/*'), '.');
  expect(notes).toBe(EMPTY);
});
