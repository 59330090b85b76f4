import { stringAt, parseJson } from '../../../fleet/json/json.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { flagTerms } from '../../../terms.ts';
import { shortTextOf } from '../http/answer-text.ts';
import { networkFailure } from '../http/network-failure.ts';
import { proxyFor } from '../http/proxy.ts';
import { Transport, type HubRequest } from '../http/transport.ts';
import { authorities } from './certificate-authorities.ts';
import type { CredentialPorts } from './credential-ports.ts';
import { inlineOrFile } from './kubeconfig.ts';
import { isLoopback } from './loopback.ts';

/** Sends requests to an OIDC provider over the same kind of connection as to a hub: with its limits, and through the same proxies. */
export class ProviderAnswers {
  readonly #ca: string;
  readonly #ports: CredentialPorts;
  readonly #signal: AbortSignal;

  /** @param config the fields of the `auth-provider` */
  constructor(config: JsonObject, owner: string, ports: CredentialPorts, signal: AbortSignal) {
    this.#ca = authorities(
      inlineOrFile(config, 'idp-certificate-authority', owner),
      `the OIDC provider of ${owner}`,
      'idp-certificate-authority',
    );
    this.#ports = ports;
    this.#signal = signal;
  }

  /** @throws Error whose message is one clause without secrets */
  async get(address: string): Promise<unknown> {
    return this.#answer(await this.#ask(address, { method: 'GET', headers: { Accept: 'application/json' } }));
  }

  /** Sends the client's secret as providers require it: in a header (RFC 6749, 2.3.1), otherwise in the form. @throws as `get` */
  async post(address: string, fields: Readonly<Record<string, string>>, client: string, secret: string): Promise<unknown> {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
    if (secret !== '') {
      const basic = Buffer.from(`${encodeURIComponent(client)}:${encodeURIComponent(secret)}`).toString('base64');
      const body = new URLSearchParams(fields).toString();
      const first = await this.#ask(address, { method: 'POST', headers: { ...headers, Authorization: `Basic ${basic}` }, body });
      if (first.status < 400) return this.#answer(first);
    }
    const body = new URLSearchParams({ ...fields, client_id: client, ...(secret === '' ? {} : { client_secret: secret }) }).toString();
    return this.#answer(await this.#ask(address, { method: 'POST', headers, body }));
  }

  #answer({ host, status, text }: Answer): unknown {
    const answer = parseJson(text);
    if (status < 200 || status > 299) throw new Error(`${host} answered ${status}${codeIn(answer)}`);
    if (answer === undefined) throw new Error(`${host} answered with no JSON`);
    return answer;
  }

  async #ask(address: string, request: Omit<HubRequest, 'path'>): Promise<Answer> {
    const url = URL.parse(address);
    if (url === null) throw new Error('the address of the provider is not a URL');
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
      throw new Error(`${url.host} is not asked over plain HTTP`);
    const { clock, timing, env } = this.#ports;
    const server = new URL(url.origin);
    const endpoint = { server, ca: this.#ca, insecure: false, proxy: proxyFor(server, env) };
    const transport = new Transport(endpoint, clock, timing);
    try {
      const response = await transport.send({ ...request, path: `${url.pathname}${url.search}` }, { headers: {} }, this.#signal);
      const text = await shortTextOf(response, { clock, timing, what: url.host });
      return { host: url.host, status: response.statusCode ?? 0, text };
    } catch (error) {
      if (this.#signal.aborted) throw this.#signal.reason;
      throw new Error(networkFailure(error, url.host, flagTerms).text, { cause: error });
    } finally {
      transport.close();
    }
  }
}

interface Answer {
  readonly host: string;
  readonly status: number;
  readonly text: string;
}

/** An error code such as `invalid_grant` (RFC 6749, 5.2); no other text of a provider is quoted. */
function codeIn(answer: unknown): string {
  const code = stringAt(answer, 'error');
  return code !== undefined && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '';
}
