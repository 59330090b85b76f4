import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import type { Clock } from '../../../src/gates/clock.ts';
import { credentialsOf } from '../../../src/gates/hub/auth/credentials-of.ts';
import type { CredentialPorts } from '../../../src/gates/hub/auth/credential-ports.ts';
import type { CredentialSource } from '../../../src/gates/hub/http/credentials.ts';
import { readContext } from '../../../src/gates/hub/auth/kubeconfig.ts';
import { LoginFailed } from '../../../src/gates/hub/http/login-failed.ts';
import { masked } from '../../../src/gates/hub/auth/masked.ts';
import { connected, kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { credentialPorts } from '../../support/hubs/credential-ports.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeProgram } from '../../support/process/write-program.ts';

const V1 = 'client.authentication.k8s.io/v1';

/** A plugin out of a few lines of JavaScript; it writes a line into `runs` each time. */
function plugin(script: string): { readonly command: string; readonly runs: () => number; readonly folder: string } {
  const folder = temporaryFolder();
  const command = join(folder, 'login');
  const log = join(folder, 'runs');
  writeProgram(command, `require('fs').appendFileSync(${JSON.stringify(log)}, 'x');\n${script}`, process.execPath);
  return { command, folder, runs: () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0) };
}

function source(exec: object, ports: Partial<CredentialPorts> = {}, cluster: object = {}): CredentialSource {
  const kubeconfig = kubeconfigFile('https://hub.example/prefix', { exec: { apiVersion: V1, interactiveMode: 'Never', ...exec } }, cluster);
  const endpoint = { server: new URL('https://hub.example/prefix'), insecure: false, proxy: {}, serverName: 'tunnel.example' };
  return credentialsOf(
    readContext({ kubeconfig, env: {} }),
    credentialPorts({ wallClock: () => Date.parse('2026-01-01T00:00:00Z'), endpoint, ...ports }),
  );
}

const prints = (status: object, apiVersion = V1): string =>
  `console.log(JSON.stringify(${JSON.stringify({ apiVersion, kind: 'ExecCredential', status })}))`;

