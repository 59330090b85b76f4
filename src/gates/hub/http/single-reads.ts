/** Reads by one request, of what is not followed. */
import { withoutColours } from '../../../secrets/credential-text.ts';
import type { ResourceType } from '../../../fleet/kubefleet/hub-state.ts';
import { withArticle } from '../../../fleet/text/with-article.ts';
import type { ContainerRun } from '../../container-run.ts';
import type { ApiClient } from './api-client.ts';
import { isStatus } from './api-error.ts';
import type { Discovery } from './discovery.ts';
import type { Persistence } from './persistence.ts';
import { collectionPath } from './resource-path.ts';

/** `metadata`: without data, spec and status, as for a Secret whose values must not be read. */
export type ObjectPart = 'whole' | 'metadata';

/** Without a namespace: an object of the cluster. */
export interface ObjectPlace {
  readonly namespace?: string;
  readonly name: string;
}

interface SingleReadPorts {
  readonly client: Pick<ApiClient, 'get' | 'text'>;
  readonly persistence: Persistence;
  readonly discovery: Pick<Discovery, 'find'>;
}

/**
 * One object, or only its metadata; `undefined` if there is none, or if its kind is not served.
 * @throws ApiError, HubError
 */
export function readObject(
  type: ResourceType,
  place: ObjectPlace,
  part: ObjectPart,
  { client, persistence, discovery }: SingleReadPorts,
  signal: AbortSignal,
): Promise<unknown> {
  const accept = part === 'metadata' ? METADATA : undefined;
  return persistence.run(
    `read ${withArticle(type.kind)}`,
    async () => {
      const found = await discovery.find(type);
      if (found.kind === 'notServed') return undefined;
      const path = `${collectionPath(found.resource, place.namespace)}/${encodeURIComponent(place.name)}`;
      try {
        return await client.get(path, signal, accept);
      } catch (error) {
        if (isStatus(error, 404)) return undefined;
        throw error;
      }
    },
    signal,
  );
}

const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** The last lines that a container wrote, without colours, in which a value is not found. @throws ApiError, HubError */
export function readLog(
  run: ContainerRun,
  lines: number,
  { client, persistence }: Pick<SingleReadPorts, 'client' | 'persistence'>,
  signal: AbortSignal,
): Promise<string> {
  const read = async (): Promise<string> => withoutColours(await client.text(logPath(run, lines), signal));
  return persistence.run('read the log of a container', read, signal);
}

/** Path and query of the last lines of a container (Kubernetes pkg/apis/core, PodLogOptions). */
function logPath({ namespace, pod, container, isPrevious }: ContainerRun, lines: number): string {
  const query = new URLSearchParams({ container, tailLines: String(lines), ...(isPrevious ? { previous: 'true' } : {}) });
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log?${query.toString()}`;
}
