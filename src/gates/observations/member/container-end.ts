import type { V1Container } from '@kubernetes/client-node';
import { listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Pod } from '../../view/member-objects.ts';

/** Why a container ended or did not start, if its runtime reports it. */
export type ContainerEnd = 'out-of-memory' | 'architecture' | 'entry-point' | 'completed' | 'unknown';

/**
 * @param reason the reason of the end, or of waiting (Kubernetes pkg/kubelet/container, containerd internal/cri/server/container_status.go)
 * @param message the message of the runtime or the container
 */
export function containerEnd(reason: string, message: string): ContainerEnd {
  if (reason === 'OOMKilled') return 'out-of-memory';
  if (/exec format error/i.test(message)) return 'architecture';
  if (NO_ENTRY.test(message)) return 'entry-point';
  if (reason === 'Completed') return 'completed';
  return 'unknown';
}

/**
 * What the runtime wrote into a container's log, as its message is otherwise lost: runc can report that it cannot execute a program only
 * after it has replaced the standard streams (runc libcontainer/standard_init_linux.go).
 */
export function runtimeLines(log: string): readonly string[] {
  return log.split('\n').filter((line) => OF_RUNTIME.test(line));
}

// bounded: lines of a log are cut at 500 characters.
const OF_RUNTIME =
  /^(?:standard_init_linux\.go:\d+: )?exec (?:user process caused|\S+): (?:exec format error|no such file or directory|permission denied)$/;

/** Messages of runc and crun about a command that they cannot run; a program's own messages about a file are different. */
// bounded: a message is cut at 32,768 characters.
const NO_ENTRY =
  /executable file (?:`[^`']*[`'] )?not found|exec: "[^"]*": (?:stat|is a directory|permission denied|no such file)|exec (?:user process caused|\S+): (?:no such file or directory|permission denied)/i;

/** The command that cannot be run; `undefined` if the message names none. */
export function entryPoint(message: string): string | undefined {
  // bounded: a message is cut at 32,768 characters.
  return (
    /exec: "([^"]*)"/.exec(message)?.[1] ??
    /executable file `([^`']*)[`']/.exec(message)?.[1] ??
    /exec (\S+): (?:no such file|permission denied)/.exec(message)?.[1]
  );
}

/** The container's memory limit: `128Mi`; `undefined` if it has none. */
export function memoryLimit(pod: Pod, container: string): string | undefined {
  const lists = (['initContainers', 'containers'] as const).flatMap((list): readonly Unchecked<V1Container>[] => listAt(pod, 'spec', list));
  const own = lists.find((each) => stringAt(each, 'name') === container);
  return stringAt(objectAt(own, 'resources', 'limits'), 'memory');
}
