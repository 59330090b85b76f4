import type { V1ListMeta } from '@kubernetes/client-node';
import { HubError } from '../../../errors.ts';
import { isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Selectors } from '../interest.ts';
import { keptFor } from '../keep/object-store-for-kind.ts';
import type { Kept } from '../keep/kept.ts';
import { nameKey } from '../keys.ts';
import { TooLarge } from './answer-text.ts';
import { ApiError } from './api-error.ts';
import type { ServedResource } from './discovery.ts';
import { keptManagedFields } from './managed-fields.ts';
import { ALWAYS_500, FittedPages, WHOLE, atMost, type Pages } from './page-size.ts';
import { collectionPath } from './resource-path.ts';

/** All objects of a collection at one resource version, in what took them as they came. */
export interface Collection<Taker = Kept> {
  readonly objects: Taker;
  readonly resourceVersion: string;
}

/** Takes the objects of a collection as they come, each with its name key. */
export interface ObjectTaker {
  /** Different names so far. */
  readonly size: number;
  set(name: string, object: KubeObject): unknown;
}

/** A collection that can be listed: all namespaces where `namespace` is absent. */
export interface Source {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
}

export type Get = (path: string, accept?: string) => Promise<unknown>;

/** Enough metadata to compare with what a watch delivered, without megabytes of snapshots. Servers that do not know it send full objects. */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
/** Objects of these kinds come near the megabyte that etcd allows, or grow with the clusters; a page of them must stay small. */
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

/** So many pages may bring nothing, and so many less than half of what they are asked for: an API server fills all but the last one. */
const IDLE_PAGES = 3;
const THIN_PAGES = 10;
/** Ten times a thousand placements on a hundred clusters. */
export const OBJECTS = 1_000_000;

/** More than any hub has was sent of a kind. */
export function tooMany(kind: string): HubError {
  return new HubError('unreachable', `the hub sends more than ${OBJECTS} objects of ${kind}, and no hub has as many: check the server URL`);
}

/** Reads the collection page by page. @throws HubError it is larger than can be held */
export function listAll(get: Get, source: Source): Promise<Collection> {
  const pages = LARGE.has(source.resource.kind) ? new FittedPages() : ALWAYS_500;
  return inPages(get, { ...source, pages, taker: () => keptFor(source.resource) });
}

/**
 * Everything in the collection now, of each object its metadata at least: enough to tell whether it changed.
 * @param taker makes what takes it; called again where the list begins again
 */
export function listMetadata<Taker extends ObjectTaker>(get: Get, source: Source, taker: () => Taker): Promise<Collection<Taker>> {
  const metadata = (path: string): Promise<unknown> => get(path, METADATA_ONLY);
  return inPages(metadata, { ...source, pages: ALWAYS_500, taker });
}

/** A server's object as the judgement wants it: with apiVersion and kind (items of built-in lists have none), and little of its managedFields. */
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

/** Begins again in smaller pages where one is too large, and once in a single page when the server forgot the place. */
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

/** All in a single page. What is too long for one is a large list, and no fault of the hub: it was read too slowly, which may pass. */
async function wholeOr<Taker extends ObjectTaker>(expired: ApiError, get: Get, asked: Asked<Taker>): Promise<Collection<Taker>> {
  try {
    return await paged(get, { ...asked, pages: WHOLE });
  } catch (error) {
    throw error instanceof TooLarge ? expired : error;
  }
}

type Page = Unchecked<{ readonly metadata: V1ListMeta; readonly items: readonly unknown[] }>;

/** Each object is kept as it comes, so that no more than a page of them is there at a time. */
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
      throw new ApiError(502, 'NotAList', `the answer for ${resource.plural} is no list`);
    }
    first ??= resourceVersion;
    // All pages are of one moment, unless the hub went back in between (a restore) or another one answers.
    if (resourceVersion !== first) throw new ApiError(410, 'Expired', `the pages of ${resource.plural} are of several versions`);
    const before = objects.size;
    const items = listAt(page, 'items');
    pages.saw?.(items);
    for (const item of items) {
      const object = arrived(item, resource);
      if (object !== undefined) objects.set(nameKey(object.metadata.namespace, object.metadata.name), object);
    }
    if (objects.size > OBJECTS) throw tooMany(resource.kind);
    next = stringAt(page, 'metadata', 'continue');
    if (next === undefined || next === '') return { objects, resourceVersion };
    const brought = objects.size - before;
    if (brought === 0) idle++;
    if (brought * 2 < (limit ?? 500)) thin++;
    if (idle > IDLE_PAGES || thin > THIN_PAGES)
      throw new ApiError(502, 'EndlessList', `the pages of ${resource.plural} bring nothing new, or little, and do not end`);
  }
}
