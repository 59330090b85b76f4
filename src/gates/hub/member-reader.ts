import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { ContainerRun } from '../container-run.ts';

/** The port to member clusters that the user gave access to: it reads, and never decides. */
export interface MemberReader {
  readonly clusters: ReadonlySet<string>;
  /**
   * The workloads, ReplicaSets, Jobs, pods, volume claims and events of a namespace; `undefined` if they cannot be read now. Never rejects.
   */
  read(cluster: string, namespace: string): Promise<readonly KubeObject[] | undefined>;
  /** One object, in a list that is empty if it does not exist; `undefined` if it cannot be read now. Never rejects. */
  find?(cluster: string, object: ObjectRef): Promise<readonly KubeObject[] | undefined>;
  /** The last lines that a container wrote; `undefined` if they cannot be read. Absent if no lines are wanted. Never rejects. */
  log?(cluster: string, run: ContainerRun): Promise<string | undefined>;
}
