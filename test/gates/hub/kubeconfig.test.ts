import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/errors.ts';
import { connectHub } from '../../../src/gates/hub/connect-hub.ts';
import { endpointOf } from '../../../src/gates/hub/auth/endpoint-of.ts';
import { contextOf } from '../../../src/gates/hub/auth/context-of.ts';
import { credentialsOf } from '../../../src/gates/hub/auth/credentials-of.ts';
import { filesNamedIn, type KubeContext, readContext, readKubeconfig } from '../../../src/gates/hub/auth/kubeconfig.ts';
import { NoticeBoard } from '../../../src/gates/hub/access/notices.ts';
import { proxyFor } from '../../../src/gates/hub/http/proxy.ts';
import { connected, kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { credentialPorts } from '../../support/hubs/credential-ports.ts';
import { startScriptedServer, status } from '../../support/hubs/scripted-server.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/kubeconfig');
const two = join(FIXTURES, 'two-contexts.yaml');
const other = join(FIXTURES, 'other.yaml');

/** A kubeconfig whose user and cluster have these fields, in YAML. */
function written(user: string, cluster = ''): string {
  const path = join(temporaryFolder(), 'config');
  const lines = [
    'current-context: c',
    'contexts: [{ name: c, context: { cluster: c, user: u } }]',
    `clusters: [{ name: c, cluster: { server: 'https://hub.example', ${cluster} } }]`,
    `users: [{ name: u, user: { ${user} } }]`,
  ];
  writeFileSync(path, lines.join('\n'));
  return path;
}

describe('a value of a type that kubectl refuses', () => {
  it.each([
    ['as: 1001', 'as of user u is a number, not a string: write it in quotes'],
    ['as: yes', 'as of user u is a boolean, not a string: write it in quotes'],
    ['as-uid: 7', 'as-uid of user u is a number, not a string: write it in quotes'],
    ['as-groups: readers', 'as-groups of user u is a string, not a list: write a list'],
    ['as-groups: [a, 0777]', 'as-groups[1] of user u is a number, not a string: write it in quotes'],
    ['as-user-extra: { a: b }', 'as-user-extra.a of user u is a string, not a list: write a list'],
    ['as-user-extra: { a: [1] }', 'as-user-extra.a[0] of user u is a number, not a string: write it in quotes'],
    ['as-user-extra: [a]', 'as-user-extra of user u is a list, not a mapping: write a mapping'],
    ['token: 1234', 'token of user u is a number, not a string: write it in quotes'],
    ['username: me, password: on', 'password of user u is a boolean, not a string: write it in quotes'],
    ['exec: login', 'exec of user u is a string, not a mapping: write a mapping'],
    ['exec: { args: [1] }', 'exec.args[0] of user u is a number, not a string: write it in quotes'],
    ['exec: { env: [{ name: A, value: 1 }] }', 'exec.env[0].value of user u is a number, not a string: write it in quotes'],
    ['exec: { interactiveMode: never, provideClusterInfo: "no" }', 'provideClusterInfo of user u is a string, not a boolean'],
    ['auth-provider: { name: oidc, config: { client-id: 5 } }', 'auth-provider.config.client-id of user u is a number'],
  ])('is refused without showing it: user %s', (user, message) => {
    const read = (): unknown => readContext({ kubeconfig: written(user), env: {} });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/1001|1234/);
  });

  it.each([
    [
      'insecure-skip-tls-verify: "true"',
      'insecure-skip-tls-verify of cluster c is a string, not a boolean: write true or false without quotes',
    ],
    ['proxy-url: 8080', 'proxy-url of cluster c is a number, not a string: write it in quotes'],
    ['certificate-authority-data: [a]', 'certificate-authority-data of cluster c is a list, not a string: write a string'],
  ])('is refused: cluster %s', (cluster, message) => {
    expect(() => readContext({ kubeconfig: written('', cluster), env: {} })).toThrow(message);
  });

  it.each([
    ['users: {}', 'users is a mapping, not a list: write a list'],
    ['contexts: [{ name: 1, context: { cluster: c } }]', 'contexts[0].name is a number, not a string: write it in quotes'],
    ['contexts: [{ name: c, context: { cluster: c, namespace: 1 } }]', 'namespace of context c is a number, not a string'],
    ['current-context: no', 'current-context is a boolean, not a string: write it in quotes'],
  ])('is refused at %s', (text, message) => {
    const path = join(temporaryFolder(), 'config');
    writeFileSync(path, text);
    expect(() => readContext({ kubeconfig: path, env: {} })).toThrow(message);
  });

  it.each([
    ['as: "1001"', { as: '1001' }],
    ['as: null, as-groups: null, token: ~', { as: null, 'as-groups': null, token: null }],
    ['token: 2001-01-01', { token: '2001-01-01' }],
    ['token: 12:30', { token: '12:30' }],
    ['AS: 1, other: [2]', { AS: 1, other: [2] }],
    ['<<: { as: me }, token: t', { as: 'me', token: 't' }],
  ])('is none of %s', (user, read) => {
    expect(readContext({ kubeconfig: written(user), env: {} }).user).toEqual(read);
  });

  it('is no boolean of YAML 1.1 where a boolean belongs', () => {
    const { cluster } = readContext({ kubeconfig: written('', 'insecure-skip-tls-verify: yes'), env: {} });
    expect(cluster['insecure-skip-tls-verify']).toBe(true);
  });
});

