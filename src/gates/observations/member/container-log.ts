import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { isContainerLog, type ContainerLog } from '../../view/member-objects.ts';

/** The lines of a container of a pod; `undefined` if none were read. */
export function logOfContainer(objects: readonly KubeObject[], pod: string, container: string): ContainerLog | undefined {
  const log = objects.filter(isContainerLog).find((each) => each.metadata.name === pod && each.container === container);
  return log === undefined || log.text === '' ? undefined : log;
}
