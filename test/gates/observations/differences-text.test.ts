/** Differences between the hub and a member, as the evidence shows them: without values that are or may be secret. */
import { expect, it } from 'vitest';
import { differencesText } from '../../../src/gates/observations/differences-text.ts';

const textOf = (kind: string, path: string, hub: string): string =>
  differencesText(
    { object: { group: '', kind, name: 'x', namespace: 'n' }, fields: [{ path, hub, member: 'other' }] } as never,
    'east',
    [],
  );

it.each([
  ['Secret', '/data/x', 'c2VjcmV0'],
  ['ConfigMap', '/data/password', 'hunter2'],
  ['ConfigMap', '/data/a~1token', 'hunter2'],
  ['ConfigMap', '/data/application.yaml', 'db:\n  password: hunter2\n'],
  ['ConfigMap', '/data/db.ini', '[db]\npassword = hunter2\n'],
  ['ConfigMap', '/data/url', 'postgres://me:hunter2@db'],
  ['ResourceEnvelope', '/data/s.yaml/stringData/x', 'hunter2'],
  ['ResourceEnvelope', '/data/s.yaml', '{"kind":"Secret","stringData":{"a":"hunter2"}}'],
  ['Deployment', '/spec/template/spec/containers/0/env/0', '{"name":"DB_PASSWORD","value":"hunter2"}'],
  ['Deployment', '/spec/template/spec/containers/0/args/0', '--password=hunter2'],
  ['Deployment', '/spec/template/spec/containers/0/env/0/value', 'hunter2'],
  ['Deployment', '/spec/replicas', 'redacted:0123456789abcdef01234567'],
  ['HelmRelease', '/spec/values', '{"auth":{"password":"hunter2"}}'],
])('%s %s is named without its value', (kind, path, value) => {
  expect(textOf(kind, path, value)).toBe(path);
});

it.each([
  ['ConfigMap', '/data/tokenTTL', '3600'],
  ['ConfigMap', '/data/application.yaml', 'secretName: foo\nport: 1\n'],
  ['Deployment', '/spec/template/spec/volumes/0/secret/secretName', 'shop-db'],
  ['Deployment', '/spec/template/spec/containers/0/image', 'registry.example/vault-token:1.2'],
])('%s %s is shown with its value', (kind, path, value) => {
  expect(textOf(kind, path, value)).toBe(`${path} (${value.replaceAll('\n', ' ').trim()} on the hub, other on east)`);
});
