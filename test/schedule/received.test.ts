/** The plan of a change shows what clusters receive: the same as comparing the output of `--render` for the base and the tree. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { PlannedPlacement } from '../../src/report.ts';
import type { PlanInput } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { renderCluster, type RenderedPlacement } from '../../src/schedule/render-cluster.ts';
import { NOW } from './fleets.ts';
import { NAMES, side, treeOf } from './overridden-trees.ts';

it('the received objects are right for any edit of overrides and labels of clusters', () => {
  fc.assert(
    fc.property(side, side, (before, after) => {
      const input: PlanInput = {
        objects: treeOf(after),
        members: after.members,
        membersBefore: before.members,
        base: treeOf(before),
        now: NOW,
      };
      const [planned] = planPlacements(input).placements;
      const [was, is] = [rendered({ objects: treeOf(before), members: before.members, now: NOW }), rendered(input)];
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
