import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { ConfigError } from '../../../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy of a server, in the terms of Node's agents; empty for a direct connection. If the kubeconfig has a `proxy-url`, that is used.
 * Otherwise HTTPS_PROXY, HTTP_PROXY and NO_PROXY apply as in kubectl: upper case first, and never for the loopback.
 * Source: golang.org/x/net/http/httpproxy, `FromEnvironment` and `useProxy`.
 * @throws ConfigError for a SOCKS proxy
 */
export function proxyFor(server: URL, env: Environment, proxyUrl?: string): Readonly<Record<string, string>> {
  if (proxyUrl !== undefined && proxyUrl !== '') return viaProxy(httpProxy(proxyUrl, OF_KUBECONFIG));
  const name = variableFor(server);
  const proxy = setting(name, env);
  if (proxy === undefined || isReachedDirectly(server, setting('NO_PROXY', env) ?? '')) return {};
  return viaProxy(httpProxy(proxy, name));
}

const OF_KUBECONFIG = 'proxy-url in the kubeconfig';

/** Where the proxy of a server is set; the variable may have its name in lower case. */
export function proxySetting({ server, hasProxyUrl }: { readonly server: URL; readonly hasProxyUrl?: boolean }): string {
  return hasProxyUrl === true ? OF_KUBECONFIG : variableFor(server);
}

function variableFor({ protocol }: URL): 'HTTPS_PROXY' | 'HTTP_PROXY' {
  return protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
}

function viaProxy(url: string): Readonly<Record<string, string>> {
  return { HTTPS_PROXY: url, HTTP_PROXY: url };
}

function setting(name: string, env: Environment): string | undefined {
  return [env[name], env[name.toLowerCase()]].find((value) => value !== undefined && value !== '');
}

function httpProxy(value: string, where: string): string {
  const url = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (url === null) throw new ConfigError(`${where} is not a URL; write it as http://host:port`);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  throw new ConfigError(`${where} is a ${url.protocol.replace(':', '')} proxy; only http:// and https:// proxies are supported`);
}

/**
 * Whether a server is the loopback, or NO_PROXY names it: by `*`, an address, a range of addresses, or a domain, each with an optional
 * port.
 */
function isReachedDirectly({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(host);
  const isAddress = (list: BlockList): boolean => family !== 0 && list.check(host, family === 6 ? 'ipv6' : 'ipv4');
  if (host === 'localhost' || isAddress(LOOPBACK)) return true;
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const entries = noProxy.split(',').map((entry) => entry.trim().toLowerCase());
  return entries.some((entry) => {
    if (entry === '*') return true;
    const range = rangeOf(entry);
    // Node takes an IPv4 address as one of IPv6 too, Go does not.
    if (range !== undefined) return (family !== 4 || range.family === 4) && isAddress(range.list);
    const named = hostAndPort(entry);
    if (named.host === '' || (named.port !== '' && named.port !== ownPort)) return false;
    if (isIP(named.host) !== 0) return isAddress(listOf(named.host));
    return isDomainOf(host, named.host);
  });
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** `10.0.0.0/8`; `undefined` for anything else. */
function rangeOf(entry: string): { readonly list: BlockList; readonly family: number } | undefined {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(length) > (family === 6 ? 128 : 32)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, Number(length), family === 6 ? 'ipv6' : 'ipv4');
  return { list, family };
}

function listOf(address: string): BlockList {
  const list = new BlockList();
  list.addAddress(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

/** `host`, `host:port` or `[address]:port`. An address with several colons has no port. */
function hostAndPort(entry: string): { readonly host: string; readonly port: string } {
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):([^:]*)$/.exec(entry) ?? [];
  return { host: bracketed ?? plain ?? entry, port };
}

/** `example.com` matches itself and its subdomains; `.example.com` and `*.example.com` match only subdomains. */
function isDomainOf(host: string, entry: string): boolean {
  const domain = entry.replace(/^\*(?=\.)/, '');
  const bare = domain.replace(/^\./, '');
  // Of other text it would keep the part before a `/`.
  const ascii = /^[\x21-\x7e]*$/.test(bare) ? bare : domainToASCII(bare) || bare;
  return host.endsWith(`.${ascii}`) || (!domain.startsWith('.') && host === ascii);
}
