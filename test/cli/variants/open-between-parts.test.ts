/** Folders of different hubs are checked separately. If it is not known whether they are for one hub, the answer is open. */
import { describe, expect, it } from 'vitest';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import {
  kustomization,
  front,
  OVERRIDE,
  repository,
  PLAN,
  planned,
  flux,
  kubeConfig,
  application,
  applicationSet,
  ELEMENTS,
  onlyTemplate,
  workflow,
  BOTH,
} from '../tree/app-and-placement.ts';

/** The folder of a cluster, which has the objects that deploy it and one of the folders. */
const ownFlux = (index: number): string => [flux('all', `clusters/${index}`), flux('deployed', BOTH[index] ?? '')].join('---\n');
const ownArgo = (index: number): string =>
  [`clusters/${index}`, BOTH[index] ?? '']
    .map((path, each) => application(`a${each}`, path, 'https://kubernetes.default.svc'))
    .join('---\n');

describe('folders of different hubs', () => {
  it.each<[string, string, string, Record<string, string>?]>([
    ['Flux', 'flux/all.yaml', BOTH.map((path, index) => flux(`k${index}`, path, kubeConfig(`hub-${index}`))).join('---\n')],
    [
      'Argo CD',
      'argo/all.yaml',
      BOTH.map((path, index) => application(`a${index}`, path, `https://hub-${index}.example.net`)).join('---\n'),
    ],
    ['contexts of a script', 'deploy.sh', 'kubectl --context a apply -k apps/store\nkubectl apply --context=b -k fleet/placements\n'],
    [
      'logins of a workflow',
      '.github/workflows/deploy.yaml',
      workflow(
        'az aks get-credentials -n a',
        'kubectl apply -k apps/store',
        'az aks get-credentials -n b',
        'kubectl apply -k fleet/placements',
      ),
    ],
    ['the configuration', '.fleet-gate.yaml', 'worlds: { a: [apps/store], b: [fleet/placements] }\n'],
    [
      'kubeconfigs of the steps of a workflow',
      '.github/workflows/deploy.yaml',
      `on: push\njobs: { deploy: { steps: [${BOTH.map((path, index) => `{ run: kubectl apply -k ${path}, env: { KUBECONFIG: c${index} } }`).join(', ')}] } }\n`,
    ],
    [
      'kubeconfigs of the commands of a script',
      'deploy.sh',
      BOTH.map((path, index) => `KUBECONFIG=c${index} kubectl apply -k ${path}\n`).join(''),
    ],
    [
      'templates of the generators of an ApplicationSet',
      'argo/all.yaml',
      applicationSet(
        BOTH.map((path, index) => onlyTemplate(`{ source: { path: ${path} }, destination: { name: hub-${index} } }`)).join(', '),
        'none',
      ),
    ],
    [
      'Flux that is brought to two clusters',
      'clusters/all.yaml',
      BOTH.map((_, index) => flux(`h${index}`, `hubs/${index}`, kubeConfig(`hub-${index}`))).join('---\n'),
      Object.fromEntries(BOTH.map((path, index) => [`hubs/${index}/all.yaml`, flux(`k${index}`, path)])),
    ],
    ['Flux that brings itself, with one name on both', 'clusters/0/all.yaml', ownFlux(0), { 'clusters/1/all.yaml': ownFlux(1) }],
    ['Argo CD that brings itself, with one name on both', 'clusters/0/all.yaml', ownArgo(0), { 'clusters/1/all.yaml': ownArgo(1) }],
    [
      'Terraform for two clusters',
      'main.tf',
      BOTH.map(
        (path, index) =>
          `resource "azurerm_kubernetes_flux_configuration" "f${index}" {\n  cluster_id = c${index}\n  kustomizations { path = "${path}" }\n}\n`,
      ).join(''),
    ],
  ])('are not checked together by %s', async (_, file, text, more = {}) => {
    const { changed, exitCode, report } = await planned(repository({ [file]: text, ...more }));
    expect([changed, exitCode]).toEqual([undefined, 0]);
    expect(report?.plan?.placements.at(0)?.open).toMatchObject([{ reason: 'not among the manifests', absent: true }]);
  });
});

