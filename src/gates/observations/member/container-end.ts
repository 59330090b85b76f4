import type { V1Container } from '@kubernetes/client-node';
import { listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Pod } from '../../view/member-objects.ts';

/** What ends a container, or keeps it from beginning, where its runtime tells. */
export type ContainerEnd = 'out-of-memory' | 'architecture' | 'entry-point' | 'unknown';

/**
 * @param reason of the end, or of waiting (Kubernetes pkg/kubelet/container, containerd internal/cri/server/container_status.go)
 * @param message what the runtime or the container said
 */
export function containerEnd(reason: string, message: string): ContainerEnd {
  if (reason === 'OOMKilled') return 'out-of-memory';
  if (/exec format error/i.test(message)) return 'architecture';
  if (NO_ENTRY.test(message)) return 'entry-point';
  return 'unknown';
}

/** The words of runc and crun on a command that they cannot run; the program's own words on a file are no such thing. */
const NO_ENTRY =
  /executable file (?:`[^`']*'? )?not found|exec: "[^"]*": (?:stat|is a directory|permission denied|no such file)|exec \S+: no such file or directory/i;

/** The command that cannot be run; `undefined` where the message names none. */
export function entryPoint(message: string): string | undefined {
  // bounded: a message is cut at 32,768 characters.
  return (
    /exec: "([^"]*)"/.exec(message)?.[1] ??
    /executable file `([^`']*)['`]/.exec(message)?.[1] ??
    /exec (\S+): no such file/.exec(message)?.[1]
  );
}

/** What the pod lets the container use of memory: `128Mi`; `undefined` where it sets no limit. */
export function memoryLimit(pod: Pod, container: string): string | undefined {
  const lists = (['initContainers', 'containers'] as const).flatMap((list): readonly Unchecked<V1Container>[] => listAt(pod, 'spec', list));
  const own = lists.find((each) => stringAt(each, 'name') === container);
  return stringAt(objectAt(own, 'resources', 'limits'), 'memory');
}
