import { connectHub, type ConnectOptions, type LiveHub } from '../gates/hub/connect-hub.ts';
import { defined } from './defined.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';

/** The hub that flags, environment and kubeconfig name. @throws {ConfigError} @throws {HubError} */
export function openHub(invocation: Invocation, io: Io): Promise<LiveHub> {
  const flags = {
    kubeconfig: invocation.value('kubeconfig'),
    context: invocation.value('context'),
    namespace: invocation.value('namespace'),
    server: invocation.value('server'),
    tlsServerName: invocation.value('tls-server-name'),
    mask: io.mask,
  } satisfies { [Key in keyof ConnectOptions]?: ConnectOptions[Key] | undefined };
  return connectHub({ env: io.env, wallClock: () => io.now().getTime(), interactive: io.stdout.isTTY, ...defined(flags) });
}
