import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { credentialsOf } from '../../../src/gates/hub/auth/credentials-of.ts';
import { readContext } from '../../../src/gates/hub/auth/kubeconfig.ts';
import type { CredentialSource } from '../../../src/gates/hub/http/credentials.ts';
import { LoginFailed } from '../../../src/gates/hub/http/login-failed.ts';
import { kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { credentialPorts } from '../../support/hubs/credential-ports.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

function source(user: object): CredentialSource {
  const kubeconfig = kubeconfigFile('https://hub.example', user);
  return credentialsOf(readContext({ kubeconfig, env: {} }), credentialPorts({ env: { PATH: '/usr/bin:/bin' } }));
}

function tokenFile(content: string): string {
  const path = join(temporaryFolder(), 'token');
  writeFileSync(path, content);
  return path;
}

const plugin = (token: string): object => ({
  apiVersion: 'client.authentication.k8s.io/v1',
  interactiveMode: 'Never',
  command: 'printf',
  args: ['%s', JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token } })],
});

const idToken = (text: string): object => ({
  name: 'oidc',
  config: { 'id-token': text, 'client-id': 'c', 'idp-issuer-url': 'https://127.0.0.1:1' },
});

describe('a value that no header can carry', () => {
  it.each([
    [
      'the kubeconfig',
      () => ({ token: 'top\nsecret' }),
      ConfigError,
      'the token of user u in the kubeconfig holds a line break, which no header can carry: write the token alone, on one line',
    ],
    [
      'the end of a token of the kubeconfig',
      () => ({ token: 'topsecret\n' }),
      ConfigError,
      /^the token of user u in the kubeconfig holds a line break/,
    ],
    ['a NUL', () => ({ token: 'top\0secret' }), ConfigError, 'holds the control character 0,'],
    [
      'a tokenFile',
      () => ({ tokenFile: tokenFile('top\r\nsecret\n') }),
      LoginFailed,
      /^the tokenFile \S+ of user u holds a line break within the token/,
    ],
    ['a plugin', () => ({ exec: plugin('topsecret\n') }), LoginFailed, /^printf answered a token for user u that holds a line break/],
    ['impersonation', () => ({ token: 't', as: 'top\nsecret' }), ConfigError, /^Impersonate-User of user u holds a line break/],
    [
      'a group',
      () => ({ token: 't', as: 'me', 'as-groups': ['top\u007Fsecret'] }),
      ConfigError,
      /^Impersonate-Group of user u holds the control character 127/,
    ],
  ])('is reported at once without showing it: in %s', async (_, user, kind, message) => {
    const login = Promise.resolve().then(() => source(user()).current());
    await expect(login).rejects.toBeInstanceOf(kind);
    await expect(login).rejects.toThrow(message);
    await expect(login).rejects.not.toThrow(/secret$/);
  });

  it('is rare: a token with any letters is sent as Go sends it', async () => {
    const { headers } = await source({ token: 'tökén🚢', as: 'Jürgen' }).current();
    expect(Buffer.from(headers['Authorization'] ?? '', 'latin1').toString('utf8')).toBe('Bearer tökén🚢');
    expect(Buffer.from(String(headers['Impersonate-User']), 'latin1').toString('utf8')).toBe('Jürgen');
  });

  it('impersonates with uid, groups and extra as client-go sends them', async () => {
    const { headers } = await source({
      token: 't',
      as: 'me',
      'as-uid': '7',
      'as-groups': ['a', 'b'],
      'as-user-extra': { scopes: ['x', 'y'], 'example.com/r%': ['z'], none: [] },
    }).current();
    expect(headers).toEqual({
      Authorization: 'Bearer t',
      'Impersonate-User': 'me',
      'Impersonate-Uid': '7',
      'Impersonate-Group': ['a', 'b'],
      'Impersonate-Extra-scopes': ['x', 'y'],
      'Impersonate-Extra-example.com%2Fr%25': 'z',
    });
  });

  it.each([
    ['as-uid', { 'as-uid': '7' }],
    ['as-groups', { 'as-groups': ['a'] }],
    ['as-user-extra', { 'as-user-extra': { scopes: ['x'] } }],
  ])('is refused with %s but without a user to impersonate', (name, user) => {
    expect(() => source({ token: 't', ...user })).toThrow(
      `user u has ${name} without as, the user to impersonate: add as to the kubeconfig, or remove ${name}`,
    );
  });

  it('is not the space around a token in its file', async () => {
    const { headers } = await source({ tokenFile: tokenFile('\ufeff\n  tok \r\n') }).current();
    expect(headers['Authorization']).toBe('Bearer tok');
  });

  it('is reported for a plain-text OIDC token too', async () => {
    const expires = Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url');
    await expect(
      source({ 'auth-provider': idToken(`${Buffer.from('{}').toString('base64url')}.${expires}.a\nb`) }).current(),
    ).rejects.toThrow(/^the OIDC token of user u holds a line break/);
  });
});

