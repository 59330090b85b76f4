import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Interest, Visibility } from '../../../fleet/kubefleet/hub-state.ts';
import { ApiError } from '../http/api-error.ts';
import { withFurtherPages } from '../http/further-pages.ts';
import type { Persistence } from '../http/persistence.ts';
import { readType, type ReadPorts } from './read-type.ts';

/** The result of one list. */
export interface Listing {
  readonly interest: Interest;
  readonly state: Visibility;
  readonly objects: readonly KubeObject[];
}

export interface ReadOncePorts extends Omit<ReadPorts, 'fallbackNamespace'> {
  readonly persistence: Persistence;
  readonly signal: AbortSignal;
}

/**
 * Lists a type once, without following it. If the hub refuses, the result contains the reason. @throws HubError if the hub cannot be
 * reached, or refuses the credentials
 */
export async function readOnce(interest: Interest, ports: ReadOncePorts): Promise<Listing> {
  const persistently = <T>(action: () => Promise<T>): Promise<T> => ports.persistence.run(`list ${interest.kind}`, action, ports.signal);
  const get = withFurtherPages(ports.get, persistently);
  try {
    const reading = await persistently(() => readType(interest, { ...ports, get, fallbackNamespace: undefined }));
    return { interest, state: reading.state, objects: reading.kind === 'listed' ? reading.collection.objects.view().list() : [] };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isAnswer) throw error;
    return { interest, state: { kind: 'denied', message: error.message }, objects: [] };
  }
}
