import { ConfigError } from '../../../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Proxy settings in the terms of Node's agents; empty for none. If the kubeconfig has a `proxy-url`, only that is used. Otherwise the
 * environment's settings are used, in upper or lower case, as curl and kubectl read them.
 * @throws ConfigError for a SOCKS proxy
 */
export function proxyFor(proxyUrl: string | undefined, env: Environment): Readonly<Record<string, string>> {
  if (proxyUrl !== undefined && proxyUrl !== '') {
    return {
      HTTPS_PROXY: httpProxy(proxyUrl, 'proxy-url in the kubeconfig'),
      HTTP_PROXY: httpProxy(proxyUrl, 'proxy-url in the kubeconfig'),
    };
  }
  const settings: Record<string, string> = {};
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']) {
    const value = nonEmpty(env[name.toLowerCase()]) ?? nonEmpty(env[name]);
    if (value !== undefined) settings[name] = name === 'NO_PROXY' ? value : httpProxy(value, name);
  }
  return settings;
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

function httpProxy(value: string, where: string): string {
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (url === null) throw new ConfigError(`${where} is no URL; write it as http://host:port`);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  throw new ConfigError(`${where} is a ${url.protocol.replace(':', '')} proxy; only http:// and https:// proxies are supported`);
}
