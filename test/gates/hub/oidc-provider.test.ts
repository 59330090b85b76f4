import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { credentialsOf } from '../../../src/gates/hub/auth/credentials-of.ts';
import { readContext } from '../../../src/gates/hub/auth/kubeconfig.ts';
import type { CredentialSource } from '../../../src/gates/hub/http/credentials.ts';
import { LoginFailed } from '../../../src/gates/hub/http/login-failed.ts';
import { DEFAULT_TIMING, type HubTiming } from '../../../src/gates/hub/http/timing.ts';
import { kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { credentialPorts } from '../../support/hubs/credential-ports.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** One that ends so many seconds after 1970. */
const token = (exp: number): string => `${part({ alg: 'none' })}.${part({ exp })}.x`;
const VALID = token(4_000_000_000);
const OVER = token(1);

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}
type Answer = (asked: Asked, response: http.ServerResponse) => void;

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A provider whose token endpoint answers like this. */
async function provider(
  answer: Answer,
  make: (listener: http.RequestListener) => http.Server = http.createServer,
): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = make((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const origin = `http${server instanceof https.Server ? 's' : ''}://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      const { authorization } = request.headers;
      asked.push({ path: request.url ?? '', authorization, form: Object.fromEntries(new URLSearchParams(body)) });
      const last = asked.at(-1);
      if (request.url === '/realm/.well-known/openid-configuration') response.end(JSON.stringify({ token_endpoint: `${origin}/token` }));
      else if (last !== undefined) answer(last, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const secure = server instanceof https.Server ? 's' : '';
  return { url: `http${secure}://127.0.0.1:${String((server.address() as AddressInfo).port)}/realm/`, asked };
}

const answers =
  (body: object, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status).end(JSON.stringify(body));

function login(
  config: object,
  timing: Partial<HubTiming> = {},
  now: () => number = Date.now,
): { readonly source: CredentialSource; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const context = readContext({
    kubeconfig: kubeconfigFile('https://hub.example', { 'auth-provider': { name: 'oidc', config } }),
    env: {},
  });
  const source = credentialsOf(
    context,
    credentialPorts({ wallClock: now, timing: { ...DEFAULT_TIMING, ...timing }, mask: (secret) => void secrets.push(secret) }),
  );
  return { source, secrets };
}

const over = (url: string, more: object = {}): object => ({
  'id-token': OVER,
  'client-id': 'gate',
  'refresh-token': 'r-1',
  'idp-issuer-url': url,
  ...more,
});
const headerOf = async ({ source }: ReturnType<typeof login>): Promise<string | undefined> =>
  (await source.current()).headers['Authorization'];

describe('auth-provider oidc', () => {
  it('uses the token while it is valid, and sends no request', async () => {
    expect(await headerOf(login({ 'id-token': VALID }))).toBe(`Bearer ${VALID}`);
  });

  it('renews an expired token, and keeps every secret that it received for redaction', async () => {
    const { url, asked } = await provider(answers({ id_token: VALID, refresh_token: 'r-2', access_token: 'a-1' }));
    const renewed = login(over(url));
    expect(await headerOf(renewed)).toBe(`Bearer ${VALID}`);
    expect(asked.map(({ path }) => path)).toEqual(['/realm/.well-known/openid-configuration', '/token']);
    expect(asked[1]?.form).toEqual({ grant_type: 'refresh_token', refresh_token: 'r-1', client_id: 'gate' });
    expect(renewed.secrets).toEqual(expect.arrayContaining([VALID, 'r-2', 'a-1']));
  });

  it('renews with the newest refresh token, and only after the newest token has expired', async () => {
    let now = 1_000_000;
    const { url, asked } = await provider((_, response) =>
      response.end(JSON.stringify({ id_token: token(now / 1000 + 600), refresh_token: `r-${String(asked.length)}` })),
    );
    const { source } = login(over(url), {}, () => now);
    await source.current();
    await source.current();
    expect(asked).toHaveLength(2);
    now += 600_000;
    await source.current();
    expect(asked.filter(({ path }) => path === '/token').map(({ form }) => form['refresh_token'])).toEqual(['r-1', 'r-2']);
  });

  it.each([
    ['in a header', 'Basic Z2F0ZTpzJTI2YyUyMHI=', { grant_type: 'refresh_token', refresh_token: 'r-1' }],
    ['in the form', undefined, { grant_type: 'refresh_token', refresh_token: 'r-1', client_id: 'gate', client_secret: 's&c r' }],
  ])('sends the secret of the client to a provider that requires it %s', async (_, authorization, form) => {
    const { url, asked } = await provider((last, response) =>
      answers(
        last.authorization === authorization ? { id_token: VALID } : { error: 'invalid_client' },
        last.authorization === authorization ? 200 : 401,
      )(last, response),
    );
    expect(await headerOf(login(over(url, { 'client-secret': 's&c r' })))).toBe(`Bearer ${VALID}`);
    expect(asked.at(-1)).toEqual({ path: '/token', authorization, form });
  });

  it('trusts the authority that the kubeconfig names', async () => {
    const pem = await generate([{ name: 'commonName', value: 'idp' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const { url } = await provider(answers({ id_token: VALID }), (listener) =>
      https.createServer({ cert: pem.cert, key: pem.private }, listener),
    );
    const data = Buffer.from(pem.cert).toString('base64');
    expect(await headerOf(login(over(url, { 'idp-certificate-authority-data': data })))).toBe(`Bearer ${VALID}`);
    await expect(headerOf(login(over(url)))).rejects.toThrow(/cannot be refreshed \(the certificate of 127\.0\.0\.1:\d+ is not signed by/);
  });

  it.each<readonly [string, Answer, RegExp]>([
    [
      'that says no',
      answers({ error: 'invalid_grant', error_description: 'r-1 is over' }, 400),
      /\(127\.0\.0\.1:\d+ answered 400 \(invalid_grant\)\): log in again$/,
    ],
    ['without id_token', answers({ access_token: 'a' }), /\(the provider answered without id_token; was the scope openid asked for\?\)/],
    ['that is a page', (_, response) => void response.end('<h1>secret-page</h1>'), /\(127\.0\.0\.1:\d+ answered with no JSON\)/],
    [
      'that is a redirect',
      (_, response) => void response.writeHead(302, { Location: 'https://elsewhere.example' }).end(),
      /answered 302\)/,
    ],
    ['that never ends', (_, response) => flood(response), /\(127\.0\.0\.1:\d+ answered with no JSON\)/],
    ['that never comes', () => undefined, /\(no answer within 0\.3 s\)/],
    ['that stops', (_, response) => void response.write('{'), /\(no answer within 0\.3 s\)/],
    ['that is cut', (_, response) => void response.socket?.destroy(), /\(the connection to 127\.0\.0\.1:\d+ was cut/],
  ])('reports an answer %s', async (_, answer, message) => {
    const { url } = await provider(answer);
    // Only one that is never whole may run out of time, however slow the machine is.
    const refused = headerOf(login(over(url), message.source.includes('no answer') ? { pluginMs: 300 } : {}));
    await expect(refused).rejects.toBeInstanceOf(LoginFailed);
    await expect(refused).rejects.toThrow(/^the OIDC token of user u is over and cannot be refreshed \(/);
    await expect(refused).rejects.toThrow(message);
  });

  it.each([
    ['no token', { 'client-id': 'c' }, 'user u has an OIDC auth-provider without id-token: log in first'],
    ['no refresh token', { 'id-token': OVER }, 'cannot be refreshed (the kubeconfig has no refresh-token)'],
    [
      'no provider',
      { 'id-token': 'no token', 'refresh-token': 'r' },
      'cannot be refreshed (the kubeconfig has no idp-issuer-url or no client-id)',
    ],
    ['no server at the address', over('https://127.0.0.1:1'), 'cannot be refreshed (nothing listens on 127.0.0.1:1'],
    ['plain HTTP', over('http://idp.example'), 'cannot be refreshed (idp.example is not asked over plain HTTP)'],
  ])('reports the next step: %s', async (_, config, message) => {
    const refused = headerOf(login(config));
    await expect(refused).rejects.toBeInstanceOf(LoginFailed);
    await expect(refused).rejects.toThrow(message);
  });
});

/** Writes until the reader stops reading. */
function flood(response: http.ServerResponse): void {
  while (!response.destroyed && response.write('x'.repeat(16_000)));
  if (!response.destroyed) response.once('drain', () => flood(response));
}
