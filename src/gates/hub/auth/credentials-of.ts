import { isObject, stringAt } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { ConfigError } from '../../../errors.ts';
import { checkedCertificate } from './checked-certificate.ts';
import type { CredentialPorts } from './credential-ports.ts';
import type { Credential, CredentialSource } from '../http/credentials.ts';
import { fixedCredential, renewingCredential } from '../http/credentials.ts';
import { execCredential } from './exec-plugin.ts';
import type { KubeContext } from './kubeconfig.ts';
import { headerValue } from './header-value.ts';
import { inlineOrFile, nonEmpty, textsAt } from './kubeconfig.ts';
import { smallFile } from '../../../files/small-file.ts';
import { LoginFailed } from '../http/login-failed.ts';
import { oidcLogin } from './oidc-provider.ts';
import { usedExec } from './used-exec.ts';

/** kubectl reads a token file again after this many milliseconds (client-go `cachingTokenSource`). */
const TOKEN_FILE_MS = 60_000;

const ONE_LINE = 'write the token alone, on one line';

/**
 * How the context's user authenticates: token file, token, password or client certificate, and a plugin only without these, each with
 * impersonation if it is configured.
 * Source: client-go, `plugin/pkg/client/auth/exec` (UpdateTransportConfig), `transport/round_trippers.go` (bearerAuthRoundTripper), and
 * clientcmd `validation.go` (validateAuthInfo).
 * @throws ConfigError kubectl refuses the user
 */
export function credentialsOf(context: KubeContext, ports: CredentialPorts): CredentialSource {
  const { user, userName } = context;
  const owner = `user ${userName}`;
  const { wallClock, mask, timing } = ports;
  const shared: Credential = { headers: impersonation(user, owner), ...certificateOf(user, owner, mask) };
  const bearer = (token: string, refused: (fault: string) => Error): Credential => {
    mask(token);
    return { ...shared, headers: { ...shared.headers, Authorization: headerValue(`Bearer ${token}`, refused) } };
  };

  const token = nonEmpty(stringAt(user, 'token'));
  const tokenFile = nonEmpty(stringAt(user, 'tokenFile'));
  const name = nonEmpty(stringAt(user, 'username'));
  const basic = (['username', 'password'] as const).find((key) => nonEmpty(stringAt(user, key)) !== undefined);
  if (token !== undefined && basic !== undefined)
    throw new ConfigError(`${owner} has a token and a ${basic}, and kubectl accepts only one: remove one of them from the kubeconfig`);
  const exec = usedExec(user);
  const unused =
    isObject(user['exec']) && exec === undefined ? '; its exec plugin is not used, as in kubectl, because the user has this too' : '';
  if (exec !== undefined) {
    const { obtain, hint, from } = execCredential(exec, context, ports);
    return renewingCredential(async () => merged(shared, await obtain()), { hint, from, skewMs: timing.expirySkewMs, wallClock });
  }
  if (tokenFile !== undefined) {
    const read = (): Promise<Credential> =>
      Promise.resolve().then(() => ({
        ...bearer(tokenIn(tokenFile, owner, token), refused),
        expiresAt: wallClock() + TOKEN_FILE_MS,
      }));
    const refused = (fault: string): Error =>
      new LoginFailed(`the tokenFile ${tokenFile} of ${owner} holds ${fault} within the token, which no header can carry: ${ONE_LINE}`);
    return renewingCredential(read, {
      hint: `the token in ${tokenFile} is not valid here${unused}`,
      from: `the tokenFile of ${owner}`,
      skewMs: 0,
      wallClock,
    });
  }
  if (token !== undefined) {
    const refused = (fault: string): Error =>
      new ConfigError(`the token of ${owner} in the kubeconfig holds ${fault}, which no header can carry: ${ONE_LINE}`);
    return fixedCredential(bearer(token, refused), `the token of ${owner} is expired or for another hub: log in again${unused}`);
  }
  if (isObject(user['auth-provider'])) return providerCredential(user['auth-provider'], context, shared, ports);
  if (name !== undefined) {
    const password = stringAt(user, 'password') ?? '';
    mask(password);
    const encoded = Buffer.from(`${name}:${password}`).toString('base64');
    mask(encoded);
    return fixedCredential(
      { ...shared, headers: { ...shared.headers, Authorization: `Basic ${encoded}` } },
      `check the password of ${owner}${unused}`,
    );
  }
  const hint =
    shared.certificate === undefined
      ? `${owner} has no credentials in the kubeconfig`
      : `the client certificate of ${owner} is not accepted: log in again${unused}`;
  return fixedCredential(shared, hint);
}

