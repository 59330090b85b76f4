import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, objectAt, stringAt } from '../../fleet/json/json.ts';
import { trimEndSigns } from '../../fleet/text/trim-signs.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { forbidden, type Access } from './access.ts';
import { ApiFailure, initializing, internalError, methodNotAllowed, notAcceptable, notFound, unauthorized } from './api-status.ts';
import { aggregated, coreVersions, group, groupList, resourceList } from './discovery.ts';
import type { HubFaults } from './faults.ts';
import type { HubTime } from './hub-time.ts';
import { listPage } from './list-request.ts';
import type { ObjectStore } from './object-store.ts';
import { patched } from './patch-request.ts';
import { readAs } from './read-version.ts';
import { resourcePath, type ResourcePath } from './resource-path.ts';
import type { ServedType } from './served-types.ts';
import { errorEvent, runWatch, watchStart, type WatchEvent } from './watch-request.ts';
import { whenOver } from './when-over.ts';
import { openStream, writeJson, writeText } from './write-response.ts';

export interface SeenRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** The hub's time, in milliseconds since the epoch. */
  readonly at: number;
}

/** The state that all requests of one hub share. */
export interface EmbeddedState {
  readonly store: ObjectStore;
  readonly types: readonly ServedType[];
  readonly faults: HubFaults;
  readonly time: HubTime;
  readonly bookmarkSeconds: number;
  readonly user: string;
  token: string;
  readonly requests: SeenRequest[];
  /** Connections of the open watches. */
  readonly watches: Set<{ destroy(): void }>;
  readonly closing: AbortSignal;
}

/** Answers one request. Every failure becomes a Status. */
export async function handleRequest(state: EmbeddedState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'https://hub');
  const at = state.time.now();
  state.requests.push({ method: request.method ?? 'GET', path: `${url.pathname}${url.search}`, at });
  response.setHeader('Date', new Date(at + state.faults.clockSkewMs).toUTCString());
  try {
    const planned = state.faults.answers(`${url.pathname}${url.search}`);
    if (planned !== undefined) {
      for (const [name, value] of Object.entries(planned.headers ?? {})) response.setHeader(name, value);
      return await writeText(state, response, planned.code, planned.body, planned.contentType ?? 'application/json');
    }
    if (request.headers.authorization !== `Bearer ${state.token}`) throw unauthorized();
    await answer(state, request, response, url);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    const { status } = error instanceof ApiFailure ? error : internalError(String(error));
    const retryAfter = status.details?.['retryAfterSeconds'];
    if (typeof retryAfter === 'number') response.setHeader('Retry-After', String(retryAfter));
    await writeJson(state, request, response, status.code, status);
  }
}

async function answer(state: EmbeddedState, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const path = trimEndSigns(url.pathname, '/');
  if (['/healthz', '/livez', '/readyz'].includes(path)) return await writeText(state, response, 200, 'ok', 'text/plain; charset=utf-8');
  if (path === ACCESS_REVIEW && request.method === 'POST')
    return await writeJson(state, request, response, 201, await reviewAccess(state, request));
  if (path === SELF_REVIEW && request.method === 'POST') return await writeJson(state, request, response, 201, selfReview(state));
  const resource = resourcePath(state.types, path);
  if (request.method === 'PATCH' && resource?.name !== undefined)
    return await writeJson(state, request, response, 200, await answerPatch(state, request, url, { ...resource, name: resource.name }));
  if (request.method !== 'GET') {
    if (resource === undefined) return await writeText(state, response, 404, '404 page not found\n', 'text/plain; charset=utf-8');
    throw methodNotAllowed();
  }
  if (resource !== undefined) return await answerResource(state, request, response, url.searchParams, resource);
  const inOne = ['/api', '/apis'].includes(path) && (request.headers.accept ?? '').includes(ALL_IN_ONE);
  const document = inOne ? aggregated(state.types, path === '/api') : discover(state.types, path);
  // An API server does not send a Status for a path outside its APIs.
  if (document === undefined) return await writeText(state, response, 404, '404 page not found\n', 'text/plain; charset=utf-8');
  // Without these parameters kubectl treats the response as the other format.
  await writeJson(state, request, response, 200, document, inOne ? `application/json;${ALL_IN_ONE}` : undefined);
}

const ALL_IN_ONE = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const ACCESS_REVIEW = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

const SELF_REVIEW = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

function selfReview({ user }: EmbeddedState): object {
  const userInfo = { username: user, groups: ['system:authenticated'] };
  return { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {}, status: { userInfo } };
}

function discover(types: readonly ServedType[], path: string): object | undefined {
  const [, root, first, second, ...more] = path.split('/');
  if (path === '/version') return VERSION;
  if (path === '/api') return coreVersions;
  if (path === '/apis') return groupList(types);
  if (more.length > 0 || first === undefined) return undefined;
  if (root === 'api') return second === undefined ? resourceList(types, '', first) : undefined;
  if (root !== 'apis') return undefined;
  return second === undefined ? group(types, first) : resourceList(types, first, second);
}

