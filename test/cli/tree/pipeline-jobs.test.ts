/** One reader for the files of all CI systems: which commands they start, where, and with which values of variables. */
import { describe, expect, it } from 'vitest';
import { jobsOfJenkinsfile } from '../../../src/cli/tree/worlds/pipelines/jobs-of-jenkinsfile.ts';
import { jobsOfPipeline } from '../../../src/cli/tree/worlds/pipelines/pipeline-jobs.ts';
import { worldsOfJob } from '../../../src/cli/tree/worlds/pipelines/worlds-of-pipeline.ts';

const APPLY = 'kubectl apply -n shop -k apps';
const brought = (text: string, read = jobsOfPipeline) =>
  read(text)
    .flatMap(worldsOfJob)
    .flatMap(({ namespaces = [] }) => namespaces.map(({ place, namespace }) => ({ place, namespace })));
const APPLIED = [{ place: 'apps', namespace: 'shop' }];

describe('a command of a pipeline is read', () => {
  it.each<[string, string]>([
    ['GitHub', `jobs:\n  a:\n    steps:\n      - run: ${APPLY}\n`],
    ['a folded text', 'jobs:\n  a:\n    steps:\n      - run: >\n          kubectl apply\n          -n shop\n          -k apps\n'],
    ['flow style', `{jobs: {a: {steps: [{uses: actions/checkout@v4}, {run: "${APPLY}"}]}}}`],
    ['a text in quotes over two lines', 'jobs:\n  a:\n    steps:\n      - run: "kubectl apply -n shop\n          -k apps"\n'],
    ['escapes', 'jobs:\n  a:\n    steps:\n      - run: "kubectl apply\\x20-n shop -k apps"\n'],
    ['variables of the workflow', 'env: {NS: shop}\njobs:\n  a:\n    steps:\n      - run: kubectl apply -n "$NS" -k apps\n'],
    ['variables of the job', 'jobs:\n  a:\n    env:\n      NS: shop\n    steps:\n      - run: kubectl apply -n ${NS} -k apps\n'],
    [
      'variables of the step, before those of the job',
      'env: {NS: x}\njobs: {a: {env: {NS: y}, steps: [{run: "kubectl apply -n $NS -k apps", env: {NS: shop}}]}}',
    ],
    ['a context', 'jobs:\n  a:\n    env: {NS: shop}\n    steps:\n      - run: kubectl apply -n ${{ env.NS }} -k apps\n'],
    ['a variable of PowerShell', 'jobs:\n  a:\n    env: {NS: shop}\n    steps:\n      - run: kubectl apply -n $env:NS -k apps\n'],
    ['a variable of another one', 'env: {A: ap}\njobs: {a: {env: {B: "${{ env.A }}ps"}, steps: [{run: kubectl apply -n shop -k $B}]}}'],
    ['a variable of the script', 'jobs:\n  a:\n    steps:\n      - run: |\n          NS=shop\n          kubectl apply -n "$NS" -k apps\n'],
    ['working-directory', 'jobs:\n  a:\n    steps:\n      - run: kubectl apply -n shop -k .\n        working-directory: ./apps\n'],
    [
      'working-directory with a variable',
      'jobs:\n  a:\n    env: {DIR: apps}\n    steps:\n      - run: kubectl apply -n shop -k .\n        working-directory: ${{ env.DIR }}\n',
    ],
    ['defaults', 'defaults: {run: {working-directory: apps}}\njobs:\n  a:\n    steps:\n      - run: kubectl apply -n shop -k .\n'],
    [
      'an action that is named after its program',
      'jobs: {a: {steps: [{uses: actions-hub/kubectl@v1, with: {args: apply -n shop -k apps}}]}}',
    ],
    ['an action with a script', `jobs: {a: {steps: [{uses: example/ssh@v1, with: {host: x, script: ${APPLY}}}]}}`],
    ['azure/k8s-deploy', 'jobs: {a: {steps: [{uses: Azure/k8s-deploy@v5, with: {namespace: shop, manifests: apps}}]}}'],
    [
      'azure/k8s-deploy with several files of a variable',
      'env:\n  FILES: |\n    apps\n    a.yaml\njobs: {a: {steps: [{uses: Azure/k8s-deploy@v5, with: {namespace: shop, manifests: "${{ env.FILES }}"}}]}}',
    ],
    ['GitLab: a list of lists', `.base: &base [${APPLY}]\njob: {script: [*base]}\n`],
    ['GitLab: a folder that all jobs change to', 'default: {before_script: [cd apps]}\njob: {script: [kubectl apply -n shop -k .]}\n'],
    ['GitLab: a folder in an older file', 'job: {script: [kubectl apply -n shop -k .]}\nbefore_script: [cd apps]\n'],
    [
      'GitLab: the folder of a job',
      'job: {script: [kubectl apply -n shop -k .], before_script: [cd apps]}\ndefault: {before_script: [cd x]}\n',
    ],
    ['GitLab: a job that inherits no script', `default: {before_script: [cd x]}\njob: {inherit: {default: [image]}, script: [${APPLY}]}\n`],
    ['GitLab: a job that inherits nothing', `default: {before_script: [cd x]}\njob: {inherit: {default: false}, script: [${APPLY}]}\n`],
    [
      'GitLab: the folder of a template',
      '.base: {before_script: [cd apps]}\njob: {extends: .base, script: [kubectl apply -n shop -k .]}\n',
    ],
    ['Azure Pipelines: script', `steps:\n- script: ${APPLY}\n`],
    ['Azure Pipelines: bash', `stages:\n- stage: a\n  jobs:\n  - job: b\n    steps:\n    - bash: ${APPLY}\n`],
    ['Azure Pipelines: pwsh', `steps:\n- pwsh: ${APPLY}\n`],
    ['Azure Pipelines: variables', 'variables:\n- group: x\n- name: ns\n  value: shop\nsteps:\n- script: kubectl apply -n $(ns) -k apps\n'],
    ['Azure Pipelines: Bash@3', `steps:\n- task: Bash@3\n  inputs:\n    targetType: inline\n    script: ${APPLY}\n`],
    [
      'Azure Pipelines: AzureCLI@2',
      'steps:\n- task: AzureCLI@2\n  inputs:\n    azureSubscription: x\n    workingDirectory: apps\n    inlineScript: |\n      az account show\n      kubectl apply -n shop -k .\n',
    ],
    ['Azure Pipelines: Kubernetes@1', 'steps:\n- task: Kubernetes@1\n  inputs: {command: apply, namespace: shop, arguments: -k apps}\n'],
    [
      'Azure Pipelines: a deployment job',
      `jobs:\n- deployment: a\n  environment: prod\n  strategy:\n    runOnce:\n      deploy:\n        steps:\n        - script: ${APPLY}\n`,
    ],
    ['Azure Pipelines: a step in a condition', `steps:\n- \${{ if eq(variables.a, 'b') }}:\n  - script: ${APPLY}\n`],
    ['GitLab', `deploy:\n  variables: {NS: shop}\n  script:\n    - cd apps\n    - kubectl apply -n "$NS" -k .\n`],
    ['GitLab: a variable with a description', 'variables: {NS: {value: shop}}\ndeploy: {script: [kubectl apply -n $NS -k apps]}'],
    [
      'CircleCI',
      `jobs:\n  a:\n    working_directory: ~/project\n    environment: {NS: shop}\n    steps:\n      - run: {name: x, command: kubectl apply -n $NS -k apps}\n`,
    ],
    ['CircleCI: a step in a condition', `jobs: {a: {steps: [{when: {condition: true, steps: [{run: ${APPLY}}]}}]}}`],
    ['Bitbucket', `pipelines:\n  default:\n    - step:\n        name: x\n        script:\n          - ${APPLY}\n`],
    [
      'Bitbucket: a pipe',
      'pipelines:\n  default:\n    - step:\n        script:\n          - pipe: atlassian/kubectl-run:3.1.2\n            variables: {KUBECTL_COMMAND: apply, RESOURCE_PATH: apps, KUBECTL_ARGS: [-n shop]}\n',
    ],
    ...['aws-eks', 'google-gke'].map((of): [string, string] => [
      `Bitbucket: the pipe ${of}-kubectl-run`,
      `pipelines:\n  default:\n    - step:\n        script:\n          - pipe: atlassian/${of}-kubectl-run:2.2.0\n            variables: {CLUSTER_NAME: hub, KUBECTL_COMMAND: apply, RESOURCE_PATH: apps, KUBECTL_ARGS: [-n shop]}\n`,
    ]),
    ['Drone', `kind: pipeline\nsteps:\n- name: a\n  image: x\n  environment: {NS: shop}\n  commands:\n  - kubectl apply -n $NS -k apps\n`],
    ['Woodpecker', `steps:\n  deploy:\n    image: x\n    commands: [${APPLY}]\n`],
    ['Buildkite', `steps:\n- label: x\n  command: ${APPLY}\n`],
    ['Travis', `script: make\ndeploy:\n  provider: script\n  script: ${APPLY}\n`],
    ['Tekton', `kind: Task\nspec:\n  steps:\n  - name: a\n    image: x\n    script: |\n      #!/bin/sh\n      ${APPLY}\n`],
    ['Tekton: words', 'kind: Task\nspec:\n  steps:\n  - image: x\n    command: [kubectl]\n    args: [apply, -n, shop, -k, apps]\n'],
    ['AWS CodeBuild', `phases:\n  build:\n    commands:\n      - ${APPLY}\n`],
    ['Google Cloud Build', 'steps:\n- name: gcr.io/cloud-builders/kubectl\n  args: [apply, -n, shop, -k, apps]\n'],
    ['a shell with arguments', `steps:\n- image: x\n  command: [sh, -c]\n  args: ["${APPLY}"]\n`],
  ])('%s', (_, text) => {
    expect(brought(text)).toContainEqual(APPLIED[0]);
  });

  it.each<[string, string]>([
    ['sh', `pipeline { stages { stage('Deploy') { steps { sh '${APPLY}' } } } }`],
    ['sh with names', `node { sh(label: 'deploy', script: "${APPLY}", returnStdout: true) }`],
    ['several lines', `node {\n  sh '''\n    set -e\n    ${APPLY}\n  '''\n}`],
    ['environment', `pipeline { environment { NS = 'shop' }\n stages { stage('a') { steps { sh 'kubectl apply -n $NS -k apps' } } } }`],
    ['a variable of Groovy', `def ns = "shop"\nnode { sh "kubectl apply -n \${ns} -k apps" }`],
    ['env', `environment { NS = 'shop' }\nnode { sh "kubectl apply -n \${env.NS} -k apps" }`],
    ['dir', `node { dir('apps') { sh 'kubectl apply -n shop -k .' } }`],
    ['behind another dir', `node { dir('x') { sh 'ls' }\n sh '${APPLY}' }`],
    ['bat', `node { bat "${APPLY}" }`],
    ['behind a comment', `// it's\n/* don't */ node { sh '${APPLY}' }`],
  ])('Jenkins: %s', (_, text) => {
    expect(brought(text, jobsOfJenkinsfile)).toEqual(APPLIED);
  });
});

