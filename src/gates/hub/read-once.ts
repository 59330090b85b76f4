import type { KubeObject } from '../../fleet/object.ts';
import type { Visibility } from '../snapshot.ts';
import { ApiError } from './api-error.ts';
import { listAll, type Get } from './collection.ts';
import type { Discovery } from './discovery.ts';
import type { Persistence } from './persistence.ts';
import type { Interest } from './reader.ts';

/** What one list answered. */
export interface Listing {
  readonly interest: Interest;
  readonly state: Visibility;
  readonly objects: readonly KubeObject[];
}

export interface ReadPorts {
  readonly get: Get;
  readonly discovery: Discovery;
  readonly persistence: Persistence;
  readonly signal: AbortSignal;
}

/** Lists a type once, without following it. @throws HubError when the hub cannot be reached, or refuses the credentials */
export function readOnce(interest: Interest, { get, discovery, persistence, signal }: ReadPorts): Promise<Listing> {
  const unseen = (state: Visibility): Listing => ({ interest, state, objects: [] });
  const list = async (): Promise<Listing> => {
    try {
      const found = await discovery.find(interest);
      if (found.kind === 'notServed') return unseen(found);
      const { objects } = await listAll(get, found.resource, found.resource.namespaced ? interest.namespace : undefined);
      return { interest, state: { kind: 'seen' }, objects: [...objects.values()] };
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
      return unseen({ kind: error.status === 403 ? 'denied' : 'notServed', message: error.message });
    }
  };
  return persistence.run(`list ${interest.kind}`, list, signal);
}