describe('paths of credentials that are not regular files', () => {
  const huge = (): string => {
    const path = tokenFile('');
    truncateSync(path, 3 * 1024 ** 3);
    return path;
  };

  it.each([
    ['an empty file', () => tokenFile('\n'), / is empty: log in first$/],
    ['a device without end', () => '/dev/zero', /cannot read the tokenFile \/dev\/zero of user u \(EFBIG: more than 16 MB\)/],
    ['a file of gigabytes', huge, /\(EFBIG: more than 16 MB\)/],
    ['a folder', temporaryFolder, /\(EISDIR\)/],
  ])('tokenFile is %s', async (_, path, message) => {
    await expect(source({ tokenFile: path() }).current()).rejects.toThrow(message);
    await expect(source({ tokenFile: path() }).current()).rejects.toBeInstanceOf(LoginFailed);
  });

  it.each([
    ['client-key', 'cannot read /dev/zero (EFBIG: more than 16 MB)'],
    ['client-certificate', 'cannot read /dev/zero (EFBIG: more than 16 MB)'],
  ])('%s is a device without end', (field, message) => {
    expect(() => source({ [field]: '/dev/zero' })).toThrow(message);
  });

  it('a kubeconfig is a device', () => {
    expect(() => readContext({ kubeconfig: '/dev/zero', env: {} })).toThrow(
      'cannot read the kubeconfig /dev/zero (EFBIG: more than 16 MB)',
    );
  });

  it('a pipe with a writer is read to its end', () => {
    const kubeconfig = kubeconfigFile('https://hub.example', { token: 't' });
    const program = `import { readContext } from ${module('kubeconfig')}; console.log(readContext({ kubeconfig: process.argv[1], env: {} }).name);`;
    const command = `"$0" --input-type=module --eval "$1" <(sleep 0.2; cat "$2")`;
    expect(execFileSync('bash', ['-c', command, process.execPath, program, kubeconfig], { encoding: 'utf8', timeout: 60_000 })).toBe(
      'hub\n',
    );
  });
});

function module(name: string): string {
  return JSON.stringify(join(import.meta.dirname, `../../../src/gates/hub/auth/${name}.ts`));
}

describe('the interactiveMode of a plugin', () => {
  const mode = (version: string, interactiveMode?: string): object => ({
    exec: { ...plugin('t'), apiVersion: `client.authentication.k8s.io/${version}`, interactiveMode },
  });

  it.each([
    ['v1', undefined, 'has no interactiveMode, which client.authentication.k8s.io/v1 requires'],
    ['v1', '', 'has no interactiveMode, which client.authentication.k8s.io/v1 requires'],
    ['v1', 'never', 'has the interactiveMode never, which kubectl refuses'],
    ['v1beta1', 'never', 'has the interactiveMode never, which kubectl refuses'],
  ])('is refused as by kubectl: %s, %s', (version, interactiveMode, fault) => {
    expect(() => source(mode(version, interactiveMode))).toThrow(
      new ConfigError(`the exec plugin of user u ${fault}: write Never or IfAvailable or Always`),
    );
  });

  it.each([
    ['v1', 'Never'],
    ['v1', 'IfAvailable'],
    ['v1beta1', undefined],
    ['v1beta1', 'Never'],
  ])('is accepted as by kubectl: %s, %s', (version, interactiveMode) => {
    expect(() => source(mode(version, interactiveMode))).not.toThrow();
  });
});

describe('a user with several credentials', () => {
  it.each([
    ['token', { token: 'tttttttt' }, 'Bearer tttttttt'],
    ['user name', { username: 'me', password: 'p' }, `Basic ${Buffer.from('me:p').toString('base64')}`],
    ['tokenFile', () => ({ tokenFile: tokenFile('ffffffff') }), 'Bearer ffffffff'],
  ])('sends what kubectl sends, not what its exec plugin would answer: %s', async (_, user, sent) => {
    const own = typeof user === 'function' ? user() : user;
    const login = source({ ...own, exec: plugin('of-the-plugin') });
    await expect(login.current()).resolves.toMatchObject({ headers: { Authorization: sent } });
    expect(login.hint).toContain('its exec plugin is not used, as in kubectl');
  });

  it.each([[{ token: '' }], [{ tokenFile: '' }], [{ username: '' }]])('asks the plugin if the other is empty: %j', async (user) => {
    const login = source({ ...user, exec: plugin('of-the-plugin') });
    await expect(login.current()).resolves.toMatchObject({ headers: { Authorization: 'Bearer of-the-plugin' } });
  });

  it.each(['username', 'password'])('is refused with a token and a %s, as by kubectl, and can have a tokenFile beside it', async (key) => {
    expect(() => source({ token: 'tttttttt', [key]: 'p' })).toThrow(
      new ConfigError(`user u has a token and a ${key}, and kubectl accepts only one: remove one of them from the kubeconfig`),
    );
    await expect(source({ tokenFile: tokenFile('ffffffff'), [key]: 'p' }).current()).resolves.toMatchObject({
      headers: { Authorization: 'Bearer ffffffff' },
    });
  });

  it('sends the token of the kubeconfig while its tokenFile has none', async () => {
    const none = join(temporaryFolder(), 'none');
    const sent = async (user: object): Promise<unknown> => (await source(user).current()).headers.Authorization;
    await expect(sent({ token: 'tttttttt', tokenFile: none })).resolves.toBe('Bearer tttttttt');
    await expect(sent({ token: 'tttttttt', tokenFile: tokenFile(' \n') })).resolves.toBe('Bearer tttttttt');
    await expect(sent({ token: 'tttttttt', tokenFile: tokenFile('ffffffff') })).resolves.toBe('Bearer ffffffff');
    await expect(sent({ tokenFile: none })).rejects.toThrow('cannot read the tokenFile');
  });
});
