import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { namesCredential } from '../../../secrets/credential-names.ts';
import { holdsCredential } from '../../../secrets/credential-text.ts';
import { isSecretArgument } from '../../../secrets/flag-value.ts';
import { type KubeContext, textsAt } from './kubeconfig.ts';

/**
 * Returns every credential inside a kubeconfig's context: token, password, key, a login provider's fields, and user and password in URLs.
 * From a plugin's arguments and variables, it takes those that have the name of a secret or are similar to one. Referenced files are read
 * later.
 */
export function secretsOf({ cluster, user }: KubeContext, server: string | undefined): readonly string[] {
  const name = stringAt(user, 'username');
  const password = stringAt(user, 'password');
  const key = stringAt(user, 'client-key-data');
  return [
    ...given(stringAt(user, 'token')),
    ...given(password),
    ...(name === undefined || password === undefined ? [] : [Buffer.from(`${name}:${password}`).toString('base64')]),
    ...(key === undefined ? [] : [key, Buffer.from(key, 'base64').toString('utf8')]),
    ...providerSecrets(field(user, 'auth-provider', 'config')),
    ...pluginSecrets(field(user, 'exec')),
    ...[server, stringAt(cluster, 'server'), stringAt(cluster, 'proxy-url')].flatMap((url) => secretsInUrl(url ?? '')),
  ];
}

/** User and password of a URL, even if the URL is invalid, both as written and decoded. */
export function secretsInUrl(url: string): readonly string[] {
  const written = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s/?#]*)@/i.exec(url)?.[1];
  if (written === undefined) return [];
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(written) ?? [];
  return [written, password, decoded(written), decoded(password)].filter((secret) => secret !== '');
}

function given(value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [value];
}

/** The fields of an `auth-provider` that hold a credential; the address of the provider and the client's ID do not. */
function providerSecrets(config: unknown): readonly string[] {
  return Object.entries(isObject(config) ? config : {}).flatMap(([name, value]) =>
    typeof value === 'string' && (namesCredential(name) || holdsCredential(value)) ? [value] : [],
  );
}

function pluginSecrets(exec: unknown): readonly string[] {
  const variables = listAt(exec, 'env').flatMap((entry) =>
    namesCredential(stringAt(entry, 'name') ?? '') || isOpaque(stringAt(entry, 'value') ?? '') ? given(stringAt(entry, 'value')) : [],
  );
  const args = isObject(exec) ? textsAt(exec, 'args') : [];
  const listed = args.flatMap((arg, index) => {
    const [, name = '', value = ''] = /^(-[^=]*)=(.*)$/s.exec(arg) ?? [];
    if (namesCredential(name)) return [value];
    const before = args[index - 1] ?? '';
    const isSecret =
      (before.startsWith('-') && namesCredential(before)) || isSecretArgument(args, index) || (/^-[a-z]$/i.test(before) && isMixed(arg));
    return isSecret || isOpaque(arg) ? [arg] : [];
  });
  return [...variables, ...listed].filter((secret) => secret !== '');
}

/** A long run of letters in both cases and digits that is not a path, an address or a UUID; a person does not type such text. */
function isOpaque(value: string): boolean {
  if (holdsCredential(value)) return true;
  return /^[\w+.~=-]{20,}$/.test(value) && isMixed(value);
}

/** Whether it has letters in both cases and digits. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
