import { describe, expect, test } from 'vitest';
import { kubernetesFacts } from '../../src/admission/kubernetes/facts.ts';
import { misfitsAt, misfitsOf } from '../../src/admission/kubernetes/misfits.ts';
import { violationsOf } from '../../src/admission/kubernetes/violations-of.ts';
import { acceptedObjects, edits } from '../support/kubernetes-edits.ts';

describe('the structure of kinds of Kubernetes', () => {
  test.each(acceptedObjects().map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))('takes %s', (_, object) => {
    expect(Object.keys(kubernetesFacts().kinds)).toContain(`${object.apiVersion}/${object.kind}`);
    expect([...misfitsOf(object), ...violationsOf(object)]).toEqual([]);
  });

  test.each(edits().map((edit) => [edit.title, edit] as const))('%s', (_, { object, expected }) => {
    const misfits = misfitsOf(object).map(({ pointer, fault }) => ({ pointer, fault: fault as string }));
    const found = [...misfits, ...[...violationsOf(object)].map(({ pointer }) => ({ pointer, fault: 'invalid' }))];
    expect(found).toEqual(expected === undefined ? [] : [expected]);
  });

  test('says nothing of kinds and versions it does not know', () => {
    expect(misfitsOf({ apiVersion: 'apps/v9', kind: 'Deployment', spec: 1 })).toEqual([]);
    expect(misfitsOf({ apiVersion: 'v1', kind: 'constructor', spec: 1 })).toEqual([]);
    expect(misfitsOf({ apiVersion: 7, kind: [], spec: 1 })).toEqual([]);
  });

  test('judges a value by the place a patch puts it to', () => {
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment' };
    const faultsAt = (pointer: string, value: unknown): readonly string[] =>
      misfitsAt(deployment, pointer.split('/').slice(1), value).map(({ pointer: at, fault }) => `${at} ${fault}`);
    expect(faultsAt('/spec/replicas', '3')).toEqual(['/spec/replicas type']);
    expect(faultsAt('/spec/replicas', 3)).toEqual([]);
    expect(faultsAt('/spec/template/spec/containers/-', { image: 1 })).toEqual([
      '/spec/template/spec/containers/-/image type',
      '/spec/template/spec/containers/-/name absent',
    ]);
    expect(faultsAt('/metadata/labels/a', 1)).toEqual(['/metadata/labels/a type']);
    expect(faultsAt('/spec/noSuchField/a', 1)).toEqual([]);
    expect(faultsAt('/spec/template/spec/nodeSelector', { toString: 1 })).toEqual(['/spec/template/spec/nodeSelector/toString type']);
  });
});
