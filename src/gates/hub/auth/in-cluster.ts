import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../http/proxy.ts';
import { type KubeContext, nonEmpty } from './kubeconfig.ts';
import { smallFile } from '../../../files/small-file.ts';

/** The folder where Kubernetes mounts a pod's service account. */
const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The cluster this process runs in, with the login of its pod's service account. It is `undefined` outside a pod, or if no token is
 * mounted. The token is read from its file repeatedly, because the kubelet rotates it.
 * Source: client-go `rest.InClusterConfig`, `clientcmd/client_config.go` (`inClusterClientConfig.Namespace`, `Possible`).
 */
export function inClusterContext(env: Environment, folder = SERVICE_ACCOUNT_FOLDER): KubeContext | undefined {
  const host = nonEmpty(env['KUBERNETES_SERVICE_HOST']);
  const port = nonEmpty(env['KUBERNETES_SERVICE_PORT']);
  const tokenFile = join(folder, 'token');
  if (host === undefined || port === undefined || !existsSync(tokenFile)) return undefined;
  const authority = join(folder, 'ca.crt');
  const namespace = nonEmpty(env['POD_NAMESPACE']) ?? namespaceIn(folder);
  return {
    name: 'in-cluster',
    clusterName: 'in-cluster',
    userName: 'service account of this pod',
    cluster: {
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      ...(existsSync(authority) ? { 'certificate-authority': authority } : {}),
    },
    user: { tokenFile },
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function namespaceIn(folder: string): string | undefined {
  try {
    return nonEmpty(smallFile(join(folder, 'namespace')).trim());
  } catch {
    return undefined;
  }
}