describe('the context', () => {
  // covers: check-current-context
  it('is current-context, or the requested one', () => {
    expect(readContext({ kubeconfig: two, env: {} })).toMatchObject({
      name: 'hub',
      namespace: 'fleet-team',
      cluster: { server: 'https://hub.example:443' },
    });
    expect(readContext({ kubeconfig: two, context: 'plain', env: {} })).toMatchObject({ name: 'plain', user: { token: 'not-a-secret' } });
  });

  it('is the first of two in the files of KUBECONFIG, and missing files are ignored', () => {
    const KUBECONFIG = ['/does/not/exist', two, other].join(delimiter);
    expect(readContext({ env: { KUBECONFIG } }).name).toBe('hub');
    expect(readContext({ env: { KUBECONFIG }, context: 'plain' }).user).toEqual({ token: 'not-a-secret' });
    expect(readContext({ env: { KUBECONFIG }, context: 'only-in-other' }).cluster).toMatchObject({ server: 'https://other.example' });
  });

  it.each(['', '\n# only a comment\r\n', '---\n', 'null\n', '\uFEFF'])(
    'is not in a file without content, which kubectl reads too: %j',
    (text) => {
      const empty = join(temporaryFolder(), 'config');
      writeFileSync(empty, text);
      expect(readContext({ env: { KUBECONFIG: [empty, two].join(delimiter) } }).name).toBe('hub');
      expect(() => readContext({ kubeconfig: empty, env: {} })).toThrow(
        `${empty} has no current-context: set --context (it has no contexts)`,
      );
    },
  );

  it.each([
    ['contexts', 'c', { contexts: [{ name: 'c' }, { name: 'c' }] }],
    ['clusters', 'k', { clusters: [{ name: 'a' }, { name: 'k' }, { name: 'k' }] }],
    ['users', '""', { users: [{ user: {} }, { name: '' }] }],
  ])('is not in a file that has a name twice, which kubectl refuses: %s', (list, name, document) => {
    const file = (content: object): string => {
      const path = join(temporaryFolder(), 'config');
      writeFileSync(path, JSON.stringify(content));
      return path;
    };
    const path = file(document);
    expect(() => readContext({ kubeconfig: path, env: {} })).toThrow(
      new ConfigError(
        `${path} is not a kubeconfig that kubectl accepts: ${list} has the name ${name} twice: remove one of the two entries`,
      ),
    );
    const [first, ...rest] = Object.values(document)[0] ?? [];
    const once = [file({ [list]: [first] }), file({ [list]: rest.slice(-1) }), two].join(delimiter);
    expect(readContext({ env: { KUBECONFIG: once } }).name).toBe('hub');
  });

  it('is in the first document, and the last of two equal keys counts, as for kubectl', () => {
    const path = written('');
    writeFileSync(path, `current-context: none\n${readFileSync(path, 'utf8')}\n---\ncurrent-context: other\n`);
    expect(readContext({ kubeconfig: path, env: {} }).name).toBe('c');
  });

  it.each(['certificate-authority: ca.pem', 'certificate-authority-data: YQ=='])(
    'is refused if it names an authority that is not checked: %s',
    (authority) => {
      const context = (more: string): KubeContext => readContext({ kubeconfig: written('', `${authority}, ${more}`), env: {} });
      const endpoint = (more: string) => (): unknown => endpointOf(context(more), { env: {} }, new NoticeBoard());
      expect(endpoint('insecure-skip-tls-verify: true')).toThrow(
        'cluster c of the kubeconfig has insecure-skip-tls-verify and a certificate-authority, which kubectl refuses: remove one of them',
      );
      expect(endpoint('insecure-skip-tls-verify: false')).not.toThrow(/refuses/);
    },
  );

  it.each([
    ['YAML', 'apiVersion: v1\nusers:\n- user: {token: Hj4pRb81yQ}\n'],
    ['one line', 'apiVersion: v1'],
    ['JSON', '{"users":[{"user":{"token":"Hj4pRb81yQ"}}]}'],
    ['base64', Buffer.from('apiVersion: v1\nusers:\n- user: {token: Hj4pRb81yQ}\n').toString('base64')],
    ['a key', '-----BEGIN PRIVATE KEY-----\nHj4pRb81yQ\n-----END PRIVATE KEY-----\n'],
  ])('is not quoted if KUBECONFIG has its content: %s', (_, content) => {
    expect(() => readContext({ env: { KUBECONFIG: content } })).toThrow(
      new ConfigError('KUBECONFIG must be the path of a file, not its content; write the content to a file first'),
    );
  });

  it.each(['client-key', 'client-certificate', 'tokenFile'])('is refused without a quote if %s has a content', (field) => {
    const key = '-----BEGIN PRIVATE KEY-----\nHj4pRb81yQ\n-----END PRIVATE KEY-----\n';
    for (const content of [key, Buffer.from(key).toString('base64')])
      expect(() => readContext({ kubeconfig: written(`${field}: ${JSON.stringify(content)}`), env: {} })).toThrow(
        new ConfigError(`${field} of u in the kubeconfig must be the path of a file, not its content; write the content to a file first`),
      );
  });

  it('is read from ~/.kube/config by default', () => {
    const home = temporaryFolder();
    expect(() => readContext({ env: { HOME: home } })).toThrow(
      new ConfigError(`no kubeconfig at ${join(home, '.kube', 'config')}: log in first, or set --kubeconfig`),
    );
  });

  it('has the paths in a file relative to that file', () => {
    const { cluster, user } = readContext({ kubeconfig: two, context: 'files', env: {} });
    expect(cluster['certificate-authority']).toBe(join(FIXTURES, 'ca.pem'));
    expect(user['tokenFile']).toBe(join(FIXTURES, 'token.txt'));
    expect(readContext({ kubeconfig: two, context: 'plugin', env: {} }).user).toMatchObject({
      exec: { command: join(FIXTURES, 'bin/login') },
    });
    expect(readContext({ kubeconfig: two, context: 'hub', env: {} }).user).toMatchObject({ exec: { command: 'kubelogin' } });
  });

  it.each([
    ['an unknown context', two, 'nope', /has no context nope \(it has: hub, plain, files, plugin, dangling\)$/],
    ['a dangling cluster', two, 'dangling', /context dangling of .* names the cluster "gone", which is not there$/],
    ['no current-context', other, undefined, /has no current-context: set --context \(it has: plain, only-in-other\)$/],
    ['a file that is not a mapping', join(FIXTURES, 'list.yaml'), undefined, /is not a kubeconfig: it is not a mapping$/],
    ['a broken file', join(FIXTURES, 'broken.yaml'), undefined, /broken\.yaml:\d+ is not valid YAML \(/],
  ])('is reported in one line if it is wrong: %s', (_, kubeconfig, context, message) => {
    const read = (): unknown => readContext({ kubeconfig, env: {}, ...(context === undefined ? {} : { context }) });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
  });
});

describe('the login in a pod', () => {
  const POD = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const mounted = (): string => {
    const folder = temporaryFolder();
    for (const [name, text] of [
      ['token', 'of-the-pod\n'],
      ['ca.crt', 'a certificate'],
      ['namespace', 'ci\n'],
    ] as const)
      writeFileSync(join(folder, name), text);
    return folder;
  };

  it('is the cluster of the pod if no kubeconfig is given', () => {
    const serviceAccountFolder = mounted();
    const home = temporaryFolder();
    const podAlone = contextOf({ env: { ...POD, HOME: home }, serviceAccountFolder });
    expect(podAlone).toMatchObject({
      namespace: 'ci',
      cluster: { server: 'https://10.0.0.1:443', 'certificate-authority': join(serviceAccountFolder, 'ca.crt') },
      user: { tokenFile: join(serviceAccountFolder, 'token') },
    });
    expect(contextOf({ env: POD, serviceAccountFolder })).toEqual(podAlone);
    expect(contextOf({ env: { ...POD, KUBECONFIG: join(home, 'none') }, serviceAccountFolder })).toEqual(podAlone);
    writeFileSync(join(home, 'empty'), 'apiVersion: v1\nkind: Config\n');
    expect(contextOf({ env: { ...POD, KUBECONFIG: join(home, 'empty') }, serviceAccountFolder })).toEqual(podAlone);
    const ipv6 = { ...POD, KUBERNETES_SERVICE_HOST: 'fd00::1', POD_NAMESPACE: 'gate' };
    expect(contextOf({ env: ipv6, serviceAccountFolder })).toMatchObject({
      namespace: 'gate',
      cluster: { server: 'https://[fd00::1]:443' },
    });
  });

  it('is the one of the kubeconfig or the flags if they name one', () => {
    const serviceAccountFolder = mounted();
    const gone = join(temporaryFolder(), 'gone');
    expect(contextOf({ env: { ...POD, KUBECONFIG: two }, serviceAccountFolder }).name).toBe('hub');
    expect(() => contextOf({ env: { ...POD, KUBECONFIG: other }, serviceAccountFolder })).toThrow(/has no current-context/);
    expect(() => contextOf({ kubeconfig: gone, env: POD, serviceAccountFolder })).toThrow(/no kubeconfig at .*gone/);
    expect(() => contextOf({ context: 'hub', env: { ...POD, KUBECONFIG: gone }, serviceAccountFolder })).toThrow(/no kubeconfig at .*gone/);
  });

  it('is not available without a token, or outside a pod', () => {
    const serviceAccountFolder = mounted();
    expect(() => contextOf({ env: {}, serviceAccountFolder })).toThrow(/no kubeconfig/);
    expect(() => contextOf({ env: POD, serviceAccountFolder: temporaryFolder() })).toThrow(/no kubeconfig/);
  });

  it('uses the token of the file, and the new one after it was rotated', async () => {
    const server = await startScriptedServer();
    const sent: (string | undefined)[] = [];
    let accepted = 'of-the-pod';
    server.intercept = (_, response, request) => {
      sent.push(request.headers.authorization);
      if (request.headers.authorization === `Bearer ${accepted}`) return false;
      status(response, 401, 'Unauthorized', 'Unauthorized');
      return true;
    };
    const serviceAccountFolder = mounted();
    let now = Date.now();
    const { hostname, port } = new URL(server.url);
    const hub = await connectHub({
      env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
      server: server.url,
      serviceAccountFolder,
      wallClock: () => now,
    });
    await hub.follow([{ group: 'demo.example', kind: 'Widget' }]);
    accepted = 'rotated';
    writeFileSync(join(serviceAccountFolder, 'token'), 'rotated');
    now += 61_000;
    const before = sent.length;
    await hub.refresh();
    expect(new Set(sent.slice(0, before))).toEqual(new Set(['Bearer of-the-pod']));
    expect(sent.slice(before)).toContain('Bearer rotated');
    await hub.close();
    await server.close();
  });
});

describe('the address of the hub', () => {
  const at = (context: string, overrides = {}) => {
    const notices = new NoticeBoard();
    return {
      endpoint: endpointOf(readContext({ kubeconfig: two, context, env: {} }), { env: {}, ...overrides }, notices),
      notices: notices.all(),
    };
  };

  it('follows --server and --tls-server-name for tunnels', () => {
    const { endpoint } = at('hub', { server: 'https://localhost:9443', tlsServerName: 'hub.example' });
    expect(endpoint).toMatchObject({ serverName: 'hub.example', insecure: false });
    expect(endpoint.server.href).toBe('https://localhost:9443/');
  });

  it('is reported if its certificate is not verified', () => {
    expect(at('plain').notices).toEqual([
      { kind: 'insecure', message: 'the certificate of plain.example:6443 is not checked (insecure-skip-tls-verify of cluster plain)' },
    ]);
  });

  it('is refused if it is not a URL, or if the certificate is not a certificate', () => {
    expect(() => at('hub', { server: 'hub:443' })).toThrow('--server is not a server URL; write https://host:port');
    expect(() => at('plugin')).toThrow('certificate-authority of cluster bad-ca is not a PEM certificate');
  });

  it('does not receive credentials over plain HTTP on another machine', async () => {
    await expect(connected(kubeconfigFile('http://hub.example', { token: 't' }))).rejects.toThrow('http://hub.example/ is plain HTTP');
    const hub = await connected(kubeconfigFile('http://hub.example'));
    expect(hub.notices()).toMatchObject([{ kind: 'insecure' }]);
    await hub.close();
  });

  it('does not receive credentials over plain HTTP through a proxy on another machine, whatever its own address', async () => {
    const via = (server: string, proxy: string): string => kubeconfigFile(server, { token: 't' }, { 'proxy-url': proxy });
    for (const server of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
      await expect(connected(via(server, 'http://me:pass@192.0.2.2:3128'))).rejects.toThrow(
        new ConfigError(
          `${server}/ through the proxy http://192.0.2.2:3128/ is plain HTTP: the credentials of user u are not sent over it; use https://`,
        ),
      );
    for (const [server, proxy] of [
      ['http://127.0.0.1:8080', 'http://127.0.0.1:3128'],
      ['http://127.0.0.1:8080', 'https://192.0.2.2:3128'],
      ['https://127.0.0.1:8080', 'http://192.0.2.2:3128'],
      ['https://hub.example', 'http://192.0.2.2:3128'],
    ] as const)
      await (await connected(via(server, proxy))).close();
    await (
      await connected(kubeconfigFile('http://127.0.0.1:8080', { token: 't' }), { env: { HTTP_PROXY: 'http://192.0.2.2:3128' } })
    ).close();
  });
});

describe('proxies', () => {
  const hub = new URL('https://hub.example');
  const via = (url: string): object => ({ HTTPS_PROXY: url, HTTP_PROXY: url });

  it('are read from proxy-url before the environment, and upper case comes first there', () => {
    expect(proxyFor(new URL('https://127.0.0.1'), { NO_PROXY: '*' }, 'http://p:1')).toEqual(via('http://p:1/'));
    expect(proxyFor(hub, { HTTPS_PROXY: 'http://q:2', https_proxy: 'r:3', no_proxy: '.local' })).toEqual(via('http://q:2/'));
    expect(proxyFor(hub, { HTTPS_PROXY: '', https_proxy: 'r:3', HTTP_PROXY: 'http://h:4' })).toEqual(via('http://r:3/'));
    expect(proxyFor(new URL('http://hub.example'), { HTTPS_PROXY: 'http://q:2' })).toEqual({});
  });

  it.each([
    ['https://localhost:6443', ''],
    ['https://127.0.0.1:6443', ''],
    ['https://127.8.9.10', ''],
    ['https://[::1]:6443', ''],
    ['https://10.1.2.3', '10.0.0.0/8'],
    ['https://10.1.2.3:6443', 'x.example, 10.1.2.3 '],
    ['https://10.1.2.3:6443', '10.1.2.3:6443'],
    ['https://[fd00::5]', 'fd00::/8'],
    ['https://[fd00::5]:6443', '[fd00::5]:6443'],
    ['https://[fd00::5]:6443', 'fd00::5'],
    ['https://hub.example', '*'],
    ['https://hub.example', 'EXAMPLE'],
    ['https://hub.example', 'hub.example:443'],
    ['https://hub.example', '.example'],
    ['https://hub.example', '*.example'],
    ['https://xn--bcher-kva.example', 'bücher.example'],
  ])('are not used for %s with NO_PROXY %j', (server, NO_PROXY) => {
    expect(proxyFor(new URL(server), { HTTPS_PROXY: 'http://q:2', NO_PROXY })).toEqual({});
  });

  it.each([
    ['https://localhost.example', ''],
    ['https://128.0.0.1', ''],
    ['https://11.1.2.3', '10.0.0.0/8'],
    ['https://10.1.2.3', '10.1.2.0/24:443'],
    ['https://10.1.2.3', '10.1.2.3:6443'],
    ['https://10.1.2.3', '10.1.2.0/33'],
    ['https://[fe00::5]', 'fd00::/8'],
    ['https://hub.example', '.hub.example'],
    ['https://hub.example', 'ub.example'],
    ['https://hub.example', '10.0.0.0/8,:443,hub.example:6443'],
  ])('are used for %s with NO_PROXY %j', (server, NO_PROXY) => {
    expect(proxyFor(new URL(server), { HTTPS_PROXY: 'http://q:2', NO_PROXY })).toEqual(via('http://q:2/'));
  });

  it('are refused if they are SOCKS', () => {
    expect(() => proxyFor(hub, {}, 'socks5://p:1')).toThrow(
      'proxy-url in the kubeconfig is a socks5 proxy; only http:// and https:// proxies are supported',
    );
  });
});

describe('users', () => {
  it.each([
    [{ 'auth-provider': { name: 'azure' } }, 'which kubectl 1.26 removed: run `kubelogin convert-kubeconfig`'],
    [{ 'client-certificate-data': 'eA==' }, 'user u has only one of client-certificate and client-key'],
    [{ 'client-certificate-data': 'eA==', 'client-key-data': 'eA==' }, 'client certificate and key of user u do not match or are not PEM'],
  ])('are reported if they cannot work: %j', async (user, message) => {
    await expect(connected(kubeconfigFile('https://hub.example', user))).rejects.toThrow(message);
  });

  it('have a token file that is read again after a while', async () => {
    const path = join(temporaryFolder(), 'token');
    writeFileSync(path, 'one\n');
    let time = 0;
    const context = readContext({ kubeconfig: kubeconfigFile('https://hub.example', { tokenFile: path, as: 'someone' }), env: {} });
    const masked: string[] = [];
    const ports = credentialPorts({ wallClock: () => time, mask: (text) => void masked.push(text) });
    const source = credentialsOf(context, ports);
    expect((await source.current()).headers).toEqual({ Authorization: 'Bearer one', 'Impersonate-User': 'someone' });
    writeFileSync(path, 'two\n');
    expect((await source.current()).headers['Authorization']).toBe('Bearer one');
    time = 61_000;
    expect((await source.current()).headers['Authorization']).toBe('Bearer two');
    expect(masked).toEqual(['one', 'two']);
  });
});

describe('the files that a kubeconfig names', () => {
  const [script, ca] = [two, other];
  const named = (exec: object): readonly string[] =>
    filesNamedIn(readKubeconfig({ kubeconfig: kubeconfigFile('https://hub.example', { exec }), env: {} }));

  it.each([
    ['an argument', { command: 'bash', args: [script] }, [script]],
    ['an argument of a flag', { command: 'bash', args: [`--init-file=${script}`] }, [script]],
    ['a command line', { command: 'sh', args: ['-c', `${script} --hub a`] }, [script]],
    ['a script of a command line', { command: 'bash', args: ['-ec', `set -x;source ${script}&&kubelogin <"${ca}"`] }, [script, ca]],
    ['a substitution', { command: 'bash', args: ['-c', `echo $(${script})`] }, [script]],
    [
      'a file below a variable',
      { command: 'sh', args: ['-c', `$PWD/${relative('.', script)}; cat \${PWD}/${relative('.', ca)}`] },
      [script, ca],
    ],
    ['a variable', { command: 'bash', env: [{ name: 'BASH_ENV', value: script }] }, [script]],
    ['a variable with several', { command: 'a', env: [{ name: 'X', value: [ca, '/none', script].join(delimiter) }] }, [ca, script]],
    ['an option in a variable', { command: 'node', env: [{ name: 'NODE_OPTIONS', value: `--require=${script}` }] }, [script]],
    ['options in a variable', { command: 'node', env: [{ name: 'NODE_OPTIONS', value: `--no-warnings -r ${script}` }] }, [script]],
    ['a mode of the login', { command: 'kubelogin', args: ['get-token'], env: [{ name: 'AAD_LOGIN_METHOD', value: 'azurecli' }] }, []],
    ['no text', { command: 'a', env: [{ name: 'X' }, { name: 'Y', value: null }] }, []],
  ])('are found: %s', (_, exec, files) => {
    expect(new Set(named(exec))).toEqual(new Set(files));
  });
});
