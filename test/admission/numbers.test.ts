/**
 * Whole numbers near the limits of int64. Recorded of an API server 1.34.10 with the CRDs of v0.3.1, in which this field has no bounds:
 * whether it takes what kubectl 1.34 sends of the text, when the object is created and when it is applied over another one.
 */
import { describe, expect, it } from 'vitest';

import { judgeCreate, judgeUpdate } from '../../src/admission/judge.ts';
import { loadEngines } from '../../src/admission/prepare.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { readDocuments } from '../../src/yaml/documents.ts';

await loadEngines();

describe('a whole number', () => {
  it.each([
    ['2147483648', 'allow', 'allow'],
    ['9007199254740993', 'allow', 'allow'],
    ['1e18', 'allow', 'allow'],
    ['3.0000000000000000001', 'allow', 'allow'],
    ['9223372036854775807', 'allow', 'deny'],
    ['0x7fffffffffffffff', 'allow', 'deny'],
    ['9223372036854775808', 'deny', 'deny'],
    ['0x8000000000000000', 'deny', 'deny'],
    ['+0xffffffffffffffff', 'deny', 'deny'],
    ['1e19', 'deny', 'deny'],
    ['99999999999999999999', 'deny', 'deny'],
    ['1e400', 'deny', 'deny'],
    ['-9223372036854775808', 'allow', 'deny'],
    ['-0x8000000000000000', 'allow', 'deny'],
    ['-9223372036854775809', 'deny', 'deny'],
    ['-9.223372036854775808e18', 'deny', 'deny'],
  ])('%s: %s, applied: %s', (text, created, applied) => {
    const object = placement(text);
    expect(verdict(judgeCreate(object, 'v0.3'))).toBe(created);
    expect(verdict(judgeUpdate(object, { manifest: placement('1'), how: 'replace' }, 'v0.3'))).toBe(created);
    expect(verdict(judgeUpdate(object, { manifest: placement('1'), how: 'apply' }, 'v0.3'))).toBe(applied);
  });
});

function verdict(denials: readonly unknown[]): string {
  return denials.length === 0 ? 'allow' : 'deny';
}

function placement(seconds: string): KubeObject {
  const text = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  strategy:
    rollingUpdate:
      unavailablePeriodSeconds: ${seconds}
`;
  const [document] = readDocuments(text);
  if (document?.kind !== 'read') throw new Error('the manifest cannot be read');
  return document.value as KubeObject;
}
