import { basename, join } from 'node:path';
import { contextFrom, contextSource } from '../../gates/hub/auth/context-of.ts';
import type { MemberLogin } from '../../gates/hub/live-members.ts';
import { ConfigError } from '../../errors.ts';
import { type ClusterLogin, type Reach, REACH_UNKNOWN } from '../../gates/reach.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import type { FoundConfig } from '../settings/config-file.ts';
import type { Io } from '../process/io.ts';
import { memberLogins } from './member-logins.ts';
import { connectOptions } from './open-hub.ts';
import { reachOfFiles } from './reach-of-files.ts';

/**
 * How to reach the hub and the members of this run. The context is always named, even if it is the current one, because it may differ when
 * a command from the report is used.
 * @throws {ConfigError} as for opening them
 */
export function reachOf(invocation: Invocation, io: Io, found: FoundConfig): Reach {
  const { server, ...logins } = loginsOf(invocation, io);
  return { ...logins, ...reachOfFiles(found), ...byServer(server) };
}

/** As above, but nothing is known if the kubeconfig cannot be used. */
export function knownReach(invocation: Invocation, io: Io): Reach {
  try {
    const { server: _server, ...logins } = loginsOf(invocation, io);
    return logins;
  } catch (error) {
    if (error instanceof ConfigError) return REACH_UNKNOWN;
    throw error;
  }
}

function loginsOf(invocation: Invocation, io: Io): Pick<Reach, 'hub' | 'members'> & { readonly server: string } {
  const options = connectOptions(invocation, io);
  const source = contextSource(options);
  const context = contextFrom(source, options);
  const kubeconfig = invocation.value('kubeconfig');
  const server = invocation.value('server');
  const hub: ClusterLogin = defined({
    kubeconfig,
    // The service account of a pod is not a context that a person has.
    context: source.kind === 'pod' ? undefined : context.name,
    server,
    tlsServerName: invocation.value('tls-server-name'),
  });
  const logins = [...memberLogins(invocation, io)].map(([cluster, login]) => [cluster, memberLogin(login, invocation)] as const);
  return {
    hub,
    members: new Map(logins),
    server: server ?? stringAt(context.cluster, 'server') ?? '',
  };
}

/** The contexts of members are in the kubeconfig of the hub. */
function memberLogin(login: MemberLogin, invocation: Invocation): ClusterLogin {
  if ('context' in login) return defined({ kubeconfig: invocation.value('kubeconfig'), context: login.context });
  return { kubeconfig: join(invocation.value('member-kubeconfig') ?? '', basename(login.kubeconfig)) };
}

/**
 * Whether the server of the selected hub is one of Azure; a self-managed cluster may have one as well. @throws {ConfigError} as for
 * opening it
 */
export function hasAzureServer(invocation: Invocation, io: Io): boolean {
  return isOfAzure(serverOf(invocation, io));
}

/** The address of the selected hub. @throws {ConfigError} as for opening it */
export function serverOf(invocation: Invocation, io: Io): string {
  const options = connectOptions(invocation, io);
  return invocation.value('server') ?? stringAt(contextFrom(contextSource(options), options).cluster, 'server') ?? '';
}

function byServer(server: string): Pick<Reach, 'hasAzureServer'> {
  return isOfAzure(server) ? { hasAzureServer: true } : {};
}

function isOfAzure(server: string): boolean {
  return /\.(?:azmk8s\.(?:io|us)|azk8s\.cn)$/.test(URL.parse(server)?.hostname ?? '');
}
