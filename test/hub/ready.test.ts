/**
 * `ready --dry-run-members` on two real API servers, a hub and a member: what the member would refuse, what is not tried, that a login that
 * may write is refused, and that nothing on the member changes.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { makeCertificate } from '../../src/demo/hub/certificate.ts';
import { listAt } from '../../src/fleet/json/json.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { ReadyReport, Report } from '../../src/report.ts';
import { isMissing } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { userKubeconfig } from './rig/kubeconfigs.ts';
import { tokenOf } from './rig/users.ts';
import { create } from './suite/create-object.ts';
import { eventually } from './suite/eventually.ts';
import { fleetGate, kubeconfigOf, workFolder, type Ended } from './suite/fleet-gate.ts';
import { joinMember } from './suite/join-member.ts';
import { withHub } from './suite/pool.ts';

const VERSION = 'v0.3.1';
/** Another set of CRDs, so that two API servers are enough for a test. */
const MEMBER = 'main';

describe.skipIf(isMissing('crds'))('ready --dry-run-members', () => {
  // SECURITY.md: On a member `ready --dry-run-members` sends only dry runs
  it('says what the member says, and leaves it as it is', () =>
    withHub(VERSION, (hub) =>
      withHub(MEMBER, async (member) => {
        await joinMember(hub);
        const webhook = await denyingWebhook();
        try {
          await furnish(member, webhook);
          const ready = await asker(hub, member);

          const refused = await ready();
          expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('no policy limits its login on m1')]);
          const documents = printed(refused.err);
          for (const document of documents) await create(member, document);
          await policyInForce(member);

          const before = await stateOf(member);
          const told = await ready();
          expect(told.code, told.err).toBe(1);
          const found = (JSON.parse(told.out) as Report).ready;
          if (found === undefined) throw new Error(told.out);
          expect(blocking(found)).toEqual([
            expect.stringMatching(/^A Pod of Deployment\/shop-quota\/web would be refused on m1: .*exceeded quota: small/),
            expect.stringMatching(/^A Pod of Deployment\/shop-secure\/web would be refused on m1: .*violates PodSecurity "restricted/),
            expect.stringMatching(/^ConfigMap\/shop-ssa\/field would be refused on m1: Apply failed with 1 conflict/),
            expect.stringMatching(/^ConfigMap\/shop\/forbidden would be refused on m1: .*denied request: no such name/),
            expect.stringMatching(/^ConfigMap\/shop\/hooked would be refused on m1: .*denied the request: not on this cluster/),
            expect.stringMatching(/^ConfigMap\/shop\/owned would be refused on m1: Deployment owner owns it there/),
            expect.stringMatching(/^Deployment\/shop\/fixed would be refused on m1: .*field is immutable/),
            expect.stringMatching(/^ResourceQuota\/shop-quota\/small on m1 leaves 0 of pods, and this change needs 2 more there\./),
          ]);
          expect(warnings(found)).toEqual([
            expect.stringMatching(/^m1 warns about Deployment\/shop-secure\/web: would violate PodSecurity/),
          ]);
          expect(notTried(found)).toEqual(['ConfigMap/shop-new/any was not tried on m1: namespace shop-new comes with this change.']);
          expect(found.dryRuns).toMatchObject({ clusters: ['m1'], notTried: 1 });
          expect(await stateOf(member)).toEqual(before);

          // The login itself may not write.
          const real = await member.api.ask('POST', '/api/v1/namespaces/shop/configmaps', {
            body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'real' } },
            token: tokenOf('applier'),
          });
          expect([real.code, JSON.stringify(real.body)]).toEqual([422, expect.stringContaining('only dry runs are allowed')]);

          const role = documents.find(({ kind }) => kind === 'ClusterRole');
          const rules = listAt(role, 'rules').filter((rule) => !listAt(rule, 'resources').includes('resourcequotas'));
          const place = `/apis/rbac.authorization.k8s.io/v1/clusterroles/${role?.metadata.name ?? ''}`;
          await member.api.must('PUT', place, { body: { ...role, rules } });
          await expect
            .poll(async () => (JSON.parse((await ready()).out) as Report).ready?.notChecked.map(({ message }) => message), {
              timeout: 20_000,
            })
            .toContainEqual(expect.stringMatching(/^The quotas of namespace shop-quota on m1 cannot be read/));
        } finally {
          await webhook.close();
        }
      }),
    ));

  it('refuses a login that may remove the policy, and runs if that risk is accepted', () =>
    withHub(VERSION, (hub) =>
      withHub(MEMBER, async (member) => {
        await joinMember(hub);
        const ready = await asker(hub, member, 'admin');
        const refused = await ready();
        expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('may create validatingadmissionpolicies on m1')]);
        const told = await ready('--dry-run-unguarded');
        expect((JSON.parse(told.out) as Report).ready?.dryRuns).toMatchObject({ unguarded: ['m1'] });
      }),
    ));
});