describe('is not taken for a command that deploys', () => {
  it.each<[string, string]>([
    ['a name', `jobs: {a: {steps: [{name: "${APPLY}", run: ls}]}}`],
    ['a comment of YAML', `jobs:\n  a:\n    steps:\n      # - run: ${APPLY}\n      - run: ls\n`],
    ['a comment of the script', `jobs:\n  a:\n    steps:\n      - run: |\n          # ${APPLY}\n          ls\n`],
    ['a variable', `env: {X: ${APPLY}}\njobs: {a: {steps: [{run: ls}]}}`],
    ['a dry run of the client', 'jobs: {a: {steps: [{run: kubectl apply --dry-run=client -n shop -k apps}]}}'],
    ['a condition', `jobs: {a: {steps: [{if: "${APPLY}", run: ls}]}}`],
  ])('%s', (_, text) => {
    expect(brought(text)).toEqual([]);
  });

  it.each<[string, string]>([
    ['a comment', `// sh '${APPLY}'\n/* sh '${APPLY}' */`],
    ['another step', `node { echo '${APPLY}' }`],
    ['a text without an end', `/* sh '${APPLY}'`],
  ])('Jenkins: %s', (_, text) => {
    expect(brought(text, jobsOfJenkinsfile)).toEqual([]);
  });
});

