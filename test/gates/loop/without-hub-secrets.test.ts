import { expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { hubSecretsHider, progressWithoutSecrets, withoutHubSecrets } from '../../../src/gates/loop/without-hub-secrets.ts';
import type { Diagnosis, GateReport } from '../../../src/report.ts';
import { greenFleet, namespaceShop, NOW, objectsOf } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { FollowedHub } from '../../support/recordings/followed-hub.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';

const PASSWORD = 'correct-horse-battery';
const secret = (name: string, stringData: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'shop' },
  stringData,
});

function reportOf(said: string): GateReport {
  const object = { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ClusterResourcePlacement', name: 'shop' };
  const log = { pod: 'orders-1', container: 'main', text: `starting\n${said}` };
  const diagnosis: Diagnosis = {
    id: 'x',
    title: said,
    outcome: 'terminal',
    evidence: [said],
    log,
    explain: said,
    remedy: [said],
    docs: '',
  };
  const cluster = { name: 'cluster-of-the-east', verdict: 'failed', stage: 'Applied' } as const;
  const placement = { object, verdict: 'failed', summary: said, freshness: 'proven', clusters: [cluster], diagnoses: [diagnosis] } as const;
  return {
    outcome: 'failed',
    message: said,
    placements: [placement],
    runs: [],
    timeline: [{ at: '', object, stage: said, to: 'waiting' }],
  };
}

it.each([
  ['as it is', `the webhook refused "${PASSWORD}": too short`],
  ['in base64', `data.password: Invalid value: ${Buffer.from(PASSWORD).toString('base64')}.`],
])('no value of a Secret that a condition quotes %s is shown', (_, said) => {
  const content = [namespaceShop(), secret('login', { password: PASSWORD })];
  const hub = memoryHub(objectsOf(greenFleet(['east'], content)), NOW);
  expect(JSON.stringify(reportOf(said))).toMatch(/correct-horse-battery|Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5/);
  expect(JSON.stringify(withoutHubSecrets(reportOf(said), hubSecretsHider(hub)))).not.toMatch(
    /correct-horse-battery|Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5/,
  );
  const deployed = withoutHubSecrets(reportOf(said), hubSecretsHider(memoryHub([], NOW), content));
  expect(JSON.stringify(deployed)).not.toMatch(/correct-horse-battery|Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5/);
});

it('a value is hidden in the notes of clusters, in the report and in the progress', () => {
  const row = { name: 'east', verdict: 'failed', stage: 'Applied', note: PASSWORD } as const;
  const { placements: judged, runs, timeline, ...report } = reportOf('');
  const placements = judged.map((placement) => ({ ...placement, clusters: [row] }));
  const state = { ...gate().look([]), placements, runs };
  const hide = (text: string): string => text.replaceAll(PASSWORD, '***');
  const [ofProgress] = progressWithoutSecrets({ at: NOW, state, changes: timeline, awaiting: '' }, hide).state.placements;
  const [ofReport] = withoutHubSecrets({ ...report, placements, runs, timeline }, hide).placements;
  for (const placement of [ofProgress, ofReport]) expect(placement?.clusters).toEqual([{ ...row, note: '***' }]);
});

it('names and short words are kept, even if a Secret has them', () => {
  const content = [namespaceShop(), secret('login-of-the-shop', { a: 'login-of-the-shop', b: 'shop', c: 'cluster-of-the-east' })];
  const report = reportOf('Secret shop/login-of-the-shop on cluster-of-the-east is refused');
  expect(withoutHubSecrets(report, hubSecretsHider(memoryHub(objectsOf(greenFleet(['cluster-of-the-east'], content)), NOW)))).toEqual(
    report,
  );
});

it('the current value of a Secret of a followed hub is hidden', () => {
  const hub = new FollowedHub();
  const put = (password: string): void => {
    for (const object of objectsOf(greenFleet(['east', 'west'], [namespaceShop(), secret('login', { password })])))
      hub.apply({ type: 'MODIFIED', object });
  };
  const said = `refused "${PASSWORD}" and "another-long-password"`;
  put(PASSWORD);
  expect(hubSecretsHider(hub.state(NOW))(said)).toMatch(/refused "[^"]*" and "another-long-password"/);
  expect(hubSecretsHider(hub.state(NOW))(said)).not.toContain(PASSWORD);
  put('another-long-password');
  expect(hubSecretsHider(hub.state(NOW))(said)).toContain(PASSWORD);
  expect(hubSecretsHider(hub.state(NOW))(said)).not.toContain('another-long-password');
});

it('the value of a variable that names a credential is hidden also without its name, and an ordinary word is not', () => {
  const container = {
    name: 'main',
    env: [variable('DB_PASSWORD', PASSWORD), variable('TOKEN', 'kubernetes'), variable('MODE', 'x-fast-1-2')],
  };
  const orders: KubeObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'orders', namespace: 'shop' },
    spec: { template: { spec: { containers: [container] } } },
  };
  const said = `env[0] got ${PASSWORD}, kubernetes, x-fast-1-2`;
  const hub = memoryHub(objectsOf(greenFleet(['east'], [namespaceShop(), orders])), NOW);
  for (const hide of [hubSecretsHider(hub), hubSecretsHider(memoryHub([], NOW), [orders])])
    expect(withoutHubSecrets(reportOf(said), hide).message).toBe('env[0] got ***, kubernetes, x-fast-1-2');
});

function variable(name: string, value: string): object {
  return { name, value };
}

it('ids of failures and of reasons are no secrets', () => {
  const hub = memoryHub([secret('words', { a: 'workload-crash-loop', b: 'former-rollout-failed', c: PASSWORD })], NOW);
  const text = 'workload-crash-loop, former-rollout-failed';
  expect(hubSecretsHider(hub)(text)).toBe(text);
  expect(hubSecretsHider(hub)(PASSWORD)).not.toBe(PASSWORD);
});

it('masks a line of a value of several lines', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj';
  const key = secret('key', { 'tls.key': `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n` });
  const hide = hubSecretsHider(memoryHub([], NOW), [key]);
  expect(hide(`line 2: ${line} is not valid`)).toBe('line 2: *** is not valid');
});
