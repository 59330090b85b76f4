/** The user that a kubeconfig impersonates reaches the hub as a whole, or the kubeconfig is refused. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { credentialsOf } from '../../src/gates/hub/auth/credentials-of.ts';
import { readContext } from '../../src/gates/hub/auth/kubeconfig.ts';
import { Random } from '../support/fuzz/random.ts';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { credentialPorts } from '../support/hubs/credential-ports.ts';
import { reliability } from '../support/reliability.ts';

const suite = reliability('impersonation', {
  title: 'Impersonated users',
  proves:
    'A server reads the headers of a request as the API server of Kubernetes does. It gets each group and each value of `as-user-extra` of the kubeconfig. Groups or extra values without a user are refused, and so is a field of a type that kubectl refuses. The control is the same kubeconfig with the user, or with empty lists.',
});

type Headers = Readonly<Record<string, string | readonly string[]>>;

async function headersOf(user: object): Promise<Headers> {
  const kubeconfig = kubeconfigFile('https://hub.example', { token: 't', ...user });
  const source = credentialsOf(readContext({ kubeconfig, env: {} }), credentialPorts());
  return (await source.current()).headers;
}

const KEYS = [
  'scopes',
  'Scopes',
  'SCOPES',
  '',
  'example.com/role',
  'example.com%2Frole',
  '%',
  '%25',
  'a b',
  'a:b',
  'é',
  '🚢',
  'a_b',
  '(a)',
];
const VALUES = ['x', 'y', '', 'a,b', 'a%2Fb', 'ü', 'x'];

/** What the API server of Kubernetes reads: `buildImpersonationRequests` of k8s.io/apiserver. It has keys in lower case. */
function extraOf(rawHeaders: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const extra: Record<string, string[]> = {};
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] ?? '').toLowerCase();
    if (!name.startsWith('impersonate-extra-')) continue;
    const key = decodeURIComponent(name.slice('impersonate-extra-'.length));
    (extra[key] ??= []).push(Buffer.from(rawHeaders[n + 1] ?? '', 'latin1').toString('utf8'));
  }
  return sorted(extra);
}

function sorted(extra: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, values.toSorted()]));
}

test('all values of as-user-extra reach the server', async () => {
  let received: readonly string[] = [];
  const server = createServer((asked, answer) => {
    received = asked.rawHeaders;
    answer.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const times = suite.size(1000, 100);
  for (let n = 0; n < times; n += 1) {
    const random = Random.of(suite.seed, 'extra', n);
    const keys = [...new Set(Array.from({ length: 1 + random.int(4) }, () => random.pick(KEYS)))];
    const extra = Object.fromEntries(keys.map((key) => [key, Array.from({ length: random.int(4) }, () => random.pick(VALUES))]));
    const headers = await headersOf({ as: 'me', 'as-user-extra': extra });
    await new Promise<void>((done, fail) => {
      const sent = request({ port, host: '127.0.0.1', headers: headers as Record<string, string | string[]> }, (answer) => {
        answer.resume().once('end', done);
      });
      sent.once('error', fail).end();
    });
    const wanted: Record<string, string[]> = {};
    for (const [key, values] of Object.entries(extra)) if (values.length > 0) (wanted[key.toLowerCase()] ??= []).push(...values);
    expect(extraOf(received), `${JSON.stringify(extra)} (SEED=${suite.seed}, ${n})`).toEqual(sorted(wanted));
  }
  server.close();
  suite.tell({
    tried: 'random keys and values of `as-user-extra`: capitals, empty, percent signs, other letters, several values',
    times,
    outcome: 'the server read each of them',
  });
});

const WITHOUT_USER: readonly object[] = [{}, { as: '' }, { as: null }];
const REFUSED: readonly object[] = [
  { 'as-groups': ['a'] },
  { 'as-groups': [''] },
  { 'as-groups': ['system:masters', 'b'] },
  { 'as-uid': '7' },
  { 'as-user-extra': { scopes: ['x'] } },
  { 'as-user-extra': { scopes: [] } },
  { 'as-user-extra': { '': ['x'] } },
  { 'as-groups': ['a'], 'as-uid': '7', 'as-user-extra': { 'A%2F': ['x', 'y'] } },
];
const EMPTY: readonly object[] = [{}, { 'as-groups': [] }, { 'as-groups': null }, { 'as-user-extra': {} }, { 'as-user-extra': null }];

test('groups and extra values without a user are refused, and empty ones are not', async () => {
  for (const without of WITHOUT_USER)
    for (const fields of REFUSED) {
      const asked = Promise.resolve().then(() => headersOf({ ...without, ...fields }));
      await expect(asked, JSON.stringify({ ...without, ...fields })).rejects.toThrow(ConfigError);
      expect(await headersOf({ as: 'me', ...fields })).toHaveProperty('Impersonate-User', 'me');
    }
  for (const without of WITHOUT_USER)
    for (const fields of EMPTY) expect(await headersOf({ ...without, ...fields })).toEqual({ Authorization: 'Bearer t' });
  suite.tell({
    tried: '`as-groups`, `as-uid` and `as-user-extra` without `as`',
    times: WITHOUT_USER.length * REFUSED.length,
    outcome: 'each was refused, and accepted with `as`',
  });
  suite.tell({
    tried: 'empty `as-groups` and `as-user-extra` without `as`',
    times: WITHOUT_USER.length * EMPTY.length,
    outcome: 'accepted',
  });
});

/** Values of JSON, and the fields that accept them. */
const TYPED: readonly (readonly [value: unknown, fits: readonly string[]])[] = [
  [1001, []],
  [true, []],
  ['readers', ['as', 'as-uid', 'token', 'username', 'password']],
  [['readers'], ['as-groups']],
  [[1], []],
  [{ scopes: ['x'] }, ['as-user-extra']],
  [{ scopes: 'x' }, []],
  [{ scopes: [true] }, []],
  [null, ['as', 'as-uid', 'as-groups', 'as-user-extra', 'token', 'username', 'password']],
];

test('a field of a type that kubectl refuses is refused, and not ignored', async () => {
  let refused = 0;
  for (const name of ['as', 'as-uid', 'as-groups', 'as-user-extra', 'token', 'username', 'password'])
    for (const [value, fits] of TYPED) {
      // A token beside a name and a password is refused as a whole.
      const login = name === 'username' || name === 'password' ? { token: null } : {};
      const asked = Promise.resolve().then(() => headersOf({ as: 'me', ...login, [name]: value }));
      if (fits.includes(name)) await asked;
      else {
        await expect(asked, `${name}: ${JSON.stringify(value)}`).rejects.toThrow(ConfigError);
        refused += 1;
      }
    }
  suite.tell({ tried: 'fields of the user with a value of another type', times: refused, outcome: 'each was refused' });
});
