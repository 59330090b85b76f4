import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { locateInSource, sourceOf } from '../../../src/static/read/render/places/locate-in-source.ts';
import { locateInTemplate } from '../../../src/static/read/render/places/locate-in-template.ts';

const TEMPLATE = `{{- $root := . -}}
{{- if .Values.placed }}
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement # the one
metadata:
  name: {{ include "shop.name" . }}
  labels:
    {{- include "shop.labels" . | nindent 4 }}
spec:
  # which
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: shop
    - group: ""
      kind: ClusterRole
      labelSelector:
        matchLabels: {app: shop}
  policy:
  {{- if .Values.fixed }}
    placementType: PickFixed
    clusterNames:
    {{- range .Values.clusters }}
    - {{ . }}
    {{- end }}
  {{- else }}
    placementType: PickAll
  {{- end }}
{{- end }}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: "ResourcePlacement"
metadata:
  name: one
spec: {}
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: {name: two}
spec: {strategy: {type: External}}
`;

describe('in a template', () => {
  const line = (kind: string, name: string, pointer: string, text = TEMPLATE): number | undefined =>
    locateInTemplate(text, { apiVersion: '', kind, metadata: { name } }, pointer)?.line;

  test.each([
    ['', 3],
    ['/kind', 4],
    ['/metadata/name', 6],
    ['/metadata/labels/app', 7],
    ['/spec', 9],
    ['/spec/resourceSelectors', 11],
    ['/spec/resourceSelectors/0', 12],
    ['/spec/resourceSelectors/0/name', 15],
    ['/spec/resourceSelectors/1/kind', 17],
    ['/spec/resourceSelectors/1/labelSelector/matchLabels/app', 19],
    ['/spec/resourceSelectors/2/kind', 11],
    // Written twice: which of them counts is up to the values.
    ['/spec/policy/placementType', 20],
    ['/spec/policy/clusterNames', 23],
    ['/spec/policy/clusterNames/1', 23],
    ['/spec/strategy/type', 9],
  ])('%j is on line %i', (pointer, at) => {
    expect(line('ClusterResourcePlacement', 'web-shop', pointer)).toBe(at);
  });

  test('the name distinguishes the object from others of its kind', () => {
    expect([line('ResourcePlacement', 'one', ''), line('ResourcePlacement', 'one', '/spec')]).toEqual([32, 36]);
    // Text in braces is not read; the name shows that it is not the other one.
    expect(line('ResourcePlacement', 'two', '/spec/strategy')).toBe(41);
  });

  test('no place is given if no document, or more than one, could be the object', () => {
    expect(line('Deployment', 'one', '')).toBeUndefined();
    const both = 'kind: A\nmetadata:\n  name: {{ .x }}\n---\nkind: A\nmetadata:\n  name: {{ .y }}\n';
    expect(line('A', 'b', '', both)).toBeUndefined();
    expect(line('A', 'b', '', '')).toBeUndefined();
    expect(line('A', 'b', '/spec', '{{ include "all" . }}')).toBeUndefined();
  });
});

describe('in a manifest', () => {
  const SOURCE = `apiVersion: v1
kind: X
metadata: {name: one}
spec:
  a: 1
  list:
    - {name: first, value: 1}
    - {name: second, value: 2}
  plain: [p, q]
`;
  const [source] = parseManifests(SOURCE, 'x.yaml').manifests;
  const rendered = (spec: object): KubeObject => ({ apiVersion: 'v1', kind: 'X', metadata: { name: 'p-one' }, spec });
  const at = (spec: object, pointer: string): string | undefined => {
    const range = source && locateInSource(rendered(spec), [source], pointer);
    return range && `${range.line}:${range.column}`;
  };

  test('a value is located if the source has the same value', () => {
    expect(at({ a: 1 }, '/spec/a')).toBe('5:6');
    expect(at({ a: 2 }, '/spec/a')).toBeUndefined();
    expect(at({ a: 2 }, '/spec')).toBe('5:3');
    expect(at({ b: 2 }, '/spec/b')).toBeUndefined();
    expect(at({ a: 1 }, '/metadata/name')).toBeUndefined();
  });

  test('a missing field is located at its parent', () => {
    expect(at({ a: 1 }, '/spec/missing')).toBe('5:3');
    expect(at({ a: 1 }, '')).toBe('1:1');
  });

  test('an item that moved is located at its place in the source', () => {
    const list = [
      { name: 'zero', value: 0 },
      { name: 'first', value: 1 },
      { name: 'second', value: 3 },
    ];
    expect(at({ list }, '/spec/list/1/value')).toBe('7:28');
    expect(at({ list }, '/spec/list/0')).toBeUndefined();
    // Changed inside: the item is known by its name, the value is not of this file.
    expect(at({ list }, '/spec/list/2/name')).toBe('8:14');
    expect(at({ list }, '/spec/list/2/value')).toBeUndefined();
    expect(at({ plain: ['q', 'p'] }, '/spec/plain/0')).toBe('9:14');
  });

  test('the manifest of an object has its kind, and its name or the name without the prefix', () => {
    const many = parseManifests(
      ['shop', 'shop-web', 'a'].map((name) => `apiVersion: v1\nkind: X\nmetadata: {name: ${name}}\n`).join('---\n'),
      'x.yaml',
    ).manifests;
    const of = (name: string, kind = 'X'): string | undefined =>
      sourceOf({ apiVersion: 'v1', kind, metadata: { name } }, many)?.object.metadata.name;
    expect([of('shop'), of('p-shop-web'), of('p-shop'), of('b'), of('shop', 'Y')]).toEqual([
      'shop',
      'shop-web',
      'shop',
      undefined,
      undefined,
    ]);
    expect(sourceOf({ apiVersion: 'v2', kind: 'X', metadata: { name: 'else' } }, many.slice(0, 1))?.object.metadata.name).toBe('shop');
  });
});
