import { ConfigError } from '../../../errors.ts';
import type { Credential } from '../http/credentials.ts';
import { shownUrl } from '../http/shown-url.ts';
import type { KubeContext } from './kubeconfig.ts';
import { isLoopback } from './loopback.ts';

/** Whether traffic to this address can be read on the network. */
export function isPlain({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Refuses to send credentials over a connection that can be read on the network. @throws ConfigError if there are credentials */
export function refusePlainHttp(server: URL, { headers }: Credential, { userName }: Pick<KubeContext, 'userName'>): void {
  if (!isPlain(server) || Object.keys(headers).length === 0) return;
  throw new ConfigError(`${shownUrl(server)} is plain HTTP: the credentials of user ${userName} are not sent over it; use https://`);
}
