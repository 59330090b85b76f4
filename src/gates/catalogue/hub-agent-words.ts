import { azureMember } from '../../fleet/kubefleet/azure-members.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Reach } from '../reach.ts';
import type { MemberView } from '../view/member.ts';

/** Azure runs the agents of its hubs itself; `unknown` if the hub's provider is not known. */
export type HubKind = 'azure' | 'other' | 'unknown';

/**
 * Uses the configuration; otherwise the members, because Azure labels each with its resource group and location; otherwise the server's
 * name.
 */
export function hubKindOf({ isAzure, hasAzureServer }: Reach, members: ReadonlyMap<string, MemberView> | undefined): HubKind {
  if (isAzure !== undefined) return isAzure ? 'azure' : 'other';
  if (members !== undefined && hasAzureMember(members)) return 'azure';
  if (members !== undefined && members.size > 0) return 'other';
  return hasAzureServer === true ? 'azure' : 'unknown';
}

const hasAzureMember = oncePer(
  (members: ReadonlyMap<string, MemberView>) => azureMember(members.values().map(({ object }) => object)) !== undefined,
);

/**
 * How a person inspects the hub's own agents, as words that may contain a command for the hub. On Azure kubectl cannot reach the agents;
 * Azure sends their logs to Azure Monitor (https://learn.microsoft.com/azure/kubernetes-fleet/view-fleet-agent-logs).
 */
export function hubAgentWords(kind: HubKind, kubectl: string): Readonly<Record<'hubLog' | 'hubPods' | 'hubRestart', string>> {
  const log = `\`${kubectl} -n fleet-system logs deployment/hub-agent\``;
  const pods = `\`${kubectl} -n fleet-system get pods\``;
  const restart = `\`${kubectl} -n fleet-system rollout restart deployment/hub-agent\``;
  switch (kind) {
    case 'azure':
      return { hubLog: ON_AZURE, hubPods: ON_AZURE, hubRestart: NEW_REVISION };
    case 'other':
      return { hubLog: log, hubPods: pods, hubRestart: restart };
    case 'unknown':
    default:
      return {
        hubLog: `${log} (on Azure's hub: ${AZURE_LOGS})`,
        hubPods: `${pods} (on Azure's hub: ${AZURE_LOGS})`,
        hubRestart: `${restart} (on Azure's hub: ${NEW_REVISION})`,
      };
  }
}

const AZURE_LOGS = 'https://learn.microsoft.com/azure/kubernetes-fleet/view-fleet-agent-logs';
const ON_AZURE = `Azure runs it and keeps its logs in Azure Monitor, category fleet-hub-agent (${AZURE_LOGS})`;
const NEW_REVISION = 'change something that the placement selects, an annotation is enough, as only Azure can restart the agent';

/**
 * A sentence for a step about the placement of a namespace; empty if the hub is not one of Azure. Azure makes a read-only placement for
 * each managed fleet namespace (https://learn.microsoft.com/azure/kubernetes-fleet/concepts-fleet-managed-namespace).
 */
export function managedNamespaceOf(kind: HubKind): string {
  return kind === 'azure'
    ? ' For a managed fleet namespace, add the cluster with az fleet namespace or in the Azure portal, not by a placement.'
    : '';
}

/** Who can help if the hub itself, or an agent, has a fault. */
export function supportOf(kind: HubKind): string {
  if (kind === 'azure') return 'Azure support';
  const maintainers = 'the maintainers of KubeFleet (https://github.com/kubefleet-dev/kubefleet/issues)';
  return kind === 'other' ? `the support of your hub or ${maintainers}` : `Azure support, or for a hub of your own ${maintainers}`;
}
