import { isDeepStrictEqual } from 'node:util';
import { memberCluster, reportedProperties } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { ineligibility } from '../../schedule/ineligibility.ts';

/** A reading of the member clusters, and its time. */
export interface ClustersAt {
  readonly members: readonly KubeObject[];
  readonly at: Date;
}

/**
 * What the scheduler sees differently, as clauses: `new: oslo`, `gone: rome`, `labels of kyiv`. Measured values (resources, numbers of
 * nodes) change all the time and are left out.
 */
export function clusterChanges(before: ClustersAt, after: ClustersAt): readonly string[] {
  const [old, now] = [byName(before.members), byName(after.members)];
  const fresh = [...now.keys()].filter((name) => !old.has(name));
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const both = [...now].flatMap(([name, object]) => {
    const was = old.get(name);
    return was === undefined ? [] : [{ name, was, object }];
  });
  const differing = (read: (object: KubeObject, at: Date) => unknown): readonly string[] =>
    both.flatMap(({ name, was, object }) => (isDeepStrictEqual(read(was, before.at), read(object, after.at)) ? [] : [name]));
  const clause = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${what} ${listed(names.toSorted(), 5)}`];
  return [
    ...clause('new:', fresh),
    ...clause('gone:', gone),
    ...clause(
      'labels of',
      differing((object) => memberCluster(object).labels),
    ),
    ...clause(
      'taints of',
      differing((object) => memberCluster(object).taints),
    ),
    ...clause(
      'names of the properties of',
      differing((object) => new Set(reportedProperties(object))),
    ),
    ...clause(
      'whether the scheduler can use',
      differing((object, at) => ineligibility(memberCluster(object), at.getTime()) === undefined),
    ),
  ];
}

function byName(members: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(members.map((object) => [object.metadata.name, object]));
}