describe('folders that no configuration assigns to one hub', () => {
  it('leave a change of the other one open', async () => {
    const { exitCode, report, out } = await planned(repository());
    expect([exitCode, report?.plan?.notEvaluated?.map(({ object, fleetObject }) => [object?.name, fleetObject])]).toEqual([
      6,
      [['store', true]],
    ]);
    expect(report?.plan?.placements.at(0)?.open?.map(({ resource, reason }) => [resource?.name, reason])).toEqual([
      ['store', 'in apps/store, if that is for the same hub'],
      ['front', 'in apps/store, if that is for the same hub'],
    ]);
    expect(out).not.toContain('not among the manifests');
  });

  it.each<[string, string, string]>([
    ['Terraform', 'infra/main.tf', 'resource "kubectl_manifest" "all" {\n  for_each = data.kubectl_path_documents.all.manifests\n}\n'],
    ['a command in Terraform', 'infra/hub/main.tf', 'provisioner "local-exec" { command = "kubectl apply -k ${var.dir}" }\n'],
    [
      'Flux in Bicep',
      'hub.bicep',
      "resource flux 'Microsoft.KubernetesConfiguration/fluxConfigurations@2023-05-01' = {\n  properties: { kustomizations: { a: { path: folder } } }\n}\n",
    ],
    ['a script', 'scripts/deploy.sh', 'kubectl apply -k "$1"\n'],
    ['a Taskfile', 'Taskfile.yml', 'tasks: { deploy: { cmds: [kubectl apply -k apps/store, kubectl apply -k fleet/placements] } }\n'],
    ['targets of a Makefile', 'Makefile', 'apps:\n\tkubectl apply -k $(DIR)\n'],
    ['an ApplicationSet', 'argo/all.yaml', applicationSet('{ scmProvider: {} }', '{{path}}')],
    [
      'an ApplicationSet that is known in part',
      'argo/all.yaml',
      applicationSet('{ list: { elements: [{ dir: apps/store }] } }, { plugin: {} }', '{{.dir}}'),
    ],
    [
      'an ApplicationSet, whose patch is not known',
      'argo/all.yaml',
      applicationSet(
        `{ list: { ${ELEMENTS} } }`,
        '{{.dir}}',
        '  templatePatch: |\n    spec: { destination: { name: "{{ .hub | lower }}" } }\n',
      ),
    ],
    [
      'a selection by inner fields of a list of an ApplicationSet',
      'argo/all.yaml',
      applicationSet(`{ list: { ${ELEMENTS} }, selector: { matchLabels: { a.b: c } } }`, '{{.dir}}'),
    ],
    [
      'artifacts of Flux',
      'flux/all.yaml',
      BOTH.map((path, index) => flux(`k${index}`, path).replace('GitRepository', 'OCIRepository')).join('---\n'),
    ],
    [
      'variables of Flux that Terraform sets up',
      'infra/main.tf',
      `resource "azurerm_kubernetes_flux_configuration" "hub" {\n  cluster_id = var.hub\n${BOTH.map((path) => `  kustomizations {\n    path = "${path}"\n    post_build { substitute = { a = "b" } }\n  }\n`).join('')}}\n`,
    ],
    [
      'a bucket of Flux that Bicep sets up',
      'infra/hub.bicep',
      "resource flux 'Microsoft.KubernetesConfiguration/fluxConfigurations@2023-05-01' = {\n  scope: hub\n  properties: {\n    sourceKind: 'Bucket'\n    kustomizations: {\n      a: { path: 'apps/store' }\n      b: { path: 'fleet/placements' }\n    }\n  }\n}\n",
    ],
    ['dry runs of a script', 'check.sh', BOTH.map((path) => `kubectl apply --dry-run=client -k ${path}\n`).join('')],
    [
      'a composite action',
      '.github/actions/deploy/action.yml',
      'runs: { using: composite, steps: [{ shell: bash, run: "kubectl apply -k ${{ inputs.dir }}" }] }\n',
    ],
  ])('names a deployer that is not read: %s', async (_, file, text) => {
    const { exitCode, report } = await planned(repository({ [file]: text }));
    expect([exitCode, report?.plan?.notEvaluated?.map(({ reason }) => reason)]).toEqual([
      6,
      [expect.stringContaining(`(deployers that are not read: ${file})`)],
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['targets of a Makefile', { Makefile: 'apps:\n\tkubectl apply -k apps/store\nfleet:\n\tkubectl apply -k fleet/placements\n' }],
    [
      'contexts that variables name',
      { Makefile: BOTH.map((path, index) => `deploy:\n\tkubectl --context $(C${index}) apply -k ${path}\n`).join('') },
    ],
    ['a context and the current one', { 'deploy.sh': 'kubectl apply -k apps/store\nkubectl --context b apply -k fleet/placements\n' }],
    [
      'two workflows',
      Object.fromEntries(BOTH.map((path, index) => [`.github/workflows/w${index}.yaml`, workflow(`kubectl apply -k ${path}`)])),
    ],
    ['a loop over contexts', { 'deploy.sh': `for d in ${BOTH.join(' ')}; do kubectl --context "$d" apply -k $d; done\n` }],
    ['a loop with a login that is not known', { 'deploy.sh': `for d in ${BOTH.join(' ')}; do ./login.sh $d; kubectl apply -k $d; done\n` }],
    [
      'a matrix of contexts in variables',
      {
        '.github/workflows/deploy.yaml': `on: push\njobs: { a: { strategy: { matrix: { path: [${BOTH.join(', ')}] } }, steps: [{ run: 'kubectl config use-context "$HUB"' }, { run: "kubectl apply -k \${{ matrix.path }}" }] } }\n`,
      },
    ],
    [
      'Flux that brings the same object of Flux in two folders',
      Object.fromEntries(
        BOTH.map((path, index) => [
          `flux/f${index}/all.yaml`,
          [flux(`all${index}`, `flux/f${index}`), flux(`k${index}`, path), flux('shared', 'other')].join('---\n'),
        ]),
      ),
    ],
    ['Flux in two folders', Object.fromEntries(BOTH.map((path, index) => [`flux/f${index}/all.yaml`, flux(`k${index}`, path)]))],
    [
      'Flux in its own cluster and a login',
      {
        'flux/all.yaml': flux('k', BOTH[0] ?? ''),
        'deploy.sh': `az fleet get-credentials -g rg -n hub\nkubectl apply -k ${BOTH[1] ?? ''}\n`,
      },
    ],
    [
      'a server and a name of Argo CD',
      {
        'argo/all.yaml': `${application('a', 'apps/store')}---\n${application('b', 'fleet/placements').replace('server: "https://hub.example.net"', 'name: hub')}`,
      },
    ],
  ])('are open if one hub may have several names: %s', async (_, files) => {
    const { exitCode, report } = await planned(repository(files));
    expect([exitCode, report?.plan?.placements.at(0)?.open?.map(({ reason }) => reason)]).toEqual([
      6,
      ['in apps/store, if that is for the same hub', 'in apps/store, if that is for the same hub'],
    ]);
  });

  it('are open if the deployers name another repository', async () => {
    const { dir, git, write } = repository({
      'argo/all.yaml': BOTH.map((path, index) =>
        application(`a${index}`, path).replace('repoURL: x', 'repoURL: "https://git.example.net/team/apps"'),
      ).join('---\n'),
    });
    const plan = async (): Promise<number> => (await runCli(dir, PLAN)).exitCode;
    write('apps/store/front.yaml', front('2'));
    git('remote', 'add', 'origin', 'git@git.example.net:team/apps.git');
    expect(await plan()).toBe(0);
    git('remote', 'set-url', 'origin', 'https://git.example.net/team/platform.git');
    expect(await plan()).toBe(6);
  });

  it.each<[string, string, string]>([
    ['an override', 'override.yaml', OVERRIDE],
    [
      'an update run',
      'run.yaml',
      'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterStagedUpdateRun\nmetadata: { name: r }\nspec: { placementName: store, stagedRolloutStrategyName: s, state: Run }\n',
    ],
    [
      'an eviction',
      'eviction.yaml',
      'apiVersion: placement.kubernetes-fleet.io/v1beta1\nkind: ClusterResourcePlacementEviction\nmetadata: { name: e }\nspec: { placementName: store, clusterName: e1 }\n',
    ],
  ])('leave %s open', async (_, file, text) => {
    const { dir } = repository({ 'fleet/more/kustomization.yaml': kustomization(file), [`fleet/more/${file}`]: text });
    const { exitCode, report } = await runCli(dir, ['lint', '.', '--format', 'json']);
    const open = report?.lint?.notEvaluated.filter(({ rendered }) => rendered?.overlays.includes('fleet/more') === true);
    expect([exitCode, open?.map(({ fleetObject }) => fleetObject)]).toEqual([6, [true]]);
    expect(open?.at(0)?.reason).toMatch(/store .*if both are for one hub/);
  });

  it('leave a placement closed that has an override in its namespace, which it never sends', async () => {
    const override =
      'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ResourceOverride\nmetadata: { name: o, namespace: store }\nspec: { placement: { name: other }, resourceSelectors: [], policy: { overrideRules: [] } }\n';
    const { dir } = repository({ 'fleet/more/kustomization.yaml': kustomization('override.yaml'), 'fleet/more/override.yaml': override });
    const { report } = await runCli(dir, ['lint', '.', '--format', 'json']);
    expect(report?.lint?.notEvaluated.filter(({ reason }) => reason.includes('ResourceOverride/store/o'))).toEqual([]);
  });

  it('leave nothing open that both have, such as stages of one app', async () => {
    const { dir } = repository({
      'fleet/placements/kustomization.yaml': kustomization('store.yaml', 'ns.yaml', 'front.yaml'),
      'fleet/placements/ns.yaml': namespaceYaml('store'),
      'fleet/placements/front.yaml': front('1'),
    });
    expect((await runCli(dir, ['lint', '.'])).exitCode).toBe(0);
  });
});
