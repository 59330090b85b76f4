import { resolve } from 'node:path';
import { ConfigError } from '../errors.ts';
import { connectHub, type ConnectOptions, type LiveHub } from '../gates/hub/connect-hub.ts';
import { connectMembers, type LiveMembers } from '../gates/hub/live-members.ts';
import { defined } from './defined.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';

/** The hub that flags, environment and kubeconfig name. @throws {ConfigError} @throws {HubError} */
export function openHub(invocation: Invocation, io: Io): Promise<LiveHub> {
  return connectHub(connectOptions(invocation, io));
}

/** The members `--member CLUSTER=CONTEXT` gives access to; `undefined` without one. @throws {ConfigError} */
export async function openMembers(invocation: Invocation, io: Io): Promise<LiveMembers | undefined> {
  const contexts = new Map<string, string>();
  for (const text of invocation.values('member')) {
    const [, cluster, context] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (cluster === undefined || context === undefined)
      throw new ConfigError(`--member "${text}": write CLUSTER=CONTEXT, for example --member east=aks-east`);
    if (contexts.has(cluster)) throw new ConfigError(`--member ${cluster} is given twice; name one context for each cluster`);
    contexts.set(cluster, context);
  }
  return contexts.size === 0 ? undefined : connectMembers(contexts, connectOptions(invocation, io));
}

function connectOptions(invocation: Invocation, io: Io): ConnectOptions {
  const flags = {
    kubeconfig: kubeconfigOf(invocation, io),
    context: invocation.value('context'),
    namespace: invocation.value('namespace'),
    server: invocation.value('server'),
    tlsServerName: invocation.value('tls-server-name'),
    mask: io.mask,
  } satisfies { [Key in keyof ConnectOptions]?: ConnectOptions[Key] | undefined };
  return { env: io.env, wallClock: () => io.now().getTime(), interactive: io.stdout.isTTY, ...defined(flags) };
}

function kubeconfigOf(invocation: Invocation, io: Io): string | undefined {
  const file = invocation.value('kubeconfig');
  return file === undefined ? undefined : resolve(io.cwd, file);
}
