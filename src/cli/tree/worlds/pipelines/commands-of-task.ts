import { field, listAt, stringAt } from '../../../../fleet/json/json.ts';
import { CLUSTER_NAME, KUBECONFIG_FLAG, SERVICE_CONNECTION } from '../script/cluster-logins.ts';
import { loginByAction } from './login-by-action.ts';
import { withNamesOfSecrets } from './names-of-secrets.ts';
import { kubeconfigOf } from './steps-with-pipes.ts';

/**
 * The commands that do the same as a task of Azure Pipelines, an action of GitHub or a pipe of Bitbucket that deploys something, each in a
 * line; `undefined` for another step. Sources: the references of the tasks at learn.microsoft.com/azure/devops/pipelines/tasks, and
 * `action.yml` of the actions.
 * @param environment see `withNamesOfSecrets`
 */
export function commandsOfTask(step: unknown, environment?: string): string | undefined {
  const uses = stringAt(step, 'uses') ?? '';
  const given = field(step, 'with');
  const input = (name: string): string => stringAt(given, name)?.trim() ?? '';
  const login = loginByAction(uses, (name) => withNamesOfSecrets(input(name), environment));
  if (login !== undefined) return login;
  if (/^azure\/k8s-deploy@/i.test(uses)) return applied(input('manifests'), inNamespace(given));
  if (/^azure\/k8s-bake@/i.test(uses)) return baked(input);
  if (/^helmfile\/helmfile-action@/i.test(uses)) return ofHelmfileAction(input);
  if (CREATES.test(uses)) return 'kind create cluster';
  const program = PROGRAM.exec(uses)?.[1];
  const command = input('args') || input('command');
  if (program !== undefined && command !== '') return `${program} ${oneLine(command)}`;
  const inputs = field(step, 'inputs');
  const task = stringAt(step, 'task') ?? '';
  if (/^KubernetesManifest@/i.test(task)) return ofManifestTask(inputs);
  if (/^Kubernetes@/i.test(task)) return ofKubectlTask(inputs);
  if (/^HelmDeploy@/i.test(task)) return ofHelmTask(inputs);
  if (KUBECTL_PIPE.test(stringAt(step, 'pipe') ?? '')) return ofKubectlPipe(step);
  return undefined;
}

/** They create a cluster on the machine of the job. */
const CREATES =
  /^(helm\/kind-action|engineerd\/setup-kind|container-tools\/kind-action|(AbsaOSS|nolar)\/(setup-)?k3d-action|medyagh\/setup-minikube)@/i;
/** Pipes of Bitbucket with the same inputs. Those for a cloud log in to a cluster by its name. */
const KUBECTL_PIPE = /^atlassian\/(?:aws-eks-|google-gke-)?kubectl-run:/;
/** Actions that are named after the program which they start. */
const PROGRAM = /^[\w.-]{1,100}\/(kubectl|helm)@/;

/** It only renders, without the values of a last release, and another step deploys the result. Its namespace is not that of the objects. */
function baked(input: (name: string) => string): string {
  const [chart, kustomization] = [input('helmChart'), input('kustomizationPath')];
  const values = linesOf(input('overrideFiles')).map((file) => `-f ${file}`);
  const commands = [
    ...(chart === '' ? [] : [['helm upgrade --reset-values', ...values, chart].join(' ')]),
    ...(kustomization === '' ? [] : [`kubectl apply -k ${kustomization}`]),
  ];
  return commands.join('\n');
}

/** Its folder is the top of the repository if it is not given. */
function ofHelmfileAction(input: (name: string) => string): string {
  return `cd ${input('helmfile-workdirectory') || '.'}\nhelmfile ${oneLine(input('helmfile-args'))}`;
}

