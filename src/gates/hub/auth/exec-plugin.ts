import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { isAbsolute } from 'node:path';
import { ConfigError } from '../../../errors.ts';
import { findProgram, searchPath } from '../../../programs/find-program.ts';
import { runProgram, type ProgramResult } from '../../../programs/run-program.ts';
import type { CredentialPorts } from './credential-ports.ts';
import { checkedCertificate } from './checked-certificate.ts';
import type { Credential } from '../http/credentials.ts';
import { PROMPT, waitsForPerson } from './device-code.ts';
import { headerValue } from './header-value.ts';
import type { KubeContext } from './kubeconfig.ts';
import { nonEmpty, textsAt } from './kubeconfig.ts';
import { LoginFailed } from '../http/login-failed.ts';
import { masked } from './masked.ts';
import type { Endpoint } from '../http/transport.ts';

/** The only versions that are quoted from an answer. */
const VERSION = /^client\.authentication\.k8s\.io\/v[a-z0-9]{1,10}$/;

const V1 = 'client.authentication.k8s.io/v1';
const SUPPORTED: ReadonlySet<string> = new Set([V1, 'client.authentication.k8s.io/v1beta1']);
const MODES = ['Never', 'IfAvailable', 'Always'];

/**
 * A credential plugin (`users[].user.exec`), run as client-go runs it: it gets KUBERNETES_EXEC_INFO and prints one ExecCredential on
 * stdout.
 * Source: Kubernetes documentation, "client-go credential plugins"; its API group client.authentication.k8s.io v1 and v1beta1; client-go,
 * clientcmd `validation.go` (validateAuthInfo).
 * @throws ConfigError if it cannot work here: no command, an old API version, no known mode, a login that needs a person
 */
export function execCredential(
  exec: JsonObject,
  context: KubeContext,
  ports: CredentialPorts,
): { readonly obtain: () => Promise<Credential>; readonly hint: string; readonly from: string } {
  const owner = `user ${context.userName}`;
  const apiVersion = stringAt(exec, 'apiVersion') ?? '';
  const command = nonEmpty(stringAt(exec, 'command'));
  if (command === undefined) throw new ConfigError(`the exec plugin of ${owner} has no command`);
  if (!SUPPORTED.has(apiVersion)) {
    throw new ConfigError(
      `the exec plugin of ${owner} uses ${apiVersion || 'no apiVersion'}; v1 and v1beta1 are supported: create the kubeconfig again with a current tool`,
    );
  }
  const mode = nonEmpty(stringAt(exec, 'interactiveMode'));
  if (mode === undefined ? apiVersion === V1 : !MODES.includes(mode)) {
    const fault =
      mode === undefined ? `has no interactiveMode, which ${V1} requires` : `has the interactiveMode ${mode}, which kubectl refuses`;
    throw new ConfigError(`the exec plugin of ${owner} ${fault}: write ${MODES.join(' or ')}`);
  }
  const args = textsAt(exec, 'args');
  const ownEnv = Object.fromEntries(listAt(exec, 'env').flatMap((entry) => envEntry(entry)));
  const person = ports.interactive ? undefined : waitsForPerson(command, args, { ...ports.env, ...ownEnv }, mode);
  if (person !== undefined) throw new ConfigError(`${owner} logs in with ${person}`);

  const info = JSON.stringify(execInfo(exec, apiVersion, context, ports));
  const installHint = nonEmpty(stringAt(exec, 'installHint'));
  const obtain = async (): Promise<Credential> => {
    const { timing, clock, interactive, closed } = ports;
    const named = { command, owner, installHint, limitMs: timing.pluginMs };
    const program = pathOf(command, ports);
    if (typeof program === 'string') throw unstartable(program, named);
    const searched = searchPath(ports);
    const env = Object.entries(ports.env).filter(([name]) => name.toUpperCase() !== 'PATH');
    const result = await runProgram({
      path: program.path,
      args,
      // A login reads the settings of its own tool from anywhere in the environment.
      env: { ...Object.fromEntries(env), ...(searched === undefined ? {} : { PATH: searched }), ...ownEnv, KUBERNETES_EXEC_INFO: info },
      timeout: timing.pluginMs,
      sleep: (ms, signal) => clock.sleep(ms, signal),
      signal: closed,
      maxOutput: PLUGIN_BYTES,
      maxMemory: PLUGIN_MEMORY,
      ...(interactive ? { isInteractive: true } : { stopAt: PROMPT }),
    });
    if (result.kind === 'done') return credentialIn(result.stdout, apiVersion, command, owner, ports.mask);
    throw failureOf(result, named);
  };
  return { obtain, hint: hintOf(command, args), from: `${command}, which logs in ${owner},` };
}