function certificateOf(user: JsonObject, owner: string, mask: (secret: string) => void): Pick<Credential, 'certificate'> {
  const cert = inlineOrFile(user, 'client-certificate', owner);
  const key = inlineOrFile(user, 'client-key', owner);
  if (key !== undefined) mask(key);
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) throw new ConfigError(`${owner} has only one of client-certificate and client-key`);
  return { certificate: checkedCertificate(cert, key, owner) };
}

/**
 * The headers of `as`, `as-uid`, `as-groups` and `as-user-extra`.
 * Source: client-go, `transport/round_trippers.go` (impersonatingRoundTripper), and clientcmd `validation.go`.
 * @throws ConfigError the user that the others belong to is missing
 */
function impersonation(user: JsonObject, owner: string): Credential['headers'] {
  const as = nonEmpty(stringAt(user, 'as'));
  const uid = nonEmpty(stringAt(user, 'as-uid'));
  const groups = textsAt(user, 'as-groups');
  const extra = Object.keys(isObject(user['as-user-extra']) ? user['as-user-extra'] : {});
  if (as === undefined) {
    const [given] = [
      ...(uid === undefined ? [] : ['as-uid']),
      ...(groups.length === 0 ? [] : ['as-groups']),
      ...(extra.length === 0 ? [] : ['as-user-extra']),
    ];
    if (given === undefined) return {};
    throw new ConfigError(`${owner} has ${given} without as, the user to impersonate: add as to the kubeconfig, or remove ${given}`);
  }
  // Names of headers are equal in any letter case: Node would send only the last of `Scopes` and `scopes`, and Go sends both.
  const extraByName = Map.groupBy(extra, (key) => headerKey(key).toLowerCase());
  const fields: readonly (readonly [name: string, values: readonly string[]])[] = [
    ['Impersonate-User', [as]],
    ['Impersonate-Uid', uid === undefined ? [] : [uid]],
    ['Impersonate-Group', groups],
    ...[...extraByName.values()].map(
      (keys) => [`Impersonate-Extra-${headerKey(keys[0] ?? '')}`, keys.flatMap((key) => textsAt(user, 'as-user-extra', key))] as const,
    ),
  ];
  return Object.fromEntries(
    fields.flatMap(([name, values]) => {
      const refused = (fault: string): Error =>
        new ConfigError(`${name} of ${owner} holds ${fault}, which no header can carry: correct the kubeconfig`);
      const [first, ...more] = values.map((value) => headerValue(value, refused));
      return first === undefined ? [] : [[name, more.length === 0 ? first : [first, ...more]]];
    }),
  );
}

/** Each byte of a key that no name of a header can have is percent-encoded, and so is `%`. */
function headerKey(key: string): string {
  const bytes = [...Buffer.from(key, 'utf8')];
  return bytes
    .map((byte) => {
      const letter = String.fromCodePoint(byte);
      return /[\w!#$&'*+.^`|~-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** @param inline what is used if the file has no token */
function tokenIn(path: string, owner: string, inline: string | undefined): string {
  let token: string;
  try {
    token = smallFile(path).trim();
  } catch (error) {
    if (inline !== undefined) return inline;
    throw new LoginFailed(`cannot read the tokenFile ${path} of ${owner} (${(error as { readonly code?: string }).code ?? 'unreadable'})`, {
      cause: error,
    });
  }
  if (token === '' && inline !== undefined) return inline;
  if (token === '') throw new LoginFailed(`the tokenFile ${path} of ${owner} is empty: log in first`);
  return token;
}

function merged(shared: Credential, obtained: Credential): Credential {
  return { ...shared, ...obtained, headers: { ...shared.headers, ...obtained.headers } };
}

function providerCredential(provider: JsonObject, context: KubeContext, shared: Credential, ports: CredentialPorts): CredentialSource {
  const name = stringAt(provider, 'name') ?? '';
  if (name !== 'oidc') {
    throw new ConfigError(
      `user ${context.userName} logs in with the auth-provider "${name}", which kubectl 1.26 removed: ${name === 'azure' ? 'run `kubelogin convert-kubeconfig`' : 'use an exec plugin'}`,
    );
  }
  const login = oidcLogin(provider, `user ${context.userName}`, ports);
  return renewingCredential(async () => merged(shared, await login()), {
    hint: `the OIDC login of user ${context.userName} is over: log in again`,
    from: `the OIDC provider of user ${context.userName}`,
    skewMs: 0,
    wallClock: ports.wallClock,
  });
}
