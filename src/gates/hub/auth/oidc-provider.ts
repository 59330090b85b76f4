import { isObject, stringAt } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { Deadline } from '../http/deadline.ts';
import type { Credential } from '../http/credentials.ts';
import { LoginFailed } from '../http/login-failed.ts';
import type { CredentialPorts } from './credential-ports.ts';
import { headerValue } from './header-value.ts';
import { nonEmpty } from './kubeconfig.ts';
import { ProviderAnswers } from './provider-answers.ts';
import { tokenEnd } from './token-end.ts';

/** A token is renewed this many milliseconds before it expires (client-go `expiryDelta`). */
const EARLY_MS = 10_000;

/**
 * The login of a user with `auth-provider: oidc`: its token, renewed with its refresh token after it expires. The renewed tokens are kept
 * for the next renewal, and are not written into the kubeconfig.
 * Source: client-go `plugin/pkg/client/auth/oidc/oidc.go`.
 */
export function oidcLogin(provider: JsonObject, owner: string, ports: CredentialPorts): () => Promise<Credential> {
  const config = isObject(provider['config']) ? provider['config'] : {};
  let idToken = nonEmpty(stringAt(config, 'id-token'));
  let refreshToken = nonEmpty(stringAt(config, 'refresh-token'));
  return async () => {
    if (idToken === undefined && refreshToken === undefined) {
      throw new LoginFailed(`${owner} has an OIDC auth-provider without id-token: log in first`);
    }
    if (idToken === undefined || endOf(idToken) - EARLY_MS <= ports.wallClock()) {
      const renewed = await renewedBy({ refreshToken, config, owner }, ports);
      [idToken, refreshToken] = [renewed.idToken, renewed.refreshToken ?? refreshToken];
    }
    ports.mask(idToken);
    const refused = (fault: string): Error =>
      new LoginFailed(`the OIDC token of ${owner} holds ${fault}, which no header can carry: log in again`);
    const expiresAt = endOf(idToken);
    return { headers: { Authorization: headerValue(`Bearer ${idToken}`, refused) }, ...(Number.isFinite(expiresAt) ? { expiresAt } : {}) };
  };
}

interface Renewal {
  readonly refreshToken: string | undefined;
  readonly config: JsonObject;
  readonly owner: string;
}

async function renewedBy(
  { refreshToken, config, owner }: Renewal,
  ports: CredentialPorts,
): Promise<{ readonly idToken: string; readonly refreshToken: string | undefined }> {
  const failed = (why: string, cause?: unknown): LoginFailed =>
    new LoginFailed(`the OIDC token of ${owner} is over and cannot be refreshed (${why}): log in again`, { cause });
  const [issuer, client] = [nonEmpty(stringAt(config, 'idp-issuer-url')), nonEmpty(stringAt(config, 'client-id'))];
  if (refreshToken === undefined) throw failed('the kubeconfig has no refresh-token');
  if (issuer === undefined || client === undefined) throw failed('the kubeconfig has no idp-issuer-url or no client-id');
  const late = new AbortController();
  const limit = new Deadline(ports.clock, ports.timing.pluginMs, () =>
    late.abort(new Error(`no answer within ${ports.timing.pluginMs / 1000} s`)),
  );
  try {
    const provider = new ProviderAnswers(config, owner, ports, AbortSignal.any([ports.closed, late.signal]));
    const discovered = await provider.get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const endpoint = stringAt(discovered, 'token_endpoint');
    if (endpoint === undefined) throw new Error(`${issuer} names no token_endpoint`);
    const answer = await provider.post(
      endpoint,
      { grant_type: 'refresh_token', refresh_token: refreshToken },
      client,
      stringAt(config, 'client-secret') ?? '',
    );
    const [idToken, next] = [nonEmpty(stringAt(answer, 'id_token')), nonEmpty(stringAt(answer, 'refresh_token'))];
    for (const secret of [idToken, next, stringAt(answer, 'access_token')]) if (secret !== undefined) ports.mask(secret);
    if (idToken === undefined) throw new Error('the provider answered without id_token; was the scope openid asked for?');
    return { idToken, refreshToken: next };
  } catch (error) {
    throw failed(error instanceof Error ? error.message : String(error), error);
  } finally {
    limit.stop();
  }
}

/** When a token expires, in milliseconds since the epoch; a time in the past if it has no expiry. */
function endOf(token: string): number {
  return tokenEnd(token) ?? 0;
}
