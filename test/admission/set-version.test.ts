import { describe, expect, it } from 'vitest';

import { judgeCreate, judgeUpdate } from '../../src/admission/judge.ts';
import { loadEngines } from '../../src/admission/prepare.ts';
import type { KubeObject } from '../../src/fleet/object.ts';
import { placement, spelled } from './objects.ts';

await loadEngines();

const withVersion = (resourceVersion: unknown, more: object = {}): KubeObject =>
  ({ ...placement(), ...more, metadata: { ...placement().metadata, resourceVersion } }) as KubeObject;

describe('a version that the manifest sets', () => {
  it.each(['1', '007', '81234'])('is refused of a new object: %s', (version) => {
    expect(judgeCreate(withVersion(version), 'main')).toMatchObject([
      {
        pointer: '/metadata/resourceVersion',
        code: 500,
        layer: 'storage',
        serverMessage: 'resourceVersion should not be set on objects to be created',
      },
    ]);
  });

  it.each(['', '0', 'abc', '1.5', '18446744073709551616', null, undefined])('is none to the store: %s', (version) => {
    expect(spelled(withVersion(version))).toEqual([]);
  });

  it('says nothing of an object that a hub has told of', () => {
    expect(spelled(withVersion('81234', { status: {} }))).toEqual([]);
    expect(spelled(withVersion('81234', { status: null }))).toEqual(['FieldValueForbidden metadata.resourceVersion']);
  });

  it('comes after all else', () => {
    expect(spelled({ ...withVersion('1'), spec: {} })).toEqual(['FieldValueRequired spec.resourceSelectors']);
  });

  it('is not judged where a placeholder stands', () => {
    expect(judgeCreate(withVersion('1'), 'main', { unresolved: ['/metadata'] })).toEqual([]);
  });

  it('has to be that of the object on the hub, where that one is known', () => {
    const change = (version: string, live?: KubeObject) =>
      judgeUpdate(withVersion(version), { manifest: placement(), how: 'apply', ...(live === undefined ? {} : { live }) }, 'main').map(
        ({ code }) => code,
      );
    expect(change('7', withVersion('8'))).toEqual([409]);
    expect(change('8', withVersion('8'))).toEqual([]);
    expect(change('', withVersion('8'))).toEqual([]);
    expect(change('7', placement())).toEqual([]);
    expect(change('7')).toEqual([]);
  });
});
