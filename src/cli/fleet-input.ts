import { dirname, join } from 'node:path';
import type { LoadedConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { newestTimeIn } from '../fleet/newest-time.ts';
import { CLUSTER_GROUP } from '../fleet/kinds.ts';
import { groupOf, type KubeObject } from '../fleet/object.ts';
import { parseObjects } from '../yaml/objects.ts';
import { readText } from './config-file.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';
import { timeFlag } from './values.ts';

/** The member clusters as far as they are known, and the time they are judged at. */
export interface Fleet {
  readonly members: readonly KubeObject[] | undefined;
  /** Everything else that was in the dump: policy snapshots, bindings. */
  readonly objects: readonly KubeObject[];
  readonly now: Date;
}

/** From `--clusters`, the hub (`--kubeconfig`, `--context`), or the configuration file, in this order. @throws {ConfigError} @throws {HubError} */
export async function readFleet(invocation: Invocation, { config, file }: LoadedConfig, io: Io): Promise<Fleet> {
  const given = timeFlag(invocation, 'now');
  const flag = invocation.value('clusters');
  const live = invocation.value('kubeconfig') !== undefined || invocation.value('context') !== undefined;
  if (flag !== undefined && live)
    throw new ConfigError('--clusters and --kubeconfig/--context exclude each other: the member clusters come from one place');
  if (live) return readLiveFleet(invocation, given, io);
  const source = flag ?? (config.clusters === undefined ? undefined : join(dirname(file), config.clusters));
  if (source === undefined) return { members: undefined, objects: [], now: given ?? io.now() };

  const { objects, problems } = parseObjects(await readText(source, io, '--clusters'), source);
  const [problem] = problems;
  if (problem !== undefined) throw new ConfigError(`--clusters ${problem.file}:${problem.line}: ${problem.message}`);
  const members = objects.filter(isMember);
  if (members.length === 0)
    throw new ConfigError(`--clusters ${source}: no MemberCluster in it; write it with: kubectl get memberclusters -o yaml`);
  return { members, objects: objects.filter((object) => !isMember(object)), now: given ?? newestTimeIn(members) ?? io.now() };
}

async function readLiveFleet(invocation: Invocation, given: Date | undefined, io: Io): Promise<Fleet> {
  const { openHub } = await import('./open-hub.ts');
  const hub = await openHub(invocation, io);
  try {
    const types = [
      'MemberCluster',
      'ClusterSchedulingPolicySnapshot',
      'SchedulingPolicySnapshot',
      'ClusterResourceBinding',
      'ResourceBinding',
    ].map((kind) => ({ group: kind === 'MemberCluster' ? CLUSTER_GROUP : 'placement.kubernetes-fleet.io', kind }));
    await hub.follow(types);
    const snapshot = hub.snapshot();
    const member = { group: CLUSTER_GROUP, kind: 'MemberCluster' };
    const visibility = snapshot.visibility(member);
    if (visibility.kind === 'denied' || visibility.kind === 'notServed')
      throw new ConfigError(`the hub does not show its member clusters: ${visibility.message}`);
    return { members: snapshot.list(member), objects: types.slice(1).flatMap((type) => snapshot.list(type)), now: given ?? snapshot.now };
  } finally {
    await hub.close();
  }
}

function isMember({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'MemberCluster' && groupOf(apiVersion) === CLUSTER_GROUP;
}
