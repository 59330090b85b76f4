import type { MemberView } from '../view/member.ts';

/**
 * How a person inspects the hub's own agents. Azure Kubernetes Fleet Manager keeps them out of reach and sends their logs to Azure Monitor
 * (https://learn.microsoft.com/en-us/azure/kubernetes-fleet/view-fleet-agent-logs); elsewhere they are pods of the hub.
 */
export function hubAgentWords(isAzure: boolean): Readonly<Record<'hubLog' | 'hubPods' | 'hubRestart', string>> {
  return isAzure ? ON_AZURE : ON_HUB;
}

/** Azure labels every member with its resource group, subscription and location. */
export function isAzureFleet(members: ReadonlyMap<string, MemberView> | undefined): boolean {
  return [...(members ?? []).values()].some(({ object }) =>
    Object.keys(object.metadata.labels ?? {}).some((key) => key.startsWith('fleet.azure.com/')),
  );
}

const ON_HUB = {
  hubLog: '`kubectl -n fleet-system logs deployment/hub-agent`',
  hubPods: '`kubectl -n fleet-system get pods`',
  hubRestart: '`kubectl -n fleet-system rollout restart deployment/hub-agent`',
} as const;

const ON_AZURE = {
  hubLog:
    'Azure Monitor has it where a diagnostic setting of the Fleet resource collects the category fleet-hub-agent; query AzureDiagnostics for that category',
  hubPods: 'Azure runs it, so that its logs are what there is to see',
  hubRestart: 'make a new revision of the content, as nobody but Azure restarts the agent',
} as const;

/** For texts about no hub in particular. */
export const HUB_AGENT_ANYWHERE = {
  hubLog: `${ON_HUB.hubLog}, or on Azure the category fleet-hub-agent in Azure Monitor`,
  hubPods: `${ON_HUB.hubPods}, where the hub is not managed`,
  hubRestart: `${ON_HUB.hubRestart}, or make a new revision of the content on a managed hub, whose agents are out of reach`,
} as const;
