/** Placements beside folders for several hubs, each of which has content of them. */
import { describe, expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import type { ChangedResource } from '../../../src/report.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';

const placement = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${name} }
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const config = (name: string, value = 'a'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: cart }\ndata: { key: ${value} }\n`;
const override = (value: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: o, namespace: cart }
spec:
  placement: { name: cart }
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: c }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /data/key, value: ${value} }]
`;
const content = (value = 'a'): string => `${namespace('cart')}---\n${config('c', value)}`;
const app = (name: string): string => `${placement(name)}---\n${namespace(name)}`;
const source = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m }
`;
const flux = (name: string, path: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const argo = (name: string, path: string, hub: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: ${path}, targetRevision: main }
  destination: { server: "https://${hub}.io" }
  syncPolicy: { automated: { prune: true } }
`;

type Files = Readonly<Record<string, string>>;
type Change = (repository: GitRepository) => void;

const env = (name: string, value = 'a'): Files => ({ [`envs/${name}/shop.yaml`]: app('shop'), [`envs/${name}/cart.yaml`]: content(value) });
const SHARED: Files = { 'shared/cart.yaml': placement('cart') };
const PLAIN: Files = { ...SHARED, ...env('dev'), ...env('prod') };
const ARGO: Files = {
  ...PLAIN,
  'argo/apps.yaml': ['dev', 'prod'].flatMap((hub) => [argo(`shared-${hub}`, 'shared', hub), argo(hub, `envs/${hub}`, hub)]).join('---\n'),
};
const hub = (name: string, path = `envs/${name}`): Files => ({
  [`clusters/${name}/flux-system/sync.yaml`]: `${source}---\n${flux('flux-system', `./clusters/${name}`)}`,
  [`clusters/${name}/apps.yaml`]: `${flux('shared', './shared')}---\n${flux('env', `./${path}`)}`,
});
const FLUX: Files = { ...PLAIN, ...hub('dev'), ...hub('prod') };
const PIPELINE: Files = {
  ...PLAIN,
  '.github/workflows/deploy.yml': `on: push
jobs:
${['dev', 'prod']
  .map(
    (name) => `  ${name}:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: kubectl --context ${name} apply -f shared -f envs/${name}
`,
  )
  .join('')}`,
};
const WORLDS: Files = { ...PLAIN, '.fleet-gate.yaml': 'worlds: { dev: [shared, envs/dev], prod: [shared, envs/prod] }\n' };
const kustomization = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const OVERLAYS: Files = {
  ...SHARED,
  'base/kustomization.yaml': kustomization('resources: [cart.yaml, d.yaml]'),
  'base/cart.yaml': content(),
  'base/d.yaml': config('d'),
  'overlays/dev/kustomization.yaml': kustomization('resources: [../../base]'),
  'overlays/prod/kustomization.yaml': kustomization('resources: [../../base]'),
};
const DELETING = kustomization(
  'resources: [../../base]',
  'patches:',
  "  - patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: d, namespace: cart}, $patch: delete}'",
);

interface Judged {
  readonly code: number;
  /** The changes of the placement `cart`, by its place. */
  readonly cart: Readonly<Record<string, string>>;
}

async function judged(files: Files, change: Change, flags: readonly string[] = []): Promise<Judged> {
  const repository = gitRepository({ ...files, 'e1.yaml': joinedMembers('e1') });
  repository.git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  change(repository);
  const command = ['plan', '.', '--base', 'HEAD', '--clusters', 'e1.yaml', '--fail-on-removal', 'any', ...flags];
  const { exitCode, report } = await runCli(repository.dir, command);
  const placements = (report?.plan?.placements ?? []).filter(({ object }) => object.name === 'cart');
  const cart = placements.map(({ overlay = 'all', change: { isNew, resources } = {} }) => {
    const named = (sign: string, all: readonly ChangedResource[] = []): readonly string[] =>
      all.map(({ resource }) => `${sign}${displayName(resource)}`);
    const { added, changed, removed } = resources ?? {};
    const whatChanges = [...(isNew ? ['new'] : []), ...named('+', added), ...named('~', changed), ...named('-', removed)];
    return [overlay, whatChanges.join(' ')] as const;
  });
  return { code: exitCode, cart: Object.fromEntries(cart) };
}

const REMOVE: Change = ({ remove }) => remove('envs/prod/cart.yaml');
const ALL = '-Namespace/cart -ConfigMap/cart/c';

