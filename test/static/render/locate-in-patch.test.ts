import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { locateInPatch } from '../../../src/static/read/render/places/locate-in-patch.ts';
import { patchesOf } from '../../../src/static/read/render/places/patches-of.ts';

function crp(spec: object, name = 'shop'): KubeObject {
  const object = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', metadata: { name }, spec };
  return object;
}

/** The place as `file:line`, and the text there. */
function placeOf(texts: Readonly<Record<string, string>>, object: KubeObject, pointer: string): string | undefined {
  const range = locateInPatch(object, patchesOf(new Map(Object.entries(texts))), pointer);
  if (range === undefined) return undefined;
  const { file, line, column, endLine, endColumn } = range;
  const written = texts[file]?.split('\n')[line - 1] ?? '';
  return `${file}:${line} ${written.slice(column - 1, endLine === line ? endColumn - 1 : undefined)}`;
}

const KUSTOMIZATION = `resources: [p.yaml]
patches:
- target: {kind: ClusterResourcePlacement}
  patch: |-
    - op: add
      path: /spec/policy/clusterNames
      value: [east]
    - {op: add, path: "/spec/tolerations/-", value: {}}
    - {op: add, path: /spec/policy/affinity, value: {clusterAffinity: {}}}
- patch: |-
    spec:
      revisionHistoryLimit: -4
      strategy: {type: RollingUpdate}
- patch: |-
    metadata: {name: other}
    spec:
      strategy: {type: External}
- target: {kind: Deployment}
  patch: '[{op: add, path: /spec/policy/placementType, value: Wrong}]'
`;
const PATCHED = crp({
  policy: { placementType: 'Wrong', clusterNames: ['east'], affinity: { clusterAffinity: {} } },
  tolerations: [{ key: 'a' }, {}],
  revisionHistoryLimit: -4,
  strategy: { type: 'External' },
});

test.each([
  ['/spec/policy/clusterNames', 'k/kustomization.yaml:7 [east]'],
  ['/spec/policy/clusterNames/0', 'k/kustomization.yaml:7 east'],
  ['/spec/tolerations/0', undefined],
  ['/spec/tolerations/1', 'k/kustomization.yaml:8 {}'],
  ['/spec/tolerations/1/effect', 'k/kustomization.yaml:8 {}'],
  ['/spec/policy/affinity/clusterAffinity/preferred', 'k/kustomization.yaml:9 {}'],
  ['/spec/revisionHistoryLimit', 'k/kustomization.yaml:12 -4'],
  ['/spec/strategy/type', 'k/kustomization.yaml:17 External'],
  ['/spec/policy', undefined],
  ['/spec/policy/placementType', undefined],
  ['/resources', undefined],
  ['', undefined],
])('the value at %s is set at %j', (pointer, place) => {
  expect(placeOf({ 'k/kustomization.yaml': KUSTOMIZATION }, PATCHED, pointer)).toBe(place);
});

const MERGE = 'kind: ClusterResourcePlacement\\nmetadata: {name: shop}\\nspec: {policy: {numberOfClusters: -3}}\\n';
const OPERATION = '[{"op": "replace", "path": "/spec/policy/numberOfClusters", "value": -3}]';

test.each<readonly [form: string, patches: string, place: string]>([
  ['in double quotes', `patches:\n- patch: "${MERGE}"\n`, '3 -3'],
  [
    'in double quotes on several lines',
    `patches:\n- patch: "kind: ClusterResourcePlacement\n    \\nspec:\\n  policy:\\n\n    \\   numberOfClusters: -3\\n"\n`,
    '5 -3',
  ],
  [
    'with escapes before it',
    'patches:\n- patch: "{\\"\\x41\\": \\"\\U0001F600\\", \\"spec\\": {\\"policy\\": {\\"numberOfClusters\\": -3}}}"\n',
    '3 -3',
  ],
  ['in single quotes', `patches:\n- target: {kind: ClusterResourcePlacement}\n  patch: '${OPERATION}'\n`, '4 -3'],
  [
    'in single quotes on several lines',
    `patches:\n- patch: '{"it''s": 1,\n    "spec": {"policy":\n\n    {"numberOfClusters": -3}}}'\n`,
    '6 -3',
  ],
  ['folded', 'patches:\n- patch: >-\n    - op: add\n      path: /spec/policy/numberOfClusters\n      value: -3\n', '6 -3'],
  ['folded with blank lines', 'patches:\n- patch: >\n\n    {"spec":\n    {"policy":\n\n    {"numberOfClusters": -3}}}\n', '8 -3'],
  [
    'in a block with an indentation and a comment',
    'patches:\n- patch: |2- # why\n    spec:\n      policy:\n        numberOfClusters: -3\n',
    '6 -3',
  ],
  ['with line ends of Windows', 'patches:\r\n- patch: |\r\n    spec:\r\n      policy:\r\n        numberOfClusters: -3\r\n', '6 -3'],
  [
    'without quotes',
    'patches:\n- patch: [{op: add}]\n- patch: spec\npatchesStrategicMerge:\n- |-\n  spec: {policy: {numberOfClusters: -3}}\n',
    '7 -3',
  ],
  ['as JSON of a kustomization', `{"patches": [{"patch": "${OPERATION.replaceAll('"', String.raw`\"`)}"}]}\n`, '2 -3'],
  [
    'of patchesJson6902',
    `patchesJson6902:\n- {target: {version: v1, kind: ClusterResourcePlacement, name: shop}, patch: '${OPERATION}'}\n`,
    '3 -3',
  ],
  [
    'of an alias',
    `patches:\n- {target: {kind: Namespace}, patch: &p '${OPERATION}'}\n- {target: {kind: ClusterResourcePlacement}, patch: *p}\n`,
    '4 *p',
  ],
  ['of an outer value', `patches:\n- patch: '[{op: add, path: /spec, value: {policy: {numberOfClusters: -3}}}]'\n`, '3 -3'],
])('a patch %s', (_, patches, place) => {
  const texts = { 'kustomization.yaml': patches.startsWith('{') ? `\n${patches}` : `resources: [p.yaml]\n${patches}` };
  const object = crp({ policy: { placementType: 'PickN', numberOfClusters: -3 } });
  expect(placeOf(texts, object, '/spec/policy/numberOfClusters')).toBe(`kustomization.yaml:${place}`);
});

test('a patch in a file without the name of an object', () => {
  const texts = { 'o/kustomization.yaml': 'patches: [{path: p.yaml, target: {kind: .*}}]\n', 'o/p.yaml': `# why\n${OPERATION}\n` };
  const object = crp({ policy: { placementType: 'PickN', numberOfClusters: -3 } });
  expect(placeOf(texts, object, '/spec/policy/numberOfClusters')).toBe('o/p.yaml:2 -3');
});

test('of several patches that set the value, the last of the outermost kustomization is meant', () => {
  const patch = (name: string): string => `- {target: {name: ${name}}, patch: '${OPERATION}'}\n`;
  const texts = {
    'o/kustomization.yaml': `patches:\n${patch('shop')}${patch('sh.p')}${patch('other')}`,
    'kustomization.yaml': `patches:\n${patch('shop')}`,
  };
  expect(placeOf(texts, crp({ policy: { numberOfClusters: -3 } }), '/spec/policy/numberOfClusters')).toBe('o/kustomization.yaml:3 -3');
  expect(placeOf(texts, crp({ policy: { numberOfClusters: -4 } }), '/spec/policy/numberOfClusters')).toBe(undefined);
});
