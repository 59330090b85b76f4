/** The checks from the kubeconfig to the login, each with every outcome and similar cases. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { generate } from 'selfsigned';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { systemClock } from '../../../src/gates/clock.ts';
import { doctor } from '../../../src/gates/doctor/doctor.ts';
import type { ConnectOptions } from '../../../src/gates/hub/connect-hub.ts';
import { kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { answering, checkIn, examined, NEEDS, outcomesOf, programUser, tokenUntil } from '../../support/hubs/doctor-examination.ts';
import { plainProxy } from '../../support/hubs/plain-proxy.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

let hub: EmbeddedHub;
beforeEach(async () => {
  hub = await startEmbeddedHub();
});
afterEach(() => hub.close());

const MINUTE = 60_000;

describe('kubeconfig and context', () => {
  it('are reported if they are valid, and everything else is checked', async () => {
    const found = await examined(hub);
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'kubeconfig')).toMatchObject({ outcome: 'ok', remedy: [] });
    expect(checkIn(found, 'context').evidence).toEqual(['hub: cluster c, user u']);
    expect(Object.values(outcomesOf(found))).not.toContain('notChecked');
  });

  it('a missing kubeconfig is reported, and checks that depend on it are skipped', async () => {
    const found = await examined(hub, { options: { kubeconfig: '/nowhere/config' } });
    expect(found.outcome).toBe('usage');
    expect(checkIn(found, 'kubeconfig')).toMatchObject({
      outcome: 'failed',
      evidence: [expect.stringContaining('no kubeconfig at /nowhere/config')],
    });
    expect(Object.entries(outcomesOf(found)).filter(([, outcome]) => outcome !== 'notChecked')).toEqual([['kubeconfig', 'failed']]);
    expect(hub.requests).toEqual([]);
  });

  it('a file that is not a kubeconfig is reported', async () => {
    const broken = join(temporaryFolder(), 'config');
    writeFileSync(broken, 'contexts: [');
    const found = await examined(hub, { options: { kubeconfig: broken } });
    expect(checkIn(found, 'kubeconfig').evidence).toEqual([expect.stringContaining('is not valid YAML')]);
  });

  it('the existing contexts are listed if the requested one is missing', async () => {
    const found = await examined(hub, { options: { context: 'prod' } });
    expect(found.outcome).toBe('usage');
    expect(outcomesOf(found)).toMatchObject({ kubeconfig: 'ok', context: 'failed', 'server-url': 'notChecked' });
    expect(checkIn(found, 'context').evidence[0]).toContain('has no context prod (it has: hub)');
  });

  it('the service account of the pod is used inside a pod', async () => {
    const serviceAccountFolder = temporaryFolder();
    writeFileSync(join(serviceAccountFolder, 'token'), hub.token);
    writeFileSync(join(serviceAccountFolder, 'ca.crt'), hub.certificate);
    const env = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: new URL(hub.url).port };
    const options: ConnectOptions = { env, serviceAccountFolder, wallClock: () => Date.now() };
    const found = await doctor(options, NEEDS, { clock: systemClock, limitMs: 60_000, signal: new AbortController().signal });
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'kubeconfig').evidence).toEqual(['the service account of the pod this runs in']);
  });
});

describe('server address', () => {
  it.each([
    ['not a URL', { server: 'hub.example' }, 'is not a server URL'],
    ['no address', { server: '' }, 'has no server'],
    ['an invalid certificate authority', { 'certificate-authority-data': 'eA==' }, 'is not a PEM certificate'],
    ['a proxy of another kind', { 'proxy-url': 'socks5://proxy' }, 'only http:// and https:// proxies'],
  ])('is reported as wrong: %s', async (_, cluster, message) => {
    const found = await examined(hub, { cluster });
    expect(found.outcome).toBe('usage');
    expect(checkIn(found, 'server-url')).toMatchObject({ outcome: 'failed', evidence: [expect.stringContaining(message)] });
    expect(outcomesOf(found)).toMatchObject({ 'login-program': 'notChecked', reachability: 'notChecked' });
  });

  it('a certificate that is not verified is a warning, and the checks continue', async () => {
    const found = await examined(hub, { cluster: { 'certificate-authority-data': '', 'insecure-skip-tls-verify': true } });
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'server-url').outcome).toBe('warning');
  });

  it('credentials are not sent over plain HTTP', async () => {
    const found = await examined(hub, { options: { server: 'http://hub.invalid' } });
    expect(outcomesOf(found)).toMatchObject({ 'server-url': 'warning', credentials: 'failed', identity: 'notChecked' });
    expect(checkIn(found, 'credentials').evidence[0]).toContain('is plain HTTP');
  });
});

describe('login program', () => {
  it('is reported if it is missing, with the hint of the kubeconfig', async () => {
    const user = {
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        interactiveMode: 'Never',
        command: 'no-such-kubelogin',
        installHint: 'get it from the shelf',
      },
    };
    const found = await examined(hub, { user });
    expect(found.outcome).toBe('usage');
    expect(checkIn(found, 'login-program')).toMatchObject({
      outcome: 'failed',
      evidence: [expect.stringMatching(/no-such-kubelogin is not on the PATH\): get it from the shelf/)],
    });
    // The connection itself is checked anyway.
    expect(outcomesOf(found)).toMatchObject({ reachability: 'ok', clock: 'ok', identity: 'notChecked', rights: 'notChecked' });
  });

  it('is ended if it hangs', async () => {
    const found = await examined(hub, { user: programUser('setInterval(() => {}, 1000)'), options: { timing: { pluginMs: 300 } } });
    expect(found.outcome).toBe('notAllowed');
    expect(checkIn(found, 'login-program').evidence[0]).toContain('gave no credential within 0.3 s');
  });

  it('is quoted without its secrets if it fails', async () => {
    const found = await examined(hub, {
      user: programUser("console.error('AADSTS700024 token=eyJhbGciOiJIUzI1NiJ9.abc'); process.exit(1)"),
    });
    expect(found.outcome).toBe('notAllowed');
    expect(checkIn(found, 'login-program').evidence[0]).toMatch(/could not log in .*AADSTS700024/);
    expect(JSON.stringify(found)).not.toContain('eyJhbGci');
  });

  it('is refused if it waits for a person and there is none, and is a warning if there is one', async () => {
    const user = answering({ token: hub.token }, { interactiveMode: 'Always' });
    const alone = await examined(hub, { user });
    expect(alone.outcome).toBe('usage');
    expect(checkIn(alone, 'login-program').evidence[0]).toContain('always interactive');
    const before = await examined(hub, { user, options: { interactive: true } });
    expect(before.outcome).toBe('passed');
    expect(checkIn(before, 'login-program')).toMatchObject({
      outcome: 'warning',
      evidence: [expect.anything(), expect.stringContaining('pipeline')],
    });
  });

  it('is reported if it answers', async () => {
    const found = await examined(hub, { user: answering({ token: hub.token }) });
    expect(found.outcome).toBe('passed');
    expect(checkIn(found, 'login-program').evidence[0]).toMatch(/login logged in within \d+ s$/);
    expect(checkIn(found, 'credentials').evidence).toEqual(['a token from the program, which does not say when it ends']);
  });
});

describe('credentials', () => {
  const withToken = async (
    lives: number,
    user: (token: string) => object = (token) => ({ token }),
    more: object = {},
  ): ReturnType<typeof examined> => {
    const token = tokenUntil(Date.now() + lives);
    hub.changeToken(token);
    return examined(hub, { user: user(token), ...more });
  };

  it('are reported as missing', async () => {
    const found = await examined(hub, { user: {} });
    expect(found.outcome).toBe('notAllowed');
    expect(checkIn(found, 'credentials').evidence[0]).toContain('has no token, no certificate and no program');
  });

  it('are left to the identity if plain HTTP may add a login, as `kubectl proxy` does', async () => {
    const proxy = await plainProxy(hub);
    onTestFinished(() => proxy.close());
    const found = await examined(hub, { user: {}, options: { server: proxy.url } });
    expect(found.outcome).toBe('passed');
    expect(outcomesOf(found)).toMatchObject({ credentials: 'warning', identity: 'ok', rights: 'ok' });
    expect(checkIn(found, 'credentials').evidence[0]).toMatch(/^user u has no token, .*; the server may be a proxy that logs in itself$/);
    const stranger = await plainProxy(hub, { token: 'of-another-hub' });
    onTestFinished(() => stranger.close());
    const refused = await examined(hub, { user: {}, options: { server: stranger.url } });
    expect(refused.outcome).toBe('notAllowed');
    expect(outcomesOf(refused)).toMatchObject({ credentials: 'warning', identity: 'failed' });
  });

  it('are reported with the time when a token expired, and no further request is sent without a login', async () => {
    const found = await withToken(-12 * MINUTE);
    expect(found.outcome).toBe('notAllowed');
    expect(checkIn(found, 'credentials')).toMatchObject({ outcome: 'failed', evidence: [expect.stringMatching(/expired 12 min ago/)] });
    expect(outcomesOf(found)).toMatchObject({ reachability: 'ok', identity: 'notChecked', kinds: 'notChecked' });
  });

  it('are a warning if a token ends within the wait, and only then', async () => {
    const short = await withToken(12 * MINUTE + 500);
    expect(short.outcome).toBe('passed');
    expect(checkIn(short, 'credentials')).toMatchObject({
      outcome: 'warning',
      evidence: [expect.stringMatching(/expires in 1[12] min, before a wait of 15 min is over/)],
    });
    expect(checkIn(await withToken(60 * MINUTE), 'credentials').outcome).toBe('ok');
    expect(checkIn(await withToken(12 * MINUTE, undefined, { needs: { forMs: MINUTE } }), 'credentials').outcome).toBe('ok');
  });

  it('may have a short life if the login program renews them', async () => {
    const file = join(temporaryFolder(), 'token');
    const ofFile = await withToken(MINUTE * 5, (token) => (writeFileSync(file, token), { tokenFile: file }));
    expect(checkIn(ofFile, 'credentials')).toMatchObject({ outcome: 'ok', evidence: [expect.stringContaining('the file is read again')] });
    const ofProgram = await withToken(MINUTE * 5, (token) => answering({ token }));
    expect(checkIn(ofProgram, 'credentials').evidence[0]).toContain('the program is asked again in time');
  });

  it('are known to be renewed for only about an hour with azurecli in a GitHub job', async () => {
    const user = (token: string): object => answering({ token }, { args: ['get-token', '--login', 'azurecli'] });
    const env = { PATH: process.env['PATH'], GITHUB_ACTIONS: 'true' };
    const found = await withToken(40 * MINUTE, user, { options: { env }, needs: { forMs: 90 * MINUTE } });
    expect(checkIn(found, 'credentials')).toMatchObject({ outcome: 'warning', remedy: [expect.stringContaining('workloadidentity')] });
  });

  it('are compared with the clock of the hub: a slow local clock does not make a token expired', async () => {
    const wallClock = (): number => Date.now() + 30 * MINUTE;
    const found = await withToken(20 * MINUTE, undefined, { options: { wallClock } });
    expect(outcomesOf(found)).toMatchObject({ credentials: 'ok', clock: 'warning' });
  });

  it('are reported with the time when a client certificate expired', async () => {
    const pems = await generate([{ name: 'commonName', value: 'u' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - 3 * 86_400_000),
      notAfterDate: new Date(Date.now() - 86_400_000),
    });
    const user = {
      'client-certificate-data': Buffer.from(pems.cert).toString('base64'),
      'client-key-data': Buffer.from(pems.private).toString('base64'),
    };
    expect(checkIn(await examined(hub, { user }), 'credentials').evidence[0]).toMatch(/^a client certificate, which expired 2[34] h ago/);
  });
});

describe('member logins', () => {
  const login = (): string =>
    kubeconfigFile(hub.url, { token: hub.token }, { 'certificate-authority-data': Buffer.from(hub.certificate).toString('base64') });

  it('are checked if they are given: a broken one is a wrong configuration, one that does not answer is a warning', async () => {
    expect(outcomesOf(await examined(hub))).not.toHaveProperty('member-logins');
    const good = new Map([['east', { kubeconfig: login() }]]);
    expect(checkIn(await examined(hub, { needs: { members: good } }), 'member-logins')).toMatchObject({
      outcome: 'warning',
      evidence: ['east: may be read', 'east: the hub has no member cluster of this name'],
    });
    hub.store.put({ apiVersion: 'cluster.kubernetes-fleet.io/v1beta1', kind: 'MemberCluster', metadata: { name: 'east' } });
    expect(checkIn(await examined(hub, { needs: { members: good } }), 'member-logins').outcome).toBe('ok');
    const gone = new Map([['east', { context: 'nowhere' }]]);
    const wrong = await examined(hub, { needs: { members: gone } });
    expect(wrong.outcome).toBe('usage');
    expect(checkIn(wrong, 'member-logins').evidence[0]).toContain('east: ');
    const silent = new Map([['east', { kubeconfig: kubeconfigFile('https://127.0.0.1:1', { token: 'x' }) }]]);
    const without = await examined(hub, { needs: { members: silent } });
    expect(without.outcome).toBe('passed');
    expect(checkIn(without, 'member-logins')).toMatchObject({
      outcome: 'warning',
      evidence: [expect.stringContaining('connection refused')],
    });
    hub.faults.denies = ({ resource }) => resource === 'pods';
    expect(checkIn(await examined(hub, { needs: { members: good } }), 'member-logins').evidence[0]).toContain('Pod');
  });
});

describe('the right to write approvals', () => {
  const approves = [{ kind: 'ClusterStagedUpdateRun' }, { kind: 'StagedUpdateRun', namespace: 'shop' }];

  it('is checked only if it is asked for', async () => {
    expect(outcomesOf(await examined(hub))).not.toHaveProperty('approval-rights');
    expect(checkIn(await examined(hub, { needs: { approves } }), 'approval-rights')).toMatchObject({
      outcome: 'ok',
      evidence: ['patch clusterapprovalrequests/status is allowed', 'patch approvalrequests/status in shop is allowed'],
    });
  });

  it('fails if it is missing, and the report has the role beside that of the reads', async () => {
    hub.faults.denies = ({ verb, namespace }) => verb === 'patch' && namespace === 'shop';
    const found = await examined(hub, { needs: { approves } });
    expect(found.outcome).toBe('notAllowed');
    expect(checkIn(found, 'approval-rights').evidence).toEqual(['patch approvalrequests/status in shop is denied']);
    expect(found.doctor.role).toMatch(/verbs: \[list, watch\][^]*\n---\n[^]*resources: \[approvalrequests\/status\]\n\s+verbs: \[patch\]/);
  });
});