describe('what one hub loses of a placement beside its folders is a removal from that hub', () => {
  it.each<readonly [string, Files, Change, Readonly<Record<string, string>>]>([
    ['folders that nothing deploys', PLAIN, REMOVE, { 'envs/dev': '', 'envs/prod': ALL }],
    ['Applications', ARGO, REMOVE, { 'https://dev.io': '', 'https://prod.io': ALL }],
    ['Kustomizations of Flux', FLUX, REMOVE, { 'clusters/dev': '', 'clusters/prod': ALL }],
    ['jobs', PIPELINE, REMOVE, { '.github/workflows/deploy.yml (1)': '', '.github/workflows/deploy.yml (2)': ALL }],
    ['the configuration', WORLDS, REMOVE, { dev: '', prod: ALL }],
    [
      'one object',
      PLAIN,
      ({ write }) => write('envs/prod/cart.yaml', namespace('cart')),
      { 'envs/dev': '', 'envs/prod': '-ConfigMap/cart/c' },
    ],
    ['of three hubs', { ...PLAIN, ...env('stage', 'b') }, REMOVE, { 'envs/dev': '', 'envs/prod': ALL, 'envs/stage': '' }],
    [
      'a patch of an overlay',
      OVERLAYS,
      ({ write }) => write('overlays/prod/kustomization.yaml', DELETING),
      { 'overlays/dev': '', 'overlays/prod': '-ConfigMap/cart/d' },
    ],
    [
      'an object that moves to the folder of another hub',
      { ...PLAIN, 'envs/prod/x.yaml': config('x') },
      (r) => (r.remove('envs/prod/x.yaml'), r.write('envs/dev/x.yaml', config('x'))),
      { 'envs/dev': '+ConfigMap/cart/x', 'envs/prod': '-ConfigMap/cart/x' },
    ],
    [
      'a folder with the content that Flux no longer deploys to one hub',
      { ...SHARED, 'content/cart.yaml': content(), ...hub('dev', 'content'), ...hub('prod', 'content') },
      ({ write }) => write('clusters/prod/apps.yaml', flux('shared', './shared')),
      { 'clusters/dev': '', 'clusters/prod': ALL },
    ],
    [
      'a folder with the content that Argo CD no longer deploys to one hub',
      {
        ...SHARED,
        'content/cart.yaml': content(),
        ...Object.fromEntries(
          ['dev', 'prod'].flatMap((on) =>
            ['shared', 'content'].map((path) => [`argo/${on}-${path}.yaml`, argo(`${on}-${path}`, path, on)]),
          ),
        ),
      },
      ({ remove }) => remove('argo/prod-content.yaml'),
      { 'https://dev.io': '', 'https://prod.io': ALL },
    ],
    ['a whole folder', PLAIN, ({ remove }) => remove('envs/prod'), { 'envs/dev': '', 'envs/prod': ALL }],
  ])('%s', async (_what, files, change, cart) => {
    expect(await judged(files, change)).toEqual({ code: 1, cart });
  });

  it('and has a place in the changes on clusters', async () => {
    const repository = gitRepository({ ...PLAIN, 'e1.yaml': joinedMembers('e1') });
    REMOVE(repository);
    const command = ['plan', '.', '--base', 'HEAD', '--clusters', 'e1.yaml', '--diff', 'all'];
    const { report } = await runCli(repository.dir, command);
    const diffs = (report?.plan?.placements ?? []).flatMap(({ overlay, diff = [] }) =>
      diff.map(({ resource }) => `${overlay} ${displayName(resource)}`),
    );
    expect(diffs).toEqual(['envs/prod Namespace/cart', 'envs/prod ConfigMap/cart/c']);
  });
});

it('what all hubs lose is one removal', async () => {
  const change: Change = (r) => (REMOVE(r), r.remove('envs/dev/cart.yaml'));
  for (const files of [PLAIN, ARGO, WORLDS]) expect(await judged(files, change)).toEqual({ code: 1, cart: { all: ALL } });
});

