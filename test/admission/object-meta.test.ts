import { describe, expect, it } from 'vitest';

import { judgeCreate } from '../../src/admission/judge.ts';
import { objectMeta } from '../../src/admission/object-meta.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { onlyDenial, placement, spelled } from './objects.ts';

const withMeta = (metadata: object): KubeObject => ({ ...placement(), metadata: metadata as KubeObject['metadata'] });

describe('metadata', () => {
  it.each(['a', '1abc', 'a.b.c', 'a-b', 'a'.repeat(253)])('accepts the name %s', (name) => {
    expect(spelled(withMeta({ name }))).toEqual([]);
  });

  it.each(['A', 'a_b', 'a-', '-a', 'a..b', 'a/b', 'a'.repeat(254)])('refuses the name %s', (name) => {
    expect(onlyDenial(withMeta({ name }))).toMatchObject({ pointer: '/metadata/name', reason: 'FieldValueInvalid', code: 422 });
  });

  it('refuses an invalid namespace', () => {
    expect(onlyDenial(withMeta({ name: 'a', namespace: 'a%b' }))).toMatchObject({ pointer: '/metadata/namespace', code: 422 });
    expect(spelled(withMeta({ name: 'a', namespace: 'a.b' }))).toEqual(['FieldValueInvalid metadata.namespace']);
    expect(spelled(withMeta({ name: 'a', namespace: '1-a' }))).toEqual([]);
    expect(judgeCreate(withMeta({ name: 'a', namespace: '${NS}' }), 'main', { unresolved: ['/metadata/namespace'] })).toEqual([]);
  });

  it('requires a name, or a prefix to generate one', () => {
    expect(onlyDenial(withMeta({}))).toMatchObject({
      reason: 'FieldValueRequired',
      serverMessage: 'Required value: name or generateName is required',
    });
    expect(spelled(withMeta({ name: null }))).toEqual(['FieldValueRequired metadata.name']);
    expect(spelled(withMeta({ generateName: 'web-' }))).toEqual([]);
    expect(spelled(withMeta({ generateName: 'Web-' }))).toEqual([
      'FieldValueInvalid metadata.generateName',
      'FieldValueInvalid metadata.name',
    ]);
  });

  it('masks the last two characters of a prefix that ends in a dash', () => {
    expect(spelled(withMeta({ generateName: 'a_-' }))).toEqual(['FieldValueInvalid metadata.name']);
    expect(spelled(withMeta({ generateName: `${'a'.repeat(253)}-` }))).toEqual([]);
    expect(spelled(withMeta({ generateName: 'a_' }))).toEqual([
      'FieldValueInvalid metadata.generateName',
      'FieldValueInvalid metadata.name',
    ]);
  });

  it('does not check a name that contains a placeholder', () => {
    const placed = withMeta({ generateName: '${APP}-' });
    expect(judgeCreate(placed, 'main', { unresolved: ['/metadata/generateName'] })).toEqual([]);
  });

  it('checks labels, annotations, owners and finalizers', () => {
    const metadata = {
      name: 'a',
      labels: { 'a b': 'x', ok: 'c d', 'example.com/long': 'x'.repeat(64), 'Example_/a': '' },
      annotations: { '-a': 'anything goes', 'a/b/c': '' },
      ownerReferences: [{ kind: 'ConfigMap', name: 'a' }],
      finalizers: ['no slash/', 'example.com/ok'],
    };
    expect(judgeCreate(withMeta(metadata), 'main').map(({ pointer }) => pointer)).toEqual([
      '/metadata/annotations/-a',
      '/metadata/annotations/a~1b~1c',
      '/metadata/finalizers/0',
      '/metadata/labels/Example_~1a',
      '/metadata/labels/a b',
      '/metadata/labels/example.com~1long',
      '/metadata/labels/ok',
      '/metadata/ownerReferences/0/apiVersion',
      '/metadata/ownerReferences/0/uid',
    ]);
  });

  it('reads owners and finalizers as Go does', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' };
    const pointers = (metadata: object) => judgeCreate(withMeta({ name: 'a', ...metadata }), 'main').map(({ pointer }) => pointer);
    expect(pointers({ ownerReferences: [owner, { ...owner, apiVersion: 'apps/v1', controller: true }] })).toEqual([]);
    expect(pointers({ ownerReferences: [{ ...owner, apiVersion: 'a/b/c' }, null] })).toEqual([
      '/metadata/ownerReferences/0/apiVersion',
      ...['apiVersion', 'kind', 'name', 'uid'].map((name) => `/metadata/ownerReferences/1/${name}`),
    ]);
    const controllers = [1, 2, 3].map((uid) => ({ ...owner, uid: String(uid), controller: true }));
    expect(pointers({ ownerReferences: controllers })).toEqual(['/metadata/ownerReferences/1/controller']);
    const twice = [
      { ...owner, controller: true },
      { ...owner, controller: true, blockOwnerDeletion: null },
    ];
    expect(pointers({ ownerReferences: twice })).toEqual([]);
    expect(pointers({ ownerReferences: [...twice, { ...owner, controller: true, blockOwnerDeletion: false }] })).toEqual([
      '/metadata/ownerReferences/2/controller',
    ]);
    expect(pointers({ ownerReferences: [{ ...owner, kind: 'Event' }] })).toEqual(['/metadata/ownerReferences/0']);
    expect(pointers({ finalizers: [null] })).toEqual(['/metadata/finalizers/0']);
    expect(pointers({ finalizers: ['orphan'] })).toEqual([]);
    expect(pointers({ finalizers: ['orphan', 'a', 'foregroundDeletion'] })).toEqual(['/metadata/finalizers/2']);
  });

  it('limits all annotations together', () => {
    const annotations = { a: 'x'.repeat(200_000), b: 'x'.repeat(70_000) };
    expect(onlyDenial(withMeta({ name: 'a', annotations }))).toMatchObject({ reason: 'FieldValueTooLong', field: 'metadata.annotations' });
  });

  it('is decoded first, and alone', () => {
    const denial = onlyDenial({ ...withMeta({ name: 5, labels: { a: true } }), extra: 1 });
    expect(denial).toMatchObject({
      code: 400,
      field: 'metadata.labels.a',
      serverMessage: 'json: cannot unmarshal bool into Go struct field ObjectMeta.labels of type string',
    });
    expect(onlyDenial(withMeta({ name: 'a', creationTimestamp: 'yesterday' })).message).toBe(
      '`metadata.creationTimestamp` is "yesterday", which is not an RFC 3339 time.',
    );
    expect(spelled(withMeta({ name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' }))).toEqual([]);
  });

  it.each([null, 'text', []])('is checked too if the metadata of the object on the hub is %j', (metadata) => {
    const old = withMeta(metadata as unknown as object);
    expect(objectMeta(withMeta({ name: 'a', finalizers: ['x/y'] }), old)).toEqual([]);
  });
});
