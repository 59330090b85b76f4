import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { type ClusterName, SAME_LOGIN } from '../../../../static/world/hub-world.ts';
import type { Login } from './login.ts';
import { withSettings, WrittenLogins } from './same-logins.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { isPattern } from '../shell/path-patterns.ts';
import { fileFrom } from '../shell/script-paths.ts';

/** `undefined` for a command that leads to no other cluster. @param folder in which it starts, from the top of the repository */
export function loginOf(words: readonly string[], folder: string): Login | undefined {
  const command = words.filter((word) => !/^[<>]/.test(word));
  const [program, first = ''] = command;
  const set = program === 'export' ? first : command.length === 1 ? program : undefined;
  if (set?.startsWith('KUBECONFIG=') === true) return loginWith([kubeconfig(set.slice('KUBECONFIG='.length), folder)]);
  // For later steps. Another job may have other content in a file of this name.
  if (program === 'echo' && first.startsWith('KUBECONFIG=') && words.some((word) => OF_GITHUB.test(word)))
    return loginWith([kubeconfig(first.slice('KUBECONFIG='.length), folder)]);
  const login = LOGINS.find(({ start }) => start.every((word, index) => command[index] === word));
  if (login === undefined) return undefined;
  const rest = command.slice(login.start.length);
  const named = login.isNamedFirst === true ? rest.filter((word) => !word.startsWith('-')).slice(0, 1) : [];
  const given = login.flags.flatMap((names) =>
    flagValuesIn(rest, names)
      .map((value) => ({ name: names[0], value }))
      .slice(-1),
  );
  const [name] = [...named, ...given.map(({ value }) => value)];
  if (name === undefined) return { key: withOneForm(command.join(' ')), isSeveral: command.some(isPattern) };
  if (login.by !== undefined) return loginWith([login.by === CONTEXT ? context(name) : { by: login.by, name }]);
  // Two commands with other flags may name one cluster in two ways.
  const by = [...login.start, ...given.map((flag) => flag.name)].join(' ');
  return loginWith([{ by, name: [...named, ...given.map(({ value }) => value)].join(' ') }]);
}

/** The clusters that the flags and the variables of a command name, the most certain first: a flag decides before a variable. */
export function clustersNamedBy(words: readonly string[], folder: string): readonly ClusterName[] {
  return [
    ...flagValuesIn(words, [CONTEXT, '--kube-context']).map(context),
    ...[...flagValuesIn(words, [KUBECONFIG_FLAG]), ...words.flatMap((word) => /^KUBECONFIG=(.*)$/.exec(word)?.slice(1) ?? [])]
      .slice(0, 1)
      .map((file) => kubeconfig(file, folder)),
    ...OTHERS.flatMap((flag) => flagValuesIn(words, [flag]).map((name) => ({ by: flag, name }))),
  ];
}

