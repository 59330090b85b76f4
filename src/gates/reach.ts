import { shellWord } from '../fleet/text/shell-word.ts';

/** How the reader of a report can reach the clusters, as far as it is known: every command of a step contains it. */
export interface Reach {
  readonly hub?: ClusterLogin;
  /** By the name of the member cluster. */
  readonly members?: ReadonlyMap<string, ClusterLogin>;
  /** Whether the hub is one of Azure Kubernetes Fleet Manager, by the `target` of the configuration; absent if it is not set. */
  readonly isAzure?: boolean;
  /** Its server has an Azure host name; an AKS cluster with its own KubeFleet has one too. */
  readonly hasAzureServer?: boolean;
}

/** The kubectl flags for one cluster. */
export interface ClusterLogin {
  /** As it was given: a relative path starts at the folder where fleet-gate was started. */
  readonly kubeconfig?: string;
  readonly context?: string;
  /** Replaces the address in the kubeconfig. */
  readonly server?: string;
  readonly tlsServerName?: string;
}

/** Nothing is known, as for files. */
export const REACH_UNKNOWN: Reach = {};

/** `kubectl --context hub`. A command must not run on the cluster that the reader's kubectl uses by chance. */
export function kubectlOfHub(reach: Reach): string {
  return ['kubectl', ...loginFlags(reach.hub, 'the hub')].join(' ');
}

/** @param cluster the member; `undefined` if a text is about any of them */
export function kubectlOfMember(reach: Reach, cluster: string | undefined): string {
  const login = cluster === undefined ? undefined : reach.members?.get(cluster);
  return ['kubectl', ...loginFlags(login, cluster ?? 'the cluster')].join(' ');
}

/** `--kubeconfig FILE --context NAME`, which both kubectl and fleet-gate accept. */
export function hubFlags(reach: Reach): string {
  return loginFlags(reach.hub, 'the hub').join(' ');
}

/**
 * `fleet-gate wait --context hub crp/shop`. It must not ask the hub that the reader's kubeconfig selects by chance, which may have a
 * placement of the same name.
 * @param words what follows the name of the command, quoted for a shell
 */
export function fleetGateOfHub(reach: Reach, command: FleetGateCommand, ...words: readonly string[]): string {
  return ['fleet-gate', command, hubFlags(reach), ...words].filter((word) => word !== '').join(' ');
}

/** The commands that a text proposes, all of which read a hub. */
type FleetGateCommand = 'wait' | 'diagnose' | 'clusters';

function loginFlags({ kubeconfig, context, server, tlsServerName }: ClusterLogin = {}, cluster: string): readonly string[] {
  // A separate kubeconfig has its own current context.
  const isPlace = kubeconfig === undefined || context !== undefined;
  return [
    ...(kubeconfig === undefined ? [] : ['--kubeconfig', shellWord(kubeconfig)]),
    ...(isPlace ? ['--context', context === undefined ? contextOf(cluster) : shellWord(context)] : []),
    ...(server === undefined ? [] : ['--server', shellWord(server)]),
    ...(tlsServerName === undefined ? [] : ['--tls-server-name', shellWord(tlsServerName)]),
  ];
}

/** A placeholder that is not the name of a context, so that kubectl refuses the unchanged command. */
function contextOf(cluster: string): string {
  const text = `<context of ${cluster}>`;
  return /^[\w.: -]+$/.test(cluster) ? `"${text}"` : shellWord(text);
}
