import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeProgram } from '../process/write-program.ts';
import { canaryAt, type Canary } from './canary.ts';
import type { EchoingHub } from './echoing-hub.ts';

/** A login that contains a canary. */
export interface Login {
  readonly place: string;
  readonly canaries: readonly Canary[];
  /** The kubeconfig, as text. */
  readonly kubeconfig: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the canary was read, according to what hub, proxy and plugin received and what the program printed. */
  readonly isRead: (heard: Heard) => boolean;
  /** Whether the run fails before the first request to the hub. */
  readonly failsAtOnce: boolean;
  /** Whether the value is a credential, which must be masked. */
  readonly isCredential: boolean;
}

interface Heard {
  readonly seen: string;
  readonly said: string;
  readonly masked: readonly string[];
}

/** A client certificate with its key, PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** Proofs that consist of a refusal before the first request. */
const FAILS = new WeakSet<(heard: Heard, canary: string) => boolean>();
const V1 = 'client.authentication.k8s.io/v1';

/** Every place of a kubeconfig or of the environment that can hold a credential, valid or not. @param folder for tokens and plugins */
export function logins(hub: EchoingHub, folder: string, seed: number, pair: KeyPair): readonly Login[] {
  const made: Login[] = [];
  const add = (
    place: string,
    of: (canary: string) => { user?: object; cluster?: object; env?: Record<string, string>; text?: (config: string) => string },
    isRead: (heard: Heard, canary: string) => boolean = ({ seen }, canary) => seen.includes(canary),
  ): void => {
    const canary = canaryAt(place, seed);
    const { user = { token: 'a-token-of-nobody' }, cluster = {}, env = {}, text = (config) => config } = of(canary.value);
    const config = text(configOf(hub, user, cluster));
    made.push({
      place,
      canaries: [canary],
      kubeconfig: config,
      env,
      isRead: (heard) => isRead(heard, canary.value),
      failsAtOnce: FAILS.has(isRead),
      isCredential: !FAILS.has(isRead),
    });
  };
  const basic = (text: string): string => Buffer.from(text).toString('base64');
  const plugin = (name: string, script: string): string => {
    const path = join(folder, name);
    const seen = "const fs = require('fs'); fs.appendFileSync(__filename + '.seen', JSON.stringify([process.argv, process.env]));";
    writeProgram(path, `${seen}\n${script}`, process.execPath);
    return path;
  };
  const prints = (status: string): string =>
    `console.log(JSON.stringify({ apiVersion: '${V1}', kind: 'ExecCredential', status: ${status} }));`;
  const exec = (name: string, script: string, more: object = {}): object => ({
    exec: { apiVersion: V1, command: plugin(name, script), interactiveMode: 'Never', ...more },
  });
  const wasMasked = ({ masked }: Heard, canary: string): boolean => masked.some((secret) => secret.includes(canary));
  const says = (words: string): ((heard: Heard) => boolean) => {
    const isSaid = ({ said }: Heard): boolean => said.includes(words);
    FAILS.add(isSaid);
    return isSaid;
  };

  // Proxies are not used for the loopback address.
  const beyond = { server: 'https://hub.invalid', 'tls-server-name': 'localhost' };

  add('token', (canary) => ({ user: { token: canary } }));
  add('tokenFile', (canary) => {
    writeFileSync(join(folder, 'token'), `${canary}\n`);
    return { user: { tokenFile: join(folder, 'token') } };
  });
  add(
    'password',
    (canary) => ({ user: { username: 'me', password: canary } }),
    ({ seen }, canary) => seen.includes(basic(`me:${canary}`)),
  );
  add(
    'client-key-data',
    () => ({ user: keyUser(pair) }),
    ({ masked }) => masked.includes(pair.key),
  );
  add(
    'client-key-data that fits nothing',
    (canary) => ({ user: { ...keyUser(pair), 'client-key-data': basic(canary) } }),
    says('do not match or are not PEM'),
  );
  add('auth-provider id-token', (canary) => ({ user: oidc({ 'id-token': `${idToken()}${canary}` }) }));
  add('auth-provider refresh-token', (canary) => ({ user: oidc({ 'id-token': `${idToken()}x`, 'refresh-token': canary }) }), wasMasked);
  add('auth-provider client-secret', (canary) => ({ user: oidc({ 'id-token': `${idToken()}x`, 'client-secret': canary }) }), wasMasked);
  add(
    'auth-provider of another kind',
    (canary) => ({ user: { 'auth-provider': { name: 'azure', config: { 'access-token': canary } } } }),
    says('which kubectl 1.26 removed'),
  );
  add('exec output', (canary) => ({ user: exec('login-1', prints(`{ token: '${canary}' }`)) }));
  add('exec output that fails', (canary) => ({ user: exec('login-2', `console.log('${canary}'); process.exit(3)`) }), says('(exit 3)'));
  add(
    'exec output that is no credential',
    (canary) => ({ user: exec('login-3', `console.log('${canary}')`) }),
    says('that are not an ExecCredential'),
  );
  add(
    'exec output that is cut off',
    (canary) => ({ user: exec('login-4', `process.stdout.write('{"kind":"ExecCredential","status":{"token":"${canary}')`) }),
    says('that are not an ExecCredential'),
  );
  add(
    'exec error output',
    (canary) => ({ user: exec('login-5', `console.error('token ${canary} is over, Bearer ${canary}'); process.exit(1)`) }),
    says('it said: token'),
  );
  add(
    'exec prompt',
    (canary) => ({ user: exec('login-6', `console.error('To sign in, use a web browser, token=${canary}'); setInterval(() => 0, 1000)`) }),
    says('asks for an interactive login'),
  );
  const repeats = `console.error(process.argv.join(' ') + JSON.stringify(process.env.LOGIN_SECRET) + process.env.OTHER); process.exit(1)`;
  const saysExit = says('(exit 1); it said');
  add('exec env', (canary) => ({ user: exec('login-7', repeats, { env: [{ name: 'LOGIN_SECRET', value: canary }] }) }), saysExit);
  add(
    'exec env without a telling name',
    (canary) => ({ user: exec('login-8', repeats, { env: [{ name: 'OTHER', value: canary }] }) }),
    saysExit,
  );
  add('exec args', (canary) => ({ user: exec('login-9', repeats, { args: ['get-token', '--client-secret', canary] }) }), saysExit);
  add('exec args with =', (canary) => ({ user: exec('login-10', repeats, { args: ['get-token', `--password=${canary}`] }) }), saysExit);
  add(
    'exec of an old version',
    (canary) => ({
      user: exec('login-11', '', { apiVersion: 'client.authentication.k8s.io/v1alpha1', env: [{ name: 'TOKEN', value: canary }] }),
    }),
    says('v1 and v1beta1 are supported'),
  );
  add(
    'environment that a plugin prints',
    (canary) => ({
      user: exec('login-12', `console.error(process.env.ARM_CLIENT_SECRET); process.exit(1)`),
      env: { ARM_CLIENT_SECRET: canary },
    }),
    saysExit,
  );
  add('server URL', (canary) => ({ cluster: { server: hub.url.replace('://', `://me:${canary}@`) } }), wasMasked);
  add('server that is no URL', (canary) => ({ cluster: { server: `https//me:${canary}` } }), says('is not a server URL'));
  add(
    'proxy-url',
    (canary) => ({ cluster: { 'proxy-url': hub.proxy.replace('://', `://me:${canary}@`) } }),
    ({ seen }, canary) => seen.includes(basic(`me:${canary}`)),
  );
  add('proxy-url that is no URL', (canary) => ({ cluster: { 'proxy-url': `http://me:${canary}@ho st` } }), says('is not a URL'));
  add('proxy-url of another kind', (canary) => ({ cluster: { 'proxy-url': `socks5://me:${canary}@host` } }), says('proxies are supported'));
  add(
    'HTTPS_PROXY',
    (canary) => ({ cluster: beyond, env: { HTTPS_PROXY: hub.proxy.replace('://', `://me:${canary}@`) } }),
    ({ seen }, canary) => seen.includes(basic(`me:${canary}`)),
  );
  add(
    'HTTPS_PROXY that is no URL',
    (canary) => ({ cluster: beyond, env: { HTTPS_PROXY: `http://me:${canary}@ho st` } }),
    says('is not a URL'),
  );
  add(
    'kubeconfig with a broken line',
    (canary) => ({ user: {}, text: () => `users:\n- user:\n    token: "${canary}\n` }),
    says('is not valid YAML'),
  );
  add(
    'kubeconfig with an unknown anchor',
    (canary) => ({ user: {}, text: () => `users:\n- user:\n    token: *${canary}\n` }),
    says('is not valid YAML'),
  );
  add('kubeconfig that is a token', (canary) => ({ user: {}, text: () => canary }), says('is not a mapping'));
  return made.map((login) => ({
    ...login,
    canaries: login.place === 'client-key-data' ? [{ place: login.place, value: pair.key.split('\n')[1] ?? '' }] : login.canaries,
  }));
}

function configOf(hub: EchoingHub, user: object, cluster: object): string {
  return JSON.stringify({
    'current-context': 'hub',
    contexts: [{ name: 'hub', context: { cluster: 'c', user: 'u' } }],
    clusters: [
      {
        name: 'c',
        cluster: { server: hub.url, 'certificate-authority-data': Buffer.from(hub.certificate).toString('base64'), ...cluster },
      },
    ],
    users: [{ name: 'u', user }],
  });
}

function keyUser({ cert, key }: KeyPair): object {
  return { 'client-certificate-data': Buffer.from(cert).toString('base64'), 'client-key-data': Buffer.from(key).toString('base64') };
}

function oidc(config: object): object {
  return { 'auth-provider': { name: 'oidc', config: { 'client-id': 'c', 'idp-issuer-url': 'https://127.0.0.1:1', ...config } } };
}

/** Header and payload of a token with a distant end; the signature follows. */
function idToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: 4_000_000_000 })}.`;
}
