/** A kustomization in a folder that is not searched may bring objects of KubeFleet from files that nothing else judges. */
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

type Files = Readonly<Record<string, string>>;

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "web:1" }] }
`;
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: clusterresourceplacements.placement.kubernetes-fleet.io }
spec:
  group: placement.kubernetes-fleet.io
  scope: Cluster
  names:
    kind: ClusterResourcePlacement
    plural: clusterresourceplacements
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;
const TREE: Files = {
  'deploy/all/shop.yaml': placementYaml('shop'),
  'deploy/all/ns.yaml': namespaceYaml('shop'),
  'deploy/all/web.yaml': WEB,
  'deploy/all/kustomization.yaml': 'resources: [shop.yaml, ns.yaml, web.yaml]\n',
};
const HOME = 'deploy/.dev';
const hidden = (text: string): Files => ({ [`${HOME}/kustomization.yaml`]: text });
const evil = placementYaml('evil', { namespace: 'shop' });
const BESIDE: Files = { 'b/kustomization.yaml': 'resources: [a.yaml]\n', 'b/a.yaml': evil };
const CHANGE = '[{ "op": "add", "path": "/spec/policy", "value": { "placementType": "PickN" } }]';
const component = (kind: string, change = CHANGE): Files => ({
  'deploy/part/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{ target: { kind: ${kind} }, path: p.json }]\n`,
  'deploy/part/p.json': change,
});
const patched = (target: string): Files => ({
  ...hidden(`resources: [../all]\npatches: [{ target: ${target}, path: p.json }]\n`),
  [`${HOME}/p.json`]: CHANGE,
});

async function linted(files: Files, ...paths: readonly string[]) {
  const { exitCode, report } = await runCli(gitRepository({ ...TREE, ...files }).dir, ['lint', ...paths]);
  return [exitCode, ...(report?.lint?.notEvaluated ?? []).map(({ file, reason }) => `${file} ${reason}`)];
}

const LEFT = 'which was not checked, although `kubectl apply -R` and Flux apply it. Name the directory to check it, or exclude it.';
const BROUGHT = (file: string): string => `It brings the KubeFleet objects of ${file} and is in a hidden directory, ${LEFT}`;

describe('fails with 6', () => {
  it.each<readonly [string, Files, string]>([
    ['a folder beside the paths', { ...hidden('resources: [../../b]\n'), ...BESIDE }, BROUGHT('b/a.yaml')],
    ['a file beside the paths, as a base', { ...hidden('bases: [../../b]\n'), ...BESIDE }, BROUGHT('b/a.yaml')],
    ['a file of another name', { ...hidden('resources: [a.txt]\n'), [`${HOME}/a.txt`]: evil }, BROUGHT(`${HOME}/a.txt`)],
    ['a file of a text that is no YAML', { ...hidden('resources: [a.txt]\n  x: {\n'), [`${HOME}/a.txt`]: evil }, BROUGHT(`${HOME}/a.txt`)],
    ['a configuration of generators', { ...hidden('generators: [../../b]\n'), ...BESIDE }, BROUGHT('b/a.yaml')],
    [
      'a chart',
      {
        ...hidden('helmGlobals: { chartHome: ../../c }\nhelmCharts: [{ name: x }]\n'),
        'c/x/Chart.yaml': 'apiVersion: v2\nname: x\nversion: 0.1.0\n',
        'c/x/templates/a.yaml': evil.replace('name: evil', 'name: "{{ .Release.Name }}"'),
      },
      BROUGHT('c/x/templates/a.yaml'),
    ],
    ['a patch of a kind', patched('{ kind: ClusterResourcePlacement }'), 'It changes KubeFleet objects and is in a hidden directory'],
    ['a patch of a name', patched('{ name: shop, group: placement.kubernetes-fleet.io }'), 'It changes KubeFleet objects'],
    ['a patch of a pattern', patched('{ kind: "Cluster.*" }'), 'It changes KubeFleet objects'],
    ['a patch of all', patched('{ version: v1 }'), 'It changes KubeFleet objects'],
    ['a component', { ...hidden('resources: [../all]\ncomponents: [../part]\n'), ...component('".*Placement"') }, 'It changes KubeFleet'],
    [
      'a transformer in a file of another name',
      {
        ...hidden('resources: [../all]\ntransformers: [t.txt]\n'),
        [`${HOME}/t.txt`]: `apiVersion: builtin\nkind: PatchTransformer\nmetadata: { name: a }\ntarget: { name: shop }\npatch: '${CHANGE}'\n`,
      },
      'It changes KubeFleet objects',
    ],
    [
      'a replacement',
      {
        ...hidden('resources: [../all]\nreplacements: [{ path: r.txt }]\n'),
        [`${HOME}/r.txt`]: 'source: { kind: Namespace, name: shop }\ntargets: [{ select: { name: shop }, fieldPaths: [spec.x] }]\n',
      },
      'It changes KubeFleet objects',
    ],
  ])('%s', async (_, files, reason) => {
    const [code, ...entries] = await linted(files, 'deploy');
    expect([code, entries]).toEqual([6, [expect.stringContaining(`${HOME}/kustomization.yaml ${reason}`)]]);
  });

  it('a file of another name, if the whole repository is checked', async () => {
    const files = { '.dev/kustomization.yml': 'resources: [a.txt]\n', '.dev/a.txt': evil };
    expect(await linted(files, '.')).toEqual([6, `.dev/kustomization.yml ${BROUGHT('.dev/a.txt')}`]);
  });

  it('a folder of packages', async () => {
    const files = { 'deploy/node_modules/Kustomization': 'resources: [../../b]\n', ...BESIDE };
    expect(await linted(files, 'deploy')).toEqual([
      6,
      `deploy/node_modules/Kustomization ${BROUGHT('b/a.yaml').replace('hidden', 'node_modules')}`,
    ]);
  });
});

