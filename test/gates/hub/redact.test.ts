import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { KubeObject } from '../../../src/fleet/object.ts';
import { REDACTED, redact } from '../../../src/gates/hub/dump/redact.ts';

const PASSWORD = 'correct horse battery';
const ENCODED = Buffer.from(PASSWORD).toString('base64');
const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'n' }, type: 'Opaque', data: { password: ENCODED } };
const WRITER = { manager: 'kubectl-edit', operation: 'Update', time: '2026-03-04T09:51:00Z' };
const GROUP = 'placement.kubernetes-fleet.io/v1beta1';

const one = (object: object): KubeObject => {
  const [redacted] = redact([object as KubeObject], 'key');
  if (redacted === undefined) throw new Error('nothing came back');
  return redacted;
};
const lastApplied = (object: object): object => ({ 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(object) });

describe('what a support ticket may hold', () => {
  it.each([
    ['a Secret', secret],
    ['stringData', { ...secret, data: undefined, stringData: { password: PASSWORD } }],
    ['the last applied configuration of a Secret', { ...secret, data: {}, metadata: { name: 's', annotations: lastApplied(secret) } }],
    [
      'a broken one',
      {
        ...secret,
        data: {},
        metadata: { name: 's', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `{"data":"${ENCODED}` } },
      },
    ],
    ['a Work', { apiVersion: GROUP, kind: 'Work', metadata: { name: 'w' }, spec: { workload: { manifests: [secret] } } }],
    [
      'a resource snapshot',
      { apiVersion: GROUP, kind: 'ClusterResourceSnapshot', metadata: { name: 'c' }, spec: { selectedResources: [secret] } },
    ],
    [
      'an envelope',
      {
        apiVersion: GROUP,
        kind: 'ResourceEnvelope',
        metadata: { name: 'e', annotations: lastApplied({ data: { s: secret } }) },
        data: { s: secret },
      },
    ],
    [
      'an envelope inside a snapshot',
      {
        apiVersion: GROUP,
        kind: 'ResourceSnapshot',
        metadata: { name: 'c' },
        spec: { selectedResources: [{ kind: 'ResourceEnvelope', data: { s: secret } }] },
      },
    ],
    [
      'a ConfigMap with manifests as text',
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'c' },
        data: { 's.yaml': `apiVersion: v1\nkind: Secret\ndata:\n  password: ${ENCODED}\n` },
      },
    ],
    [
      'an override of Secrets',
      {
        apiVersion: GROUP,
        kind: 'ResourceOverride',
        metadata: { name: 'o' },
        spec: {
          resourceSelectors: [{ kind: 'Secret', name: 's' }],
          policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'replace', path: '/data/password', value: ENCODED }] }] },
        },
      },
    ],
    [
      'drift details',
      {
        apiVersion: GROUP,
        kind: 'Work',
        metadata: { name: 'w' },
        status: {
          manifestConditions: [
            {
              identifier: { kind: 'Secret' },
              driftDetails: { observedDrifts: [{ path: '/data/password', valueInHub: ENCODED, valueInMember: PASSWORD }] },
            },
          ],
        },
      },
    ],
    [
      'diffs in a placement',
      {
        apiVersion: GROUP,
        kind: 'ClusterResourcePlacement',
        metadata: { name: 'p' },
        status: { placementStatuses: [{ diffedPlacements: [{ kind: 'Secret', name: 's', observedDiffs: [{ valueInHub: ENCODED }] }] }] },
      },
    ],
  ])('hides the value in %s', (_, object) => {
    const text = JSON.stringify(one(object));
    expect(text).not.toContain(ENCODED);
    expect(text).not.toContain(PASSWORD);
    expect(text).toContain(REDACTED);
  });

  it.each([
    'eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ.eyJpc3MiOiJrdWJlcm5ldGVzIn0.c2lnbmF0dXJl',
    'Authorization: Bearer abcdefghijklmnopqrstuvwxyz',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----',
  ])('hides tokens and keys wherever they are: %s', (token) => {
    expect(one({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { t: token } })['data']).toEqual({
      t: expect.stringMatching(/^redacted:[0-9a-f]{24}$/),
    });
  });

  it('leaves everything else as it is', () => {
    const object = {
      apiVersion: GROUP,
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'p', annotations: lastApplied({ spec: { a: 1 } }) },
      spec: { resourceSelectors: [{ group: '', kind: 'Namespace', name: 'n' }], n: 3, nothing: null, flag: true },
      status: { conditions: [{ message: 'the Secret n/s is forbidden: data: too large' }] },
    };
    expect(one(object)).toEqual(object);
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', managedFields: [{ ...WRITER, fieldsV1: { 'f:spec': {} } }] },
      spec: { env: [{ name: 'A', value: 'b' }] },
    };
    expect(one(deployment)).toEqual({ ...deployment, metadata: { name: 'd', managedFields: [WRITER] } });
  });

  it('keeps equal what was equal, in data and stringData, and different what differed; another dump hashes otherwise', () => {
    const data = (object: object): unknown => one(object)['data'] ?? one(object)['stringData'];
    expect(data(secret)).toEqual(data({ ...secret, data: undefined, stringData: { password: PASSWORD } }));
    expect(data(secret)).not.toEqual(data({ ...secret, data: { password: 'b3RoZXI=' } }));
    expect(redact([secret], 'another key')).not.toEqual(redact([secret], 'key'));
    expect(one(one(secret))).toEqual(one(secret));
  });

  it('changes no shape, and never leaves the value of a Secret, however deep it lies', () => {
    const wrapped = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constant(secret as unknown),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.string(), tie('node'), { minKeys: 1, maxKeys: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(wrapped, (tree) => {
        const object = { apiVersion: 'x/v1', kind: 'X', metadata: { name: 'x' }, tree };
        const text = JSON.stringify(one(object));
        expect(text).not.toContain(ENCODED);
        expect(text.replaceAll(/redacted:[0-9a-f]{24}/g, ENCODED)).toBe(JSON.stringify(object));
      }),
    );
  });
});
