/** The content that one deployer brings to one hub is checked together. If that is not known, an answer that depends on it is open. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinedMembers, namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository, type GitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

function kustomization(...resources: readonly string[]): string {
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${resources.join(', ')}]\n`;
}

const front = (tag: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: store }
spec:
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec: { containers: [{ name: main, image: "registry.example.net/front:${tag}" }] }
`;

const OVERRIDE = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: front, namespace: store }
spec:
  placement: { name: store }
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: front }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /spec/replicaz, value: 5 }]
`;

/** A kustomization of the app and one of its placement, which nothing brings together. */
function repository(files: Readonly<Record<string, string>> = {}): GitRepository {
  return gitRepository({
    'clusters.yaml': joinedMembers('e1'),
    'apps/store/kustomization.yaml': kustomization('ns.yaml', 'front.yaml'),
    'apps/store/ns.yaml': namespaceYaml('store'),
    'apps/store/front.yaml': front('1'),
    'fleet/placements/kustomization.yaml': kustomization('store.yaml'),
    'fleet/placements/store.yaml': placementYaml('store'),
    ...files,
  });
}

const PLAN = ['plan', '.', '--clusters', 'clusters.yaml', '--base', 'HEAD', '--format', 'json'];

/** What the plan says changes on the clusters of the placement, after an edit of the app. */
async function planned({ dir, write }: GitRepository): Promise<CliRun & { readonly changed: readonly string[] | undefined }> {
  write('apps/store/front.yaml', front('2'));
  const ran = await runCli(dir, PLAN);
  const change = ran.report?.plan?.placements.at(0)?.change;
  return { ...ran, changed: change?.resources?.changed.map(({ resource }) => resource.name) };
}

const flux = (name: string, path: string, more = ''): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 10m, path: ./${path}, prune: true, sourceRef: { kind: GitRepository, name: all }${more} }
`;

const kubeConfig = (name: string): string => `, kubeConfig: { secretRef: { name: ${name} } }`;

const application = (name: string, path: string, server = 'https://hub.example.net'): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec: { source: { repoURL: x, path: ${path} }, destination: { server: "${server}" } }
`;

const applicationSet = (generators: string, path: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all, namespace: argocd }
spec:
  goTemplate: true
  generators: [${generators}]
  template: { spec: { source: { repoURL: x, path: "${path}" }, destination: { name: hub } } }