const NON_INTERACTIVE = 'log in before, or run `kubelogin convert-kubeconfig -l azurecli` (or `-l workloadidentity` in a GitHub job)';

interface PluginNames {
  readonly command: string;
  readonly owner: string;
  readonly installHint: string | undefined;
  readonly limitMs: number;
}

/** Credentials are shorter: kubectl's plugins print a few kilobytes. */
const PLUGIN_BYTES = 1_000_000;

/** Bytes. `az` and `gcloud` start Python and need a few hundred megabytes. */
const PLUGIN_MEMORY = 4 * 1024 ** 3;

/** The path of a plugin, or why there is none. A command with a slash is the kubeconfig's own choice of a file, and absolute by now. */
function pathOf(command: string, ports: CredentialPorts): { readonly path: string } | string {
  return isAbsolute(command) ? { path: command } : findProgram([command], ports);
}

function unstartable(why: string, { command, owner, installHint }: PluginNames): ConfigError {
  const hint = installHint === undefined ? '' : `: ${oneLine(masked(installHint))}`;
  return new ConfigError(`${command}, which logs in ${owner}, cannot be started (${why})${hint}`);
}

function failureOf(result: Exclude<ProgramResult, { readonly kind: 'done' }>, names: PluginNames): Error {
  const { command, owner, limitMs } = names;
  if (result.kind === 'unstartable') return unstartable(result.code, names);
  const said = result.stderr === '' ? '' : `; it said: ${excerptOf(result.stderr)}`;
  if (result.kind === 'failed') {
    return new LoginFailed(`${command} could not log in ${owner} (exit ${result.code})${said}${assertionHint(result.stderr)}`);
  }
  if (result.because === 'match') {
    return new LoginFailed(`${command} asks for an interactive login, which is not possible here; ${NON_INTERACTIVE}${said}`);
  }
  if (result.because === 'output') {
    return new LoginFailed(
      `${command}, which logs in ${owner}, printed more than ${PLUGIN_BYTES} bytes, and no credential is as long${said}`,
    );
  }
  return new LoginFailed(`${command}, which logs in ${owner}, gave no credential within ${limitMs / 1000} s${said}`);
}