it.each<[string, string]>([
  ['a secret', 'jobs: {a: {steps: [{run: "kubectl apply -n $NS -k apps", env: {NS: "${{ secrets.NS }}"}}]}}'],
  [
    'a secret that hides a known value',
    'env: {NS: shop}\njobs: {a: {env: {NS: "${{ secrets.NS }}"}, steps: [{run: kubectl apply -n $NS -k apps}]}}',
  ],
  ['a variable of another job', 'jobs: {a: {steps: [{run: kubectl apply -n $NS -k apps}]}, b: {env: {NS: shop}, steps: [{run: ls}]}}'],
  ['the name of an environment', 'jobs: {a: {environment: {name: shop}, steps: [{run: kubectl apply -n $name -k apps}]}}'],
  ['a variable that the script computes', 'jobs: {a: {env: {NS: shop}, steps: [{run: "NS=$(x); kubectl apply -n $NS -k apps"}]}}'],
  ['a variable of a loop', 'jobs: {a: {env: {NS: shop}, steps: [{run: "for NS in a $B; do kubectl apply -n $NS -k apps; done"}]}}'],
])('a namespace is not known: %s', (_, text) => {
  expect(brought(text).map(({ namespace }) => namespace)).not.toContain('shop');
  expect(brought(text).map(({ place }) => place)).toEqual(['apps']);
});

