import { HubError } from '../../../errors.ts';
import { field, type JsonObject } from '../../../fleet/json/json.ts';
import type { ResourceType } from '../../../fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Terms } from '../../../terms.ts';
import type { DryRunAnswer } from '../../dry-run-answer.ts';
import { whoAmI } from '../access/who-am-i.ts';
import { type ConnectOptions, hubConnection, type LiveHub } from '../connect-hub.ts';
import { liveHubOver } from '../hub-over.ts';
import { ApiClient } from '../http/api-client.ts';
import { ApiError } from '../http/api-error.ts';
import { Discovery, type ServedResource } from '../http/discovery.ts';
import { isConnectionError, networkFailure } from '../http/network-failure.ts';
import { collectionPath } from '../http/resource-path.ts';
import { ServerTime } from '../http/server-time.ts';
import { warningTexts } from './warning-texts.ts';
import { WORK_AGENT } from '../../../fleet/kubefleet/work-agent.ts';

/** One request that is never stored: each has `dryRun=All`. */
export interface DryRun {
  readonly method: 'POST' | 'PATCH';
  readonly contentType: string;
  readonly body: JsonObject;
  /** Server-side apply takes fields of other managers. */
  readonly force: boolean;
}

/** The place of an object on a member. */
export interface MemberPlace {
  readonly namespace?: string;
  readonly name: string;
}

/** A member cluster that can be read, and tried without a change. It sends no other write. */
export class DryRunMember {
  readonly #hub: LiveHub;
  readonly #client: DryRunClient;
  readonly #discovery: Discovery;
  readonly #closed: AbortSignal;
  readonly #terms: Terms;

  constructor(hub: LiveHub, client: DryRunClient, closed: AbortSignal, terms: Terms) {
    this.#hub = hub;
    this.#client = client;
    this.#discovery = new Discovery((path) => this.#answered(client.get(path, closed)));
    this.#closed = closed;
    this.#terms = terms;
  }

  /** Where the member serves the kind; `undefined` if it does not. @throws HubError, ApiError */
  async served(type: ResourceType): Promise<ServedResource | undefined> {
    const found = await this.#discovery.find(type);
    return found.kind === 'served' ? found.resource : undefined;
  }

  /** The whole object; `undefined` if there is none. @throws HubError, ApiError */
  async get(type: ResourceType, place: MemberPlace): Promise<KubeObject | undefined> {
    return (await this.#hub.get(type, place, 'whole')) as KubeObject | undefined;
  }

  /** All objects of the kind in a namespace; `undefined` if they may not be read. @throws HubError */
  async list(type: ResourceType, namespace: string): Promise<readonly KubeObject[] | undefined> {
    const [listing] = await this.#hub.read([{ ...type, namespace }]);
    return listing?.state.kind === 'seen' ? listing.objects : undefined;
  }

  /** Tries one request as the member agent would send it. @param apiVersion that of the object */
  async dryRun(resource: ServedResource, apiVersion: string, place: MemberPlace, request: DryRun): Promise<DryRunAnswer> {
    const collection = collectionPath({ ...resource, apiVersion }, place.namespace);
    const path = request.method === 'POST' ? collection : `${collection}/${encodeURIComponent(place.name)}`;
    try {
      return { kind: 'accepted', ...(await this.#client.dryRun(path, request, this.#closed)) };
    } catch (error) {
      if (error instanceof ApiError) return { kind: 'refused', status: error.status, reason: error.reason, message: error.message };
      if (error instanceof HubError) return { kind: 'none', why: error.message };
      if (!isConnectionError(error)) throw error;
      return { kind: 'none', why: networkFailure(error, this.#client.host, this.#terms).text };
    }
  }

  /** Whether this login may do it, by the authorizer of the member. @throws ApiError, HubError */
  async may(verb: string, { group, resource }: { readonly group: string; readonly resource: string }): Promise<boolean> {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb, group, resource } },
    };
    const answer = await this.#post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', body);
    return field(answer, 'status', 'allowed') === true;
  }

  /** The name of this login on the member; `undefined` if the member does not say it. @throws HubError */
  async user(): Promise<string | undefined> {
    try {
      return (await whoAmI((path, body) => this.#post(path, body)))?.user;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#hub.close();
  }

  #post(path: string, body: unknown): Promise<unknown> {
    return this.#answered(this.#client.post(path, body, this.#closed));
  }

  /** @throws HubError instead of the error of a connection */
  #answered<T>(answer: Promise<T>): Promise<T> {
    return answer.catch((error: unknown) => {
      if (!isConnectionError(error)) throw error;
      const { host } = this.#client;
      throw new HubError('unreachable', `cannot reach ${host}: ${networkFailure(error, host, this.#terms).text}`, { cause: error });
    });
  }
}

/** Sends writes that are never stored. */
export class DryRunClient extends ApiClient {
  /** @throws as `get` */
  async dryRun(
    path: string,
    { method, contentType, body, force }: DryRun,
    signal: AbortSignal,
  ): Promise<{ readonly object: unknown; readonly warnings: readonly string[] }> {
    const query = new URLSearchParams({ dryRun: 'All', fieldManager: WORK_AGENT, ...(force ? { force: 'true' } : {}) });
    const headers = { Accept: 'application/json', 'Content-Type': contentType };
    let warnings: readonly string[] = [];
    const object = await this.ask(
      { method, path: `${path}?${query.toString()}`, headers, body: JSON.stringify(body) },
      signal,
      (answered) => {
        warnings = warningTexts(answered['warning']);
      },
    );
    return { object, warnings };
  }
}

/** @throws ConfigError as `connectHub` */
export async function connectDryRunMember(options: ConnectOptions): Promise<DryRunMember> {
  const connection = await hubConnection({ ...options, role: 'member' });
  const { transport, userAgent = 'fleet-gate', terms } = connection;
  const client = new DryRunClient({ ...connection, serverTime: new ServerTime(), userAgent });
  return new DryRunMember(liveHubOver(connection), client, transport.closed, terms);
}
