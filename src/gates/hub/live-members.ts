import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import { HubError } from '../../errors.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { ContainerRun } from '../container-run.ts';
import { ApiError } from './http/api-error.ts';
import type { MemberReader } from './member-reader.ts';
import { connectHub } from './connect-hub.ts';
import type { ObjectPart } from './http/single-reads.ts';
import type { ConnectOptions, LiveHub } from './connect-hub.ts';
import type { Notice } from './access/notices.ts';

/**
 * The kinds to read of a member, one namespace at a time, in addition to the kinds of removed objects and the last lines of failing
 * containers; never Secrets.
 */
export const MEMBER_KINDS = [
  { group: 'apps', kind: 'Deployment' },
  { group: 'apps', kind: 'StatefulSet' },
  { group: 'apps', kind: 'DaemonSet' },
  { group: 'apps', kind: 'ReplicaSet' },
  { group: 'batch', kind: 'Job' },
  { group: '', kind: 'Pod' },
  { group: '', kind: 'PersistentVolumeClaim' },
  { group: '', kind: 'Event' },
] as const;

/** A member that does not answer must not delay the gate. */
const BUDGET_MS = 5000;
const PLUGIN_MS = 20_000;

/** What a member says about one object. */
export type MemberLook =
  | { readonly kind: 'found'; readonly object: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string };

export interface LiveMembers extends MemberReader {
  /** Reads one object by name. Never rejects for a cluster of `clusters`. A member that did not answer is not asked again. */
  look(
    cluster: string,
    object: { readonly group: string; readonly kind: string; readonly namespace?: string; readonly name: string },
    part: ObjectPart,
  ): Promise<MemberLook>;
  notices(): readonly Notice[];
  close(): Promise<void>;
}

/** The connection to one member: a context of the hub's kubeconfig, or a kubeconfig of its own. */
export type MemberLogin = { readonly context: string } | { readonly kubeconfig: string };

/**
 * Reads member clusters. A member that cannot be reached causes a notice, never an outcome: the hub decides.
 * @param logins by cluster
 * @param logLines how many of the last lines of a failing container to read; default: none
 * @throws ConfigError if a context is not in the kubeconfig, or a kubeconfig cannot be used
 */
export async function connectMembers(
  logins: ReadonlyMap<string, MemberLogin>,
  options: ConnectOptions,
  logLines = 0,
): Promise<LiveMembers> {
  const hubs = new Map<string, LiveHub>();
  for (const [cluster, login] of logins) {
    hubs.set(cluster, await connectHub(memberConnectOptions(login, options)));
  }
  const lost = new Map<string, Notice>();
  const silent = new Map<string, MemberLook>();
  const refusedLogs = new Map<string, Notice>();
  const following = async <T>(cluster: string, interests: readonly Interest[], found: (hub: LiveHub) => T): Promise<T | undefined> => {
    const hub = hubs.get(cluster);
    if (hub === undefined || lost.has(cluster)) return undefined;
    try {
      await hub.follow(interests);
      await hub.refresh();
      return found(hub);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      lost.set(cluster, { kind: 'denied', message: `member ${cluster} (${hub.describe()}) cannot be read: ${error.message}` });
      return undefined;
    }
  };
  const log = async (cluster: string, run: ContainerRun): Promise<string | undefined> => {
    const hub = hubs.get(cluster);
    if (hub === undefined || lost.has(cluster) || refusedLogs.has(cluster)) return undefined;
    try {
      return await hub.log(run, logLines);
    } catch (error) {
      if (!(error instanceof HubError || error instanceof ApiError)) throw error;
      // The pod is gone, or the kubelet has no such run any more.
      if (error instanceof ApiError && [400, 404].includes(error.status)) return undefined;
      refusedLogs.set(cluster, {
        kind: 'denied',
        message: `member ${cluster}: the logs of failing containers cannot be read: ${error.message}`,
      });
      return undefined;
    }
  };
  return {
    clusters: new Set(logins.keys()),
    read: (cluster, namespace) =>
      following(
        cluster,
        MEMBER_KINDS.map((type) => ({ ...type, namespace })),
        (hub) => objectsIn(hub, namespace),
      ),
    find: async (cluster, { apiVersion, kind, namespace, name }) => {
      const type = { group: groupOf(apiVersion), kind };
      if (type.group === '' && kind === 'Secret') return undefined;
      const interest = namespace === undefined ? type : { ...type, namespace };
      return following(cluster, [interest], (hub) => objectIn(hub, interest, name));
    },
    look: async (cluster, object, part) => {
      const hub = hubs.get(cluster);
      const gone = lost.get(cluster);
      if (hub === undefined || gone !== undefined)
        return { kind: 'unknown', why: gone?.message ?? `there is no access to member ${cluster}` };
      const before = silent.get(cluster);
      if (before !== undefined) return before;
      try {
        const found = await hub.get(object, object, part);
        return found === undefined ? { kind: 'absent' } : { kind: 'found', object: found };
      } catch (error) {
        if (!(error instanceof HubError || error instanceof ApiError)) throw error;
        const unknown = { kind: 'unknown', why: `member ${cluster} does not answer it: ${error.message}` } as const;
        // Each further object would wait as long. A refusal (ApiError) is of one kind or namespace.
        if (error instanceof HubError) silent.set(cluster, unknown);
        return unknown;
      }
    },
    ...(logLines === 0 ? {} : { log }),
    notices: () => [...lost.values(), ...refusedLogs.values(), ...[...hubs].flatMap(([cluster, hub]) => noticesOf(cluster, hub))],
    close: async () => {
      await Promise.all([...hubs.values()].map((hub) => hub.close()));
    },
  };
}

/** The connection to a member, from the options of the hub: without what is only for the hub, and with shorter limits. */
export function memberConnectOptions(login: MemberLogin, options: ConnectOptions): ConnectOptions {
  const { server: _server, tlsServerName: _name, namespace: _namespace, context: _context, access: _access, ...rest } = options;
  const timing = { ...options.timing, budgetMs: BUDGET_MS, startBudgetMs: BUDGET_MS, pluginMs: PLUGIN_MS };
  return { ...rest, ...login, role: 'member', timing };
}

/** A member's clock does not decide anything here. */
function noticesOf(cluster: string, hub: LiveHub): readonly Notice[] {
  return hub
    .notices()
    .filter(({ kind }) => kind !== 'clock')
    .map(({ kind, message }) => ({ kind, message: `member ${cluster}: ${message}` }));
}

/**
 * The object of that name; `undefined` if its kind was not seen. A kind that the member does not serve is not an answer. It may have been
 * removed with the object, or may never have existed.
 */
function objectIn(hub: LiveHub, interest: Interest, name: string): readonly KubeObject[] | undefined {
  const state = hub.state();
  if (state.visibility(interest, interest.namespace).kind !== 'seen') return undefined;
  const object = state.get(interest, interest.namespace, name);
  return object === undefined ? [] : [object];
}

function objectsIn(hub: LiveHub, namespace: string): readonly KubeObject[] {
  const state = hub.state();
  return MEMBER_KINDS.flatMap((type) => state.list(type)).filter((object) => object.metadata.namespace === namespace);
}