it('each job is for its own hub, and a login within a job starts another one', () => {
  const text = `jobs:
  a: {steps: [{uses: azure/aks-set-context@v4, with: {cluster-name: a}}, {run: kubectl apply -k one}, {run: kubectl apply -k two}]}
  b: {steps: [{run: kubectl apply -k three}, {uses: azure/aks-set-context@v4, with: {cluster-name: b}}, {run: kubectl apply -k four}]}
`;
  expect(jobsOfPipeline(text).map((job) => worldsOfJob(job).map(({ places }) => places))).toEqual([
    [['one', 'two']],
    [['three'], ['four']],
  ]);
});

/** The clusters of the jobs of GitHub that start these steps, or of tasks of Azure Pipelines. */
const clustersOf = (...steps: readonly string[]) =>
  steps.map((step) => {
    const text = step.startsWith('{task') ? `steps: [${step}]` : `jobs: { a: { steps: [${step}, { run: kubectl apply -k apps }] } }`;
    return jobsOfPipeline(text).flatMap(worldsOfJob).at(-1)?.cluster;
  });
const setContext = (inputs: string): string => `{ uses: azure/aks-set-context@v4, with: { ${inputs} } }`;
const byUrl = (url: string): string =>
  `{ uses: azure/k8s-set-context@v4, with: { method: service-account, k8s-url: "${url}", k8s-secret: s } }`;
const task = (name: string, inputs: string): string => `{task: ${name}, inputs: {${inputs}}}`;

it.each<[string, string, string]>([
  ['actions', setContext('resource-group: rg, cluster-name: hub'), setContext('cluster-name: hub, resource-group: rg, admin: true')],
  ['an action and a command', setContext('resource-group: rg, cluster-name: hub'), '{ run: az aks get-credentials -g rg -n hub }'],
  [
    'an action and a command for a fleet',
    setContext('resource-group: rg, cluster-name: hub, resource-type: Microsoft.ContainerService/fleets'),
    '{ run: az fleet get-credentials -g rg -n hub }',
  ],
  [
    'an action and a command of Google',
    '{ uses: google-github-actions/get-gke-credentials@v2, with: { cluster_name: hub, location: z } }',
    '{ run: gcloud container clusters get-credentials hub --zone z }',
  ],
  ['servers', byUrl('https://hub.example.net'), byUrl('https://hub.example.net')],
  [
    'an action for Arc and a command',
    '{ uses: azure/k8s-set-context@v4, with: { cluster-type: arc, cluster-name: hub, resource-group: rg } }',
    '{ run: az connectedk8s proxy -n hub -g rg & }',
  ],
  [
    'connections',
    task('KubernetesManifest@1', 'kubernetesServiceConnection: hub, manifests: apps'),
    task('Kubernetes@1', 'kubernetesServiceEndpoint: hub, command: apply, arguments: -k apps'),
  ],
  [
    'a connection of a later script',
    task('KubernetesManifest@1', 'kubernetesServiceConnection: hub, manifests: apps'),
    `${task('Kubernetes@1', 'kubernetesServiceConnection: hub, command: login')}, {script: kubectl apply -k apps}`,
  ],
])('the same cluster is named by %s', (_, one, other) => {
  const [first, second] = clustersOf(one, other);
  expect([first === undefined, second]).toEqual([false, first]);
});

