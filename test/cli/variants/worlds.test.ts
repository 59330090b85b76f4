/** The content that one deployer brings to one hub is checked together. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import {
  kustomization,
  OVERRIDE,
  repository,
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
    ...['.github/actions/deploy/action.yml', 'actions/deploy/action.yaml', 'deploy/action.yml', 'action.yml'].map(
      (file): [string, string, string] => [
        `the composite action ${file}`,
        file,
        `runs: { using: composite, steps: [${BOTH.map((path) => `{ shell: bash, run: kubectl apply -k ${path} }`).join(', ')}] }\n`,
      ],
    ),
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
    [
      'two jobs with the same login',
      '.github/workflows/deploy.yaml',
      `on: push\njobs:\n${BOTH.map((path, index) => `  j${index}: { runs-on: x, steps: [{ run: az fleet get-credentials -g rg -n hub }, { run: kubectl apply -k ${path} }] }\n`).join('')}`,
    ],
    [
      'two jobs with the same action that logs in',
      '.github/workflows/deploy.yaml',
      `on: push\njobs:\n${BOTH.map((path, index) => `  j${index}: { runs-on: x, steps: [{ uses: azure/aks-set-context@v4, with: { resource-group: rg, cluster-name: hub } }, { run: kubectl apply -k ${path} }] }\n`).join('')}`,
    ],
    [
      'two jobs that start a workflow for one cluster',
      '.github/workflows/deploy.yaml',
      `on: push\njobs:\n${BOTH.map((path, index) => `  j${index}: { uses: ./.github/workflows/one.yaml, with: { path: ${path} } }\n`).join('')}`,
      {
        '.github/workflows/one.yaml':
          'on: { workflow_call: { inputs: { path: {} } } }\njobs: { a: { steps: [{ run: az fleet get-credentials -g rg -n hub }, { run: "kubectl apply -k ${{ inputs.path }}" }] } }\n',
      },
    ],
    ['a loop of a workflow', '.github/workflows/deploy.yaml', workflow(`for d in ${BOTH.join(' ')}; do kubectl apply -k $d; done`)],
    ['a loop and a command', 'deploy.sh', 'for a in store; do kubectl apply -k apps/$a; done\nkubectl apply -k fleet/placements\n'],
    ['a loop over a pattern', 'deploy.sh', 'for a in apps/*/; do kubectl apply -k $a; done\nkubectl apply -k fleet/placements\n'],
    ['a loop of a Makefile', 'Makefile', 'deploy:\n\tfor d in apps/* fleet/*; do \\\n\t  kubectl apply -k $$d; \\\n\tdone\n'],
    [
      'a matrix with one context',
      '.github/workflows/deploy.yaml',
      `on: push\njobs: { a: { strategy: { matrix: { path: [${BOTH.join(', ')}] } }, steps: [{ run: kubectl config use-context hub }, { run: "kubectl apply -k \${{ matrix.path }}" }] } }\n`,
    ],
    [
      'jobs of GitLab with one login',
      '.gitlab-ci.yml',
      `.login: &login [kubectl config use-context hub]\n${BOTH.map((path, index) => `j${index}: { before_script: *login, script: kubectl apply -k ${path} }\n`).join('')}`,
    ],
    [
      'two targets of a Makefile with the same context',
      'Makefile',
      BOTH.map((path, index) => `t${index}:\n\tkubectl --context hub apply -k ${path}\n`).join(''),
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
