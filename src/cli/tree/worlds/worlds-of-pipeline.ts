import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';
import { appliedTogether, type AppliedTogether } from './worlds-of-script.ts';

/**
 * The content that each job of a pipeline deploys to one hub: a GitHub workflow or action, `.gitlab-ci.yml` or `azure-pipelines.yml`. A
 * step that logs in to a cluster with an action starts another hub.
 */
export function worldsOfPipeline(text: string): readonly AppliedTogether[] {
  return [...readDocuments(text)].flatMap((document) => {
    if (document.kind !== 'read') return [];
    const variables = variablesIn(document.value);
    return jobsIn(document.value).flatMap(({ steps, folder }) =>
      worldsOfJob({ steps: steps.map((step) => filled(step, variables)), folder }),
    );
  });
}

/** The variables of a GitHub workflow that have one value wherever it sets them. */
function variablesIn(value: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  const search = (each: unknown): void => {
    if (Array.isArray(each)) for (const item of each) search(item);
    if (!isObject(each)) return;
    for (const [name, item] of Object.entries(each)) {
      if (name !== 'env' || !isObject(item)) search(item);
      else for (const [key, text] of Object.entries(item)) found.set(key, (found.get(key) ?? new Set()).add(String(text)));
    }
  };
  search(value);
  return new Map([...found].flatMap(([key, [text = '', ...others]]) => (others.length === 0 ? [[key, text] as const] : [])));
}

/** With the values of `${{ env.NAME }}`, where they are known. */
function filled(value: unknown, variables: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replaceAll(OF_ENV, (text, name: string) => variables.get(name) ?? text);
  if (Array.isArray(value)) return value.map((item) => filled(item, variables));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, variables)]));
}

const OF_ENV = /\$\{\{ {0,9}env\.(\w+) {0,9}\}\}/g;

interface Job {
  readonly steps: readonly unknown[];
  /** The folder in which its commands start; absent for the top of the repository. */
  readonly folder: string | undefined;
}

/** @param outer the folder that the pipeline around it sets for commands */
function jobsIn(value: unknown, outer?: string): readonly Job[] {
  if (Array.isArray(value)) return value.flatMap((each) => jobsIn(each, outer));
  if (!isObject(value)) return [];
  const folder = stringAt(value, 'defaults', 'run', 'working-directory') ?? outer;
  const steps = listAt(value, 'steps');
  const script = [field(value, 'before_script'), field(value, 'script')].flat();
  const own = steps.length > 0 ? steps : script.some(isText) ? [{ run: script.filter(isText).join('\n') }] : [];
  const inner = Object.entries(value).flatMap(([name, entry]) => (name === 'steps' ? [] : jobsIn(entry, folder)));
  return [...(own.length === 0 ? [] : [{ steps: own, folder }]), ...inner];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const LOGS_IN = /^(azure\/(aks|k8s)-set-context|google-github-actions\/get-gke-credentials)@/i;

function worldsOfJob({ steps, folder: start }: Job): readonly AppliedTogether[] {
  const script = steps.map((step) => {
    const uses = stringAt(step, 'uses') ?? '';
    if (LOGS_IN.test(uses)) return `kubectl config use-context ${JSON.stringify(field(step, 'with') ?? '').replaceAll(/[\s;&|#]/g, '')}`;
    if (/^azure\/k8s-deploy@/i.test(uses)) return applied(stringAt(step, 'with', 'manifests'), inNamespace(field(step, 'with')));
    const task = stringAt(step, 'task') ?? '';
    if (/^KubernetesManifest@/i.test(task)) return ofManifestTask(field(step, 'inputs'));
    if (/^Kubernetes@/i.test(task)) return ofKubectlTask(field(step, 'inputs'));
    const commands = [
      stringAt(step, 'run'),
      // CircleCI
      stringAt(step, 'run', 'command'),
      stringAt(step, 'script'),
      stringAt(step, 'bash'),
      // Tasks of Azure Pipelines: AzureCLI, Bash and others.
      stringAt(step, 'inputs', 'inlineScript'),
      stringAt(step, 'inputs', 'script'),
    ].find((text) => text !== undefined);
    const folder =
      stringAt(step, 'working-directory') ?? stringAt(step, 'workingDirectory') ?? stringAt(step, 'inputs', 'workingDirectory') ?? start;
    const kubeconfig = stringAt(step, 'env', 'KUBECONFIG')?.replaceAll(/\s/g, '');
    const own = kubeconfig === undefined ? commands : commands?.replaceAll(/\bkubectl /g, `kubectl --kubeconfig=${kubeconfig} `);
    return `cd /\n${folder === undefined ? '' : `cd ${folder}\n`}${own ?? ''}`;
  });
  return appliedTogether(script.join('\n'));
}

/**
 * A task `KubernetesManifest` of Azure Pipelines. It deploys files, or bakes a kustomization that another task deploys. The connection or
 * the cluster that it names decides the hub. A task that only bakes names none, and is left out.
 */
function ofManifestTask(inputs: unknown): string {
  const action = stringAt(inputs, 'action') ?? 'deploy';
  return action === 'deploy' ? applied(stringAt(inputs, 'manifests'), `${connection(inputs)} ${inNamespace(inputs)}`) : '';
}

/** A task `Kubernetes` of Azure Pipelines, which starts kubectl. */
function ofKubectlTask(inputs: unknown): string {
  const [command = '', more = '', file = ''] = ['command', 'arguments', 'configuration'].map((name) => stringAt(inputs, name));
  return `cd /\nkubectl ${connection(inputs)} ${inNamespace(inputs)} ${command} ${more} ${file === '' ? '' : `-f ${file}`}`;
}

/** A flag of kubectl for the cluster of a task. */
function connection(inputs: unknown): string {
  const cluster = [
    'kubernetesServiceConnection',
    'kubernetesServiceEndpoint',
    'azureSubscriptionConnection',
    'azureResourceGroup',
    'kubernetesCluster',
  ]
    .map((name) => stringAt(inputs, name) ?? '')
    .join('/')
    .replaceAll(/\s+/g, '_');
  return `--context=${cluster}`;
}

/** The flag of kubectl. An expression stays one word. */
function inNamespace(inputs: unknown): string {
  const namespace = stringAt(inputs, 'namespace')?.replaceAll(/\s/g, '') ?? '';
  return namespace === '' ? '' : `-n ${namespace}`;
}

/** @param manifests files and folders, one in a line or separated by commas */
function applied(manifests = '', flag = ''): string {
  const files = manifests.split(/[\s,]+/).filter((file) => file !== '');
  return files.length === 0 ? '' : ['cd /\nkubectl apply', flag, ...files.map((file) => `-f ${file}`)].join(' ');
}
