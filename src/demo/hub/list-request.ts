import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { badRequest, expired, invalidListOptions, tooLargeRevision } from './api-status.ts';
import type { ObjectStore } from './object-store.ts';
import { fieldFilter, labelFilter, type ObjectFilter } from './selectors.ts';
import type { ServedType } from './served-types.ts';

/** One page of a list, in the stored version. */
export interface ListPage {
  readonly resourceVersion: string;
  readonly continue?: string;
  /** Only without selectors: an API server does not count items that it would have to filter. */
  readonly remainingItemCount?: number;
  readonly items: readonly KubeObject[];
}

/**
 * Lists with `labelSelector`, `fieldSelector`, `limit`, `continue`, `resourceVersion` and `resourceVersionMatch`. Later pages show the
 * revision of the first.
 * @throws {ApiFailure} 400, 422 or 504 for options that an API server refuses, 410 for a compacted revision.
 */
export function listPage(store: ObjectStore, type: ServedType, namespace: string | undefined, query: URLSearchParams): ListPage {
  const token = query.get('continue') ?? '';
  const from = token === '' ? { revision: listRevision(store, query), after: '' } : continued(store, token);
  const filter = objectFilter(type, namespace, query);
  const matching = store.list(type, from.revision).filter((object) => sortKey(object) > from.after && filter(object));
  const limit = Number(query.get('limit') ?? 0);
  const items = limit > 0 ? matching.slice(0, limit) : matching;
  const resourceVersion = String(from.revision);
  const last = items.at(-1);
  if (last === undefined || items.length === matching.length) return { resourceVersion, items };
  const selects = query.get('labelSelector') !== null || query.get('fieldSelector') !== null;
  return {
    resourceVersion,
    continue: Buffer.from(JSON.stringify({ revision: from.revision, after: sortKey(last) })).toString('base64url'),
    ...(selects ? {} : { remainingItemCount: matching.length - items.length }),
    items,
  };
}

/** Accepts objects that match the request's namespace and selectors. @throws {ApiFailure} 400 if a selector is not valid. */
export function objectFilter(type: ServedType, namespace: string | undefined, query: URLSearchParams): ObjectFilter {
  const byLabel = labelFilter(query.get('labelSelector') ?? '');
  const byField = fieldFilter(type, query.get('fieldSelector') ?? '');
  return (object) => (namespace === undefined || object.metadata.namespace === namespace) && byLabel(object) && byField(object);
}

/** Parses a revision from a client. @throws {ApiFailure} 400 if it is not all digits. */
export function parseRevision(text: string): number {
  if (!/^\d+$/.test(text)) throw badRequest(`invalid resource version "${text}": strconv.ParseUint: parsing "${text}": invalid syntax`);
  return Number(text);
}

function listRevision(store: ObjectStore, query: URLSearchParams): number {
  const text = query.get('resourceVersion') ?? '';
  const match = query.get('resourceVersionMatch') ?? '';
  if (query.get('sendInitialEvents') !== null)
    throw invalidListOptions('sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list');
  if (match !== '' && match !== 'Exact' && match !== 'NotOlderThan') {
    throw invalidListOptions(`resourceVersionMatch: Unsupported value: "${match}": supported values: "Exact", "NotOlderThan", ""`);
  }
  if (match !== '' && text === '')
    throw invalidListOptions('resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (text === '' || text === '0') return store.revision;
  const revision = parseRevision(text);
  if (revision > store.revision) throw tooLargeRevision(revision, store.revision);
  if (match !== 'Exact') return store.revision;
  if (revision < store.compacted) throw expired(`The resourceVersion for the provided list is too old.`);
  return revision;
}

function continued(store: ObjectStore, token: string): { readonly revision: number; readonly after: string } {
  try {
    const { revision, after } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { revision: number; after: string };
    if (revision >= store.compacted) return { revision, after };
  } catch {
    throw badRequest('continue key is not valid: illegal base64 data');
  }
  throw expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results.',
  );
}

function sortKey(object: KubeObject): string {
  return `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
}
