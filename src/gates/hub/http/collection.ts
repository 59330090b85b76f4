import type { V1ListMeta } from '@kubernetes/client-node';
import { HubError } from '../../../errors.ts';
import { isObject, listAt, numberAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Selectors } from '../interest.ts';
import { ObjectStore } from '../keep/object-store.ts';
import { nameKey } from '../keys.ts';
import { TooLarge } from './answer-text.ts';
import { ApiError } from './api-error.ts';
import type { ServedResource } from './discovery.ts';
import { keptManagedFields } from './managed-fields.ts';
import { ALWAYS_500, FittedPages, WHOLE, atMost, type Pages } from './page-size.ts';
import { collectionPath } from './resource-path.ts';

/** All objects of a collection at one resource version, in a taker that got each as it arrived. */
export interface Collection<Taker = ObjectStore> {
  readonly objects: Taker;
  readonly resourceVersion: string;
}

/** Takes the objects of a collection as they arrive, each with its name key. */
export interface ObjectTaker {
  /** The number of different names so far. */
  readonly size: number;
  set(name: string, object: KubeObject): unknown;
}

/** A collection that can be listed; all namespaces if `namespace` is absent. */
export interface Source {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
}

export type Get = (path: string, accept?: string) => Promise<unknown>;

/**
 * Metadata is enough to compare with what a watch delivered, and avoids megabytes of snapshots. Servers without this format send full
 * objects.
 */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
/** Objects of these kinds have up to the megabyte that etcd allows, or grow with the number of clusters; their pages must stay small. */
const LARGE: ReadonlySet<string> = new Set([
  'ClusterResourcePlacement',
  'ClusterResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'ConfigMap',
  'ResourcePlacement',
  'ResourceSnapshot',
  'SchedulingPolicySnapshot',
  'Secret',
  'Work',
]);

/** The maximum number of empty pages, and of pages less than half full: an API server fills every page except the last. */
const IDLE_PAGES = 3;
const THIN_PAGES = 10;
/** Ten times a thousand placements on a hundred clusters. */
export const OBJECTS = 1_000_000;

/** The hub sent more objects of a kind than any hub has. */
export function tooMany(kind: string): HubError {
  return new HubError('unreachable', `the hub sends more than ${OBJECTS} objects of ${kind}, and no hub has as many: check the server URL`);
}

/** Reads the collection page by page. @throws HubError if it is too large to hold */
export function listAll(get: Get, source: Source): Promise<Collection> {
  const pages = LARGE.has(source.resource.kind) ? new FittedPages() : ALWAYS_500;
  return inPages(get, { ...source, pages, taker: () => new ObjectStore() });
}

/**
 * Everything in the collection now, with at least the metadata of each object: enough to see whether it changed.
 * @param taker makes the taker; called again if the list starts again
 */
export function listMetadata<Taker extends ObjectTaker>(get: Get, source: Source, taker: () => Taker): Promise<Collection<Taker>> {
  const metadata = (path: string): Promise<unknown> => get(path, METADATA_ONLY);
  return inPages(metadata, { ...source, pages: ALWAYS_500, taker });
}

/**
 * Prepares a server's object for the verdict: with apiVersion and kind (items of built-in lists have none), and with little of its
 * managedFields.
 */
export function arrived(value: unknown, resource: ServedResource): KubeObject | undefined {
  if (!isObject(value) || stringAt(value, 'metadata', 'name') === undefined) return undefined;
  const { managedFields: _, ...metadata } = value['metadata'] as Record<string, unknown>;
  const managedFields = keptManagedFields(value);
  const kept = managedFields.length === 0 ? metadata : { ...metadata, managedFields };
  return { ...value, apiVersion: resource.apiVersion, kind: resource.kind, metadata: kept } as KubeObject;
}

interface Asked<Taker> extends Source {
  readonly pages: Pages;
  readonly taker: () => Taker;
}

/** Starts again in smaller pages if one is too large, and once in a single page if the server lost the continue token. */
async function inPages<Taker extends ObjectTaker>(get: Get, asked: Asked<Taker>): Promise<Collection<Taker>> {
  const { limit } = asked.pages;
  try {
    return await paged(get, asked);
  } catch (error) {
    if (error instanceof TooLarge && limit !== undefined && limit > 1)
      return inPages(get, { ...asked, pages: atMost(Math.ceil(limit / 10)) });
    if (error instanceof ApiError && error.status === 410) return wholeOr(error, get, asked);
    throw error;
  }
}

/**
 * All objects in a single page. If the page is too long, the list is large and the hub is not at fault: it was read too slowly, which may
 * pass.
 */
async function wholeOr<Taker extends ObjectTaker>(expired: ApiError, get: Get, asked: Asked<Taker>): Promise<Collection<Taker>> {
  try {
    return await paged(get, { ...asked, pages: WHOLE });
  } catch (error) {
    throw error instanceof TooLarge ? expired : error;
  }
}

type Page = Unchecked<{ readonly metadata: V1ListMeta; readonly items: readonly unknown[] }>;

/** Each object is kept as it arrives, so that memory holds at most one page of text. */
async function paged<Taker extends ObjectTaker>(
  get: Get,
  { resource, namespace, selectors, pages, taker }: Asked<Taker>,
): Promise<Collection<Taker>> {
  const objects = taker();
  let next: string | undefined;
  let first: string | undefined;
  let [idle, thin] = [0, 0];
  for (;;) {
    const { limit } = pages;
    const page = (await get(collectionPath(resource, namespace, { ...selectors, limit: limit?.toString(), continue: next }))) as Page;
    const resourceVersion = stringAt(page, 'metadata', 'resourceVersion');
    if (resourceVersion === undefined || !isObject(page) || (!Array.isArray(page['items']) && page['items'] !== null)) {
      throw new ApiError(502, 'NotAList', `the answer for ${resource.plural} is not a list`);
    }
    first ??= resourceVersion;
    // All pages show one moment, unless the hub went back in between (a restore) or another hub answers.
    if (resourceVersion !== first) throw new ApiError(410, 'Expired', `the pages of ${resource.plural} are of several versions`);
    const before = objects.size;
    const items = listAt(page, 'items');
    pages.saw?.(items);
    for (const item of items) {
      const object = arrived(item, resource);
      // Without it, the list would be judged as whole.
      if (object === undefined) throw new ApiError(502, 'NotAList', `the answer for ${resource.plural} has an entry that is not an object`);
      objects.set(nameKey(object.metadata.namespace, object.metadata.name), object);
    }
    if (objects.size > OBJECTS) throw tooMany(resource.kind);
    next = stringAt(page, 'metadata', 'continue');
    if (next === undefined || next === '') {
      if ((numberAt(page, 'metadata', 'remainingItemCount') ?? 0) > 0)
        throw new ApiError(502, 'NotAList', `the answer for ${resource.plural} is a part of a list, and has no token for the rest`);
      return { objects, resourceVersion };
    }
    const brought = objects.size - before;
    if (brought === 0) idle++;
    if (brought * 2 < (limit ?? 500)) thin++;
    if (idle > IDLE_PAGES || thin > THIN_PAGES)
      throw new ApiError(502, 'EndlessList', `the pages of ${resource.plural} bring nothing new, or little, and do not end`);
  }
}
