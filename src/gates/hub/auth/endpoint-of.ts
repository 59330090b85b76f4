import { stringAt } from '../../../fleet/json/json.ts';
import { ConfigError } from '../../../errors.ts';
import { flagTerms, type Terms } from '../../../terms.ts';
import type { KubeContext } from './kubeconfig.ts';
import { authorities } from './certificate-authorities.ts';
import { inlineOrFile, nonEmpty } from './kubeconfig.ts';
import { plainPart } from './plain-http.ts';
import type { NoticeBoard } from '../access/notices.ts';
import { secretsInUrl } from './secrets-of.ts';
import type { Environment } from '../http/proxy.ts';
import { proxyFor } from '../http/proxy.ts';
import type { Endpoint } from '../http/transport.ts';

export interface EndpointOverrides {
  readonly server?: string;
  readonly tlsServerName?: string;
  readonly env: Environment;
  readonly terms?: Terms;
  readonly connect?: Endpoint['connect'];
  /** Called with the user and password of a proxy. */
  readonly mask?: (secret: string) => void;
}

/**
 * The connection that the context's cluster and the flags configure, with a notice if it is not protected.
 * @throws {ConfigError} no server, or settings that contradict each other
 */
export function endpointOf(context: KubeContext, overrides: EndpointOverrides, notices: NoticeBoard): Endpoint {
  const { cluster, clusterName } = context;
  const { terms = flagTerms, connect, mask = () => undefined } = overrides;
  const owner = `cluster ${clusterName}`;
  const server = serverOf(
    overrides.server ?? nonEmpty(stringAt(cluster, 'server')),
    overrides.server === undefined ? owner : terms('server'),
  );
  const insecure = cluster['insecure-skip-tls-verify'] === true;
  const serverName = overrides.tlsServerName ?? nonEmpty(stringAt(cluster, 'tls-server-name'));
  const hasAuthority = ['certificate-authority', 'certificate-authority-data'].some(
    (name) => nonEmpty(stringAt(cluster, name)) !== undefined,
  );
  // kubectl refuses this too. Without an error, a user who names a certificate authority would not know that it is not used.
  if (insecure && hasAuthority)
    throw new ConfigError(
      `${owner} of the kubeconfig has insecure-skip-tls-verify and a certificate-authority, which kubectl refuses: remove one of them`,
    );
  if (insecure) notices.put('insecure', 'tls', `the certificate of ${server.host} is not checked (insecure-skip-tls-verify of ${owner})`);
  const proxyUrl = nonEmpty(stringAt(cluster, 'proxy-url'));
  const proxy = proxyFor(server, overrides.env, proxyUrl);
  if (plainPart({ server, proxy }) !== undefined) {
    notices.put('insecure', 'http', `${server.host} is read over plain HTTP: anybody in between can change what is seen`);
  }
  for (const url of Object.values(proxy)) for (const secret of secretsInUrl(url)) mask(secret);
  return {
    server,
    insecure,
    proxy,
    hasProxyUrl: proxyUrl !== undefined,
    ...(insecure || server.protocol === 'http:' ? {} : { ca: authorities(inlineOrFile(cluster, 'certificate-authority', owner), owner) }),
    ...(serverName === undefined ? {} : { serverName }),
    ...(connect === undefined ? {} : { connect }),
  };
}

function serverOf(text: string | undefined, where: string): URL {
  if (text === undefined) throw new ConfigError(`${where} of the kubeconfig has no server`);
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ConfigError(`${where} is not a server URL; write https://host:port`);
  }
  return url;
}
