import type { Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';
import { isStatus } from '../http/api-error.ts';
import { selectorsOf } from '../interest.ts';
import { listAll } from '../http/collection.ts';
import type { Collection, Get, Source } from '../http/collection.ts';
import type { Discovery, ServedResource } from '../http/discovery.ts';

/** The result of one attempt to list a type. If the type as a whole is denied, one namespace may have been listed. */
export type Reading =
  | { readonly kind: 'listed'; readonly source: Source; readonly collection: Collection; readonly state: Visibility }
  | { readonly kind: 'unseen'; readonly state: Visibility };

export interface ReadPorts {
  readonly get: Get;
  readonly discovery: Discovery;
  /** The namespaces to read if all namespaces are denied. */
  readonly fallbackNamespace: string | undefined;
}

/**
 * Lists a type once.
 * @throws ApiError for what is neither a refusal (403, 405) nor an absence (404), or the error of the connection. A 404 for a kind that the
 * hub can list is not an absence: it comes from a proxy, or the kind is new.
 */
export async function readType(interest: Interest, ports: ReadPorts): Promise<Reading> {
  try {
    const found = await ports.discovery.find(interest);
    if (found.kind === 'notServed') return unseen({ kind: 'notServed', message: found.message });
    return await listed(interest, found.resource, ports);
  } catch (error) {
    // Some kinds, such as reviews, can be created but never listed.
    if (isStatus(error, 403) || isStatus(error, 405)) return unseen({ kind: 'denied', message: error.message });
    if (!isStatus(error, 404)) throw error;
    ports.discovery.forget(interest);
    const found = await ports.discovery.find(interest);
    if (found.kind === 'served' && found.resource.isListable === true) throw error.disturbance();
    return unseen({ kind: 'notServed', message: `the hub no longer serves ${interest.kind} (${error.message})` });
  }
}

/** All requested objects or, if that is denied, those in the fallback namespace. */
async function listed(interest: Interest, resource: ServedResource, { get, fallbackNamespace }: ReadPorts): Promise<Reading> {
  const list = async (namespace: string | undefined, state: Visibility): Promise<Reading> => {
    const source = { resource, namespace, selectors: selectorsOf(interest) };
    return { kind: 'listed', source, collection: await listAll(get, source), state };
  };
  try {
    return await list(resource.namespaced ? interest.namespace : undefined, { kind: 'seen' });
  } catch (error) {
    const mayBeNarrowed = resource.namespaced && interest.namespace === undefined && fallbackNamespace !== undefined;
    if (!isStatus(error, 403) || !mayBeNarrowed) throw error;
    const message = `${error.message} (read in namespace ${fallbackNamespace} only)`;
    return list(fallbackNamespace, { kind: 'denied', message });
  }
}

function unseen(state: Visibility): Reading {
  return { kind: 'unseen', state };
}