describe('is no removal', () => {
  it.each<readonly [string, Files, Change, Readonly<Record<string, string>>]>([
    [
      'an object that moves from one hub beside the folders',
      PLAIN,
      (r) => (REMOVE(r), r.write('shared/content.yaml', content())),
      { all: '' },
    ],
    [
      'an object that moves from both hubs beside the folders',
      PLAIN,
      (r) => (REMOVE(r), r.remove('envs/dev/cart.yaml'), r.write('shared/content.yaml', content())),
      { all: '' },
    ],
    [
      'a placement that moves from both hubs beside the folders',
      { 'envs/dev/c.yaml': app('cart'), 'envs/prod/c.yaml': app('cart') },
      (r) => {
        r.write('shared/cart.yaml', placement('cart'));
        for (const name of ['dev', 'prod']) r.write(`envs/${name}/c.yaml`, namespace('cart'));
      },
      { all: '' },
    ],
    [
      'a folder with a new name',
      { ...PLAIN, ...env('prod', 'b') },
      (r) => {
        r.remove('envs/prod');
        for (const [path, text] of Object.entries(env('live', 'b'))) r.write(path, text);
      },
      { all: '' },
    ],
    [
      'an edit of the content of one hub',
      PLAIN,
      ({ write }) => write('envs/prod/cart.yaml', content('b')),
      { 'envs/dev': '', 'envs/prod': '~ConfigMap/cart/c' },
    ],
    [
      'an edit of the content of the hub that is read first',
      ARGO,
      ({ write }) => write('envs/dev/cart.yaml', content('b')),
      { 'https://dev.io': '~ConfigMap/cart/c', 'https://prod.io': '' },
    ],
    [
      'the same edit for all hubs',
      PLAIN,
      ({ write }) => ['dev', 'prod'].forEach((name) => write(`envs/${name}/cart.yaml`, content('b'))),
      { all: '~ConfigMap/cart/c' },
    ],
    [
      'content that one hub gets as another one has it',
      { ...PLAIN, 'envs/dev/x.yaml': config('x') },
      ({ write }) => write('envs/prod/x.yaml', config('x')),
      { 'envs/dev': '', 'envs/prod': '+ConfigMap/cart/x' },
    ],
    ['content that only one hub has', PLAIN, ({ write }) => write('envs/prod/x.yaml', config('x')), { all: '+ConfigMap/cart/x' }],
    [
      'an edit of the placement',
      PLAIN,
      ({ write }) => write('shared/cart.yaml', `${placement('cart')}  revisionHistoryLimit: 5\n`),
      { all: '' },
    ],
    [
      'an override of one hub that is edited',
      { ...PLAIN, 'envs/dev/o.yaml': override('x'), 'envs/prod/o.yaml': override('x') },
      ({ write }) => write('envs/dev/o.yaml', override('y')),
      { 'envs/dev': '~ConfigMap/cart/c', 'envs/prod': '' },
    ],
    [
      'an override of one hub that is deleted',
      { ...PLAIN, 'envs/dev/o.yaml': override('x'), 'envs/prod/o.yaml': override('x') },
      ({ remove }) => remove('envs/dev/o.yaml'),
      { 'envs/dev': '~ConfigMap/cart/c', 'envs/prod': '' },
    ],
    [
      'a Namespace that two overlays of one hub have',
      {
        ...SHARED,
        'apps/c/kustomization.yaml': kustomization('resources: [c.yaml]'),
        'apps/c/c.yaml': content(),
        'apps/d/kustomization.yaml': kustomization('resources: [d.yaml]'),
        'apps/d/d.yaml': `${namespace('cart')}---\n${config('d')}`,
      },
      ({ write }) => write('apps/d/d.yaml', config('d')),
      { all: '' },
    ],
    [
      'an object that moves from one overlay to another one',
      {
        ...OVERLAYS,
        'apps/c/kustomization.yaml': kustomization('resources: [x.yaml]'),
        'apps/c/x.yaml': config('x'),
        'apps/d/kustomization.yaml': kustomization('resources: [y.yaml]'),
        'apps/d/y.yaml': config('y'),
      },
      (r) => {
        r.write('apps/c/x.yaml', config('z'));
        r.write('apps/d/y.yaml', `${config('y')}---\n${config('x')}`);
      },
      { all: '+ConfigMap/cart/z' },
    ],
    [
      'what a new hub gets',
      PLAIN,
      ({ write }) => Object.entries(env('stage')).forEach(([path, text]) => write(path, text)),
      { 'envs/dev': '', 'envs/prod': '', 'envs/stage': '+Namespace/cart +ConfigMap/cart/c' },
    ],
  ])('%s', async (_what, files, change, cart) => {
    expect(await judged(files, change)).toEqual({ code: 0, cart });
  });
});

it('a fault that each hub had is not new', async () => {
  const wrong = override('x').replace('/data/key', '/data/none');
  const files = { ...PLAIN, 'envs/dev/o.yaml': wrong, 'envs/prod/o.yaml': wrong };
  const edited: Change = ({ write }) => write('envs/prod/cart.yaml', content('b'));
  const cart = { 'envs/dev': '', 'envs/prod': '~ConfigMap/cart/c' };
  expect(await judged(files, edited)).toMatchObject({ code: 1 });
  expect(await judged(files, edited, ['--fail-on-new'])).toEqual({ code: 0, cart });
});
