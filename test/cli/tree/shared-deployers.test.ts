/** A deployer in a folder that several hubs share is on each of them. */
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { application, flux, kubeConfig } from './app-and-placement.ts';

type Files = Readonly<Record<string, string>>;

const SOURCE = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: all, namespace: flux-system }
spec: { url: https://git.example.com/team/fleet, ref: { branch: main }, interval: 1m }
`;
const HELM_RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: api, namespace: flux-system }
spec: { interval: 10m, chart: { spec: { chart: ./charts/api, sourceRef: { kind: GitRepository, name: all } } } }
`;
const IN_CLUSTER = 'https://kubernetes.default.svc';
const ofHub = (name: string): string => application(name, 'infra', `https://${name}.example.net`);
const shop = (name: string, cluster: string): Files => ({
  [`apps-${name}/shop.yaml`]: `${placementYaml('shop', { policy: `placementType: PickFixed\n    clusterNames: [${cluster}]` })}---\n${namespaceYaml('shop')}`,
});
const fluxHub = (name: string): Files => ({
  [`clusters/${name}/sync.yaml`]: [SOURCE, flux('self', `clusters/${name}`), flux('infra', 'infra'), flux('apps', `apps-${name}`)].join(
    '---\n',
  ),
});
const argoHub = (name: string): Files => ({
  [`clusters/${name}/infra.yaml`]: application('infra', 'infra', IN_CLUSTER),
  [`clusters/${name}/apps.yaml`]: application('apps', `apps-${name}`, IN_CLUSTER),
});
const BOTH: Files = {
  ...shop('a', 'e1'),
  ...shop('b', 'e2'),
  'clusters.yaml': joinedMembers('e1', 'e2'),
  'infra/ns.yaml': namespaceYaml('monitoring'),
  'extra/ns.yaml': namespaceYaml('extra'),
};
const FLUX: Files = { ...BOTH, ...fluxHub('a'), ...fluxHub('b') };
const ARGO: Files = { ...BOTH, ...argoHub('a'), ...argoHub('b') };
/** One Argo CD, which deploys the Applications of two other ones. */
const NAMED: Files = {
  ...BOTH,
  'argo/a.yaml': ofHub('a'),
  'argo/b.yaml': ofHub('b'),
  'argo/apps-a.yaml': application('apps-a', 'apps-a', 'https://a.example.net'),
  'argo/apps-b.yaml': application('apps-b', 'apps-b', 'https://b.example.net'),
};
const CHART: Files = {
  'infra/api.yaml': HELM_RELEASE,
  'charts/api/Chart.yaml': 'apiVersion: v2\nname: api\nversion: 0.1.0\n',
  'charts/api/templates/ns.yaml': namespaceYaml('api'),
};
const NESTED: Files = { 'infra/extra.yaml': flux('extra', 'extra') };
const NESTED_ARGO: Files = { 'infra/extra.yaml': application('extra', 'extra', IN_CLUSTER) };

const BASE = ['--base', 'HEAD', '--fail-on-removal', 'any'];

async function judged(dir: string, ...flags: readonly string[]): Promise<readonly [number, readonly string[], readonly string[]]> {
  const { exitCode, report } = await runCli(dir, ['lint', '.', '--clusters', 'clusters.yaml', '--plan', ...flags]);
  const plans = report?.plan?.placements ?? [];
  return [
    exitCode,
    plans.map(({ object, overlay }) => `${object.name} of ${overlay ?? 'any hub'}`).toSorted(),
    (report?.lint?.findings ?? []).map(({ rule }) => rule),
  ];
}

describe('two hubs with one placement stay two hubs', () => {
  const [a, b] = ['shop of clusters/a', 'shop of clusters/b'];
  it.each<readonly [string, Files, readonly string[]]>([
    ['nothing else', FLUX, [a, b]],
    ['a HelmRelease', { ...FLUX, ...CHART }, [a, b]],
    ['a Kustomization', { ...FLUX, ...NESTED }, [a, b]],
    ['a Kustomization for another cluster', { ...FLUX, 'infra/extra.yaml': flux('extra', 'extra', kubeConfig('edge')) }, [a, b]],
    ['Kustomizations that bring each other', { ...FLUX, ...NESTED, 'extra/infra.yaml': flux('infra', 'infra') }, [a, b]],
    ['an Application', { ...FLUX, ...NESTED_ARGO }, [a, b]],
    ['an Application, with Argo CD on each hub', { ...ARGO, ...NESTED_ARGO }, [a, b]],
    [
      'an Application, with Argo CD elsewhere',
      { ...NAMED, ...NESTED_ARGO },
      ['shop of https://a.example.net', 'shop of https://b.example.net'],
    ],
  ])('if the folder that they share has %s', async (_, files, plans) => {
    expect(await judged(gitRepository(files).dir)).toEqual([0, plans, []]);
  });

  it('if a change adds the deployer to the folder that they share', async () => {
    const { dir, write } = gitRepository(ARGO);
    write('infra/extra.yaml', NESTED_ARGO['infra/extra.yaml'] ?? '');
    expect(await judged(dir, ...BASE)).toEqual([0, [a, b], []]);
  });

  it('if a change adds one of them', async () => {
    const { dir, write } = gitRepository({ ...BOTH, ...shop('a', 'e1'), ...fluxHub('a'), ...CHART });
    for (const [path, text] of Object.entries(fluxHub('b'))) write(path, text);
    const [code, plans, findings] = await judged(dir, ...BASE);
    expect([code, plans, findings]).toEqual([0, [a, b], []]);
  });
});

it('is checked with what the deployer in the shared folder brings', async () => {
  const placing = (cluster: string): string =>
    placementYaml('extra', { policy: `placementType: PickFixed\n    clusterNames: [${cluster}]` });
  const own = { 'clusters/b/extra.yaml': flux('own', 'own'), 'own/extra.yaml': placing('e1') };
  const { dir } = gitRepository({ ...FLUX, ...NESTED, ...own, 'extra/extra.yaml': placing('e2') });
  const [code, , findings] = await judged(dir);
  expect([code, new Set(findings)]).toEqual([1, new Set(['declared-twice'])]);
});

it('is one hub if one deployer brings both of them', async () => {
  const top = { 'top/sync.yaml': [SOURCE, flux('a', 'clusters/a'), flux('b', 'clusters/b')].join('---\n') };
  const files = { ...FLUX, 'clusters/a/sync.yaml': flux('apps-a', 'apps-a'), 'clusters/b/sync.yaml': flux('apps-b', 'apps-b') };
  const [code, , findings] = await judged(gitRepository({ ...files, ...top }).dir);
  expect([code, findings]).toEqual([1, ['declared-twice']]);
});
