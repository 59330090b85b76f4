import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { redact } from '../../../src/gates/hub/dump/redact.ts';
import { REDACTED } from '../../../src/secrets/hidden.ts';

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

describe('a redacted dump', () => {
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
    [
      'a SecretList',
      { apiVersion: 'v1', kind: 'SecretList', metadata: { name: 'l' }, items: [{ metadata: { name: 's' }, data: { password: ENCODED } }] },
    ],
    [
      'a List in a Work',
      {
        apiVersion: GROUP,
        kind: 'Work',
        metadata: { name: 'w' },
        spec: { workload: { manifests: [{ apiVersion: 'v1', kind: 'List', items: [secret] }] } },
      },
    ],
    [
      'a last-applied annotation without a kind',
      { ...secret, data: {}, metadata: { name: 's', annotations: lastApplied({ data: { password: ENCODED } }) } },
    ],
    [
      'the annotation of another tool',
      { ...secret, data: {}, metadata: { name: 's', annotations: { 'kapp.k14s.io/original': JSON.stringify(secret) } } },
    ],
    [
      'a compressed annotation',
      {
        ...secret,
        data: {},
        metadata: { name: 's', annotations: { 'objectset.rio.cattle.io/applied': gzipSync(JSON.stringify(secret)).toString('base64') } },
      },
    ],
    ...Object.entries({
      'an anchor': `kind: &k Secret\ndata: &d {password: ${ENCODED}}\n`,
      'an alias': `x: &k Secret\nkind: *k\nstringData: {password: ${PASSWORD}}\n`,
      'a merge key': `x: &s {kind: Secret, stringData: {password: ${PASSWORD}}}\n<<: *s\n`,
      'an escape': `"ki\\u006ed": "Se\\x63ret"\ndata: {password: ${ENCODED}}\n`,
      'a tag': `kind: !!str Secret\nstringData: {password: ${PASSWORD}}\n`,
      'a long key': `? kind\n: Secret\n? stringData\n: {password: ${PASSWORD}}\n`,
      'a second document': `kind: ConfigMap\n---\nkind: Secret\nstringData: {password: ${PASSWORD}}\n`,
      JSON: JSON.stringify(secret),
      'a broken text': `kind: Secret\nstringData: {password: ${PASSWORD}\n`,
      'a template': `kind: Secret\n{{- if .x }}\nstringData: {password: ${PASSWORD}}\n{{ end }}`,
      base64: Buffer.from(JSON.stringify(secret)).toString('base64'),
      'a release of Helm': Buffer.from(gzipSync(JSON.stringify({ manifest: JSON.stringify(secret) })).toString('base64')).toString(
        'base64',
      ),
      'text within text': JSON.stringify({ kind: 'ConfigMap', data: { inner: JSON.stringify({ kind: 'List', items: [secret] }) } }),
      'a kubeconfig': `kind: Config\nusers:\n- name: me\n  user:\n    client-key-data: ${ENCODED}\n    password: "${PASSWORD}"\n`,
      'a connection string': `Server=db;User=x;Password=${PASSWORD.replaceAll(' ', '-')};${ENCODED}`,
      'an address': `postgres://me:${ENCODED}@db/x?${PASSWORD.replaceAll(' ', '')}`,
    }).map(([how, text]): [string, object] => [
      `text of a ConfigMap, behind ${how}`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { text } },
    ]),
    [
      'bytes of a ConfigMap',
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'c' },
        binaryData: { s: Buffer.from(`kind: Secret\nstringData: {password: ${PASSWORD}}\n`).toString('base64') },
      },
    ],
    [
      'compressed bytes of a ConfigMap',
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'c' },
        binaryData: { s: gzipSync(JSON.stringify(secret)).toString('base64') },
      },
    ],
    [
      'a field of a ConfigMap with a name that suggests a secret',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { 'db.password': PASSWORD } },
    ],
    [
      'a variable with a name that suggests a secret',
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { env: [{ name: 'DB_PASSWORD', value: PASSWORD }] } },
    ],
    [
      'an override of an object in an envelope',
      {
        apiVersion: GROUP,
        kind: 'ResourceOverrideSnapshot',
        metadata: { name: 'o' },
        spec: {
          overrideSpec: {
            resourceSelectors: [{ kind: 'ResourceEnvelope', name: 'e' }],
            policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'add', path: '/data/s.yaml/stringData/password', value: PASSWORD }] }] },
          },
        },
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
  ])('hides tokens and keys in any place: %s', (token) => {
    expect(one({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { t: token } })['data']).toEqual({
      t: expect.stringMatching(/^redacted:[0-9a-f]{24}$/),
    });
  });

  it('does not hide the type and the labels that an override writes into Secrets', () => {
    const patches = [
      { op: 'replace', path: '/type', value: 'Opaque' },
      { op: 'add', path: '/metadata/labels/site', value: 'north' },
    ];
    const spec = {
      resourceSelectors: [{ kind: 'Secret', name: 's' }],
      policy: { overrideRules: [{ jsonPatchOverrides: [...patches, { op: 'add', path: '/metadata', value: PASSWORD }] }] },
    };
    const text = JSON.stringify(one({ apiVersion: GROUP, kind: 'ResourceOverride', metadata: { name: 'o' }, spec }));
    expect(text).toContain(JSON.stringify(patches).slice(1, -1));
    expect(text).not.toContain(PASSWORD);
  });

  it('hides a quoted variable as the object in the dump shows it, and if no object shows its name', () => {
    const container = {
      env: [
        { name: 'DB_PASSWORD', value: PASSWORD },
        { name: 'LOG_LEVEL', value: 'info' },
      ],
    };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', namespace: 'n' },
      spec: { replicas: 1, template: { spec: { containers: [container] } } },
    };
    const path = '/spec/template/spec/containers/0/env';
    const details = [
      { path: `${path}/0/value`, valueInHub: PASSWORD, valueInMember: `${PASSWORD} staple` },
      { path: `${path}/1/value`, valueInHub: 'info', valueInMember: 'debug' },
      { path: '/spec/replicas', valueInHub: '1', valueInMember: '2' },
    ];
    const named = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'n', name: 'd' };
    const work = {
      apiVersion: GROUP,
      kind: 'Work',
      metadata: { name: 'w' },
      spec: { workload: { manifests: [deployment] } },
      status: { manifestConditions: [{ identifier: named, driftDetails: { observedDrifts: details } }] },
    };
    const placement = {
      apiVersion: GROUP,
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'p' },
      status: { placementStatuses: [{ driftedPlacements: [{ ...named, observedDrifts: details }] }] },
    };
    for (const objects of [[work, placement], [placement, deployment], [placement]]) {
      const shown = JSON.stringify(redact(objects, 'key'));
      expect(shown).not.toContain(PASSWORD);
      expect(shown).toContain(JSON.stringify(details[2]));
      expect(shown.includes(JSON.stringify(details[1]))).toBe(objects.length > 1);
    }
  });

  it.each([
    ['ResourceOverride', { resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'd' }] }],
    ['ClusterResourceOverride', { clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'n' }] }],
  ])('hides what a patch of a %s writes into a variable as the selected object shows it', (kind, selectors) => {
    const env = [
      { name: 'DB_PASSWORD', value: 'former' },
      { name: 'LOG_LEVEL', value: 'info' },
    ];
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', namespace: 'n' }, spec: { env } };
    const patches = [PASSWORD, 'debug', 'unknown'].map((value, at) => ({ op: 'replace', path: `/spec/env/${at}/value`, value }));
    const spec = { ...selectors, policy: { overrideRules: [{ jsonPatchOverrides: patches }] } };
    const metadata = kind === 'ResourceOverride' ? { name: 'o', namespace: 'n' } : { name: 'o' };
    const work = { apiVersion: GROUP, kind: 'Work', metadata: { name: 'w' }, spec: { workload: { manifests: [deployment] } } };
    const shown = JSON.stringify(redact([work, { apiVersion: GROUP, kind, metadata, spec }], 'key'));
    expect(shown).not.toContain(PASSWORD);
    expect(shown).not.toContain('unknown');
    expect(shown).toContain(JSON.stringify(patches[1]));
  });

  it('hides only the credential in a sentence, so that the sentence can still be checked', () => {
    const message = 'cannot pull from https://me:hunter2@registry.example/x: denied';
    const object = { apiVersion: GROUP, kind: 'Work', metadata: { name: 'w' }, status: { conditions: [{ type: 'Applied', message }] } };
    expect(one(object)['status']).toEqual({
      conditions: [{ type: 'Applied', message: 'cannot pull from https://***@registry.example/x: denied' }],
    });
  });

  it('hides a value of a Secret in a sentence of the last apply as in the sentence itself', () => {
    const noted = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', annotations: { note: `use ${PASSWORD} here` } } };
    const live = { ...noted, metadata: { name: 'd', annotations: { ...noted.metadata.annotations, ...lastApplied(noted) } } };
    const shown = JSON.stringify(redact([secret, live], 'key'));
    expect(shown).not.toContain(PASSWORD);
    expect(shown.match(/use \*\*\* here/g)).toHaveLength(2);
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

  it('keeps equal values equal and different values different, in data and stringData; another dump hashes differently', () => {
    const data = (object: object): unknown => one(object)['data'] ?? one(object)['stringData'];
    expect(data(secret)).toEqual(data({ ...secret, data: undefined, stringData: { password: PASSWORD } }));
    expect(data(secret)).not.toEqual(data({ ...secret, data: { password: 'b3RoZXI=' } }));
    expect(redact([secret], 'another key')).not.toEqual(redact([secret], 'key'));
    expect(one(one(secret))).toEqual(one(secret));
  });

  it('changes no shape, and never leaves the value of a Secret at any depth', () => {
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