it.each<[string, string, string]>([
  ['the name', setContext('resource-group: rg, cluster-name: hub'), setContext('resource-group: rg, cluster-name: dev')],
  ['the group', setContext('resource-group: rg, cluster-name: hub'), setContext('resource-group: other, cluster-name: hub')],
  ['a server', byUrl('https://hub.example.net'), byUrl('https://dev.example.net')],
  [
    'a connection',
    task('KubernetesManifest@1', 'kubernetesServiceConnection: hub, manifests: apps'),
    task('KubernetesManifest@1', 'kubernetesServiceConnection: dev, manifests: apps'),
  ],
])('another cluster is named by another value of %s', (_, one, other) => {
  const [first, second] = clustersOf(one, other);
  expect([first?.by === second?.by, first?.name === second?.name]).toEqual([true, false]);
});

it.each<[string, string]>([
  ['an expression', setContext('resource-group: rg, cluster-name: "${{ needs.a.outputs.hub }}"')],
  ['no input', '{ uses: azure/k8s-set-context@v4 }'],
  ['a task without a connection', task('KubernetesManifest@1', 'manifests: apps')],
])('no cluster is named by %s', (_, step) => {
  expect(clustersOf(step)).toEqual([undefined]);
});

const bySecret = (job: string, on = 'push'): string =>
  `on: ${on}\njobs: { a: { ${job} steps: [{ uses: azure/k8s-set-context@v4, with: { kubeconfig: "\${{ secrets.HUB }}" } }, { run: kubectl apply -k apps }] } }\n`;
it.each<[string, string, string | undefined]>([
  ['a job', bySecret(''), 'secrets.HUB'],
  ['a job with an environment', bySecret('environment: prod,'), 'secrets.HUB@prod'],
  ['a job with an environment and its address', bySecret('environment: { name: prod, url: "https://x" },'), 'secrets.HUB@prod'],
  ['a job with an environment that is not known', bySecret('environment: "${{ github.ref_name }}",'), undefined],
  ['a job of each environment', bySecret('strategy: { matrix: { e: [dev, prod] } }, environment: "${{ matrix.e }}",'), 'secrets.HUB@prod'],
  ['a workflow that others call', bySecret('', '{ push: {}, workflow_call: {} }'), undefined],
  ['a workflow that only others call', bySecret('', 'workflow_call'), undefined],
  ['a composite action', bySecret('').replace('jobs: { a: ', 'runs: { using: composite, a: '), undefined],
])('a secret names the cluster of %s', (_, text, name) => {
  expect(jobsOfPipeline(text).flatMap(worldsOfJob).at(-1)?.cluster?.name).toBe(name);
});

it('values of values do not grow without end', () => {
  const variables = Array.from({ length: 60 }, (_, index) => `{env: {V${index + 1}: "$V${index}$V${index}"}, a: `).join('');
  const text = `env: {V0: xxxxxxxxxx}\na: ${variables}{steps: [{run: "kubectl apply -k $V60"}]}${'}'.repeat(60)}\n`;
  expect(JSON.stringify(jobsOfPipeline(text)).length).toBeLessThan(1_000_000);
});

/** The namespace of `$NS` in a job, or a text with a `$`. */
const namespaceOf = (text: string): string | undefined => brought(text)[0]?.namespace;
const RUN = 'kubectl apply -n $NS -k apps';

it.each<[string, string]>([
  ['rules of a job of GitLab', `variables: { NS: dev }\njob:\n  rules: [{ if: x, variables: { NS: shop } }]\n  script: [${RUN}]\n`],
  [
    'rules of a workflow of GitLab',
    `workflow: { rules: [{ if: x, variables: { NS: shop } }] }\nvariables: { NS: dev }\njob:\n  script: [${RUN}]\n`,
  ],
  ['options of GitLab', `variables: { NS: { value: dev, options: [dev, shop] } }\njob:\n  script: [${RUN}]\n`],
  [
    'a command before all jobs of GitLab',
    `variables: { NS: dev }\ndefault: { before_script: [export NS=$(cat ns)] }\njob:\n  script: [${RUN}]\n`,
  ],
  ['a condition of Azure Pipelines', `variables:\n  NS: dev\n  \${{ if x }}:\n    NS: shop\nsteps: [{ bash: ${RUN} }]\n`],
  [
    'a condition of a list of Azure Pipelines',
    `variables:\n- { name: NS, value: dev }\n- \${{ if x }}:\n  - { name: NS, value: shop }\nsteps: [{ bash: ${RUN} }]\n`,
  ],
  ['a template of Azure Pipelines', `variables:\n- { name: NS, value: dev }\n- template: prod.yml\nsteps: [{ bash: ${RUN} }]\n`],
])('a variable is not known that a pipeline chooses when it runs: %s', (_, text) => {
  expect(namespaceOf(text)).toContain('$');
});

