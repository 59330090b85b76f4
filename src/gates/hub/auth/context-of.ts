import { inClusterContext } from './in-cluster.ts';
import { contextIn, hasKubeconfig, type Kubeconfig, type KubeconfigChoice, type KubeContext, readKubeconfig } from './kubeconfig.ts';

export interface ContextChoice extends KubeconfigChoice {
  /** Folder of the pod's service account, where it is not where Kubernetes mounts it. */
  readonly serviceAccountFolder?: string;
}

/** Where the way to a cluster is written: in kubeconfig files, or in the pod this runs in. */
export type ContextSource =
  | { readonly kind: 'kubeconfig'; readonly kubeconfig: Kubeconfig }
  | { readonly kind: 'pod'; readonly context: KubeContext };

/**
 * The kubeconfig; in a pod that has none, the cluster it runs in, as kubectl does it. Whoever names a kubeconfig or a context gets that, or
 * learns that it is not there.
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

/** The context that is asked for, of the source. @throws ConfigError it is not there, or names what is not there */
export function contextFrom(source: ContextSource, choice: ContextChoice): KubeContext {
  return source.kind === 'pod' ? source.context : contextIn(source.kubeconfig, choice);
}

/** The context that is asked for, wherever it is written. @throws ConfigError */
export function contextOf(choice: ContextChoice): KubeContext {
  return contextFrom(contextSource(choice), choice);
}