/** @param names of one cluster, the most certain first */
export function loginWith(names: readonly ClusterName[]): Login {
  const [first] = names;
  const isKnown = first !== undefined && first.name !== '' && !/[$`{]/.test(first.name);
  const key = withOneForm(names.map(({ by, name }) => `${by} ${name}`).join(' '));
  return { key, ...(isKnown ? { cluster: first } : {}), isSeveral: names.some(({ name }) => isPattern(name)) };
}

/** `$NAME` and `${NAME}` are one variable. */
function withOneForm(text: string): string {
  return text.replaceAll(VARIABLE, (_, braced?: string, plain?: string) => `\${${braced ?? plain ?? ''}}`);
}

// linear: a name is bounded.
const VARIABLE = /\$(?:\{(\w{1,200})\}|(\w{1,200}))/g;

/** The cluster and the namespace of later commands of a script. What a branch chooses is not known behind it. */
export class KubectlState {
  #login: { readonly login: Login; readonly branch: string } | undefined;
  readonly #written = new WrittenLogins();
  #makesContexts = false;
  #namespace: { readonly namespace: string | undefined; readonly branch: string } = { namespace: undefined, branch: '/' };

  start(line: StartedLine): void {
    for (const words of line.piped) this.#start(words, line);
    const written = this.#written.read(line);
    if (written !== undefined) this.#login = { login: written, branch: line.branch };
  }

  #start(words: readonly string[], { folder, branch, environment }: StartedLine): void {
    const login = loginOf(words, folder);
    if (login !== undefined) {
      const isOwn = this.#isOwnContext(login);
      this.#login = { login: isOwn ? { ...login, cluster: undefined } : withSettings(this.#written.known(login), environment), branch };
    }
    const before = this.namespace(branch);
    const namespace = namespaceBehind(words, before, login !== undefined);
    if (login !== undefined || namespace !== before) this.#namespace = { namespace, branch };
  }

  /** The login for one command, which names a cluster itself or follows another login. */
  loginFor(words: readonly string[], { folder, branch, environment }: StartedLine): Login | undefined {
    const named = clustersNamedBy(words, folder);
    return named.length === 0 ? this.login(branch) : withSettings(this.#written.known(loginWith(named)), environment);
  }

  /** The name of a context that the script makes itself may be that of another cluster elsewhere. */
  #isOwnContext({ cluster }: Login): boolean {
    this.#makesContexts ||= cluster?.by === SERVER;
    return this.#makesContexts && cluster?.by === CONTEXT;
  }

  login(branch: string): Login | undefined {
    if (this.#login === undefined || branch.startsWith(this.#login.branch)) return this.#login?.login;
    const { key, isSeveral } = this.#login.login;
    return { key: `behind ${key}`, isSeveral };
  }

  namespace(branch: string): string | undefined {
    return branch.startsWith(this.#namespace.branch) ? this.#namespace.namespace : undefined;
  }
}

/** The namespace of later commands that name none, behind this one; `undefined` if it is not known. */
function namespaceBehind(words: readonly string[], before: string | undefined, isLogin: boolean): string | undefined {
  const isOfContext = words[1] === 'config' && words[2] === 'set-context';
  if (!isLogin && !isOfContext) return before;
  return flagValuesIn(words, ['--namespace'])[0] ?? (isLogin ? undefined : before);
}

type StartedLine = Pick<CommandLine, 'text' | 'piped' | 'folder' | 'branch' | 'environment'>;

/** The file of the variables of later steps. */
const OF_GITHUB = /^>\$\{?GITHUB_ENV\b/;

interface LoginCommand {
  readonly start: readonly string[];
  readonly by?: string;
  /** Its first argument is the name. */
  readonly isNamedFirst?: true;
  /** The flags that name the cluster, each with its other forms. */
  readonly flags: readonly (readonly [string, ...string[]])[];
}

/** Stands for the cluster that a task of Azure Pipelines names. */
export const SERVICE_CONNECTION = '--service-connection';
/** The flag of the AWS CLI. The commands that are read from a pipe of Bitbucket have it for its `CLUSTER_NAME`. */
export const CLUSTER_NAME = '--cluster-name';
/** Stands for the login that a pipeline makes with what is behind it. */
export const LOGIN_WITH = 'kubectl login-with';
/** The flag of kubectl, and the sort of the name of a cluster that it gives. */
export const KUBECONFIG_FLAG = '--kubeconfig';
const [CONTEXT, SERVER] = ['--context', '--server'];
/** Flags of programs of Azure, AWS and Argo CD. */
const OTHERS = ['--cluster', CLUSTER_NAME, '--dest-server', '--dest-name', SERVICE_CONNECTION];
const OF_AZURE: LoginCommand['flags'] = [['--name', '-n'], ['--resource-group', '-g'], ['--subscription']];

const LOGINS: readonly LoginCommand[] = [
  { start: ['kubectl', 'config', 'use-context'], by: CONTEXT, isNamedFirst: true, flags: [] },
  { start: ['kubectx'], by: CONTEXT, isNamedFirst: true, flags: [] },
  { start: ['kubectl', 'config', 'set-cluster'], by: SERVER, flags: [[SERVER]] },
  { start: ['kubectl', 'login'], by: SERVICE_CONNECTION, flags: [[SERVICE_CONNECTION]] },
  { start: LOGIN_WITH.split(' '), by: SAME_LOGIN, isNamedFirst: true, flags: [] },
  { start: ['az', 'aks', 'get-credentials'], flags: OF_AZURE },
  { start: ['az', 'fleet', 'get-credentials'], flags: OF_AZURE },
  { start: ['az', 'connectedk8s', 'proxy'], flags: OF_AZURE },
  {
    start: ['gcloud', 'container', 'clusters', 'get-credentials'],
    isNamedFirst: true,
    flags: [['--location', '--zone', '--region', '-z'], ['--project']],
  },
  { start: ['aws', 'eks', 'update-kubeconfig'], flags: [['--name'], ['--region'], ['--profile'], ['--role-arn']] },
  { start: ['kind', 'export', 'kubeconfig'], flags: [['--name', '-n']] },
];

/** The Azure CLI calls the login of an administrator to one cluster `NAME-admin`. */
function context(name: string): ClusterName {
  return { by: CONTEXT, name: name.replace(/(.)-admin$/, '$1') };
}

function kubeconfig(file: string, folder: string): ClusterName {
  return { by: KUBECONFIG_FLAG, name: fileFrom(folder, file) };
}
