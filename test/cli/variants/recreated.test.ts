/** What a change makes Flux or Argo CD delete on the hub and create again, because another object of theirs deploys it. */
import { expect, it } from 'vitest';
import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { joinedMembers } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';

type Files = Readonly<Record<string, string | null>>;

const placement = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;
const app = (name: string): string => `${placement(name)}---\n${namespace(name)}`;
const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: https://github.com/o/fleet, ref: { branch: main }, interval: 1m }
`;
const flux = (name: string, path: string, more = 'prune: true', metadata = ''): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system${metadata} }
spec: { path: ${path}, ${more}, interval: 1m, sourceRef: { kind: GitRepository, name: fleet } }
`;
const FINALIZER = ', finalizers: [resources-finalizer.argocd.argoproj.io]';
const argo = (name: string, path: string, metadata = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd${metadata} }
spec:
  project: default
  source: { repoURL: https://github.com/o/fleet, path: ${path}, targetRevision: main, directory: { recurse: true } }
  destination: { server: https://kubernetes.default.svc }
  syncPolicy: { automated: { prune: true } }
`;
const set = (name: string, policy = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: sets, namespace: argocd }
spec:${policy === '' ? '' : `\n  syncPolicy: { ${policy} }`}
  generators: [{ git: { repoURL: https://github.com/o/fleet, revision: main, directories: [{ path: apps/* }] } }]
  template:
    metadata: { name: "${name}" }
    spec:
      project: default
      source: { repoURL: https://github.com/o/fleet, path: "{{path}}", targetRevision: main }
      destination: { server: https://kubernetes.default.svc }
`;
const NAMED = '{{path.basename}}';

const CONTENT: Files = { 'apps/shop/shop.yaml': app('shop'), 'apps/cart/cart.yaml': app('cart') };
const FLUX: Files = {
  ...CONTENT,
  'hub/source.yaml': SOURCE,
  'hub/self.yaml': flux('self', './hub'),
  'hub/apps.yaml': flux('apps', './apps'),
};
const ARGO: Files = { ...CONTENT, 'hub/self.yaml': argo('self', 'hub'), 'hub/apps.yaml': argo('apps', 'apps', FINALIZER) };
const SETS: Files = { ...CONTENT, 'hub/apps.yaml': set(NAMED) };

async function judged(
  base: Files,
  after: Files,
  ...argv: readonly string[]
): Promise<{ readonly found: readonly string[]; readonly text: string }> {
  const written = Object.entries(base).flatMap(([file, text]) => (text === null ? [] : [[file, text] as const]));
  const { dir, git, write, remove } = gitRepository(Object.fromEntries([...written, ['clusters.yaml', joinedMembers('e1', 'e2')]]));
  git('remote', 'add', 'origin', 'https://github.com/o/fleet');
  for (const [file, text] of Object.entries(after)) {
    if (text === null) remove(file);
    else write(file, text);
  }
  const { report, out } = await runCli(dir, ['lint', 'apps', 'hub', '--base', 'HEAD', ...argv]);
  const found = (report?.removals ?? []).map(
    ({ kind, object, replacedBy }) => `${kind} ${displayName(object)}${replacedBy === undefined ? '' : ' again'}`,
  );
  return { found: found.toSorted(), text: out };
}

const SHOP = 'placement ClusterResourcePlacement/shop again';
const CART = 'placement ClusterResourcePlacement/cart again';

it.each<[string, Files, Files, readonly string[]]>([
  ['a Kustomization with another name', FLUX, { 'hub/apps.yaml': flux('applications', './apps') }, [CART, SHOP]],
  [
    'a Kustomization in another namespace',
    FLUX,
    {
      'hub/apps.yaml': flux('apps', './apps')
        .replace('namespace: flux-system', 'namespace: apps')
        .replace('name: fleet', 'name: fleet, namespace: flux-system'),
    },
    [CART, SHOP],
  ],
  [
    'a Kustomization that is split',
    FLUX,
    { 'hub/apps.yaml': flux('apps', './apps/shop'), 'hub/cart.yaml': flux('cart', './apps/cart') },
    [CART],
  ],
  [
    'a Kustomization with a policy that deletes',
    { ...FLUX, 'hub/apps.yaml': flux('apps', './apps', 'prune: false, deletionPolicy: Delete') },
    { 'hub/apps.yaml': flux('applications', './apps') },
    [CART, SHOP],
  ],
  [
    'a Kustomization of an unknown deployer',
    { ...FLUX, 'hub/self.yaml': null },
    { 'hub/apps.yaml': flux('applications', './apps') },
    [CART, SHOP],
  ],
  ['an Application with the finalizer', ARGO, { 'hub/apps.yaml': argo('applications', 'apps', FINALIZER) }, [CART, SHOP]],
  ['a set that gives other names', SETS, { 'hub/apps.yaml': set(`hub-${NAMED}`) }, [CART, SHOP]],
  ['a set for a folder with another name', SETS, { 'apps/shop/shop.yaml': null, 'apps/store/shop.yaml': app('shop') }, [SHOP]],
])('%s deletes its objects, and they are created again', async (_, base, after, expected) => {
  const { found, text } = await judged(base, after);
  expect(found).toEqual(expected);
  expect(text).toContain('they are deleted on the hub and created again');
});

it.each<[string, Files, Files]>([
  [
    'does not prune',
    { ...FLUX, 'hub/apps.yaml': flux('apps', './apps', 'prune: false') },
    { 'hub/apps.yaml': flux('applications', './apps') },
  ],
  [
    'leaves its objects',
    { ...FLUX, 'hub/apps.yaml': flux('apps', './apps', 'prune: true, deletionPolicy: Orphan') },
    { 'hub/apps.yaml': flux('applications', './apps') },
  ],
  [
    'is suspended',
    { ...FLUX, 'hub/apps.yaml': flux('apps', './apps', 'prune: true, suspend: true') },
    { 'hub/apps.yaml': flux('applications', './apps') },
  ],
  [
    'is of one that does not prune',
    { ...FLUX, 'hub/self.yaml': flux('self', './hub', 'prune: false') },
    { 'hub/apps.yaml': flux('applications', './apps') },
  ],
  [
    'is kept by a label',
    { ...FLUX, 'hub/apps.yaml': flux('apps', './apps', 'prune: true', ', labels: { kustomize.toolkit.fluxcd.io/prune: disabled }') },
    { 'hub/apps.yaml': flux('applications', './apps') },
  ],
  ['moves to another file', FLUX, { 'hub/apps.yaml': null, 'hub/b/apps.yaml': flux('apps', './apps') }],
  ['gets another field', FLUX, { 'hub/apps.yaml': flux('apps', './apps', 'prune: true, timeout: 2m') }],
  ['stays, and another one deploys the objects too', FLUX, { 'hub/more.yaml': flux('applications', './apps') }],
  [
    'stops to prune, and is split',
    FLUX,
    { 'hub/apps.yaml': flux('apps', './apps/shop', 'prune: false'), 'hub/cart.yaml': flux('cart', './apps/cart') },
  ],
  ['has no finalizer', { ...ARGO, 'hub/apps.yaml': argo('apps', 'apps') }, { 'hub/apps.yaml': argo('applications', 'apps') }],
  [
    'is of a set that preserves the objects',
    { ...SETS, 'hub/apps.yaml': set(NAMED, 'preserveResourcesOnDeletion: true') },
    { 'hub/apps.yaml': set(`hub-${NAMED}`, 'preserveResourcesOnDeletion: true') },
  ],
  [
    'is of a set that deletes no Application',
    { ...SETS, 'hub/apps.yaml': set(NAMED, 'applicationsSync: create-update') },
    { 'hub/apps.yaml': set(`hub-${NAMED}`, 'applicationsSync: create-update') },
  ],
])('a deployer that %s deletes nothing', async (_, base, after) => {
  const { found, text } = await judged(base, after);
  expect(found).toEqual([]);
  expect(text).not.toContain('created again');
});

it('objects that say that they are kept are not deleted', async () => {
  const kept = app('shop').replaceAll(/name: shop \}\n/g, 'name: shop, annotations: { kustomize.toolkit.fluxcd.io/prune: disabled } }\n');
  const { found } = await judged({ ...FLUX, 'apps/shop/shop.yaml': kept }, { 'hub/apps.yaml': flux('applications', './apps') });
  expect(found).toEqual([CART]);
});

it('a Kustomization of one of two clusters deletes its objects there', async () => {
  const two: Files = {
    ...CONTENT,
    ...Object.fromEntries(
      ['dev', 'prod'].flatMap((hub) => [
        [`hub/${hub}/source.yaml`, SOURCE],
        [`hub/${hub}/self.yaml`, flux('self', `./hub/${hub}`)],
        [`hub/${hub}/apps.yaml`, flux('apps', './apps')],
      ]),
    ),
  };
  expect((await judged(two, { 'hub/dev/apps.yaml': flux('applications', './apps') })).found).toEqual([CART, SHOP]);
});

it.each<[string, readonly string[]]>([
  ['one of them', ['dev']],
  ['both', ['dev', 'prod']],
])('content of two clusters is deleted where its Kustomization is renamed: on %s', async (_, hubs) => {
  const base: Files = {
    'content/ns.yaml': namespace('shop'),
    ...Object.fromEntries(
      ['dev', 'prod'].flatMap((hub) => [
        [`apps/${hub}/shop.yaml`, placement('shop')],
        [`hub/${hub}/source.yaml`, SOURCE],
        [`hub/${hub}/self.yaml`, flux('self', `./hub/${hub}`)],
        [`hub/${hub}/apps.yaml`, flux('apps', `./apps/${hub}`)],
        [`hub/${hub}/content.yaml`, flux('content', './content')],
      ]),
    ),
  };
  const after = Object.fromEntries(hubs.map((hub) => [`hub/${hub}/content.yaml`, flux('other', './content')]));
  const { found, text } = await judged(base, after, 'content', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any');
  expect(found).toEqual(hubs.map(() => 'resources ClusterResourcePlacement/shop again'));
  expect(['dev', 'prod'].filter((hub) => text.includes(`ClusterResourcePlacement/shop (hub/${hub}) is deleted on the hub`))).toEqual(hubs);
});

it('what one cluster no longer gets, and another one gets by another Kustomization, is not created again', async () => {
  const base: Files = {
    ...CONTENT,
    'hub/dev/apps.yaml': flux('apps', './apps'),
    'hub/dev/self.yaml': flux('self', './hub/dev'),
    'hub/prod/self.yaml': flux('self', './hub/prod'),
  };
  const after: Files = { 'hub/dev/apps.yaml': null, 'hub/prod/apps.yaml': flux('applications', './apps') };
  expect((await judged(base, after)).text).not.toContain('created again');
});

it('a plan names the clusters, and content of a placement that another Kustomization keeps', async () => {
  const base: Files = {
    ...FLUX,
    'apps/shop/shop.yaml': placement('shop'),
    'content/ns.yaml': namespace('shop'),
    'hub/content.yaml': flux('content', './content'),
  };
  const after = { 'hub/content.yaml': flux('other', './content') };
  const { found, text } = await judged(base, after, 'content', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any');
  expect(found).toEqual(['resources ClusterResourcePlacement/shop again']);
  expect(text).toContain(
    'FAILED: fail-on-removal: removes Namespace/shop of ClusterResourcePlacement/shop from e1, and places it again later',
  );
  expect(text).toContain(
    'Namespace/shop of ClusterResourcePlacement/shop is deleted on the hub and created again (Kustomization/flux-system/content deletes it, and Kustomization/flux-system/other creates it): it and all that is in it will be removed from e1 and placed again.',
  );
});

it.each<[string, readonly string[]]>([
  ['RollingUpdate', ['resources ClusterResourcePlacement/shop again']],
  // The next update run finds the objects as they are then.
  ['External', []],
])('with strategy %s, content that is created again leaves the clusters before: %j', async (type, expected) => {
  const base: Files = {
    ...FLUX,
    'apps/shop/shop.yaml': `${placement('shop')}  strategy: { type: ${type} }\n`,
    'content/ns.yaml': namespace('shop'),
    'hub/content.yaml': flux('content', './content'),
  };
  const after = { 'hub/content.yaml': flux('other', './content') };
  const { found } = await judged(base, after, 'content', '--clusters', 'clusters.yaml', '--fail-on-removal', 'any');
  expect(found).toEqual(expected);
});

it.each<[string, string, readonly string[]]>([
  ['is removed', '', ['placement ClusterResourcePlacement/cart']],
  ['stays if the set preserves it', 'preserveResourcesOnDeletion: true', []],
])('a folder that a set no longer generates %s', async (_, policy, expected) => {
  const base = { ...SETS, 'hub/apps.yaml': set(NAMED, policy) };
  expect((await judged(base, { 'apps/cart/cart.yaml': null, 'hub/retired/cart.yaml': app('cart') })).found).toEqual(expected);
});

const config = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\n`;
const RENAMED: Files = { 'hub/apps.yaml': flux('applications', './apps') };
const IN_PLAN = ['--clusters', 'clusters.yaml', '--fail-on-removal', 'resources'];
const START =
  'ClusterResourcePlacement/shop is deleted on the hub and created again (Kustomization/flux-system/apps deletes it, and Kustomization/flux-system/applications creates it):';
const FINALLY =
  'ClusterResourcePlacement/shop no longer places ConfigMap/shop/web (no longer in the deployed files; not placed again): it will be removed from e1.';

it.each<[string, Files, Files, readonly string[], string, string]>([
  [
    'an object that the change deletes',
    { 'apps/shop/web.yaml': config('web') },
    { 'apps/shop/web.yaml': null },
    ['resources ClusterResourcePlacement/shop'],
    'Namespace/shop will be removed from e1, and placed again.',
    FINALLY,
  ],
  [
    'an object that moves to another namespace',
    { 'apps/shop/web.yaml': config('web') },
    { 'apps/shop/web.yaml': config('web').replace('namespace: shop', 'namespace: cart') },
    ['resources ClusterResourcePlacement/shop'],
    'Namespace/shop will be removed from e1, and placed again.',
    FINALLY,
  ],
  [
    'with External, an object that the change deletes',
    { 'apps/shop/shop.yaml': app('shop').replace('---', '  strategy: { type: External }\n---'), 'apps/shop/web.yaml': config('web') },
    { 'apps/shop/web.yaml': null },
    ['resources ClusterResourcePlacement/shop'],
    'Namespace/shop will be removed from e1, and with External only a new update run places it again.',
    FINALLY,
  ],
  [
    'a cluster that it leaves',
    { 'apps/shop/shop.yaml': app('shop').replace('[e1]', '[e1, e2]') },
    { 'apps/shop/shop.yaml': app('shop') },
    ['clusters ClusterResourcePlacement/shop'],
    'Namespace/shop will be removed from e1, and placed again.',
    'ClusterResourcePlacement/shop leaves e2 (no longer named): Namespace/shop will be removed there.',
  ],
])('a placement that is created again does not get back %s', async (_, more, after, lost, again, text) => {
  const told = await judged({ ...FLUX, ...more }, { ...RENAMED, ...after }, ...IN_PLAN);
  expect(told.found).toEqual([...lost, CART, SHOP].toSorted());
  expect(told.text).toContain(`${START} ${again}`);
  expect(told.text).toContain(text);
});

it('without clusters, a placement that is created again is not said to get back all', async () => {
  const { found, text } = await judged({ ...FLUX, 'apps/shop/web.yaml': config('web') }, { ...RENAMED, 'apps/shop/web.yaml': null });
  expect(found).toEqual([CART, SHOP]);
  expect(text).toContain(`${START} what it placed will be removed from its clusters, and placed again as far as the change keeps it.`);
});

const SHARED = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: web }]
  policy: { placementType: PickFixed, clusterNames: [e1] }
`;
const into = (name: string, to: string, path = './apps'): string => flux(name, path, `prune: true, targetNamespace: ${to}`);
const argoInto = (name: string, to: string): string =>
  argo(name, 'apps', FINALIZER).replace('default.svc }', `default.svc, namespace: ${to} }`);
const listSet = (...elements: readonly (readonly [string, string])[]): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: teams, namespace: argocd }
spec:
  generators: [{ list: { elements: [${elements.map(([name, to]) => `{ name: ${name}, to: ${to} }`).join(', ')}] } }]
  template:
    metadata: { name: "{{name}}" }
    spec:
      project: default
      source: { repoURL: https://github.com/o/fleet, path: apps, targetRevision: main }
      destination: { server: https://kubernetes.default.svc, namespace: "{{to}}" }
`;
const overlay = (to: string): string => `resources: [../base]\nnamespace: ${to}\n`;
const OF_A = 'placement ResourcePlacement/team-a/web again';
const OF_B = 'placement ResourcePlacement/team-b/web again';
const TEAMS: Files = {
  'apps/web.yaml': SHARED,
  'hub/source.yaml': SOURCE,
  'hub/self.yaml': flux('self', './hub'),
  'hub/a.yaml': into('a', 'team-a'),
  'hub/b.yaml': into('b', 'team-b'),
};
const ARGO_TEAMS: Files = {
  'apps/web.yaml': SHARED,
  'hub/self.yaml': argo('self', 'hub'),
  'hub/a.yaml': argoInto('a', 'team-a'),
  'hub/b.yaml': argoInto('b', 'team-b'),
};
const CLUSTER_SCOPED: Files = { 'apps/web.yaml': `${SHARED}---\n${app('shop')}` };

it.each<[string, Files, Files, readonly string[]]>([
  ['a Kustomization', TEAMS, { 'hub/a.yaml': into('alpha', 'team-a') }, [OF_A]],
  ['both Kustomizations', TEAMS, { 'hub/a.yaml': into('alpha', 'team-a'), 'hub/b.yaml': into('beta', 'team-b') }, [OF_A, OF_B]],
  [
    'a Kustomization beside one that keeps the same object',
    { ...TEAMS, ...CLUSTER_SCOPED },
    { 'hub/a.yaml': into('alpha', 'team-a') },
    [OF_A],
  ],
  [
    'both Kustomizations of the same object',
    { ...TEAMS, ...CLUSTER_SCOPED },
    { 'hub/a.yaml': into('alpha', 'team-a'), 'hub/b.yaml': into('beta', 'team-b') },
    ['placement ClusterResourcePlacement/shop again', OF_A, OF_B],
  ],
  [
    'a Kustomization of an overlay',
    {
      ...TEAMS,
      'apps/web.yaml': null,
      'apps/base/web.yaml': SHARED,
      'apps/base/kustomization.yaml': 'resources: [web.yaml]\n',
      'apps/a/kustomization.yaml': overlay('team-a'),
      'apps/b/kustomization.yaml': overlay('team-b'),
      'hub/a.yaml': flux('a', './apps/a'),
      'hub/b.yaml': flux('b', './apps/b'),
    },
    { 'hub/a.yaml': flux('alpha', './apps/a') },
    [OF_A],
  ],
  ['an Application', ARGO_TEAMS, { 'hub/a.yaml': argoInto('alpha', 'team-a') }, [OF_A]],
  [
    'an Application beside one that keeps the same object',
    { ...ARGO_TEAMS, ...CLUSTER_SCOPED },
    { 'hub/a.yaml': argoInto('alpha', 'team-a') },
    [OF_A],
  ],
  [
    'an Application of a set',
    { 'apps/web.yaml': SHARED, 'hub/set.yaml': listSet(['a', 'team-a'], ['b', 'team-b']) },
    { 'hub/set.yaml': listSet(['alpha', 'team-a'], ['b', 'team-b']) },
    [OF_A],
  ],
])('of several that share a folder, the new name of %s moves only its own objects', async (_, base, after, expected) => {
  expect((await judged(base, after)).found).toEqual(expected);
});

it.each<[string, readonly string[]]>([
  ['', []],
  [' with a plan', ['--clusters', 'clusters.yaml', '--plan']],
])('a Namespace that another Kustomization creates again takes its placements with it%s', async (_, argv) => {
  const inNamespace = (name: string): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: settings, namespace: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: settings }]
  policy: { placementType: PickFixed, clusterNames: [e1] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: ${name} }
`;
  const base: Files = {
    ...FLUX,
    'apps/shop/shop.yaml': inNamespace('shop'),
    'apps/cart/cart.yaml': `${namespace('cart')}---\n${inNamespace('cart')}`,
    'content/ns.yaml': namespace('shop'),
    'hub/content.yaml': flux('content', './content'),
  };
  const { found, text } = await judged(base, { 'hub/content.yaml': flux('other', './content') }, 'content', ...argv);
  expect(found).toEqual(['placement ResourcePlacement/shop/settings again']);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'created again (Namespace/shop: Kustomization/flux-system/content deletes it, and Kustomization/flux-system/other creates it)',
  );
});
