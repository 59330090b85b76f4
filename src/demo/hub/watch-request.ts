import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { type ApiFailure, expired, invalidListOptions } from './api-status.ts';
import type { HubTime } from './hub-time.ts';
import { objectFilter, parseRevision } from './list-request.ts';
import type { ObjectStore, StoredEvent } from './object-store.ts';
import type { ServedType } from './served-types.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: unknown;
}

export interface WatchContext {
  readonly store: ObjectStore;
  readonly type: ServedType;
  readonly namespace: string | undefined;
  readonly query: URLSearchParams;
  readonly time: HubTime;
  /** Seconds between bookmarks. */
  readonly bookmarkSeconds: number;
  /** Converts an object to the version and form that the client asked for. */
  readonly present: (object: KubeObject) => unknown;
  readonly send: (event: WatchEvent) => void;
  /** Aborted if the client disconnects or the hub closes. */
  readonly signal: AbortSignal;
}

/** The start of a watch, after its options were checked. */
export interface WatchStart {
  readonly revision: number;
  /** Whether to send existing objects first, as ADDED. */
  readonly initial: boolean;
  /** Whether to end the existing objects with a bookmark (streaming list). */
  readonly initialBookmark: boolean;
}

/**
 * Checks the options of a watch.
 * @throws {ApiFailure} 400 or 422 for options that an API server refuses, 410 for a compacted revision.
 */
export function watchStart({ store, type, namespace, query }: Pick<WatchContext, 'store' | 'type' | 'namespace' | 'query'>): WatchStart {
  objectFilter(type, namespace, query);
  const streams = query.get('sendInitialEvents');
  const match = query.get('resourceVersionMatch') ?? '';
  if (streams !== null && match !== 'NotOlderThan') {
    throw invalidListOptions('resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  }
  if (streams === null && match !== '') {
    throw invalidListOptions(
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    );
  }
  const text = query.get('resourceVersion') ?? '';
  const wanted = text === '' ? 0 : parseRevision(text);
  if (streams === 'true') return { revision: store.revision, initial: true, initialBookmark: true };
  if (wanted === 0) return { revision: store.revision, initial: streams === null, initialBookmark: false };
  if (wanted < store.compacted) throw expired(`too old resource version: ${wanted} (${store.compacted})`);
  return { revision: wanted, initial: false, initialBookmark: false };
}

/** Sends events until `timeoutSeconds` have passed or the signal aborts. The caller then ends the response. */
export async function runWatch(context: WatchContext, start: WatchStart): Promise<void> {
  const { store, type, query, time, send, signal } = context;
  const filter = objectFilter(type, context.namespace, query);
  const bookmarks = query.get('allowWatchBookmarks') === 'true';
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  let sent = start.revision;

  if (start.initial) {
    for (const object of store.list(type)) if (filter(object)) send({ type: 'ADDED', object: context.present(object) });
    if (start.initialBookmark && bookmarks) send(bookmark(context, sent, { 'k8s.io/initial-events-end': 'true' }));
  }
  const flush = (): void => {
    for (const event of store.since(type, sent)) {
      sent = event.revision;
      const change = visibleChange(event, filter);
      if (change !== undefined) send({ type: change, object: context.present(event.object) });
    }
  };
  flush();
  const unsubscribe = store.subscribe(type, flush);
  if (bookmarks) void sendBookmarks();
  // Without timeoutSeconds an API server picks a time between 30 and 60 minutes.
  await time.sleep(Number(query.get('timeoutSeconds') ?? 1800) * 1000, signal);
  over.abort();
  unsubscribe();
  if (bookmarks && !signal.aborted) send(bookmark(context, Math.max(sent, store.revision)));

  async function sendBookmarks(): Promise<void> {
    for (;;) {
      await time.sleep(context.bookmarkSeconds * 1000, until);
      if (until.aborted) return;
      sent = Math.max(sent, store.revision);
      send(bookmark(context, sent));
    }
  }
}

/** A failure as a watch event; the watch ends after it. */
export function errorEvent(failure: ApiFailure): WatchEvent {
  return { type: 'ERROR', object: failure.status };
}

/** If an object starts or stops matching the selector, the client sees it added or deleted. */
function visibleChange(event: StoredEvent, filter: (object: KubeObject) => boolean): 'ADDED' | 'MODIFIED' | 'DELETED' | undefined {
  const before = event.previous !== undefined && filter(event.previous);
  const after = event.type !== 'DELETED' && filter(event.object);
  if (after) return before ? 'MODIFIED' : 'ADDED';
  return before ? 'DELETED' : undefined;
}

function bookmark({ type, present }: WatchContext, revision: number, annotations?: Readonly<Record<string, string>>): WatchEvent {
  const empty = { apiVersion: '', kind: type.kind, metadata: { name: '' } };
  const { apiVersion, kind } = present(empty) as KubeObject;
  const metadata = { resourceVersion: String(revision), creationTimestamp: null, ...(annotations === undefined ? {} : { annotations }) };
  return { type: 'BOOKMARK', object: { kind, apiVersion, metadata } };
}
