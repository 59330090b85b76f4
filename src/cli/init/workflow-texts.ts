import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';

/** Pinned as in `integrations/github`, and equal to it by a test. */
const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';

/** The workflow that checks pull requests. Paths, clusters and the kind of hub come from the configuration file. */
export function lintWorkflow(): string {
  return `# On a pull request: shows what the hub would refuse, and which clusters each placement would pick.
name: fleet-lint
on: pull_request
permissions: {}
concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: true
jobs:
  lint:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
      pull-requests: write # for the comment
    steps:
      - uses: ${CHECKOUT}
        with:
          fetch-depth: 0 # for the base
          persist-credentials: false
      - uses: fleet-gate/fleet-gate@v0
        with:
          mode: lint
          base: origin/\${{ github.base_ref }}
          comment: on-failure
`;
}

/** What the workflow of a deploy needs to know. */
export interface DeployFacts {
  readonly branch: string;
  readonly target: HubProfile | undefined;
  readonly folders: readonly string[];
  /** See \`FoundTree\`. */
  readonly apply: readonly string[] | undefined;
}

/** The workflow that applies the manifests and waits. Its own steps to apply fail until they are replaced if how to apply is not clear. */
export function deployWorkflow({ branch, target, folders, apply }: DeployFacts): string {
  const isAzure = target === 'aks';
  const steps = [
    ...(isAzure ? AZURE_LOGIN : KUBECONFIG_LOGIN),
    ...(apply === undefined ? APPLY_UNKNOWN : applySteps(apply)),
    ...gateStep(folders),
  ];
  return `# After a merge: applies the manifests to the hub, and waits until every cluster has them.
name: fleet-deploy
on:
  push:
    branches: [${JSON.stringify(branch)}]
permissions: {}
concurrency:
  group: fleet-deploy # one rollout after the other
jobs:
  deploy:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    environment: production # holds the ${isAzure ? 'variables' : 'secret'} below
    permissions:
      contents: read
${isAzure ? '      id-token: write # for the login at Azure\n' : ''}    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
${steps.map((line) => `      ${line}\n`).join('')}`;
}

const AZURE_LOGIN: readonly string[] = [
  '- uses: Azure/login@f5d393ae46f8fde4be8b75f32e3fc50e654ad0ca # v3.0.1',
  '  with:',
  '    client-id: ${{ vars.AZURE_CLIENT_ID }}',
  '    tenant-id: ${{ vars.AZURE_TENANT_ID }}',
  '    subscription-id: ${{ vars.AZURE_SUBSCRIPTION_ID }}',
  '- uses: Azure/use-kubelogin@0ce7c36141aa27d4934872cf00b0120804c98a29 # v1.3',
  '  with:',
  '    kubelogin-version: v0.2.22',
  '- uses: Azure/aks-set-context@60623acbdcbbdcf799ad50a1adf8703874339f8b # v5.0.0',
  '  with:',
  '    resource-type: Microsoft.ContainerService/fleets',
  '    resource-group: ${{ vars.FLEET_RESOURCE_GROUP }}',
  '    cluster-name: ${{ vars.FLEET_NAME }}',
  "    use-kubelogin: 'true'",
];

const KUBECONFIG_LOGIN: readonly string[] = [
  '- name: The kubeconfig of the hub',
  '  env:',
  '    HUB_KUBECONFIG: ${{ secrets.HUB_KUBECONFIG }}',
  '  run: |',
  '    umask 077',
  `    printf '%s' "$HUB_KUBECONFIG" > "$RUNNER_TEMP/hub.kubeconfig"`,
  '    echo "KUBECONFIG=$RUNNER_TEMP/hub.kubeconfig" >> "$GITHUB_ENV"',
];

const APPLY_UNKNOWN: readonly string[] = [
  '- name: Apply the manifests',
  '  run: |',
  "    echo 'Replace this step with the one that applies your manifests, and name below what it applies.'",
  '    exit 1',
];

function applySteps(apply: readonly string[]): readonly string[] {
  return apply.map((args) => `- run: kubectl apply ${args}`);
}

/** A folder that is a line of an input as it is: it has no line end, no expression of GitHub, and no spaces at its ends. */
const PLAIN_FOLDER = /^(?:\.|[\w][\w .@+-]*[\w]|\w)$/;

function gateStep(found: readonly string[]): readonly string[] {
  const folders = found.every((folder) => PLAIN_FOLDER.test(folder)) ? found : ['.'];
  const [first = 'deploy', ...others] = folders.map((folder) => (folder === '.' ? folder : `${folder}/`));
  const manifests =
    others.length === 0
      ? [`    manifests: ${JSON.stringify(first)}`]
      : ['    manifests: |', ...[first, ...others].map((path) => `      ${path}`)];
  return [
    '- uses: fleet-gate/fleet-gate@v0',
    '  with:',
    '    mode: gate',
    ...manifests,
    '    access-grace: 5m # a new role needs some minutes',
  ];
}
