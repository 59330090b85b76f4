import { ConfigError } from '../../../errors.ts';
import type { Credential } from '../http/credentials.ts';
import { shownUrl } from '../http/shown-url.ts';
import type { KubeContext } from './kubeconfig.ts';
import { isLoopback } from './loopback.ts';
import type { Endpoint } from '../http/transport.ts';

/** Whether traffic to this address can be read on the network. */
export function isPlain({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopback(hostname);
}

/**
 * The part of the way to a server that can be read on the network; `undefined` if there is none. A proxy of the kubeconfig also gets the
 * requests for the loopback.
 */
export function plainPart({ server, proxy }: Pick<Endpoint, 'server' | 'proxy'>): URL | undefined {
  if (server.protocol !== 'http:') return undefined;
  if (isPlain(server)) return server;
  const url = URL.parse(proxy['HTTP_PROXY'] ?? '');
  return url !== null && isPlain(url) ? url : undefined;
}

/** Refuses to send credentials over a connection that can be read on the network. @throws ConfigError if there are credentials */
export function refusePlainHttp(endpoint: Pick<Endpoint, 'server' | 'proxy'>, { headers }: Credential, { userName }: UserOf): void {
  const plain = plainPart(endpoint);
  if (plain === undefined || Object.keys(headers).length === 0) return;
  const { server } = endpoint;
  const what = plain === server ? shownUrl(server) : `${shownUrl(server)} through the proxy ${shownUrl(plain)}`;
  throw new ConfigError(`${what} is plain HTTP: the credentials of user ${userName} are not sent over it; use https://`);
}

type UserOf = Pick<KubeContext, 'userName'>;