const FLEET = 'placement.kubernetes-fleet.io/v1beta1';
const NAMESPACES = ['shop', 'shop-quota', 'shop-secure', 'shop-ssa', 'shop-new'] as const;

function configMap(namespace: string, name: string, data: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}

function deployment(namespace: string, name: string, app: string): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app } },
      template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image: 'shop/web:1' }] } },
    },
  };
}

function placement(namespace: string, strategy: object): KubeObject {
  return {
    apiVersion: FLEET,
    kind: 'ClusterResourcePlacement',
    metadata: { name: namespace },
    spec: {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: namespace }],
      policy: { placementType: 'PickAll' },
      strategy,
    },
  };
}

const CHANGE: readonly KubeObject[] = [
  ...NAMESPACES.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  ...NAMESPACES.map((name) => placement(name, name === 'shop-ssa' ? { applyStrategy: { type: 'ServerSideApply' } } : {})),
  configMap('shop', 'plain'),
  configMap('shop', 'forbidden'),
  configMap('shop', 'hooked'),
  configMap('shop', 'owned', { a: '2' }),
  deployment('shop', 'fixed', 'other'),
  deployment('shop-quota', 'web', 'web'),
  deployment('shop-secure', 'web', 'web'),
  configMap('shop-ssa', 'field', { a: '2' }),
  configMap('shop-new', 'any'),
];

/** Answers `ready` about the change, with a login of that user on the member. */
async function asker(hub: Hub, member: Hub, user: 'applier' | 'admin' = 'applier'): Promise<(...flags: string[]) => Promise<Ended>> {
  const cwd = workFolder(hub);
  mkdirSync(path.join(cwd, 'deploy'));
  mkdirSync(path.join(cwd, 'members'));
  writeFileSync(path.join(cwd, 'deploy', 'change.json'), CHANGE.map((object) => JSON.stringify(object)).join('\n---\n'));
  copyFileSync(userKubeconfig(member, user), path.join(cwd, 'members', 'm1.yaml'));
  const argv = ['ready', 'deploy', '--kubeconfig', kubeconfigOf(hub, 'admin'), '--member-kubeconfig', 'members', '--dry-run-members'];
  return (...flags) => fleetGate([...argv, '--format', 'json', ...flags], { hub, cwd });
}

