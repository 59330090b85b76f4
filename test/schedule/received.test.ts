/** The plan of a change tells what clusters receive: the same as what `--render` prints of the base and of the tree, compared. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { PlannedPlacement } from '../../src/report.ts';
import type { Planned, PlanInput } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { renderCluster, type RenderedPlacement } from '../../src/schedule/render-cluster.ts';
import { memberObject, NOW, placement } from './fleets.ts';

const NAMES = ['e1', 'e2', 'w1'];
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
const side = fc.record({
  values: fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b')),
  overrides: fc.uniqueArray(override, { maxLength: 2, selector: ({ object }) => object.metadata.name }),
  members,
});

it('whatever overrides and labels of clusters are edited', () => {
  fc.assert(
    fc.property(side, side, (before, after) => {
      const objects = ({ values: [a, b], overrides }: typeof before): readonly Planned[] => [
        PLACEMENT,
        NAMESPACE,
        config('a', a),
        config('b', b),
        ...overrides,
      ];
      const input: PlanInput = {
        objects: objects(after),
        members: after.members,
        membersBefore: before.members,
        base: objects(before),
        now: NOW,
      };
      const [planned] = planPlacements(input).placements;
      const [was, is] = [rendered({ objects: objects(before), members: before.members, now: NOW }), rendered(input)];
      for (const cluster of NAMES) {
        for (const name of ['a', 'b']) {
          const [had, gets] = [received(was.get(cluster), name), received(is.get(cluster), name)];
          // Where a patch fails nothing is synced, so the cluster keeps what it has.
          const isSame = gets === 'fails' || (had === gets && had !== 'fails');
          expect([cluster, name, changeOf(planned, cluster, name)]).toEqual([
            cluster,
            name,
            isSame ? 'same' : gets === 'leftOut' ? 'removed' : had === 'leftOut' ? 'added' : 'changed',
          ]);
        }
      }
    }),
    { numRuns: 150 },
  );
});

function rendered(input: PlanInput): ReadonlyMap<string, RenderedPlacement | undefined> {
  const plan = planPlacements(input);
  return new Map(NAMES.map((name) => [name, renderCluster(input, plan, name)?.[0]]));
}

function received(placed: RenderedPlacement | undefined, name: string): string {
  if (placed?.notes.some((note) => note.startsWith(`ConfigMap/shop/${name}: ResourceOverride`)) === true) return 'fails';
  const object = placed?.objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  return object === undefined ? 'leftOut' : JSON.stringify(object);
}

/** What the plan says of one object on one cluster. */
function changeOf(planned: PlannedPlacement | undefined, cluster: string, name: string): string {
  const resources = planned?.change?.resources;
  const found = (['added', 'changed', 'removed'] as const).filter((what) =>
    resources?.[what].some(
      ({ resource, clusters }) => resource.kind === 'ConfigMap' && resource.name === name && (clusters?.includes(cluster) ?? true),
    ),
  );
  return found.join(' ') || 'same';
}
