import type { V1APIGroup, V1APIResourceList } from '@kubernetes/client-node';
import { fleetKind, CLUSTER_GROUP, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { ResourceType } from '../../../fleet/kubefleet/hub-state.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import { ApiError } from './api-error.ts';
import { discoveryDocument } from './discovery-document.ts';

/** Where a kind is served. */
export interface ServedResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The hub says that it serves the kind and can list it. */
  readonly isListable?: boolean;
}

export type Found =
  | { readonly kind: 'served'; readonly resource: ServedResource }
  | { readonly kind: 'notServed'; readonly message: string };

/**
 * Maps group and kind to the resource to request. Answers are kept. A kind that is not found is searched again each time, because its CRD
 * may be installed later.
 */
export class Discovery {
  readonly #get: (path: string) => Promise<unknown>;
  readonly #served = new Map<string, ServedResource>();
  readonly #documents = new Map<string, Promise<unknown>>();

  /** @param get returns the JSON at a path, throws ApiError */
  constructor(get: (path: string) => Promise<unknown>) {
    this.#get = get;
  }

  async find(type: ResourceType): Promise<Found> {
    const key = `${type.group}/${type.kind}`;
    const known = this.#served.get(key);
    if (known !== undefined) return { kind: 'served', resource: known };
    const found = await this.#lookUp(type);
    if (found.kind === 'served') this.#served.set(key, found.resource);
    return found;
  }

  /** The last known location of the kind, without a request. */
  known(type: ResourceType): ServedResource | undefined {
    return this.#served.get(`${type.group}/${type.kind}`);
  }

  /** A request for the kind was answered with 404: discover it again next time. */
  forget(type: ResourceType): void {
    this.#served.delete(`${type.group}/${type.kind}`);
  }

  async #lookUp(type: ResourceType): Promise<Found> {
    const { group, kind } = type;
    try {
      const versions = group === '' ? ['v1'] : versionsOf(await this.#shared(`/apis/${group}`, 'versions'), group);
      for (const version of versions) {
        const apiVersion = group === '' ? version : `${group}/${version}`;
        const document = await this.#shared(group === '' ? '/api/v1' : `/apis/${apiVersion}`, 'resources');
        const resource = resourceOf(document, kind, apiVersion);
        if (resource !== undefined) return { kind: 'served', resource };
      }
      return { kind: 'notServed', message: `the hub serves ${group === '' ? 'the core group' : group} but not the kind ${kind}` };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return { kind: 'notServed', message: missingGroup(group, kind) };
      const assumed = error.status === 403 ? knownResource(type) : undefined;
      if (assumed === undefined) throw error;
      return { kind: 'served', resource: assumed };
    }
  }

  /** At the start, twenty kinds of one group request the same document once; it is not kept after that. */
  #shared(path: string, list: 'versions' | 'resources'): Promise<unknown> {
    const running = this.#documents.get(path);
    if (running !== undefined) return running;
    const started = this.#get(path)
      .then((document) => discoveryDocument(document, list, path))
      .finally(() => this.#documents.delete(path));
    this.#documents.set(path, started);
    return started;
  }
}

function missingGroup(group: string, kind: string): string {
  const fleet = group === PLACEMENT_GROUP || group === CLUSTER_GROUP;
  return `the hub does not serve the group ${group} of ${kind}${fleet ? ': is KubeFleet installed, and is this the hub and not a member?' : ''}`;
}

/** The served v1 of KubeFleet's kinds hides fields (`reportBackStrategy`, `backReportedStatus`), so v1beta1 is first there. */
function versionsOf(document: unknown, group: string): readonly string[] {
  const served = listAt(document as Unchecked<V1APIGroup>, 'versions').flatMap((entry) => stringAt(entry, 'version') ?? []);
  const fleet = group === PLACEMENT_GROUP || group === CLUSTER_GROUP;
  const first = fleet ? 'v1beta1' : stringAt(document as Unchecked<V1APIGroup>, 'preferredVersion', 'version');
  return first !== undefined && served.includes(first) ? [first, ...served.filter((version) => version !== first)] : served;
}

function resourceOf(document: unknown, kind: string, apiVersion: string): ServedResource | undefined {
  for (const entry of listAt(document as Unchecked<V1APIResourceList>, 'resources')) {
    const plural = stringAt(entry, 'name');
    if (plural === undefined || plural.includes('/') || stringAt(entry, 'kind') !== kind) continue;
    const namespaced = (entry as { readonly namespaced?: unknown }).namespaced === true;
    const verbs: readonly unknown[] = listAt(entry, 'verbs');
    return { apiVersion, kind, plural, namespaced, isListable: verbs.includes('list') };
  }
  return undefined;
}

/** Discovery itself may be forbidden for this user: KubeFleet's own kinds are known without it. */
function knownResource({ group, kind }: ResourceType): ServedResource | undefined {
  const known = fleetKind(kind);
  if (known === undefined || known.group !== group) return undefined;
  return { apiVersion: `${group}/v1beta1`, kind, plural: known.plural, namespaced: known.namespaced };
}