function credentialIn(stdout: string, apiVersion: string, command: string, owner: string, mask: (secret: string) => void): Credential {
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    throw new LoginFailed(
      `${command} printed ${stdout.length} characters that are not an ExecCredential${stdout.trim() === '' ? '' : ` (${formOf(stdout)})`}`,
    );
  }
  const answered = stringAt(answer, 'apiVersion') ?? '';
  if (stringAt(answer, 'kind') !== 'ExecCredential' || answered !== apiVersion) {
    const said = stringAt(answer, 'kind') === 'ExecCredential' && VERSION.test(answered) ? `${answered} ExecCredential` : 'other JSON';
    throw new LoginFailed(`${command} answered ${said}; the kubeconfig asks for ${apiVersion} ExecCredential`);
  }
  const token = nonEmpty(stringAt(answer, 'status', 'token'));
  const cert = nonEmpty(stringAt(answer, 'status', 'clientCertificateData'));
  const key = nonEmpty(stringAt(answer, 'status', 'clientKeyData'));
  if (token === undefined && (cert === undefined || key === undefined)) {
    throw new LoginFailed(`${command} answered an ExecCredential without token or client certificate`);
  }
  for (const secret of [token, key]) if (secret !== undefined) mask(secret);
  const refused = (fault: string): Error =>
    new LoginFailed(`${command} answered a token for ${owner} that holds ${fault}, which no header can carry: log in again`);
  const expiresAt = Date.parse(stringAt(answer, 'status', 'expirationTimestamp') ?? '');
  return {
    headers: token === undefined ? {} : { Authorization: headerValue(`Bearer ${token}`, refused) },
    ...(cert === undefined || key === undefined ? {} : { certificate: checkedCertificate(cert, key, `${owner} (from ${command})`) }),
    ...(Number.isNaN(expiresAt) ? {} : { expiresAt }),
  };
}

function execInfo(exec: JsonObject, apiVersion: string, context: KubeContext, { interactive, endpoint }: CredentialPorts): unknown {
  const cluster = exec['provideClusterInfo'] === true ? { cluster: clusterInfo(context, endpoint) } : {};
  return { apiVersion, kind: 'ExecCredential', spec: { interactive, ...cluster } };
}

function clusterInfo({ cluster }: KubeContext, endpoint: Endpoint): unknown {
  const extension = listAt(cluster, 'extensions').find((entry) => stringAt(entry, 'name') === 'client.authentication.k8s.io/exec');
  const own = cluster['certificate-authority-data'] ?? cluster['certificate-authority'];
  const proxy = stringAt(cluster, 'proxy-url');
  return {
    server: endpoint.server.href.replace(/\/$/, ''),
    ...(endpoint.serverName === undefined ? {} : { 'tls-server-name': endpoint.serverName }),
    ...(endpoint.insecure ? { 'insecure-skip-tls-verify': true } : {}),
    ...(own === undefined || endpoint.ca === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(endpoint.ca).toString('base64') }),
    ...(proxy === undefined ? {} : { 'proxy-url': proxy }),
    ...(extension === undefined ? {} : { config: field(extension, 'extension') }),
  };
}

function envEntry(entry: unknown): readonly (readonly [string, string])[] {
  const name = stringAt(entry, 'name');
  return isObject(entry) && name !== undefined ? [[name, stringAt(entry, 'value') ?? '']] : [];
}

/**
 * A GitHub OIDC assertion lives for minutes. An `az` session made from it cannot be renewed after about an hour (Azure/login#180, #372,
 * #432).
 */
function assertionHint(stderr: string): string {
  if (!stderr.includes('AADSTS700024')) return '';
  return '; the login of azure/login is too old to be renewed: use `kubelogin convert-kubeconfig -l workloadidentity` for long waits';
}

function hintOf(command: string, args: readonly string[]): string {
  const azurecli = /kubelogin/.test(command) && args.includes('azurecli');
  const long = azurecli ? ' (a GitHub OIDC login through azurecli ends after about an hour: use `-l workloadidentity` for long waits)' : '';
  return `what ${command} returned is not accepted even after asking it again: log in again${long}`;
}

/** The last words, because tools print their error at the end. Only the end of a long output is read. */
function excerptOf(text: string): string {
  const clean = oneLine(masked(text.slice(-64_000)));
  // Never starts inside a word: it may be the end of a secret.
  return clean.length > 300 ? `…${clean.slice(-300).replace(/^\S*\s?/, '')}` : clean;
}

/** What an output is that cannot be read as JSON. A credential is printed on standard output, so nothing of it is quoted. */
function formOf(stdout: string): string {
  if (/^\s*[{[]/.test(stdout)) return 'incomplete JSON, or text around it';
  return /\s/.test(stdout.trim()) ? 'words' : 'one word, such as a token alone';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
