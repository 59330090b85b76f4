import { describe, expect, test } from 'vitest';
import { loadEngines } from '../../src/admission/prepare.ts';
import { kubernetesFacts } from '../../src/admission/kubernetes/facts.ts';
import { structuralErrorsOf } from '../../src/admission/kubernetes/structural-errors.ts';
import { CHECKED_KINDS, violationsOf } from '../../src/admission/kubernetes/violations-of.ts';
import { timeZoneFault } from '../../src/admission/kubernetes/violations/time-zones.ts';
import { objectAt } from '../../src/fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { acceptedObjects, edited, edits } from '../support/kubernetes/kubernetes-edits.ts';

describe('the structure of kinds of Kubernetes', () => {
  test.each(acceptedObjects().map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))('accepts %s', (_, object) => {
    expect(Object.keys(kubernetesFacts().kinds)).toContain(`${object.apiVersion}/${object.kind}`);
    expect([...structuralErrorsOf(object), ...violationsOf(object)]).toEqual([]);
  });

  test.each(edits().map((edit) => [edit.title, edit] as const))('%s', (_, { object, expected }) => {
    const misfits = structuralErrorsOf(object).map(({ pointer, fault }) => ({ pointer, fault: fault as string }));
    const found = [...misfits, ...[...violationsOf(object)].map(({ pointer }) => ({ pointer, fault: 'invalid' }))];
    expect(found).toEqual(expected === undefined ? [] : [expected]);
  });

  test('has an edit that is refused for each kind with checks of its own', () => {
    const refused = edits().flatMap(({ object, expected }) => (expected?.fault === 'invalid' ? [object] : []));
    const kinds = new Set(refused.map(({ apiVersion, kind }) => `${groupOf(apiVersion)}/${kind}`));
    expect(CHECKED_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test.each([
    ['a rule that is not CEL', { 'x-kubernetes-validations': [{ rule: "self !== 'a'" }] }, 1],
    ['a pattern that Go does not read', { pattern: '(?=a)' }, 1],
    ['a rule and a pattern', { pattern: '^a$', 'x-kubernetes-validations': [{ rule: "self != 'a'" }] }, 0],
  ])('reads %s in a schema', async (_, more, count) => {
    await loadEngines();
    const definition = acceptedObjects().find(({ kind }) => kind === 'CustomResourceDefinition');
    const schema = { type: 'object', properties: { a: { type: 'string', ...more } } };
    const edit = { in: '', at: '/spec/versions/0/schema/openAPIV3Schema', value: schema };
    expect(definition && [...violationsOf(edited(definition, edit))]).toHaveLength(count);
  });

  test('accepts every time zone that is known here for a CronJob', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => timeZoneFault(zone) !== undefined)).toEqual([]);
  });

  test('accepts a mount that a privileged container propagates, which not every API server allows', () => {
    const propagated = (privileged: boolean): readonly string[] => {
      const volumeMounts = [{ name: 'a', mountPath: '/a', mountPropagation: 'Bidirectional' }];
      const containers = [{ name: 'a', image: 'a', volumeMounts, securityContext: { privileged } }];
      const spec = { containers, volumes: [{ name: 'a', emptyDir: {} }] };
      return [...violationsOf({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec })].map(({ pointer }) => pointer);
    };
    expect(propagated(true)).toEqual([]);
    expect(propagated(false)).toEqual(['/spec/containers/0/volumeMounts/0/mountPropagation']);
  });

  test('limits annotations to 256 KiB together, in bytes', () => {
    const annotated = (text: string): readonly string[] => {
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations: { a: text, b: text } } };
      return [...violationsOf(object)].map(({ pointer }) => pointer);
    };
    expect(annotated('x'.repeat(128 * 1024 - 1))).toEqual([]);
    expect(annotated('x'.repeat(128 * 1024))).toEqual(['/metadata/annotations']);
    expect(annotated('\u20AC'.repeat(44 * 1024))).toEqual(['/metadata/annotations']);
    expect(annotated('\u00E9'.repeat(44 * 1024))).toEqual([]);
  });

  test('reports the host of an Ingress that is an address of a page without the superfluous parts', () => {
    const hints = (host: string): readonly string[] => {
      const spec = {
        rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }] } }],
      };
      const object = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'a' }, spec };
      return [...violationsOf(object)].map(({ remedy }) => remedy);
    };
    for (const host of ['https://shop.example.com', 'http://shop.example.com/cart', 'shop.example.com:8443', 'shop.example.com/'])
      expect(hints(host)).toEqual(['Write `shop.example.com`.']);
    expect(hints('shop.example.com')).toEqual([]);
    expect(hints('shop_1.example.com')).toEqual(['Write `shop-1.example.com`, for example.']);
  });

  test('accepts a Job that was copied from a hub, because it may be for the existing one', () => {
    const job = (labels: Readonly<Record<string, string>>): KubeObject => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: labels }, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } },
    });
    expect([...violationsOf(job({ 'batch.kubernetes.io/controller-uid': 'c9eed524' }))]).toEqual([]);
    expect([...violationsOf(job({ app: 'a' }))]).toHaveLength(1);
  });

  test('reports nothing for objects without names, nor for values of a wrong type', () => {
    for (const { apiVersion, kind, spec } of acceptedObjects().map((object) => ({ ...object, spec: object['spec'] }))) {
      expect(() => [...violationsOf({ apiVersion, kind, metadata: {}, spec } as unknown as KubeObject)]).not.toThrow();
      for (const key of Object.keys(objectAt({ spec }, 'spec') ?? {}))
        for (const value of [null, 7, 'text', [null, 7, []], {}])
          expect(() => [
            ...violationsOf({ apiVersion, kind, metadata: { name: 'a' }, spec: { ...(spec as object), [key]: value } }),
          ]).not.toThrow();
    }
  });

  test('reports nothing for unknown kinds and versions', () => {
    expect(structuralErrorsOf({ apiVersion: 'apps/v9', kind: 'Deployment', spec: 1 })).toEqual([]);
    expect(structuralErrorsOf({ apiVersion: 'v1', kind: 'constructor', spec: 1 })).toEqual([]);
    expect(structuralErrorsOf({ apiVersion: 7, kind: [], spec: 1 })).toEqual([]);
  });
});
