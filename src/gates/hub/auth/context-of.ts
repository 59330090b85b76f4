import { inClusterContext } from './in-cluster.ts';
import { contextIn, hasKubeconfig, type Kubeconfig, type KubeconfigChoice, type KubeContext, readKubeconfig } from './kubeconfig.ts';

export interface ContextChoice extends KubeconfigChoice {
  /** The folder of the pod's service account, if it is not at Kubernetes' default mount path. */
  readonly serviceAccountFolder?: string;
}

/** The place of the configuration for a connection to a cluster: kubeconfig files, or the pod in which this runs. */
export type ContextSource =
  | { readonly kind: 'kubeconfig'; readonly kubeconfig: Kubeconfig }
  | { readonly kind: 'pod'; readonly context: KubeContext };

/**
 * Returns the kubeconfig; in a pod without one, the cluster it runs in, as kubectl does. If a kubeconfig or context is named explicitly, it
 * is used or reported as missing.
 * Source: client-go `clientcmd/merged_client_builder.go` (`DeferredLoadingClientConfig.ClientConfig`).
 * @throws ConfigError
 */
export function contextSource(choice: ContextChoice): ContextSource {
  const isNamed = choice.kubeconfig !== undefined || choice.context !== undefined;
  const pod = isNamed ? undefined : inClusterContext(choice.env, choice.serviceAccountFolder);
  return pod === undefined || hasKubeconfig(choice.env)
    ? { kind: 'kubeconfig', kubeconfig: readKubeconfig(choice) }
    : { kind: 'pod', context: pod };
}

/** The requested context of the source. @throws ConfigError if it does not exist, or refers to an entry that does not exist */
export function contextFrom(source: ContextSource, choice: ContextChoice): KubeContext {
  return source.kind === 'pod' ? source.context : contextIn(source.kubeconfig, choice);
}

/** The requested context of the kubeconfig or the pod. @throws ConfigError */
export function contextOf(choice: ContextChoice): KubeContext {
  return contextFrom(contextSource(choice), choice);
}
