import type { V1Status } from '@kubernetes/client-node';
import { stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Clock } from '../../clock.ts';
import type { ApiClient } from '../http/api-client.ts';
import { ApiError, apiErrorOfStatus } from '../http/api-error.ts';
import { arrived } from '../http/collection.ts';
import { CredentialsRefused } from '../http/credentials-refused.ts';
import { Deadline } from '../http/deadline.ts';
import type { ServedResource } from '../http/discovery.ts';
import { LoginFailed } from '../http/login-failed.ts';
import { isConnectionError, NoAnswer } from '../http/network-failure.ts';
import type { Persistence } from '../http/persistence.ts';
import type { Selectors } from '../interest.ts';
import { collectionPath } from '../http/resource-path.ts';
import { nameKey } from '../keys.ts';
import type { HubTiming } from '../http/timing.ts';
import { isBehind } from './versions.ts';
import { watchEvents } from './watch-lines.ts';

export interface WatchPorts {
  readonly client: ApiClient;
  readonly persistence: Persistence;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timing: HubTiming;
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
  readonly signal: AbortSignal;
  /** Called with true if the watch fails at the moment, with false if it works. */
  readonly onTrouble: (is: boolean) => void;
  /** Stores the object's new state; `undefined` if it was deleted. */
  readonly put: (name: string, object: KubeObject | undefined) => void;
  /** Records that all changes up to this version were delivered. */
  readonly reach: (version: string) => void;
}

export type WatchEnd = 'relist' | 'denied';

/** After this many failures in a row, events may be missing, so a list is needed. */
const FAILURES_BEFORE_LIST = 3;

/**
 * Watches a collection. It resumes from the last seen resource version whenever the server or the network ends the watch.
 * It returns if only a new list can help (410, failures in a row), or if watching is not allowed.
 * It also returns if the signal ends it (`relist`).
 */
export async function watchFrom(resourceVersion: string, ports: WatchPorts): Promise<WatchEnd> {
  const { clock, timing, signal, persistence } = ports;
  const at: Position = { resourceVersion, hasBookmarks: false };
  let failures = 0;
  while (!signal.aborted) {
    const began = clock.now();
    try {
      await watchOnce(at, ports, () => {
        failures = 0;
      });
      await clock.sleep(Math.max(0, timing.reconnectMs - (clock.now() - began)), signal);
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof Error)) throw error;
      // The list decides whether that is tried again.
      if (error instanceof LoginFailed || error instanceof CredentialsRefused) break;
      if (error instanceof ApiError && error.status === 410) break;
      if (error instanceof ApiError && (error.status === 403 || error.status === 405)) return 'denied';
      if (error instanceof ApiError && error.isAnswer) break;
      if (!(error instanceof ApiError) && !isConnectionError(error)) throw error;
      ports.onTrouble(true);
      failures++;
      if (failures >= FAILURES_BEFORE_LIST) break;
      await clock.sleep(Math.max(persistence.delay(failures - 1, error), timing.reconnectMs - (clock.now() - began)), signal);
    }
  }
  return 'relist';
}

/** The position of a watch, and whether its server sends bookmarks. */
interface Position {
  resourceVersion: string;
  hasBookmarks: boolean;
}

/** One request: returns when the server closes it as announced. */
async function watchOnce(at: Position, ports: WatchPorts, onOpen: () => void): Promise<void> {
  const { client, clock, timing, random, resource, namespace, selectors, signal } = ports;
  const [shortest, longest] = timing.watchSeconds;
  const seconds = Math.round(shortest + (longest - shortest) * random());
  const path = collectionPath(resource, namespace, {
    watch: '1',
    ...selectors,
    allowWatchBookmarks: 'true',
    resourceVersion: at.resourceVersion,
    timeoutSeconds: String(seconds),
  });
  const body = await client.open(path, signal);
  ports.onTrouble(false);
  const silent = (ms: number): Deadline =>
    new Deadline(clock, ms, () => {
      body.destroy(new NoAnswer(`the watch of ${resource.plural} is silent`));
    });
  let silence = silent(Math.min(seconds * 1000 + timing.watchSilenceMs, at.hasBookmarks ? timing.bookmarkSilenceMs : Infinity));
  try {
    for await (const event of watchEvents(body, () => silence.touch())) {
      take(event.type, event.object, at, ports);
      onOpen();
      if (event.type !== 'BOOKMARK' || at.hasBookmarks) continue;
      // From now on, silence is a failure: the server sends its position every minute.
      at.hasBookmarks = true;
      silence.stop();
      silence = silent(timing.bookmarkSilenceMs);
    }
  } finally {
    silence.stop();
  }
}

function take(type: string, object: unknown, at: Position, { resource, put, reach }: WatchPorts): void {
  if (type === 'ERROR') throw apiErrorOfStatus(object as Unchecked<V1Status>);
  const version = stringAt(object, 'metadata', 'resourceVersion') ?? at.resourceVersion;
  if (isBehind(version, at.resourceVersion))
    throw new ApiError(410, 'Expired', `the watch of ${resource.plural} went back to an earlier version`);
  at.resourceVersion = version;
  reach(version);
  if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED') return;
  const changed = arrived(object, resource);
  if (changed === undefined) throw new ApiError(502, 'NotAnObject', `the watch of ${resource.plural} sent an event without an object`);
  put(nameKey(changed.metadata.namespace, changed.metadata.name), type === 'DELETED' ? undefined : changed);
}
