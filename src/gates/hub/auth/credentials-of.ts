import { readFileSync } from 'node:fs';
import { isObject, listAt, stringAt } from '../../../fleet/json.ts';
import type { JsonObject } from '../../../fleet/json.ts';
import { ConfigError } from '../../../errors.ts';
import { checkedCertificate } from './checked-certificate.ts';
import type { CredentialPorts } from './credential-ports.ts';
import type { Credential, CredentialSource } from '../http/credentials.ts';
import { fixedCredential, renewingCredential } from '../http/credentials.ts';
import { execCredential } from './exec-plugin.ts';
import type { KubeContext } from './kubeconfig.ts';
import { inlineOrFile, nonEmpty } from './kubeconfig.ts';
import { LoginFailed } from '../http/login-failed.ts';

/** kubectl reads a token file anew after this long (client-go `cachingTokenSource`). */
const TOKEN_FILE_MS = 60_000;

/** How the context's user proves who it is: plugin, token file, token, password, client certificate; with impersonation on top. */
export function credentialsOf(context: KubeContext, ports: CredentialPorts): CredentialSource {
  const { user, userName } = context;
  const owner = `user ${userName}`;
  const shared: Credential = { headers: impersonation(user), ...certificateOf(user, owner) };
  const { wallClock, mask, timing } = ports;
  const bearer = (token: string): Credential => {
    mask(token);
    return { ...shared, headers: { ...shared.headers, Authorization: `Bearer ${token}` } };
  };

  const token = nonEmpty(stringAt(user, 'token'));
  const tokenFile = nonEmpty(stringAt(user, 'tokenFile'));
  if (isObject(user['exec'])) {
    const { obtain, hint } = execCredential(user['exec'], context, ports);
    return renewingCredential(async () => merged(shared, await obtain()), { hint, skewMs: timing.expirySkewMs, wallClock });
  }
  if (tokenFile !== undefined) {
    const read = (): Promise<Credential> =>
      Promise.resolve({ ...bearer(tokenIn(tokenFile, owner)), expiresAt: wallClock() + TOKEN_FILE_MS });
    return renewingCredential(read, { hint: `the token in ${tokenFile} is not valid here`, skewMs: 0, wallClock });
  }
  if (token !== undefined) return fixedCredential(bearer(token), `the token of ${owner} is expired or for another hub: log in again`);
  if (isObject(user['auth-provider'])) return providerCredential(user['auth-provider'], context, shared, ports);
  const name = stringAt(user, 'username');
  if (name !== undefined) {
    const password = stringAt(user, 'password') ?? '';
    mask(password);
    const basic = Buffer.from(`${name}:${password}`).toString('base64');
    return fixedCredential(
      { ...shared, headers: { ...shared.headers, Authorization: `Basic ${basic}` } },
      `check the password of ${owner}`,
    );
  }
  const hint =
    shared.certificate === undefined
      ? `${owner} has no credentials in the kubeconfig`
      : `the client certificate of ${owner} is not accepted: log in again`;
  return fixedCredential(shared, hint);
}

function certificateOf(user: JsonObject, owner: string): Pick<Credential, 'certificate'> {
  const cert = inlineOrFile(user, 'client-certificate', owner);
  const key = inlineOrFile(user, 'client-key', owner);
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined) throw new ConfigError(`${owner} has only one of client-certificate and client-key`);
  return { certificate: checkedCertificate(cert, key, owner) };
}

function impersonation(user: JsonObject): Record<string, string> {
  const as = nonEmpty(stringAt(user, 'as'));
  const uid = nonEmpty(stringAt(user, 'as-uid'));
  const groups = listAt(user, 'as-groups').filter((group) => typeof group === 'string');
  if (groups.length > 1) throw new ConfigError('as-groups with more than one group is not supported: use credentials of that user');
  return {
    ...(as === undefined ? {} : { 'Impersonate-User': as }),
    ...(uid === undefined ? {} : { 'Impersonate-Uid': uid }),
    ...(groups[0] === undefined ? {} : { 'Impersonate-Group': groups[0] }),
  };
}

function tokenIn(path: string, owner: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new LoginFailed(`cannot read the tokenFile ${path} of ${owner} (${(error as { readonly code?: string }).code ?? 'unreadable'})`, {
      cause: error,
    });
  }
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
  const obtain = async (): Promise<Credential> => {
    const { oidcAuthorization } = await import('./oidc-provider.ts');
    const authorization = await oidcAuthorization(context);
    ports.mask(authorization.replace(/^Bearer /, ''));
    return { ...shared, headers: { ...shared.headers, Authorization: authorization }, expiresAt: ports.wallClock() + TOKEN_FILE_MS };
  };
  return renewingCredential(obtain, {
    hint: `the OIDC login of user ${context.userName} is over: log in again`,
    skewMs: 0,
    wallClock: ports.wallClock,
  });
}
