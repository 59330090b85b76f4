import { shellWord } from '../fleet/text/shell-word.ts';

/** How the reader of a report reaches the clusters, as far as it is known: every command of a step names it. */
export interface Reach {
  readonly hub?: ClusterLogin;
  /** By the name of the member cluster. */
  readonly members?: ReadonlyMap<string, ClusterLogin>;
  /** Whether the hub is that of Azure Kubernetes Fleet Manager, by the `target` of the configuration; absent where it says nothing. */
  readonly isAzure?: boolean;
  /** Its server has a name of Azure's, as that of an AKS cluster has where somebody installed KubeFleet. */
  readonly hasAzureServer?: boolean;
}

/** What kubectl is given to reach one cluster. */
export interface ClusterLogin {
  /** As it was given: a relative path is one from the folder where fleet-gate was started. */
  readonly kubeconfig?: string;
  readonly context?: string;
  /** In place of the address in the kubeconfig. */
  readonly server?: string;
  readonly tlsServerName?: string;
}

/** Nothing is known, as of files. */
export const REACH_UNKNOWN: Reach = {};

/** `kubectl --context hub`. No command runs on whatever cluster the reader's kubectl happens to point at. */
export function kubectlOfHub(reach: Reach): string {
  return ['kubectl', ...loginFlags(reach.hub, 'the hub')].join(' ');
}

/** @param cluster the member; `undefined` where a text is about any of them */
export function kubectlOfMember(reach: Reach, cluster: string | undefined): string {
  const login = cluster === undefined ? undefined : reach.members?.get(cluster);
  return ['kubectl', ...loginFlags(login, cluster ?? 'the cluster')].join(' ');
}

/** `--kubeconfig FILE --context NAME`, which kubectl and fleet-gate know alike. */
export function hubFlags(reach: Reach): string {
  return loginFlags(reach.hub, 'the hub').join(' ');
}

function loginFlags({ kubeconfig, context, server, tlsServerName }: ClusterLogin = {}, cluster: string): readonly string[] {
  // A kubeconfig of its own says which context is meant.
  const isPlace = kubeconfig === undefined || context !== undefined;
  return [
    ...(kubeconfig === undefined ? [] : ['--kubeconfig', shellWord(kubeconfig)]),
    ...(isPlace ? ['--context', context === undefined ? contextOf(cluster) : shellWord(context)] : []),
    ...(server === undefined ? [] : ['--server', shellWord(server)]),
    ...(tlsServerName === undefined ? [] : ['--tls-server-name', shellWord(tlsServerName)]),
  ];
}

/** No kubeconfig has a context of that name, so that kubectl refuses the command as it is. */
function contextOf(cluster: string): string {
  const text = `<context of ${cluster}>`;
  return /^[\w.: -]+$/.test(cluster) ? `"${text}"` : shellWord(text);
}