/** The API server version whose behaviour is reproduced. */
const VERSION = { major: '1', minor: '34', gitVersion: 'v1.34.0-embedded', gitTreeState: 'clean', platform: 'embedded' };

async function answerResource(
  state: EmbeddedState,
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  resource: ResourcePath,
): Promise<void> {
  const { type, version, namespace, name } = resource;
  const watch = name === undefined && ['true', '1'].includes(query.get('watch') ?? '');
  const access: Access = {
    verb: watch ? 'watch' : name === undefined ? 'list' : 'get',
    group: type.group,
    resource: type.plural,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  };
  if (state.faults.denies(access)) throw forbidden(state.user, type, access);
  if (state.faults.initializes(type)) throw initializing();
  const form = objectForm(request.headers.accept ?? '*/*');
  const present = (object: KubeObject): unknown => form(readAs(type, version, object));

  if (watch) return await answerWatch(state, response, query, resource, present);
  if (name !== undefined) {
    const object = state.store.get(type, type.namespaced ? namespace : undefined, name);
    if (object === undefined) throw notFound(type, name);
    return await writeJson(state, request, response, 200, present(object));
  }
  const { items, ...metadata } = listPage(state.store, type, namespace, query);
  const { apiVersion, kind } = present({ apiVersion: '', kind: type.kind, metadata: { name: '' } }) as KubeObject;
  await writeJson(state, request, response, 200, { kind: `${kind}List`, apiVersion, metadata, items: items.map(present) });
}

async function answerWatch(
  state: EmbeddedState,
  response: ServerResponse,
  query: URLSearchParams,
  { type, namespace }: ResourcePath,
  present: (object: KubeObject) => unknown,
): Promise<void> {
  const { store, time, bookmarkSeconds, faults } = state;
  const gone = new AbortController();
  const signal = AbortSignal.any([state.closing, gone.signal]);
  whenOver(response, () => gone.abort());
  const stream = openStream(state, response);
  const send = (event: WatchEvent): void => {
    if (!faults.silentWatches) stream.write(`${JSON.stringify(event)}\n`);
  };
  try {
    const start = watchStart({ store, type, namespace, query });
    state.watches.add(response);
    stream.open();
    await runWatch({ store, type, namespace, query, time, bookmarkSeconds, present, send, signal }, start);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status.code !== 410 || faults.expiredWatch === 'http') throw error;
    stream.open();
    send(errorEvent(error));
  } finally {
    state.watches.delete(response);
  }
  if (!faults.silentWatches) await stream.end();
}

/**
 * Returns the whole object, or only its metadata for clients that ask for that. @throws {ApiFailure} 406 if the client does not accept
 * JSON.
 */
function objectForm(accept: string): (object: KubeObject) => unknown {
  if (accept.includes('as=PartialObjectMetadata')) {
    return ({ metadata }) => ({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata });
  }
  if (!/application\/json|application\/\*|\*\/\*/.test(accept)) throw notAcceptable();
  return (object) => object;
}

async function answerPatch(
  state: EmbeddedState,
  request: IncomingMessage,
  url: URL,
  { type, version, namespace, name }: ResourcePath & { readonly name: string },
): Promise<KubeObject> {
  const isOfStatus = url.pathname.endsWith('/status');
  const resource = isOfStatus ? `${type.plural}/status` : type.plural;
  const access = { verb: 'patch', group: type.group, resource, name, ...(namespace === undefined ? {} : { namespace }) };
  if (state.faults.denies(access)) throw forbidden(state.user, type, access);
  const body: unknown = JSON.parse(await bodyOf(request));
  const object = state.store.get(type, type.namespaced ? namespace : undefined, name);
  if (object === undefined) throw notFound(type, name);
  const contentType = request.headers['content-type'] ?? '';
  const fieldManager = url.searchParams.get('fieldManager') ?? '';
  state.store.put(patched(type, object, { contentType, fieldManager, isOfStatus, body: isObject(body) ? body : {} }));
  return readAs(type, version, state.store.get(type, type.namespaced ? namespace : undefined, name) ?? object);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

async function reviewAccess(state: EmbeddedState, request: IncomingMessage): Promise<object> {
  const review: unknown = JSON.parse(await bodyOf(request));
  const asked = objectAt(review, 'spec', 'resourceAttributes');
  const namespace = stringAt(asked, 'namespace') ?? '';
  const name = stringAt(asked, 'name') ?? '';
  const denied = state.faults.denies({
    verb: stringAt(asked, 'verb') ?? '',
    group: stringAt(asked, 'group') ?? '',
    resource: stringAt(asked, 'resource') ?? '',
    ...(namespace === '' ? {} : { namespace }),
    ...(name === '' ? {} : { name }),
  });
  return { ...(isObject(review) ? review : {}), status: denied ? { allowed: false } : { allowed: true, reason: 'embedded hub' } };
}