describe('R43 credential plugins', () => {
  it('runs once for many callers, keeps the token until shortly before it expires, and renews on demand', async () => {
    const { command, runs } = plugin(prints({ token: 'tok-1', expirationTimestamp: '2026-01-01T00:10:00Z' }));
    let time = Date.parse('2026-01-01T00:00:00Z');
    const secrets: string[] = [];
    const credentials = source({ command }, { wallClock: () => time, mask: (secret) => void secrets.push(secret) });
    const got = await Promise.all(Array.from({ length: 10 }, () => credentials.current()));
    expect(new Set(got.map(({ headers }) => headers['Authorization']))).toEqual(new Set(['Bearer tok-1']));
    expect(runs()).toBe(1);
    expect(secrets).toEqual(['tok-1']);
    time += 8 * 60_000;
    await credentials.current();
    expect(runs()).toBe(1);
    time += 60_000;
    const latest = await credentials.current();
    expect(runs()).toBe(2);
    await Promise.all([credentials.renew(latest), credentials.renew(latest)]);
    expect(runs()).toBe(3);
    await credentials.renew(latest);
    expect(runs()).toBe(3);
  });

  it('does not log in for each request if the token has expired from the start: the answer 401 decides', async () => {
    const { command, runs } = plugin(prints({ token: 'old', expirationTimestamp: '2025-12-31T00:00:00Z' }));
    const credentials = source({ command });
    await credentials.current();
    await credentials.current();
    expect(runs()).toBe(1);
    expect(credentials.hint).toContain('(by the clock of this machine it expired at 2025-12-31T00:00:00.000Z)');
  });

  it('continues with the old token while an early renewal fails', async () => {
    const { command, folder } = plugin(
      `if (require('fs').existsSync(__dirname + '/down')) process.exit(7); ${prints({ token: 'good', expirationTimestamp: '2026-01-01T00:10:00Z' })}`,
    );
    let time = Date.parse('2026-01-01T00:00:00Z');
    const credentials = source({ command }, { wallClock: () => time });
    await credentials.current();
    writeFileSync(join(folder, 'down'), '');
    time += 9 * 60_000;
    expect((await credentials.current()).headers['Authorization']).toBe('Bearer good');
    time += 2 * 60_000;
    await expect(credentials.current()).rejects.toBeInstanceOf(LoginFailed);
  });

  it('passes the plugin its arguments, environment and KUBERNETES_EXEC_INFO', async () => {
    const { command } = plugin(`
      const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const token = JSON.stringify({ args: process.argv.slice(2), own: process.env.OWN, base: process.env.BASE, info });
      console.log(JSON.stringify({ apiVersion: info.apiVersion, kind: 'ExecCredential', status: { token } }));`);
    const exec = {
      command,
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      args: ['get', '--x'],
      env: [{ name: 'OWN', value: 'o' }],
      provideClusterInfo: true,
    };
    const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'a' } }];
    const { headers } = await source(exec, { env: { BASE: 'b' } }, { extensions }).current();
    expect(JSON.parse(headers['Authorization']?.replace('Bearer ', '') ?? '')).toEqual({
      args: ['get', '--x'],
      own: 'o',
      base: 'b',
      info: {
        apiVersion: 'client.authentication.k8s.io/v1beta1',
        kind: 'ExecCredential',
        spec: {
          interactive: false,
          cluster: { server: 'https://hub.example/prefix', 'tls-server-name': 'tunnel.example', config: { audience: 'a' } },
        },
      },
    });
  });

  it('accepts client certificates', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'gate' }], { keyType: 'ec' });
    const { command } = plugin(prints({ clientCertificateData: cert, clientKeyData: key }));
    expect(await source({ command }).current()).toEqual({ headers: {}, certificate: { cert, key } });
  });

  it.each([
    [
      'missing, with its hint',
      '',
      { command: 'no-such-login-tool', installHint: 'brew install\n  login' },
      ConfigError,
      'no-such-login-tool, which logs in user u, cannot be started (no-such-login-tool is not on the PATH): brew install login',
    ],
    [
      'failing',
      "console.error('AADSTS700024: token=abcdefgh expired'); process.exit(3)",
      {},
      LoginFailed,
      /could not log in user u \(exit 3\); it said: AADSTS700024: token=\*\*\* expired; .*workloadidentity/,
    ],
    ['silent', '', {}, LoginFailed, 'printed 0 characters that are not an ExecCredential'],
    [
      'chatty on stdout',
      "console.log('Welcome to the login')",
      {},
      LoginFailed,
      /printed 21 characters that are not an ExecCredential \(words\)$/,
    ],
    [
      'printing a token alone',
      "console.log('tokabcSECRETdefghij')",
      {},
      LoginFailed,
      /printed 20 characters that are not an ExecCredential \(one word, such as a token alone\)$/,
    ],
    [
      'printing a part',
      `process.stdout.write('{"status":{"token":"tokabcSECRET')`,
      {},
      LoginFailed,
      /printed 32 characters that are not an ExecCredential \(incomplete JSON, or text around it\)$/,
    ],
    [
      'answering with a value as its type',
      "console.log(JSON.stringify({ apiVersion: 'tokabcSECRETdefghij', kind: 'ExecCredential' }))",
      {},
      LoginFailed,
      /answered other JSON; the kubeconfig asks for client\.authentication\.k8s\.io\/v1 ExecCredential$/,
    ],
    [
      'answering with an object of another kind',
      "console.log(JSON.stringify({ apiVersion: 'v1', kind: 'tokabcSECRETdefghij' }))",
      {},
      LoginFailed,
      /answered other JSON; the kubeconfig asks for client\.authentication\.k8s\.io\/v1 ExecCredential$/,
    ],
    [
      'failing with a bare token',
      "console.error('error: token tokabcSECRETdefghij is expired'); process.exit(1)",
      {},
      LoginFailed,
      /it said: error: token \*\*\* is expired$/,
    ],
    [
      'of another version',
      prints({ token: 't' }, 'client.authentication.k8s.io/v1beta1'),
      {},
      LoginFailed,
      'the kubeconfig asks for client.authentication.k8s.io/v1 ExecCredential',
    ],
    ['without credentials', prints({}), {}, LoginFailed, 'without token or client certificate'],
    [
      'asking a person',
      "console.error('To sign in, use a web browser to open the page https://microsoft.com/devicelogin and enter the code ABC'); setInterval(() => {}, 1000)",
      {},
      LoginFailed,
      'asks for an interactive login, which is not possible here',
    ],
  ])('reports a plugin that is %s', async (_, script, exec, kind, message) => {
    const { command } = plugin(script);
    const login = source({ command, ...exec }, { env: { PATH: '/usr/bin:/bin' } }).current();
    await expect(login).rejects.toBeInstanceOf(kind);
    await expect(login).rejects.toThrow(message);
  });

  it('ends a plugin that hangs, and the processes that it started', async () => {
    const { command, folder } = plugin(`const child = require('child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
      require('fs').writeFileSync(__dirname + '/pid', String(child.pid));
      require('fs').writeFileSync(__dirname + '/hangs', ''); setInterval(() => {}, 1000)`);
    // The minute is over as soon as the plugin hangs.
    let now = 0;
    const clock: Clock = {
      now: () => now,
      sleep: async (ms, signal) => {
        const isOver = (): boolean => existsSync(join(folder, 'hangs')) || signal?.aborted === true;
        while (!isOver()) await systemClock.sleep(5, signal);
        now += ms;
      },
    };
    const login = source({ command }, { env: { PATH: '/usr/bin:/bin' }, clock }).current();
    await expect(login).rejects.toThrow(/^\S+, which logs in user u, gave no credential within 60 s/);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it.each([
    ['a credential', prints({ token: 'tok-1' }), 'Bearer tok-1'],
    ['an error', 'process.exitCode = 3', /could not log in user u \(exit 3\)/],
  ])('accepts %s of a plugin whose child keeps running and holds its pipes, and ends that child', async (_, script, expected) => {
    const { command, folder } = plugin(`const child = require('child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
      child.unref(); require('fs').writeFileSync(__dirname + '/pid', String(child.pid)); ${script}`);
    const login = source({ command }, { env: { PATH: '/usr/bin:/bin' } }).current();
    if (typeof expected === 'string') expect((await login).headers['Authorization']).toBe(expected);
    else await expect(login).rejects.toThrow(expected);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it.each(['stdout', 'stderr'])('stops a plugin that floods %s, and keeps little of its output', async (stream) => {
    const { command } = plugin(`const more = () => process.${stream}.write('x '.repeat(50_000), more); more();`);
    const login = source({ command }).current();
    await expect(login).rejects.toBeInstanceOf(LoginFailed);
    await expect(login).rejects.toThrow(/^\S+, which logs in user u, printed more than 1000000 bytes, and no credential is as long/);
    expect(((await login.catch((error: unknown) => error)) as Error).message.length).toBeLessThan(600);
  });

  it('ends with the gate', async () => {
    const { command, folder } = plugin("require('fs').writeFileSync(__dirname + '/pid', String(process.pid)); setInterval(() => {}, 1000)");
    const run = JSON.stringify(join(import.meta.dirname, '../../../src/programs/run-program.ts'));
    const pid = JSON.stringify(join(folder, 'pid'));
    const program = `import { runProgram } from ${run}; import { existsSync } from 'node:fs';
      void runProgram({ path: ${JSON.stringify(command)}, args: [], env: {}, timeout: 600_000, maxOutput: 1000, maxMemory: 2 ** 32 });
      setInterval(() => existsSync(${pid}) && process.exit(5), 5);`;
    expect(await once(spawn(process.execPath, ['--input-type=module', '--eval', program]), 'exit')).toEqual([5, null]);
    await expect.poll(() => isRunning(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
  });

  it('ends a login in progress when the hub is closed', async () => {
    const { command, runs } = plugin('setInterval(() => {}, 1000)');
    const hub = await connected(kubeconfigFile('https://hub.example', { exec: { apiVersion: V1, interactiveMode: 'Never', command } }), {
      env: { PATH: '/usr/bin:/bin' },
    });
    const following = hub.follow([{ group: '', kind: 'Namespace' }]);
    await expect.poll(runs).toBe(1);
    await hub.close();
    await following;
    expect(hub.state().visibility({ group: '', kind: 'Namespace' })).toEqual({ kind: 'unread' });
  });

  it.each([
    [
      { command: 'kubelogin', args: ['get-token', '--server-id', 's'] },
      'user u logs in with kubelogin in devicecode mode, which waits for a person: run `kubelogin convert-kubeconfig',
    ],
    [{ command: '/opt/kubelogin', args: ['get-token', '-l', 'interactive'] }, 'in interactive mode'],
    [{ command: 'kubelogin', args: ['get-token'], env: [{ name: 'AAD_LOGIN_METHOD', value: 'devicecode' }] }, 'in devicecode mode'],
    [{ command: 'x', interactiveMode: 'Always' }, 'always interactive'],
    [{ command: 'x', apiVersion: 'client.authentication.k8s.io/v1alpha1' }, 'v1 and v1beta1 are supported'],
    [{}, 'the exec plugin of user u has no command'],
  ])('refuses a plugin before it starts: %j', (exec, message) => {
    expect(() => source(exec)).toThrow(ConfigError);
    expect(() => source(exec)).toThrow(message);
  });

  it.each([
    { command: 'kubelogin', args: ['get-token', '--login', 'azurecli'] },
    { command: 'kubelogin', args: ['get-token', '--login=workloadidentity'] },
    { command: 'kubelogin', args: ['get-token'], env: [{ name: 'AAD_LOGIN_METHOD', value: 'spn' }] },
    { command: 'kubelogin', args: ['get-token', '--oidc-issuer-url=https://issuer.example'] },
  ])('accepts a plugin that does not need a person: %j', (exec) => {
    expect(() => source(exec)).not.toThrow();
  });
});

describe('output of other programs', () => {
  it.each([
    ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln rejected', 'token *** rejected'],
    ['error: token abC8Q~0123456789abcdefghijklmnopqrstuvwx is expired', 'error: token *** is expired'],
    ['refused abC8Q~0123456789abcdefghijklmnopqrstuvwx.', 'refused ***.'],
    ['error: token ya29.a0AfB_byC1 is expired', 'error: token *** is expired'],
    ['07401b.f395accd246ae52d is no token here', '*** is no token here'],
    ['error: token 07401b.f395accd246ae52d is expired', 'error: token *** is expired'],
    ['error: token dop_v1_0123456789abcdef is expired', 'error: token *** is expired'],
    ['client secret "Hun$ter2" is wrong', 'client secret "***" is wrong'],
    ['the secret value aB3~x_y is wrong', 'the secret value *** is wrong'],
    ['API key abcdefghijklmnopqrstuvwxyz was refused', 'API key *** was refused'],
    ['password hunter2: refused', 'password *** refused'],
    ...[
      'error: token is expired',
      'token expired at 2026-11-29T10:00:00Z',
      'refresh token AADSTS70043: The refresh token has expired',
      'failed to get token 401 Unauthorized',
      'Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app',
      'no key /home/runner/.kube/client.key found',
      'cannot get a token https://login.example/abc1/oauth2/v2.0/token?x',
      'the secret kube-system/azure-sp is not found',
      'DefaultAzureCredential authentication failed',
    ].map((text) => [text, text]),
    ['password: hunter2, user: x', 'password: ***, user: x'],
    ['see https://aka.ms/some/rather/long/path/to/a/page/about/errors', 'see https://aka.ms/some/rather/long/path/to/a/page/about/errors'],
  ])('hides secrets in %j', (text, shown) => {
    expect(masked(text)).toBe(shown);
  });
});

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
