import { inClusterContext } from './in-cluster.ts';
import { hasKubeconfig, type KubeconfigChoice, type KubeContext, readContext } from './kubeconfig.ts';

export interface ContextChoice extends KubeconfigChoice {
  /** Folder of the pod's service account, where it is not where Kubernetes mounts it. */
  readonly serviceAccountFolder?: string;
}

/**
 * The context of the kubeconfig; in a pod that has none, the cluster it runs in, as kubectl does it. Whoever names a kubeconfig or a context gets
 * that, or learns that it is not there.
 * Source: client-go `clientcmd/merged_client_builder.go` (`DeferredLoadingClientConfig.ClientConfig`).
 * @throws ConfigError
 */
export function contextOf(choice: ContextChoice): KubeContext {
  const isNamed = choice.kubeconfig !== undefined || choice.context !== undefined;
  const pod = isNamed ? undefined : inClusterContext(choice.env, choice.serviceAccountFolder);
  return pod === undefined || hasKubeconfig(choice.env) ? readContext(choice) : pod;
}
