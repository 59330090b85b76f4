import type { Terms } from '../../../terms.ts';

/** One of our own time limits passed: there was no answer, or not in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Whether an answer had begun. If so, a server exists, even if the answer then failed. */
  readonly hadBegun: boolean;
  readonly step: NetworkStep;

  constructor(message: string, { hadBegun = false, step = 'answer' }: { readonly hadBegun?: boolean; readonly step?: NetworkStep } = {}) {
    super(message);
    this.hadBegun = hadBegun;
    this.step = step;
  }
}

/** The certificate of an `https://` proxy is refused. */
export class UntrustedProxy extends Error {
  override readonly name = 'UntrustedProxy';
  readonly code: string;

  /** @param host of the proxy, with its port */
  constructor(host: string, code: string) {
    super(
      `the certificate of the proxy ${host} is not trusted (${code}); put the authority that signed it into the file that NODE_EXTRA_CA_CERTS names`,
    );
    this.code = code;
  }
}

/** There is no connection to the proxy; `cause` says why. */
export class UnreachedProxy extends Error {
  override readonly name = 'UnreachedProxy';
  readonly code: string | undefined;
  readonly host: string;

  /**
   * @param host of the proxy, with its port
   * @param setting that names the proxy
   */
  constructor(host: string, setting: string, cause: unknown) {
    super(`the proxy ${host} (from ${setting}) is not reached`, { cause });
    this.host = host;
    this.code = codeOf(cause);
  }
}

/** Whether an error is of a name lookup or of a TCP connection that was not opened. */
export function isNotConnected(error: unknown): boolean {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return ['getaddrinfo', 'connect'].includes(String((first as { readonly syscall?: unknown } | undefined)?.syscall));
}

export interface NetworkFailure {
  /** One plain clause: what happened and, if known, what to check. */
  readonly text: string;
  /** False if a retry cannot help: a name that does not exist, a certificate that is not trusted. */
  readonly heals: boolean;
  /** The step that failed. */
  readonly step: NetworkStep;
}

/** The steps to an answer: look up the name, open the proxy tunnel, open the connection, agree on TLS, get the server's answer. */
export type NetworkStep = 'name' | 'proxy' | 'connection' | 'tls' | 'answer';

/**
 * Errors of sockets, TLS and name lookup have a code. A TypeError in our own code has none, and must not be retried as a network failure.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof NoAnswer || error instanceof AggregateError || typeof (error as { readonly code?: unknown }).code === 'string';
}

/** Describes a failed connection. Codes: Node's `errors`, OpenSSL's X509 verification results, getaddrinfo. */
export function networkFailure(error: unknown, host: string, terms: Terms): NetworkFailure {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NoAnswer) return { text: message, heals: true, step: error.step };
  if (error instanceof UntrustedProxy) return { text: message, heals: false, step: 'proxy' };
  if (error instanceof UnreachedProxy) {
    const { text, heals } = networkFailure(error.cause, error.host, terms);
    return { text: `${message}: ${text}`, heals, step: 'proxy' };
  }
  if (code === 'ENOTFOUND')
    return { text: `the name ${nameIn(error) ?? host} does not exist in DNS (ENOTFOUND)`, heals: false, step: 'name' };
  if (code === 'EAI_AGAIN') return { text: `DNS does not answer for ${nameIn(error) ?? host} (EAI_AGAIN)`, heals: true, step: 'name' };
  if (code === 'ERR_PROXY_TUNNEL') return proxyFailure(error, message);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return {
      text: `the certificate is for another name than ${host} (${message}); set ${terms('tls-server-name')} if this is a tunnel`,
      heals: false,
      step: 'tls',
    };
  }
  if (code !== undefined && UNTRUSTED.has(code)) {
    const text = `the certificate of ${host} is not signed by the kubeconfig's certificate authority, or the kubeconfig names none (${code})`;
    return {
      text: `${text}; put the authority that signed it into certificate-authority-data of its cluster, or fetch the kubeconfig again`,
      heals: false,
      step: 'tls',
    };
  }
  if (code !== undefined && CERTIFICATE_DATES.has(code))
    return { text: `the certificate of ${host} is not valid now (${code})`, heals: false, step: 'tls' };
  if (isTls(code) && /wrong version number|packet length too long|WRONG_VERSION|PACKET_LENGTH/.test(`${code} ${message}`)) {
    return {
      text: `${host} does not speak TLS on this port (${code}); is its URL http://, or is a proxy in between?`,
      heals: false,
      step: 'tls',
    };
  }
  if (isTls(code) && /alert/i.test(`${code} ${message}`)) {
    return { text: `${host} refused the TLS handshake (${code}); is the client certificate right?`, heals: false, step: 'tls' };
  }
  if (code === 'ECONNREFUSED')
    return { text: `nothing listens on ${addressIn(error) ?? host} (connection refused)`, heals: true, step: 'connection' };
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return { text: `the connection to ${host} was cut (${code})`, heals: true, step: 'connection' };
  if (code === 'ETIMEDOUT') return { text: `no route answers to ${host} (${code})`, heals: true, step: 'connection' };
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { text: `there is no route to ${host} (${code})`, heals: true, step: 'connection' };
  return { text: code === undefined ? message : `${message} (${code})`, heals: true, step: 'connection' };
}

/** OpenSSL's own errors have the code EPROTO with a text, or their name as code. */
function isTls(code: string | undefined): code is string {
  return code === 'EPROTO' || code?.startsWith('ERR_SSL_') === true;
}

const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
]);
const CERTIFICATE_DATES: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

function proxyFailure(error: unknown, message: string): NetworkFailure {
  const status = (error as { readonly statusCode?: unknown }).statusCode;
  if (status === 407)
    return { text: 'the proxy wants a user name and password (407): put them into the proxy URL', heals: false, step: 'proxy' };
  if (status === 403) return { text: `the proxy forbids this address (${message})`, heals: false, step: 'proxy' };
  return { text: `the proxy opened no tunnel (${message})`, heals: true, step: 'proxy' };
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  if (typeof code === 'string') return code;
  // If one name has several addresses, Node throws an AggregateError whose own code may be missing.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
  return first === undefined ? undefined : codeOf(first);
}

function nameIn(error: unknown): string | undefined {
  const name = (error as { readonly hostname?: unknown }).hostname;
  return typeof name === 'string' ? name : undefined;
}

function addressIn(error: unknown): string | undefined {
  const { address, port } = error as { readonly address?: unknown; readonly port?: unknown };
  return typeof address === 'string' && typeof port === 'number' ? `${address}:${port}` : undefined;
}