/** The connection or the cluster that the task names decides the hub. A task that only bakes names none. */
function ofManifestTask(inputs: unknown): string {
  const action = stringAt(inputs, 'action') ?? 'deploy';
  if (action === 'bake') return baked((name) => stringAt(inputs, name)?.trim() ?? '');
  const flags = `${connection(inputs)} ${inNamespace(inputs)}`;
  if (action === 'delete') return `kubectl delete ${flags} ${oneLine(stringAt(inputs, 'arguments') ?? '')}`;
  if (action === 'patch' || action === 'scale') {
    const [kind = '', name = '', file = ''] = ['kind', 'name', 'resourceFileToPatch'].map((input) => stringAt(inputs, input));
    const isOfFile = action === 'patch' && stringAt(inputs, 'resourceToPatch') !== 'name';
    return `kubectl ${action} ${flags} ${isOfFile ? `-f ${file}` : oneLine(`${kind} ${name}`)}`;
  }
  return action === 'deploy' ? applied(stringAt(inputs, 'manifests'), flags) : '';
}

function ofKubectlTask(inputs: unknown): string {
  if (stringAt(inputs, 'command') === 'login') return `kubectl login ${connection(inputs)}`;
  const [command = '', more = '', file = ''] = ['command', 'arguments', 'configuration'].map((name) => stringAt(inputs, name));
  return `kubectl ${connection(inputs)} ${inNamespace(inputs)} ${command} ${oneLine(more)} ${file === '' ? '' : `-f ${file}`}`;
}

function ofHelmTask(inputs: unknown): string {
  const input = (name: string): string => stringAt(inputs, name)?.trim() ?? '';
  if (input('command') === 'login') return `kubectl login ${connection(inputs)}`;
  // `Name` is the default: a chart of a registry, or of a repository of charts that another step adds.
  const isPath = input('chartType').toLowerCase() === 'filepath';
  const chart = input(isPath ? 'chartPath' : 'chartName');
  const from = isPath ? '' : '--repo=elsewhere';
  return `helm ${input('command')} ${from} ${inNamespace(inputs)} ${oneLine(input('arguments'))} ${connection(inputs)} ${chart}`;
}

function ofKubectlPipe(pipe: unknown): string {
  const variables = field(pipe, 'variables');
  const named = stringAt(variables, 'CLUSTER_NAME');
  const cluster = named === undefined ? `${KUBECONFIG_FLAG}=${kubeconfigOf(pipe)}` : `${CLUSTER_NAME}=${named}`;
  const [command = '', file = ''] = ['KUBECTL_COMMAND', 'RESOURCE_PATH'].map((name) => stringAt(variables, name));
  return `kubectl '${cluster.replaceAll(/['\s]/g, '_')}' ${command} ${oneLine(listAt(variables, 'KUBECTL_ARGS').join(' '))} ${file === '' ? '' : `-f ${file}`}`;
}

/** A flag for the cluster of a task; empty for one without, which goes to the cluster of the login before it or of its environment. */
function connection(inputs: unknown): string {
  // Each input has a second name.
  const named = [
    ['kubernetesServiceConnection', 'kubernetesServiceEndpoint'],
    ['azureSubscriptionConnection', 'azureSubscriptionEndpoint', 'azureSubscription'],
    ['azureResourceGroup'],
    ['kubernetesCluster'],
  ].flatMap((names) => names.flatMap((name) => stringAt(inputs, name) ?? []).slice(0, 1));
  return named.length === 0 ? '' : `${SERVICE_CONNECTION}=${named.join('/').replaceAll(/\s+/g, '_')}`;
}

/** The flag of kubectl. An expression stays one word. */
function inNamespace(inputs: unknown): string {
  const namespace = stringAt(inputs, 'namespace')?.replaceAll(/\s/g, '') ?? '';
  return namespace === '' ? '' : `-n ${namespace}`;
}

/** @param manifests files, and folders with those below, one in a line or separated by commas */
function applied(manifests = '', flag = ''): string {
  const files = linesOf(manifests);
  return files.length === 0 ? '' : ['kubectl apply -R', flag, ...files.map((file) => `-f ${file}`)].join(' ');
}

/** Paths that are one in a line or separated by commas. */
function linesOf(paths: string): readonly string[] {
  return paths.split(/[\s,]+/).filter((path) => path !== '');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
