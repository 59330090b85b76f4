import { dump } from 'js-yaml';
import { READ_AT } from '../../fleet/kubefleet/read-at.ts';
import { isObject, listAt, objectAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import type { ClustersAt } from './cluster-changes.ts';

/** The text of the file. @param format JSON if the name of the file ends in `.json` */
export function clustersText(clusters: ClustersAt, format: 'yaml' | 'json'): string {
  const list = clustersList(clusters);
  if (format === 'json') return `${JSON.stringify(list, undefined, 2)}\n`;
  return `# The member clusters as lint and plan need them. Do not apply this file. \`fleet-gate clusters\` refreshes it.\n${dump(list, { lineWidth: -1, noRefs: true })}`;
}

/** The member clusters as a `List`, sorted by name. */
export function clustersList({ members, at }: ClustersAt): object {
  const items = members.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)).map((member) => asScheduled(member, at));
  return { apiVersion: 'v1', kind: 'List', items };
}

/** The text without secrets. YAML reads `***` without quotes as an alias, and the file could not be read or refreshed. */
export function hiddenInYaml(text: string, secrets: { readonly hide: (text: string) => string }): string {
  return secrets.hide(text).replaceAll(/(?<=: )\*\*\*$/gm, `'***'`);
}

/**
 * The parts that the scheduler and the rules read, and `spec.identity`, without which it is not a MemberCluster. Messages and reasons of
 * conditions are left out.
 */
function asScheduled(member: KubeObject, at: Date): object {
  const { name, labels, deletionTimestamp } = member.metadata;
  return {
    apiVersion: member.apiVersion,
    kind: member.kind,
    metadata: {
      name,
      ...given({ labels, deletionTimestamp }),
      annotations: { [READ_AT]: rfc3339(at.getTime()) },
    },
    ...given({
      spec: partsOf(objectAt(member, 'spec'), ['identity', 'taints']),
      status: statusOf(objectAt(member, 'status')),
    }),
  };
}

function statusOf(status: Readonly<Record<string, unknown>> | undefined): object | undefined {
  if (status === undefined) return undefined;
  const agents = listAt(status, 'agentStatus')
    .filter(isObject)
    .map((agent) => ({ ...partsOf(agent, ['type', 'lastReceivedHeartbeat']), ...conditionsOf(agent) }));
  return {
    ...conditionsOf(status),
    ...(agents.length === 0 ? {} : { agentStatus: agents }),
    ...partsOf(status, ['properties', 'resourceUsage', 'namespaces']),
  };
}

function conditionsOf(object: Readonly<Record<string, unknown>>): object {
  const conditions = listAt(object, 'conditions')
    .filter(isObject)
    .map((condition) => partsOf(condition, ['type', 'status', 'lastTransitionTime']));
  return conditions.length === 0 ? {} : { conditions };
}

function partsOf(object: Readonly<Record<string, unknown>> | undefined, names: readonly string[]): object | undefined {
  return object && given(Object.fromEntries(names.map((name) => [name, object[name]])));
}

function given(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
