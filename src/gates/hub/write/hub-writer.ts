import { collectionPath } from '../http/resource-path.ts';
import { isObject } from '../../../fleet/json/json.ts';
import { fleetKind } from '../../../fleet/kubefleet/kinds.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { Terms } from '../../../terms.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { HubError } from '../../../errors.ts';
import { ApiClient } from '../http/api-client.ts';
import { ApiError } from '../http/api-error.ts';
import { isConnectionError, networkFailure } from '../http/network-failure.ts';

/**
 * The answer to one write. `changed`: the object is not the one that was read, so the caller must read it again. `owned`: another field
 * manager has set a different value. `unknown`: there was no answer, so the hub may have the change or not.
 */
export type Written =
  | { readonly kind: 'written'; readonly object: JsonObject }
  | { readonly kind: 'changed' | 'owned' | 'denied' | 'refused' | 'unknown'; readonly message: string };

/** The field manager of each write. */
const FIELD_MANAGER = 'fleet-gate';

/** Changes objects of a hub. Each call sends one request and repeats nothing. */
export class HubWriter {
  readonly #client: WritingClient;
  readonly #closed: AbortSignal;
  readonly #terms: Terms;

  constructor(client: WritingClient, closed: AbortSignal, terms: Terms) {
    this.#client = client;
    this.#closed = closed;
    this.#terms = terms;
  }

  /**
   * Server-side apply of the status, without force: fields of other managers stay, and a different value of theirs is a conflict.
   * @param body with `metadata.resourceVersion`, so that an object that has changed since is not written
   */
  applyStatus(object: ObjectRef, body: JsonObject): Promise<Written> {
    return this.#patch(`${pathOf(object)}/status`, 'application/apply-patch+yaml', body);
  }

  /** A JSON merge patch of the object, without its status. @param body as for `applyStatus` */
  mergePatch(object: ObjectRef, body: JsonObject): Promise<Written> {
    return this.#patch(pathOf(object), 'application/merge-patch+json', body);
  }

  async #patch(path: string, contentType: string, body: JsonObject): Promise<Written> {
    try {
      const answer = await this.#client.patch(`${path}?fieldManager=${FIELD_MANAGER}`, contentType, body, this.#closed);
      if (isObject(answer)) return { kind: 'written', object: answer };
      return { kind: 'unknown', message: 'the hub answered without the object' };
    } catch (error) {
      return this.#failed(error);
    }
  }

  #failed(error: unknown): Written {
    if (error instanceof HubError) return { kind: error.kind === 'notAllowed' ? 'denied' : 'unknown', message: error.message };
    if (error instanceof ApiError) return { kind: kindOf(error), message: error.message };
    if (!isConnectionError(error)) throw error;
    return { kind: 'unknown', message: networkFailure(error, this.#client.host, this.#terms).text };
  }
}

/** The only client that can change something. */
export class WritingClient extends ApiClient {
  /** @throws as `get` */
  patch(path: string, contentType: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const headers = { Accept: 'application/json', 'Content-Type': contentType };
    return this.ask({ method: 'PATCH', path, headers, body: JSON.stringify(body) }, signal);
  }
}

/** 404 for an object that was read: it is gone since. Kubernetes reports both conflicts as 409 (apimachinery, `NewApplyConflict`). */
function kindOf({ status, message, isAnswer }: ApiError): Exclude<Written['kind'], 'written'> {
  if (status === 409) return /^Apply failed with \d+ conflict/.test(message) ? 'owned' : 'changed';
  if (status === 404) return 'changed';
  if (status === 403) return 'denied';
  return isAnswer ? 'refused' : 'unknown';
}

/** The path of an object in the version in which it was read. Only kinds of KubeFleet are written. */
function pathOf({ apiVersion, kind, namespace, name }: ObjectRef): string {
  const plural = fleetKind(kind)?.plural;
  if (plural === undefined) throw new Error(`bug: ${kind} is not a kind of KubeFleet`);
  return `${collectionPath({ apiVersion, plural, namespaced: namespace !== undefined }, namespace)}/${encodeURIComponent(name)}`;
}
