import type { ContainerRun } from '../../container-run.ts';

/** Path and query of the last lines of a container (Kubernetes pkg/apis/core, PodLogOptions). */
export function logPath({ namespace, pod, container, isPrevious }: ContainerRun, lines: number): string {
  const query = new URLSearchParams({ container, tailLines: String(lines), ...(isPrevious ? { previous: 'true' } : {}) });
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log?${query.toString()}`;
}