${more}`;

const ELEMENTS = 'elements: [{ dir: apps/store }, { dir: fleet/placements }]';

/** A generator of one Application, whose template changes that of the set. */
const onlyTemplate = (spec: string): string => `{ list: { elements: [{}], template: { metadata: {}, spec: ${spec} } } }`;

const workflow = (...lines: readonly string[]): string =>
  `on: push\njobs:\n  deploy:\n    runs-on: x\n    steps:\n      - run: |\n${lines.map((line) => `          ${line}\n`).join('')}`;

const BOTH = ['apps/store', 'fleet/placements'] as const;

describe('folders of one hub', () => {
  it.each<[string, string, string, Record<string, string>?]>([
    ['Flux', 'clusters/hub/all.yaml', BOTH.map((path, index) => flux(`k${index}`, path)).join('---\n')],
    ['Flux from elsewhere', 'flux/all.yaml', BOTH.map((path, index) => flux(`k${index}`, path, kubeConfig('hub'))).join('---\n')],
    ['Argo CD', 'argo/all.yaml', BOTH.map((path, index) => application(`a${index}`, path)).join('---\n')],
    [
      'several sources of Argo CD',
      'argo/all.yaml',
      application('all', 'apps/store').replace(
        'source: { repoURL: x, path: apps/store }',
        `sources: [${BOTH.map((path) => `{ repoURL: x, path: ${path} }`).join(', ')}]`,
      ),
    ],
    [
      'a list of an ApplicationSet',
      'argo/all.yaml',
      applicationSet('{ list: { elements: [{ dir: apps/store }, { dir: fleet/placements }] } }', '{{dir}}'),
    ],
    ['folders of an ApplicationSet', 'argo/all.yaml', applicationSet('{ git: { directories: [{ path: "*/*" }] } }', '{{ .path.path }}')],
    [
      'a matrix of an ApplicationSet',
      'argo/all.yaml',
      applicationSet(
        '{ matrix: { generators: [{ list: { elements: [{ top: apps }, { top: fleet }] } }, { git: { directories: [{ path: "{{top}}/*" }] } }] } }',
        '{{path}}',
      ),
    ],
    [
      'a matrix with clusters of an ApplicationSet',
      'argo/all.yaml',
      applicationSet('{ matrix: { generators: [{ clusters: {} }, { git: { directories: [{ path: "*/*" }] } }] } }', '{{path}}').replace(
        'name: hub',
        'server: "{{server}}"',
      ),
    ],
    [
      'a merge of an ApplicationSet',
      'argo/all.yaml',
      applicationSet(
        '{ merge: { mergeKeys: [id], generators: [{ list: { elements: [{ id: a, dir: apps/store }, { id: b, dir: none }] } }, { list: { elements: [{ id: b, dir: fleet/placements }] } }] } }',
        '{{dir}}',
      ),
    ],
    ...[
      ['files of an ApplicationSet', '{ git: { files: [{ path: "argo/*/config.yaml" }] } }', '{{dir}}'],
      ['files of an ApplicationSet with Go templates', '{ git: { files: [{ path: "argo/**/config.yaml" }] } }', '{{ .values.dir }}'],
      ['folders of files of an ApplicationSet', '{ git: { files: [{ path: "**/kustomization.yaml" }] } }', '{{path}}'],
      [
        'files of a matrix of an ApplicationSet',
        '{ matrix: { generators: [{ list: { elements: [{ env: prod }] } }, { git: { files: [{ path: "argo/{{env}}/config.yaml" }] } }] } }',
        '{{dir}}',
      ],
      [
        'values of an ApplicationSet',
        '{ git: { directories: [{ path: "*/*" }], values: { top: "{{index .path.segments 0}}" } } }',
        '{{.values.top}}/{{ .path.basename }}',
      ],
    ].map(([name = '', generator = '', path = '']): [string, string, string, Record<string, string>] => [
      name,
      'argo/all.yaml',
      applicationSet(generator, path),
      { 'argo/prod/config.yaml': BOTH.map((dir) => `- { dir: ${dir}, values: { dir: ${dir} } }\n`).join('') },
    ]),
    [
      'templates of the generators of an ApplicationSet',
      'argo/all.yaml',
      applicationSet(BOTH.map((path) => onlyTemplate(`{ project: "", source: { path: ${path} } }`)).join(', '), 'none'),
    ],
    [
      'an ApplicationSet, whose nested generators have templates that are not used',
      'argo/all.yaml',
      applicationSet(
        `{ merge: { mergeKeys: [dir], generators: [{ list: { ${ELEMENTS}, template: { spec: { source: { path: none } } } } }, { list: { elements: [] } }] } }`,
        '{{.dir}}',
      ),
    ],
    [
      'a list that is a text in an ApplicationSet',
      'argo/all.yaml',
      applicationSet('{ list: { elements: [{ dir: apps/store }], elementsYaml: "[{ dir: fleet/placements }]" } }', '{{.dir}}'),
    ],
    [
      'a matrix of an ApplicationSet, whose first generator decides',
      'argo/all.yaml',
      applicationSet(`{ matrix: { generators: [{ list: { ${ELEMENTS} } }, { list: { elements: [{ dir: none }] } }] } }`, '{{.dir}}'),
    ],
    [
      'values of clusters in an ApplicationSet',
      'argo/all.yaml',
      applicationSet(BOTH.map((dir) => `{ clusters: { values: { dir: ${dir} } } }`).join(', '), '{{.values.dir}}'),
    ],
    [
      'the patch of an ApplicationSet',
      'argo/all.yaml',
      applicationSet(`{ list: { ${ELEMENTS} } }`, 'none', '  templatePatch: |\n    spec: { source: { path: "{{.dir}}" } }\n'),
    ],
    [
      'an ApplicationSet, whose patch changes neither source nor destination',
      'argo/all.yaml',
      applicationSet(
        `{ list: { ${ELEMENTS} } }`,
        '{{.dir}}',
        '  templatePatch: |\n    {{- if .auto }}\n    spec:\n      syncPolicy:\n        automated: { enabled: true }\n        prune: {{ .prune }}\n        retry: { limit: 2 }\n    {{- end }}\n',
      ),
    ],
    [
      'a hydrated Application',
      'argo/all.yaml',
      BOTH.map((path, index) =>
        application(`a${index}`, path).replace(
          `source: { repoURL: x, path: ${path} }`,
          `sourceHydrator: { drySource: { repoURL: x, path: ${path} }, syncSource: { targetBranch: env, path: out } }`,
        ),
      ).join('---\n'),
    ],
    [
      'the working directory of a workflow',
      '.github/workflows/deploy.yaml',
      workflow('kubectl apply -k store', 'kubectl apply -k ../fleet/placements').replace(
        'jobs:',
        'defaults: { run: { working-directory: apps } }\njobs:',
      ),
    ],
    [
      'the workspace of a workflow',
      '.github/workflows/deploy.yaml',
      workflow('cd apps', 'kubectl apply -k store', 'cd ${{ github.workspace }}', 'kubectl apply -k fleet/placements'),
    ],
    [
      'a composite action',
      '.github/actions/deploy/action.yml',
      `runs: { using: composite, steps: [${BOTH.map((path) => `{ shell: bash, run: kubectl apply -k ${path} }`).join(', ')}] }\n`,
    ],
    [
      'lines of a Makefile, each with its own shell',
      'Makefile',
      'deploy:\n\tcd apps && kubectl apply -k store\n\tkubectl apply -k fleet/placements\n',
    ],
    [
      'a login that a workflow repeats',
      '.github/workflows/deploy.yaml',
      workflow(
        'az aks get-credentials -n a',
        'kubectl apply -k apps/store',
        'az aks get-credentials -n a',
        'kubectl apply -k fleet/placements',
      ),
    ],
    ['a Makefile', 'Makefile', 'deploy: build\n\t@kubectl apply -k apps/store\n\tkubectl apply -k fleet/placements\n'],
    [
      'Flux that Terraform sets up',
      'infra/main.tf',
      'resource "azurerm_kubernetes_flux_configuration" "hub" {\n  cluster_id = var.hub\n  kustomizations {\n    name = "a"\n    path = "./apps/store"\n  }\n  kustomizations {\n    path = "fleet/placements/" # all\n  }\n}\n',
    ],
    [
      'Flux that Bicep sets up',
      'infra/azure/hub.bicep',
      "resource flux 'Microsoft.KubernetesConfiguration/fluxConfigurations@2023-05-01' = {\n  scope: hub\n  properties: {\n    kustomizations: {\n      apps: { path: './apps/store', prune: true }\n      fleet: {\n        path: './fleet/placements'\n      }\n    }\n  }\n}\n",
    ],
    [
      'Flux that ARM sets up',
      'infra/azuredeploy.json',
      JSON.stringify({
        resources: [
          {
            type: 'Microsoft.KubernetesConfiguration/fluxConfigurations',
            properties: { kustomizations: { apps: { path: './apps/store' }, fleet: { path: 'fleet/placements' } } },
          },
        ],
      }),
    ],
    [
      'two ApplicationSets for the same clusters',
      'argo/all.yaml',
      BOTH.map((path, index) =>
        applicationSet('{ clusters: { selector: { matchLabels: { hub: yes } } } }', path)
          .replace('name: hub', 'server: "{{ .server }}"')
          .replace('name: all', `name: all${index}`),
      ).join('---\n'),
    ],
    ['a workflow', '.github/workflows/deploy.yaml', workflow('kubectl apply -k apps/store', 'kubectl apply -k fleet/placements')],
    [
      'one command of a workflow',
      '.github/workflows/deploy.yml',
      workflow('kubectl apply --server-side \\', '  -f apps/store -f ./fleet/placements/'),
    ],
    [
      'kustomize in a workflow',
      '.github/workflows/deploy.yml',
      workflow(
        'for x in 1; do',
        'kustomize build apps/store | kubectl apply -f -',
        'done',
        'kubectl kustomize fleet/placements | kubectl apply -f -',
      ),
    ],
    ['GitLab', '.gitlab-ci.yml', 'deploy:\n  script:\n    - kubectl apply -k apps/store\n    - kubectl apply -k fleet/placements\n'],
    [
      'Azure Pipelines',
      'azure-pipelines.yml',
      'steps:\n  - script: kubectl apply -k apps/store\n  - bash: kubectl apply -k fleet/placements\n',
    ],
    [
      'tasks of Azure Pipelines',
      'azure-pipelines.yml',
      'steps:\n  - task: KubernetesManifest@1\n    inputs: { action: deploy, kubernetesServiceConnection: hub, manifests: "apps/store" }\n  - task: KubernetesManifest@1\n    inputs: { kubernetesServiceConnection: hub, manifests: "fleet/placements" }\n',
    ],
    [
      'a script of a task of Azure Pipelines',
      'azure-pipelines.yml',
      'steps:\n  - task: AzureCLI@2\n    inputs:\n      inlineScript: |\n        kubectl apply -k apps/store\n        kubectl apply -k fleet/placements\n',
    ],
    ['a script', 'scripts/deploy.sh', '#!/bin/sh\ncd "apps"\nkubectl apply -k store\ncd ..\nkubectl apply -k fleet/placements\n'],
    [
      'Flux that Azure sets up in a workflow',
      '.github/workflows/hub.yaml',
      workflow(
        'az k8s-configuration flux create -g rg -c hub -t managedClusters -n gitops --url x \\',
        '  --kustomization name=apps path=./apps/store prune=true --kustomization name=fleet path=./fleet/placements dependsOn=["apps"]',
      ),
    ],
    [
      'the command of Flux',
      'hub.sh',
      'flux create kustomization a --path=./apps/store\nflux create kustomization b --path ./fleet/placements\n',
    ],
    ['the command of Argo CD', 'hub.sh', BOTH.map((path) => `argocd app create a --path ${path} --dest-name hub\n`).join('')],
    ['the configuration', '.fleet-gate.yaml', 'worlds: { hub: [apps/store, ./fleet/placements/] }\n'],
  ])('are checked together by %s', async (_, file, text, more) => {
    const { changed, exitCode, report } = await planned(repository({ [file]: text, ...more }));
    expect([changed, exitCode]).toEqual([['front'], 0]);
    expect(report?.plan?.placements.at(0)?.open).toBeUndefined();
  });

  it('are checked together in lint: an override that fails on an object of the other folder is reported', async () => {
    const { dir } = repository({
      'clusters/hub/all.yaml': BOTH.map((path, index) => flux(`k${index}`, path)).join('---\n'),
      'fleet/placements/kustomization.yaml': kustomization('store.yaml', 'override.yaml'),
      'fleet/placements/override.yaml': OVERRIDE,
    });
    const { report } = await runCli(dir, ['lint', '.', '--format', 'json']);
    expect(report?.lint?.findings.map(({ rule }) => rule)).toEqual(['override-patch-fails']);
  });

  it('have one object of each name: the one that is applied later replaces the other', async () => {
    const { dir } = repository({
      'clusters/hub/all.yaml': BOTH.map((path, index) => flux(`k${index}`, path)).join('---\n'),
      'apps/store/kustomization.yaml': kustomization('ns.yaml', 'front.yaml', 'store.yaml'),
      'apps/store/store.yaml': placementYaml('store', { policy: 'placementType: PickFixed\n    clusterNames: [e1]' }),
    });
    const { exitCode, report } = await runCli(dir, ['lint', '.', '--format', 'json']);
    expect([exitCode, report?.lint?.findings.map(({ rule, severity }) => [rule, severity])]).toEqual([1, [['declared-twice', 'error']]]);
    const plan = await runCli(dir, ['plan', '.', '--clusters', 'clusters.yaml', '--format', 'json']);
    expect([plan.exitCode, plan.report?.plan?.notEvaluated?.at(0)?.reason]).toEqual([
      6,
      expect.stringMatching(
        /^It is also declared in .*store\.yaml:\d+, with other content: the one that is applied later replaces the other\.$/,
      ),
    ]);
  });

  it('are named in a note if they would otherwise not be checked together', async () => {
    const { dir } = repository({ 'clusters/hub/all.yaml': BOTH.map((path, index) => flux(`k${index}`, path)).join('---\n') });
    const { report } = await runCli(dir, ['lint', '.', '--format', 'json']);
    expect(report?.notes).toContain('Checked together, as folders for one hub (clusters/hub): apps/store, fleet/placements.');
  });
});

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
      'a selection of a list of an ApplicationSet',
      'argo/all.yaml',
      applicationSet(`{ list: { ${ELEMENTS} }, selector: { matchLabels: { a: b } } }`, '{{.dir}}'),
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
    ['Flux in two folders', Object.fromEntries(BOTH.map((path, index) => [`flux/f${index}/all.yaml`, flux(`k${index}`, path)]))],
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

  it('leave nothing open that both have, such as stages of one app', async () => {
    const { dir } = repository({
      'fleet/placements/kustomization.yaml': kustomization('store.yaml', 'ns.yaml', 'front.yaml'),
      'fleet/placements/ns.yaml': namespaceYaml('store'),
      'fleet/placements/front.yaml': front('1'),
    });
    expect((await runCli(dir, ['lint', '.'])).exitCode).toBe(0);
  });
});

describe('a change that copies a folder', () => {
  const TEAMS = {
    'deploy/ns/ns.yaml': namespaceYaml('shop'),
    'deploy/team-a/a.yaml': placementYaml('a', { namespace: 'shop' }),
    'deploy/team-b/b.yaml': placementYaml('b', { namespace: 'shop' }),
  };

  it('does not split one hub into two', async () => {
    const { dir, write } = gitRepository(TEAMS);
    write('deploy/team-b/a.yaml', placementYaml('a', { namespace: 'shop' }));
    const { exitCode, report } = await runCli(dir, ['lint', 'deploy', '--base', 'HEAD', '--format', 'json']);
    const errors = report?.lint?.findings.filter(({ severity, state }) => severity === 'error' && state !== 'fixed');
    expect([exitCode, errors?.some(({ rule }) => rule === 'overlapping-placements')]).toEqual([1, true]);
  });

  it('is open if the copy is a new overlay, and is not compared with the other one', async () => {
    const overlay = (name: string, placement: string): Record<string, string> => ({
      [`env/${name}/kustomization.yaml`]: kustomization('shop.yaml'),
      [`env/${name}/shop.yaml`]: placement,
    });
    const { dir, write, commit } = gitRepository(overlay('dev', placementYaml('shop')));
    const add = (name: string): void => {
      const fixed = placementYaml('shop', { policy: 'placementType: PickFixed\n    clusterNames: [e1]' });
      for (const [file, text] of Object.entries(overlay(name, fixed))) write(file, text);
    };
    const lint = (): Promise<CliRun> => runCli(dir, ['lint', 'env', '--base', 'HEAD', '--format', 'json']);
    add('prod');
    const { exitCode, report } = await lint();
    const open = report?.lint?.notEvaluated.filter(({ fleetObject }) => fleetObject === true);
    expect([exitCode, report?.lint?.findings, open?.map(({ file }) => file)]).toEqual([6, [], ['env/prod/shop.yaml']]);
    commit();
    add('stage');
    expect((await lint()).exitCode).toBe(0);
  });

  it('is open if the copy is a new folder, unless such folders exist already', async () => {
    const { dir, write, commit } = gitRepository({ 'env/dev/shop.yaml': placementYaml('shop') });
    const lint = (): Promise<CliRun> => runCli(dir, ['lint', 'env', '--base', 'HEAD', '--format', 'json']);
    write('env/prod/shop.yaml', placementYaml('shop'));
    const first = await lint();
    expect([
      first.exitCode,
      first.report?.lint?.notEvaluated.filter(({ fleetObject }) => fleetObject === true).map(({ file }) => file),
    ]).toEqual([6, ['env/prod/shop.yaml']]);
    commit();
    write('env/stage/shop.yaml', placementYaml('shop'));
    expect((await lint()).exitCode).toBe(0);
  });
});

it('a file of an ApplicationSet is read through a link within the repository, not through one that leads out of it', async () => {
  const values = BOTH.map((dir) => `- { dir: ${dir} }\n`).join('');
  const outside = join(temporaryFolder(), 'config.yaml');
  writeFileSync(outside, values);
  for (const [target, changed] of [
    ['../config.yaml', ['front']],
    [outside, undefined],
  ] as const) {
    const all = applicationSet('{ git: { files: [{ path: "argo/config.yaml" }] } }', '{{dir}}');
    const made = repository({ 'argo/all.yaml': all, 'config.yaml': values });
    symlinkSync(target, join(made.dir, 'argo/config.yaml'));
    made.commit();
    expect((await planned(made)).changed, target).toEqual(changed);
  }
});
