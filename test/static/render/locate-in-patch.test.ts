import { expect, test } from 'vitest';

import { locateInPatch } from '../../../src/static/read/render/locate-in-patch.ts';

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
`;

test.each([
  ['/spec/policy/clusterNames', 6],
  ['/spec/policy/clusterNames/0', 6],
  ['/spec/tolerations/0', 8],
  ['/spec/policy/affinity/clusterAffinity/preferred', 9],
  ['/spec/tolerations/0/effect', 8],
  ['/spec/revisionHistoryLimit', 12],
  ['/spec/strategy', undefined],
  ['/spec/policy', undefined],
  ['/resources', undefined],
  ['', undefined],
])('the value at %s is set on line %j', (pointer, line) => {
  expect(locateInPatch(new Map([['k/kustomization.yaml', KUSTOMIZATION]]), pointer)?.line).toBe(line);
});