/** What is on the member before. */
async function furnish(member: Hub, webhook: Webhook): Promise<void> {
  const RESTRICTED = { 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/warn': 'restricted' };
  for (const name of NAMESPACES.filter((each) => each !== 'shop-new')) {
    await create(member, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: name === 'shop-secure' ? RESTRICTED : {} } });
    await create(member, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
  }
  const quota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'small', namespace: 'shop-quota' },
    spec: { hard: { pods: '1' } },
  };
  const { body } = await member.api.must('POST', '/api/v1/namespaces/shop-quota/resourcequotas', { body: quota });
  await member.api.must('PUT', '/api/v1/namespaces/shop-quota/resourcequotas/small/status', {
    body: { ...(body as object), status: { hard: { pods: '1' }, used: { pods: '1' } } },
  });
  await create(member, deployment('shop', 'fixed', 'first'));
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'owner', uid: '11111111-2222-3333-4444-555555555555' };
  const owned = configMap('shop', 'owned', { a: '1' });
  await create(member, { ...owned, metadata: { ...owned.metadata, ownerReferences: [owner] } });
  await member.api.must('PATCH', '/api/v1/namespaces/shop-ssa/configmaps/field?fieldManager=team&force=true', {
    body: configMap('shop-ssa', 'field', { a: '1' }),
    contentType: 'application/apply-patch+yaml',
  });
  await create(member, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'names' },
    spec: {
      matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }] },
      validations: [{ expression: 'object.metadata.name != "forbidden"', message: 'no such name' }],
    },
  });
  await create(member, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'names' },
    spec: { policyName: 'names', validationActions: ['Deny'] },
  });
  await create(member, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'hook' },
    webhooks: [
      {
        name: 'hook.example.net',
        clientConfig: { url: webhook.url, caBundle: webhook.caBundle },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        matchConditions: [{ name: 'hooked', expression: 'object.metadata.name == "hooked"' }],
        sideEffects: 'NoneOnDryRun',
        admissionReviewVersions: ['v1'],
        failurePolicy: 'Fail',
      },
    ],
  });
  await eventually(async () => {
    const asked = async (name: string): Promise<string> => {
      const answer = await member.api.ask('POST', '/api/v1/namespaces/shop/configmaps?dryRun=All', { body: configMap('shop', name) });
      return JSON.stringify(answer.body);
    };
    return (await asked('forbidden')).includes('no such name') && (await asked('hooked')).includes('not on this cluster');
  });
}

interface Webhook {
  readonly url: string;
  readonly caBundle: string;
  close(): Promise<void>;
}

/** A webhook that denies every request. */
async function denyingWebhook(): Promise<Webhook> {
  const { key, cert } = await makeCertificate();
  const server = createServer({ key, cert }, (request, response) => {
    const answered = async (): Promise<void> => {
      const body = await text(request);
      const { request: asked } = JSON.parse(body) as { readonly request: { readonly uid: string } };
      const answer = { uid: asked.uid, allowed: false, status: { message: 'not on this cluster' } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: answer }));
    };
    void answered();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/`,
    caBundle: Buffer.from(cert).toString('base64'),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The objects that were printed to be applied. */
function printed(err: string): readonly KubeObject[] {
  const from = err.indexOf('apiVersion:');
  const end = err.indexOf('\nfleet-gate: ');
  return parseAllDocuments(err.slice(from, end < 0 ? undefined : end)).map((document) => document.toJS() as KubeObject);
}

/** A new policy takes a moment until the API server knows it. */
async function policyInForce(member: Hub): Promise<void> {
  await eventually(async () => {
    const body = configMap('default', 'fleet-gate-guard-probe');
    const { code } = await member.api.ask('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', { body, token: tokenOf('applier') });
    return code === 422;
  });
}

const blocking = ({ reasons }: ReadyReport): readonly string[] =>
  reasons.flatMap(({ effect, message }) => (effect === 'blocks' ? [message] : [])).toSorted();
const warnings = ({ reasons }: ReadyReport): readonly string[] =>
  reasons.flatMap(({ id, message }) => (id === 'dry-run-warning' ? [message] : []));
const notTried = ({ notChecked }: ReadyReport): readonly string[] =>
  notChecked.flatMap(({ message }) => (message.includes('not tried') ? [message] : []));

/** Versions of all objects in the namespaces of the change, quotas and Events among them. */
async function stateOf(member: Hub): Promise<readonly string[]> {
  const paths = [
    '/api/v1/configmaps',
    '/apis/apps/v1/deployments',
    '/api/v1/pods',
    '/api/v1/resourcequotas',
    '/api/v1/events',
    '/api/v1/namespaces',
  ];
  const lists = await Promise.all(paths.map((at) => member.api.must('GET', at)));
  return lists.flatMap(({ body }) =>
    (body as { readonly items: readonly KubeObject[] }).items.map(
      ({ metadata, status }) =>
        `${metadata.namespace ?? ''}/${metadata.name} ${String(metadata['resourceVersion'])} ${JSON.stringify(status)}`,
    ),
  );
}