it.each<[string, string]>([
  ['once', `variables: { NS: shop }\njob:\n  script: [${RUN}]\n`],
  ['for a job of GitHub', `env: { NS: dev }\njobs: { a: { env: { NS: shop }, steps: [{ run: ${RUN} }] } }\n`],
  ['for a job of GitLab', `variables: { NS: dev }\nother: { variables: { NS: x } }\njob: { variables: { NS: shop }, script: [${RUN}] }\n`],
  [
    'for a job whose workflow has rules',
    `workflow: { rules: [{ variables: { NS: dev } }] }\njob: { variables: { NS: shop }, script: [${RUN}] }\n`,
  ],
  [
    'for a stage of Azure Pipelines',
    `variables: { NS: dev }\nstages: [{ variables: { NS: shop }, jobs: [{ steps: [{ bash: ${RUN} }] }] }]\n`,
  ],
  [
    'behind a template of Azure Pipelines',
    `variables: [{ template: x.yml }]\nstages: [{ variables: { NS: shop }, jobs: [{ steps: [{ bash: ${RUN} }] }] }]\n`,
  ],
  [
    'in a command before all jobs of GitLab',
    `variables: { NS: dev }\ndefault: { before_script: [export NS=shop] }\njob:\n  script: [${RUN}]\n`,
  ],
  ['in a template of GitLab', `variables: { NS: dev }\n.base: { variables: { NS: shop } }\njob:\n  extends: .base\n  script: [${RUN}]\n`],
  ['for a job with the script of a template', `.base: { script: [${RUN}] }\njob: { extends: [.base], variables: { NS: shop } }\n`],
  [
    'for a job, before its template',
    `.base: { variables: { NS: dev } }\njob: { extends: .base, variables: { NS: shop }, script: [${RUN}] }\n`,
  ],
  [
    'in the last template',
    `.a: { variables: { NS: dev } }\n.b: { variables: { NS: shop } }\njob: { extends: [.a, .b], script: [${RUN}] }\n`,
  ],
  ['in the template of a template', `.a: { variables: { NS: shop } }\n.b: { extends: .a }\njob: { extends: .b, script: [${RUN}] }\n`],
  ['in a template beside one of another file', `.a: { variables: { NS: shop } }\njob: { extends: [.a, .elsewhere], script: [${RUN}] }\n`],
])('a variable is known that a pipeline sets %s', (_, text) => {
  expect(namespaceOf(text)).toBe('shop');
});

it('each job of GitLab has the values of its own variables, and a template is no job', () => {
  const job = (name: string): string => `${name}: { extends: .base, variables: { NS: ${name} } }\n`;
  expect(brought(`.base: { script: [${RUN}] }\n${job('dev')}${job('prod')}`).map(({ namespace }) => namespace)).toEqual(['dev', 'prod']);
});

it.each<[string, string]>([
  ['a circle', `.a: { extends: .b, script: [${RUN}] }\n.b: { extends: .a }\njob: { extends: .a, variables: { NS: shop } }\n`],
  ['a job that extends itself', `job: { extends: job, variables: { NS: shop }, script: [${RUN}] }\n`],
  [
    'many templates of many templates',
    `${Array.from({ length: 40 }, (_, index) => `.t${index + 1}: { extends: [${`.t${index}, `.repeat(40)}] }\n`).join('')}.t0: { x: y }\njob: { extends: .t40, variables: { NS: shop }, script: [${RUN}] }\n`,
  ],
  [
    'references in a circle',
    `.a: { script: [!reference [.b, script]] }\n.b: { script: [!reference [.a, script]] }\njob: { variables: { NS: shop }, script: [!reference [.a, script], ${RUN}] }\n`,
  ],
  ['a reference to itself', `job: { variables: { NS: shop }, script: [!reference [job, script], ${RUN}] }\n`],
  [
    'many references to many references',
    `${Array.from({ length: 9 }, (_, index) => `.t${index + 1}: { script: [${`!reference [.t${index}, script], `.repeat(40)}] }\n`).join('')}.t0: { script: [x] }\njob: { variables: { NS: shop }, script: [${RUN}, !reference [.t9, script]] }\n`,
  ],
])('templates end: %s', (_, text) => {
  expect(namespaceOf(text)).toBe('shop');
});

