import { describe, expect, test } from 'vitest';

import { mayBeRewrittenAt } from '../../../src/gates/deploy/rewritten-on-apply.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

const IMAGE = '/spec/template/spec/containers/0/image';

function deployment(image: string, more: object = {}, managers: readonly string[] = []): KubeObject {
  const managedFields = managers.map((manager) => ({
    manager,
    operation: 'Update',
    time: '2026-11-01T12:00:00Z',
    fieldsV1: {
      'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {} } } } } },
    },
  }));
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'shop', namespace: 'shop', ...(managers.length === 0 ? {} : { managedFields }) },
    spec: { replicas: 2, template: { spec: { containers: [{ name: 'web', image, ...more }] } } },
  };
}

function labelled(version: string): KubeObject {
  const { metadata, ...rest } = deployment('a:1');
  return { ...rest, metadata: { ...metadata, labels: { version } } };
}

function placesOf(manifest: KubeObject, live: KubeObject | undefined): readonly string[] {
  return mayBeRewrittenAt({ manifest, live, state: 'pending' });
}

describe('the fields that a deploy step may have rewritten', () => {
  test.each([
    ['include the tag of an image', deployment('a:latest'), deployment('a:1'), [IMAGE]],
    ['the tag of an image that kubectl applied', deployment('a:latest'), deployment('a:1', {}, ['kubectl-client-side-apply']), [IMAGE]],
    [
      'include two texts',
      deployment('a:latest', { workingDir: '$DIR' }),
      deployment('a:1', { workingDir: '/app' }),
      [IMAGE, '/spec/template/spec/containers/0/workingDir'],
    ],
    ['include a number', { ...deployment('a:1'), spec: { replicas: 3 } }, deployment('a:1'), ['/spec/replicas']],
    ['include a boolean', deployment('a:1', { tty: true }), deployment('a:1', { tty: false }), ['/spec/template/spec/containers/0/tty']],
    ['include a label', labelled('2'), labelled('1'), ['/metadata/labels/version']],
  ])('%s', (_, manifest, live, places) => {
    expect(placesOf(manifest, live)).toEqual(places);
  });

  test.each([
    ['are empty if the object is not on the hub', deployment('a:1'), undefined],
    [
      'exclude fields that Flux applied, because it applies files as they are',
      deployment('a:latest'),
      deployment('a:1', {}, ['kustomize-controller']),
    ],
    ['exclude fields that Argo CD applied', deployment('a:latest'), deployment('a:1', {}, ['argocd-controller'])],
    ['exclude a field that the hub lacks', deployment('a:1', { workingDir: '/app' }), deployment('a:2')],
    ['exclude a list or an object', deployment('a:1', { args: ['-v'] }), deployment('a:1', { args: [] })],
  ])('%s', (_, manifest, live) => {
    expect(placesOf(manifest, live)).toEqual([]);
  });
});