describe('passes, and names the folder', () => {
  it.each<readonly [string, Files]>([
    ['what is judged', hidden('resources: [../all]\n')],
    ['a patch of a Deployment', patched('{ kind: Deployment }')],
    ['a patch of a Deployment and its name', patched('{ name: web }')],
    ['images, replicas and a prefix', hidden('resources: [../all]\nnamePrefix: dev-\nreplicas: [{ name: web, count: 1 }]\n')],
    ['an address', hidden('resources: ["https://github.com/o/r//config?ref=v1"]\n')],
    ['a component of a Deployment', { ...hidden('resources: [../all]\ncomponents: [../part]\n'), ...component('Deployment') }],
    ['a definition beside the paths', { ...hidden('resources: [../all, ../../crds/a.yaml]\n'), 'crds/a.yaml': CRD }],
    ['other objects beside the paths', { ...hidden('resources: [../../b]\n'), ...BESIDE, 'b/a.yaml': WEB }],
  ])('%s', async (_, files) => {
    expect(await linted(files, 'deploy')).toEqual([0, `${HOME}/kustomization.yaml It is in a hidden directory, ${LEFT}`]);
  });
});

it('passes with a component that the overlay of the paths includes', async () => {
  const visible = {
    'deploy/over/kustomization.yaml': 'resources: [../all]\ncomponents: [../part]\n',
    ...component('ClusterResourcePlacement', '[{ "op": "add", "path": "/metadata/labels", "value": { "a": "b" } }]'),
  };
  const [, ...entries] = await linted({ ...hidden('resources: [../over]\n'), ...visible }, 'deploy');
  expect(entries).toContain(`${HOME}/kustomization.yaml It is in a hidden directory, ${LEFT}`);
});

describe('a hidden folder that Flux deploys from beside the paths', () => {
  const flux = (path: string): Files => ({
    'flux/all.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: all, namespace: flux-system }
spec: { path: ${path}, prune: true, interval: 1m, sourceRef: { kind: GitRepository, name: flux-system } }
`,
  });
  const bad = WEB.replace('replicas: 3', 'replicas: "three"').replace('name: web', 'name: bad');

  it('is judged', async () => {
    for (const text of [bad, evil.replace('spec:', 'spec:\n  policy: { placementType: PickFixed }')]) {
      const files = { [`${HOME}/a.yaml`]: text };
      expect(await linted({ ...files, ...flux(`./${HOME}`) }, 'deploy')).toEqual([1]);
    }
    expect(await linted({ [`${HOME}/a.yaml`]: WEB.replace('name: web', 'name: two'), ...flux(`./${HOME}`) }, 'deploy')).toEqual([0]);
  });

  it('is judged at the base, too', async () => {
    const repository = gitRepository({ ...TREE, [`${HOME}/a.yaml`]: bad, ...flux(`./${HOME}`) });
    repository.write('deploy/all/ns.yaml', `${namespaceYaml('shop')}# a\n`);
    const { report } = await runCli(repository.dir, ['lint', 'deploy', '--base', 'HEAD']);
    expect(report?.lint?.findings.map(({ file, state }) => [file, state])).toEqual([[`${HOME}/a.yaml`, 'unchanged']]);
  });

  it('fails with 6 below the folder that it deploys, if a placement selects the content', async () => {
    const files = { 'deploy/all/kustomization.yaml': 'resources: [shop.yaml]\n', ...flux('./apps') };
    const at = (namespace: string): Files => ({ ...files, 'apps/.dev/a.yaml': bad.replace('namespace: shop', `namespace: ${namespace}`) });
    expect((await linted(at('shop'), 'deploy', 'apps'))[0]).toBe(6);
    expect((await linted(at('other'), 'deploy', 'apps'))[0]).toBe(0);
  });
});
