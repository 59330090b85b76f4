import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { CORE_SCHEMA, defineScalarTag, loadAll, mergeTag, NOT_RESOLVED, Schema } from 'js-yaml';
import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { ConfigError } from '../../../errors.ts';
import { flagTerms, type Terms } from '../../../terms.ts';
import type { Environment } from '../http/proxy.ts';
import { wrongType } from './kubeconfig-types.ts';
import { loginTextsIn, pathsInLogin } from './login-files.ts';
import { smallFile } from '../../../files/small-file.ts';
import { resolvePlain } from '../../../yaml/scalar.ts';
import { isFileContent, MUST_BE_PATH } from '../../../files/is-file-content.ts';

/** The settings of one context; all paths are absolute. */
export interface KubeContext {
  readonly name: string;
  readonly namespace?: string;
  readonly clusterName: string;
  readonly userName: string;
  readonly cluster: JsonObject;
  readonly user: JsonObject;
}

export interface KubeconfigChoice {
  /** `--kubeconfig`; otherwise `KUBECONFIG` of the environment, otherwise the default path. */
  readonly kubeconfig?: string;
  /** `--context`; otherwise current-context. */
  readonly context?: string;
  /** KUBECONFIG, HOME, proxies, and the variables that credential plugins need. */
  readonly env: Environment;
  /** How messages name settings; default: as flags. */
  readonly terms?: Terms;
}

/** The kubeconfig files that exist; the first has priority. */
export interface Kubeconfig {
  /** The paths that were searched, for messages: `a, b`. */
  readonly where: string;
  readonly documents: readonly JsonObject[];
}

/** The chosen context of the kubeconfig files. @throws ConfigError as `readKubeconfig` and `contextIn` do */
export function readContext(choice: KubeconfigChoice): KubeContext {
  return contextIn(readKubeconfig(choice), choice);
}

/** Reads the named kubeconfig files, or otherwise the default ones. @throws ConfigError: no file, none readable, invalid YAML */
export function readKubeconfig(choice: KubeconfigChoice): Kubeconfig {
  const { terms = flagTerms } = choice;
  const { paths, source } = pathsOf(choice, terms);
  if (paths.length === 0) throw new ConfigError(`no kubeconfig: neither ${terms('kubeconfig')} nor KUBECONFIG nor HOME is set`);
  const documents = paths
    .map((path) => documentAt(path, { mayMiss: paths.length > 1, isNamed: choice.kubeconfig !== undefined }, terms))
    .filter((document) => document !== undefined);
  const where = paths.join(', ');
  if (documents.length === 0) throw new ConfigError(`no kubeconfig at ${where} (${source}): log in first, or set ${terms('kubeconfig')}`);
  return { where, documents };
}

/**
 * One context of the files, merged as kubectl merges them: the first file that has an entry of a name wins, and the first current-context.
 * `KubeConfig` of client-node is not used: its last current-context wins, it refuses duplicates, and it drops `tokenFile`, `as-groups` and
 * the plugin's cluster extension.
 * @throws ConfigError: unknown context, or a reference to an entry that does not exist
 */
export function contextIn({ where, documents }: Kubeconfig, choice: KubeconfigChoice): KubeContext {
  const { terms = flagTerms } = choice;
  const contexts = named(documents, 'contexts', 'context');
  const name = choice.context ?? documents.flatMap((document) => nonEmpty(stringAt(document, 'current-context')) ?? [])[0];
  const known = contexts.size === 0 ? 'it has no contexts' : `it has: ${[...contexts.keys()].join(', ')}`;
  if (name === undefined) throw new ConfigError(`${where} has no current-context: set ${terms('context')} (${known})`);
  const context = contexts.get(name);
  if (context === undefined) throw new ConfigError(`${where} has no context ${name} (${known})`);
  const clusterName = stringAt(context, 'cluster') ?? '';
  const cluster = named(documents, 'clusters', 'cluster').get(clusterName);
  if (cluster === undefined) throw new ConfigError(`context ${name} of ${where} names the cluster "${clusterName}", which is not there`);
  const userName = stringAt(context, 'user') ?? '';
  const user = named(documents, 'users', 'user').get(userName);
  if (user === undefined && userName !== '')
    throw new ConfigError(`context ${name} of ${where} names the user "${userName}", which is not there`);
  const namespace = nonEmpty(stringAt(context, 'namespace'));
  return { name, clusterName, userName, cluster, user: user ?? {}, ...(namespace === undefined ? {} : { namespace }) };
}

