/** Random trees with a placement of two ConfigMaps and overrides of them, and random labels of three clusters. */
import * as fc from 'fast-check';

import type { Planned } from '../../src/schedule/plan-context.ts';
import { memberObject, placement } from './fleets.ts';

export const NAMES = ['e1', 'e2', 'w1'];
const GROUP = 'placement.kubernetes-fleet.io/v1beta1';

const namespaced = (apiVersion: string, kind: string, name: string, rest: object): Planned => ({
  object: { apiVersion, kind, metadata: { name, namespace: 'shop' }, ...rest },
  namespace: 'shop',
});
const config = (name: string, value: string): Planned => namespaced('v1', 'ConfigMap', name, { data: { value } });
const NAMESPACE: Planned = { object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }, namespace: undefined };
const PLACEMENT: Planned = {
  object: placement(undefined, [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }]),
  namespace: undefined,
};

const terms = fc.constantFrom(
  [],
  [{ labelSelector: { matchLabels: { region: 'east' } } }],
  [{ labelSelector: { matchLabels: { region: 'north' } } }],
);
const patch = fc
  .tuple(
    fc.constantFrom('add', 'replace', 'remove'),
    fc.constantFrom('/data/value', '/data/more', '/data/none/deep'),
    fc.constantFrom('a', 'b', '${MEMBER-CLUSTER-NAME}'),
  )
  .map(([op, path, value]) => (op === 'remove' ? { op, path } : { op, path, value }));
const rule = fc
  .tuple(terms, fc.boolean(), fc.array(patch, { minLength: 1, maxLength: 2 }))
  .map(([clusterSelectorTerms, isDelete, jsonPatchOverrides]) => ({
    clusterSelector: { clusterSelectorTerms },
    ...(isDelete ? { overrideType: 'Delete' } : { jsonPatchOverrides }),
  }));
const override = fc
  .tuple(fc.constantFrom('o1', 'o2'), fc.constantFrom('a', 'b'), fc.array(rule, { maxLength: 2 }))
  .map(([name, resource, overrideRules]) =>
    namespaced(GROUP, 'ResourceOverride', name, {
      spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: resource }], policy: { overrideRules } },
    }),
  );
const members = fc
  .tuple(...NAMES.map(() => fc.constantFrom('east', 'west', 'north')))
  .map((regions) => NAMES.map((name, index) => memberObject(name, { labels: { region: regions[index] ?? '' } })));
export const side = fc.record({
  values: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b')),
  overrides: fc.uniqueArray(override, { maxLength: 2, selector: ({ object }) => object.metadata.name }),
  members,
});

/** The manifests of one side. */
export function treeOf({
  values: [a, b],
  overrides,
}: {
  readonly values: readonly [string, string];
  readonly overrides: readonly Planned[];
}): readonly Planned[] {
  return [PLACEMENT, NAMESPACE, config('a', a), config('b', b), ...overrides];
}
