import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import type { KubeContext } from './kubeconfig.ts';
import { LoginFailed } from '../http/login-failed.ts';

/**
 * The `Authorization` header of a user with `auth-provider: oidc`; refreshes the token where it is over.
 * The one thing client-node is needed for, and the one file that loads it (90 ms, 22 MB): import this lazily.
 */
export async function oidcAuthorization(context: KubeContext): Promise<string> {
  const config = new KubeConfig();
  const { name, clusterName, userName, cluster, user } = context;
  const document = {
    'current-context': name,
    contexts: [{ name, context: { cluster: clusterName, user: userName } }],
    clusters: [{ name: clusterName, cluster }],
    users: [{ name: userName, user }],
  };
  const options: RequestOptions = { headers: {} };
  try {
    config.loadFromString(JSON.stringify(document));
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    throw new LoginFailed(`the OIDC token of user ${userName} cannot be refreshed (${messageOf(error)}): log in again`, { cause: error });
  }
  const authorization = (options.headers as Readonly<Record<string, unknown>> | undefined)?.['Authorization'];
  if (typeof authorization === 'string') return authorization;
  throw new LoginFailed(`user ${userName} has an OIDC auth-provider without id-token: log in first`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