/** Whether the environment names a kubeconfig with any content. @throws ConfigError if one cannot be read */
export function hasKubeconfig(env: Environment): boolean {
  const { paths } = pathsOf({ env }, flagTerms);
  return paths
    .map((path) => documentAt(path, { mayMiss: true, isNamed: false }, flagTerms))
    .some((document) => document !== undefined && saysAnything(document));
}

/** The decoded text of `<field>-data` (base64), or of the file that `<field>` names; `undefined` if neither exists. */
export function inlineOrFile(entry: JsonObject, name: string, owner: string): string | undefined {
  const data = nonEmpty(stringAt(entry, `${name}-data`));
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
  const path = nonEmpty(stringAt(entry, name));
  if (path === undefined) return undefined;
  try {
    return smallFile(path);
  } catch (error) {
    throw new ConfigError(`${name} of ${owner}: cannot read ${path} (${reasonOf(error)})`, { cause: error });
  }
}

/** The strings of a list. Null is an empty string, as for kubectl. */
export function textsAt(entry: JsonObject, ...path: readonly string[]): readonly string[] {
  return listAt(entry, ...path).map((text) => (typeof text === 'string' ? text : ''));
}

export function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

/** The paths of the kubeconfigs that are searched, absolute; empty if the environment has no home. */
export function kubeconfigPaths(choice: Pick<KubeconfigChoice, 'kubeconfig' | 'env'>): readonly string[] {
  return pathsOf(choice, flagTerms).paths;
}

/**
 * The paths of the files that kubeconfigs name, absolute: certificates, keys, tokens, programs for the login, and arguments and variables
 * of programs if such a file exists.
 */
export function filesNamedIn({ documents }: Pick<Kubeconfig, 'documents'>): readonly string[] {
  const entries = documents.flatMap((document) => [
    ...listAt(document, 'clusters').map((entry) => field(entry, 'cluster')),
    ...listAt(document, 'users').map((entry) => field(entry, 'user')),
  ]);
  const files = entries.flatMap((entry) => [
    ...PATHS.map((key) => stringAt(entry, key)),
    stringAt(entry, 'auth-provider', 'config', 'idp-certificate-authority'),
    ...[stringAt(entry, 'exec', 'command')].filter((command) => command !== undefined && isAbsolute(command)),
  ]);
  const ofLogins = loginTextsIn(documents)
    .flatMap(pathsInLogin)
    .filter((file) => existsSync(file));
  return [...files, ...ofLogins].flatMap((file) => (file === undefined || file === '' ? [] : [resolve(file)]));
}

function saysAnything(document: JsonObject): boolean {
  return nonEmpty(stringAt(document, 'current-context')) !== undefined || LISTS.some((list) => listAt(document, list).length > 0);
}

const LISTS = ['contexts', 'clusters', 'users'];

function pathsOf({ kubeconfig, env }: KubeconfigChoice, terms: Terms): { readonly paths: readonly string[]; readonly source: string } {
  if (kubeconfig !== undefined) return { paths: [resolve(kubeconfig)], source: terms('kubeconfig') };
  if (isFileContent(env['KUBECONFIG'] ?? '')) throw new ConfigError(`KUBECONFIG ${MUST_BE_PATH}`);
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  if (listed.length > 0) return { paths: listed.map((path) => resolve(path)), source: 'KUBECONFIG' };
  const home = nonEmpty(env['HOME']) ?? nonEmpty(env['USERPROFILE']);
  return { paths: home === undefined ? [] : [join(home, '.kube', 'config')], source: 'the default path' };
}

