import { ConfigError, HubError } from '../../errors.ts';
import { stringAt, parseJson } from '../../fleet/json/json.ts';
import { systemClock } from '../../gates/clock.ts';
import { type QueryLimits, queryEvidence } from '../../gates/approval/query-evidence.ts';
import { authorities } from '../../gates/hub/auth/certificate-authorities.ts';
import { isPlain } from '../../gates/hub/auth/plain-http.ts';
import { secretsInUrl } from '../../gates/hub/auth/secrets-of.ts';
import { textOf } from '../../gates/hub/http/answer-text.ts';
import { excerpt } from '../../gates/hub/http/api-error.ts';
import { isConnectionError, networkFailure } from '../../gates/hub/http/network-failure.ts';
import { proxyFor } from '../../gates/hub/http/proxy.ts';
import { shownUrl } from '../../gates/hub/http/shown-url.ts';
import { DEFAULT_TIMING } from '../../gates/hub/http/timing.ts';
import { Transport } from '../../gates/hub/http/transport.ts';
import { flagValue } from '../command-line/flag-value.ts';
import { defined, type Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';

/** A query that must have an answer within limits. */
export interface Query {
  /** Asks now. Never rejects: no answer is no evidence. */
  ask(): Promise<{ readonly proven: readonly string[]; readonly notProven: readonly string[] }>;
  close(): Promise<void>;
}

/** The variable with a bearer token for Prometheus. */
const TOKEN = 'FLEET_GATE_PROMETHEUS_TOKEN';

/**
 * The query of `--query`, `--prometheus`, `--min` and `--max`; `undefined` without one. It is sent over HTTPS with the certificate
 * authorities and proxies of this machine. Credentials come from the URL, or from a variable.
 * @throws {ConfigError} one of them is missing or wrong
 */
export function openQuery(invocation: Invocation, io: Io): Query | undefined {
  const { named } = invocation;
  const query = invocation.value('query');
  const address = invocation.value('prometheus');
  const limits: QueryLimits = defined({ min: limitOf(invocation, 'min'), max: limitOf(invocation, 'max') });
  if (query === undefined) {
    const other = (['prometheus', 'min', 'max'] as const).find((name) => invocation.value(name) !== undefined);
    if (other !== undefined) throw new ConfigError(`${named(other)} goes with ${named('query')}`);
    return undefined;
  }
  if (address === undefined) throw new ConfigError(`${named('query')} needs the server: give ${named('prometheus', 'URL')}`);
  if (limits.min === undefined && limits.max === undefined)
    throw new ConfigError(`${named('query')} needs a limit: give ${named('max', 'NUMBER')} or ${named('min', 'NUMBER')}`);
  for (const secret of secretsInUrl(address)) io.secrets.add(secret);
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ConfigError(`${named('prometheus')} is not a URL; write it as https://host:port`);
  const headers = credentialHeaders(url, io);
  if (isPlain(url) && Object.keys(headers).length > 0)
    throw new ConfigError(`${named('prometheus')}: credentials are not sent over plain HTTP; use https://`);
  const timing = { ...DEFAULT_TIMING, ...io.hubTiming };
  const clock = io.clock ?? systemClock;
  const server = new URL(url);
  server.username = '';
  server.password = '';
  server.search = '';
  server.hash = '';
  const ca = server.protocol === 'http:' ? {} : { ca: authorities(undefined, '') };
  const transport = new Transport({ server, insecure: false, proxy: proxyFor(server, io.env), ...ca }, clock, timing);
  const path = `/api/v1/query?query=${encodeURIComponent(query)}`;
  const where = shownUrl(server).replace(/\/$/, '');
  const failed = (why: string): Awaited<ReturnType<Query['ask']>> => ({ proven: [], notProven: [`query ${query}: ${where} ${why}`] });
  const ask: Query['ask'] = async () => {
    try {
      const request = { method: 'GET', path, headers: { Accept: 'application/json', 'User-Agent': 'fleet-gate' } } as const;
      const response = await transport.send(request, { headers }, io.signal);
      const text = await textOf(response, { clock, timing, what: `${server.host}/api/v1/query` });
      const answer = parseJson(text);
      if (answer === undefined) return failed(`answered ${String(response.statusCode)} without JSON (${excerpt(text)})`);
      // A proxy may answer for it, as with the page of a login.
      if (response.statusCode !== 200 && stringAt(answer, 'status') === 'success')
        return failed(`answered ${String(response.statusCode)}, not 200`);
      return queryEvidence(query, answer, limits);
    } catch (error) {
      if (error instanceof HubError) return failed(error.message);
      if (!isConnectionError(error)) throw error;
      return failed(`does not answer: ${networkFailure(error, server.host, named).text}`);
    }
  };
  return { ask, close: () => Promise.resolve(transport.close()) };
}

function credentialHeaders({ username, password }: URL, { env, secrets }: Io): Readonly<Record<string, string>> {
  const token = env[TOKEN] ?? '';
  if (token !== '') {
    secrets.add(token);
    return { Authorization: `Bearer ${token}` };
  }
  if (username === '' && password === '') return {};
  const basic = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  secrets.add(basic);
  return { Authorization: `Basic ${basic}` };
}

function limitOf(invocation: Invocation, name: 'min' | 'max'): number | undefined {
  const text = flagValue(invocation, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new ConfigError(`${invocation.named(name)} takes a number, not ${JSON.stringify(text)}`);
}

/** A part of a URL. A `%` that encodes nothing is itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