it.each<[string, string, string, string | undefined]>([
  ['a condition of the login', ', if: prod', '', undefined],
  ['the same condition', ', if: prod', ', if: prod', 'hub'],
  ['a usual condition', ', if: success()', '', 'hub'],
  ['none', '', ', if: prod', 'hub'],
])('the cluster of a step is that of a login before it, if both are started: %s', (_, login, apply, cluster) => {
  const text = `jobs: { a: { steps: [{ run: kubectl config use-context hub${login} }, { run: kubectl apply -k apps${apply} }] } }`;
  expect(
    jobsOfPipeline(text)
      .flatMap(worldsOfJob)
      .map((each) => each.cluster?.name),
  ).toEqual([cluster]);
});

const bake = (id: string, folder: string): string =>
  `{ id: ${id}, uses: azure/k8s-bake@v3, with: { renderEngine: kustomize, kustomizationPath: ${folder} } }`;
const deploy = (id: string, namespace: string): string =>
  `{ uses: azure/k8s-deploy@v5, with: { namespace: ${namespace}, manifests: "\${{ steps.${id}.outputs.manifestsBundle }}" } }`;
const inJob = (...steps: readonly string[]): string => `jobs: { a: { steps: [${steps.join(', ')}] } }\n`;

it.each<[string, string, object[]]>([
  ['GitHub', inJob(bake('one', 'apps'), deploy('one', 'shop')), APPLIED],
  ['a command', inJob(bake('one', 'apps'), '{ run: "kubectl apply -n shop -f ${{ steps.one.outputs.manifestsBundle }}" }'), APPLIED],
  [
    'a variable',
    inJob(bake('one', 'apps'), '{ env: { FILES: "${{ steps.one.outputs.manifestsBundle }}" }, run: kubectl apply -n shop -f $FILES }'),
    APPLIED,
  ],
  [
    'Azure Pipelines',
    'steps:\n- task: KubernetesManifest@1\n  name: one\n  inputs: { action: bake, renderType: kustomize, kustomizationPath: apps }\n- task: KubernetesManifest@1\n  inputs: { action: deploy, namespace: shop, manifests: $(one.manifestsBundle) }\n',
    APPLIED,
  ],
  ['a chart', inJob('{ id: one, uses: azure/k8s-bake@v3, with: { renderEngine: helm, helmChart: apps } }', deploy('one', 'shop')), APPLIED],
  [
    'two of them',
    inJob(bake('one', 'apps'), bake('two', 'other'), deploy('two', 'b'), deploy('one', 'a')),
    [
      { place: 'other', namespace: 'b' },
      { place: 'apps', namespace: 'a' },
    ],
  ],
  [
    'two namespaces',
    inJob(bake('one', 'apps'), deploy('one', 'a'), deploy('one', 'b')),
    ['a', 'b'].map((namespace) => ({ place: 'apps', namespace })),
  ],
  ['a job that does not deploy it', inJob(bake('one', 'apps')), [{ place: 'apps', namespace: '' }]],
  ['one that no step bakes', inJob(bake('one', 'apps'), deploy('two', 'shop')), [{ place: 'apps', namespace: '' }]],
  [
    'another job',
    `jobs: { a: { steps: [${bake('one', 'apps')}] }, b: { steps: [${deploy('one', 'shop')}] } }\n`,
    [{ place: 'apps', namespace: '' }],
  ],
])('what a step bakes has the namespace of the step that deploys it: %s', (_, text, expected) => {
  expect(brought(text).filter(({ place }) => !place.endsWith('.bundle'))).toEqual(expected);
});