/** One file, or `undefined` if it is missing and other files are listed beside it (as kubectl does). */
function documentAt(
  path: string,
  { mayMiss, isNamed }: { readonly mayMiss: boolean; readonly isNamed: boolean },
  terms: Terms,
): JsonObject | undefined {
  let text: string;
  try {
    text = smallFile(path);
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') {
      if (mayMiss) return undefined;
      const remedy = isNamed ? `check ${terms('kubeconfig')}, or log in first` : `log in first, or set ${terms('kubeconfig')}`;
      throw new ConfigError(`no kubeconfig at ${path}: ${remedy}`, { cause: error });
    }
    throw new ConfigError(`cannot read the kubeconfig ${path} (${reasonOf(error)})`, { cause: error });
  }
  // kubectl reads a file without content as a kubeconfig that has nothing.
  const document = parsed(text, path) ?? {};
  if (!isObject(document)) throw new ConfigError(`${path} is not a kubeconfig: it is not a mapping`);
  const wrong = wrongType(document);
  if (wrong !== undefined) throw new ConfigError(`${path} is not a kubeconfig that kubectl accepts: ${wrong}`);
  const twice = LISTS.flatMap((list) => twiceIn(document, list))[0];
  if (twice !== undefined) throw new ConfigError(`${path} is not a kubeconfig that kubectl accepts: ${twice}`);
  return withAbsolutePaths(document, dirname(path));
}

/** Source: client-go, clientcmd `api/v1/conversion.go`. Entries of one name in different files are merged. */
function twiceIn(document: JsonObject, list: string): readonly string[] {
  const names = listAt(document, list).map((entry) => stringAt(entry, 'name') ?? '');
  const name = names.find((each, at) => names.indexOf(each) < at);
  return name === undefined ? [] : [`${list} has the name ${name || '""'} twice: remove one of the two entries`];
}

/** The error names the line and the problem there, but never quotes it: the text of a kubeconfig may be a secret. */
function parsed(text: string, path: string): unknown {
  try {
    // As kubectl: the first document, and the last of two equal keys.
    return loadAll(text, { schema: AS_KUBECTL, json: true })[0];
  } catch (error) {
    const line = (error as { readonly mark?: { readonly line?: unknown } }).mark?.line;
    const reason = (error as { readonly reason?: unknown }).reason;
    const at = typeof line === 'number' ? `:${line + 1}` : '';
    throw new ConfigError(
      `${path}${at} is not valid YAML${typeof reason === 'string' && /^[a-z ,-]+$/i.test(reason) ? ` (${reason})` : ''}`,
    );
  }
}

/** Plain scalars as kubectl reads them (`yes` is a boolean, a date is a string), and merged mappings (`<<`). */
const AS_KUBECTL = new Schema([
  mergeTag,
  defineScalarTag('!plain', {
    implicit: true,
    identify: () => false,
    resolve: (source, isExplicit) => {
      const value = resolvePlain(source);
      return isExplicit || typeof value === 'string' ? NOT_RESOLVED : value;
    },
  }),
  ...CORE_SCHEMA.tags.map((tag) => (tag.nodeKind === 'scalar' ? { ...tag, implicit: false } : tag)),
]);

const PATHS = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'] as const;

function withAbsolutePaths(document: JsonObject, folder: string): JsonObject {
  const entries = (list: string, inner: string): readonly unknown[] =>
    listAt(document, list).map((entry) => withAbsolute(entry, inner, folder));
  return { ...document, clusters: entries('clusters', 'cluster'), users: entries('users', 'user') };
}

function withAbsolute(entry: unknown, inner: string, folder: string): unknown {
  if (!isObject(entry) || !isObject(entry[inner])) return entry;
  const fields: Record<string, unknown> = { ...entry[inner] };
  for (const key of PATHS) {
    const path = fields[key];
    if (typeof path === 'string' && isFileContent(path))
      throw new ConfigError(`${key} of ${stringAt(entry, 'name') ?? inner} in the kubeconfig ${MUST_BE_PATH}`);
    if (typeof path === 'string' && path !== '') fields[key] = resolve(folder, path);
  }
  const { exec } = fields;
  const command = stringAt(exec, 'command');
  // A name without a slash is searched in PATH; any other is a file beside the kubeconfig.
  if (isObject(exec) && command !== undefined && /[\\/]/.test(command)) fields['exec'] = { ...exec, command: resolve(folder, command) };
  return { ...entry, [inner]: fields };
}

function named(documents: readonly JsonObject[], list: string, inner: string): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const entry of documents.flatMap((document) => listAt(document, list))) {
    const name = stringAt(entry, 'name');
    const value = isObject(entry) ? entry[inner] : undefined;
    if (name !== undefined && !found.has(name)) found.set(name, isObject(value) ? value : {});
  }
  return found;
}

function reasonOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? String(error);
}
