/**
 * What a deployer brings from outside of the tree into a namespace is judged as an object of that namespace beside the deployer would be: by
 * which folders are for one hub.
 */
import { describe, expect, it } from 'vitest';
import { placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cache, namespace: flux-system}
spec: {interval: 5m, targetNamespace: shop, chart: {spec: {chart: redis, sourceRef: {kind: HelmRepository, name: r}}}}
`;
const PLACEMENT = placementYaml('shop');
const PLAIN = { 'fleet/p.yaml': PLACEMENT, 'apps/r.yaml': RELEASE };
const OVERLAYS = {
  ...PLAIN,
  'fleet/kustomization.yaml': 'resources: [p.yaml]\n',
  'apps/kustomization.yaml': 'resources: [r.yaml]\n',
};
const HUBS = {
  'env/dev/p.yaml': placementYaml('all', { namespace: 'other' }),
  'env/prod/p.yaml': placementYaml('all', { namespace: 'shop' }),
};
const IF_ONE_HUB =
  'It deploys into namespace shop, which a placement in fleet selects if both are for one hub. Nothing says so, and it was not checked: list the folders of one hub in `worlds` of the configuration. What it deploys is not among these files.';
const CERTAIN =
  'It deploys into namespace shop, which a placement selects. What it deploys is not among these files, so it was not checked.';

const flux = (name: string, path: string, more = ''): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {interval: 5m, prune: true, path: ${path}, sourceRef: {kind: GitRepository, name: r}${more}}
`;
const remote = (name: string): string => `, kubeConfig: {secretRef: {name: ${name}}}`;
const together = `${flux('a', './apps')}---\n${flux('f', './fleet')}`;
const apart = `${flux('a', './apps', remote('a'))}---\n${flux('f', './fleet', remote('f'))}`;

describe('a deployer that fills a namespace of a placement', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['in another folder', PLAIN, CERTAIN],
    ['in a folder below', { 'fleet/p.yaml': PLACEMENT, 'fleet/apps/r.yaml': RELEASE }, CERTAIN],
    ['in an overlay of its own', OVERLAYS, IF_ONE_HUB],
    ['in an overlay beside plain files', { ...PLAIN, 'apps/kustomization.yaml': 'resources: [r.yaml]\n' }, CERTAIN],
    ['in an overlay that Flux brings to the same hub', { ...OVERLAYS, 'clusters/hub/k.yaml': together }, CERTAIN],
    ['in a folder that Flux brings to another hub', { ...PLAIN, 'clusters/k.yaml': apart }, undefined],
    [
      'in an overlay of another hub of the configuration',
      { ...OVERLAYS, '.fleet-gate.yaml': 'worlds: {a: [apps], f: [fleet]}\n' },
      undefined,
    ],
    ['in an overlay of one hub of the configuration', { ...OVERLAYS, '.fleet-gate.yaml': 'worlds: {a: [apps, fleet]}\n' }, CERTAIN],
    ['in the folder of that hub', { ...HUBS, 'env/prod/apps/r.yaml': RELEASE }, CERTAIN],
    ['in the folder of another hub', { ...HUBS, 'env/dev/apps/r.yaml': RELEASE }, undefined],
    ['outside of the folders of hubs', { ...HUBS, 'apps/r.yaml': RELEASE }, CERTAIN],
    ['of another name', { ...PLAIN, 'apps/r.yaml': RELEASE.replace('targetNamespace: shop', 'targetNamespace: mail') }, undefined],
    [
      'of another cluster',
      { ...PLAIN, 'apps/r.yaml': RELEASE.replace('interval', 'kubeConfig: {secretRef: {name: a}}, interval') },
      undefined,
    ],
    [
      'and is sent to members',
      { ...PLAIN, 'fleet/p.yaml': `${PLACEMENT}    - {group: "", version: v1, kind: Namespace, name: flux-system}\n` },
      undefined,
    ],
  ])('%s', async (_, files, reason) => {
    const cwd = temporaryFolder();
    writeTree(cwd, files);
    const { exitCode, report } = await runCli(cwd, ['lint']);
    const named = report?.lint?.notEvaluated.filter(({ file }) => file.endsWith('r.yaml')).map((entry) => entry.reason) ?? [];
    expect([exitCode, named]).toEqual(reason === undefined ? [0, []] : [6, [reason]]);
    const note = `Not checked, because it is not among these files: what HelmRelease/flux-system/cache in ${Object.keys(files).find((file) => file.endsWith('r.yaml')) ?? ''} deploys.`;
    expect(report?.notes?.filter((each) => each.startsWith('Not checked')) ?? []).toEqual(reason === undefined ? [note] : []);
  });

  it.each<[string, string, string, number]>([
    ['of all clusters, by server', '{clusters: {}}', "{server: '{{ .server }}', namespace: shop}", 6],
    ['of all clusters, by name', '{clusters: {selector: {}}}', "{name: '{{name}}', namespace: shop}", 6],
    ['of all clusters, with values', '{clusters: {values: {a: b}}}', "{server: '{{server}}', namespace: shop}", 6],
    [
      'of all clusters and a list',
      '{matrix: {generators: [{list: {elements: [{a: b}]}}, {clusters: {}}]}}',
      "{server: '{{server}}', namespace: shop}",
      6,
    ],
    ['of all clusters into another namespace', '{clusters: {}}', "{server: '{{server}}', namespace: '{{name}}'}", 0],
    ['of all clusters to another server', '{clusters: {}}', '{server: https://c.example.com, namespace: shop}', 0],
    ['of clusters with a label', '{clusters: {selector: {matchLabels: {a: b}}}}', "{server: '{{server}}', namespace: shop}", 0],
    ['of clusters that are chosen', '{clusters: {}, selector: {matchLabels: {a: b}}}', "{server: '{{server}}', namespace: shop}", 0],
    ['of another cluster', '{list: {elements: [{server: https://c.example.com}]}}', "{server: '{{server}}', namespace: shop}", 0],
    ['of a cluster that is not known', '{scmProvider: {github: {organization: o}}}', "{server: '{{server}}', namespace: shop}", 0],
  ])('in an ApplicationSet %s', async (_, generator, destination, exitCode) => {
    const set = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: cache, namespace: argocd}
spec:
  generators: [${generator}]
  template:
    metadata: {name: cache}
    spec: {project: default, source: {repoURL: https://charts.example.com, chart: redis, targetRevision: 1.0.0}, destination: ${destination}}
`;
    const cwd = temporaryFolder();
    writeTree(cwd, { 'fleet/p.yaml': PLACEMENT, 'apps/set.yaml': set });
    expect((await runCli(cwd, ['lint'])).exitCode).toBe(exitCode);
  });

  it('is compared with the base', async () => {
    const cwd = temporaryFolder();
    const base = temporaryFolder();
    writeTree(cwd, PLAIN);
    writeTree(base, PLAIN);
    const argv = ['lint', '--base-dir', base, '--fail-on-new'];
    expect((await runCli(cwd, argv)).exitCode).toBe(0);
    writeTree(cwd, { 'apps/more/r.yaml': RELEASE.replace('name: cache', 'name: queue') });
    const { exitCode, report } = await runCli(cwd, argv);
    expect([exitCode, report?.lint?.notEvaluated.filter(({ state }) => state === 'new').map(({ object }) => object?.name)]).toEqual([
      6,
      ['queue'],
    ]);
  });
});
