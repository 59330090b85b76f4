/** One evaluation of a hub. */
import { groupOf } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import type { Target } from '../../../src/gates/deploy/target.ts';
import { stateOf } from '../../../src/gates/hub/hub-state-of.ts';
import { ObjectStore } from '../../../src/gates/hub/keep/object-store.ts';
import { nameKey, typeKey } from '../../../src/gates/hub/keys.ts';
import { JUDGED_ONCE } from '../../../src/gates/memory.ts';
import { judge } from '../../../src/gates/verdict/judge.ts';
import { FLEET_NOW, largeFleet } from '../../../test/support/fleets/large-fleet.ts';
import { growing } from '../computing.ts';
import type { Row } from '../row.ts';

const SIZES = [25, 50, 100, 200];

export const rows: readonly Row[] = [
  grows('n placements × 20 clusters', (n) => judging(n, 20)),
  grows('50 placements × n clusters', (n) => judging(50, n)),
];

function grows(what: string, at: (n: number) => () => unknown): Row {
  return {
    group: 'gate',
    what: `gate: first look at ${what}`,
    figures: { CPU: { unit: 'ms', bound: { of: 'growth', most: 1.1 } } },
    measure: async () => ({ CPU: await growing(SIZES, at) }),
  };
}

function judging(placements: number, clusters: number): () => unknown {
  const kept = new Map<string, ObjectStore>();
  const targets: Target[] = [];
  for (const object of largeFleet({ placements, clusters })) {
    const type = { group: groupOf(object.apiVersion), kind: object.kind };
    const ofType = kept.get(typeKey(type)) ?? new ObjectStore();
    kept.set(typeKey(type), ofType);
    ofType.set(nameKey(object.metadata.namespace, object.metadata.name), object);
    if (object.kind === 'ClusterResourcePlacement') targets.push({ kind: object.kind, name: object.metadata.name });
  }
  const expectation = expectationOf({ targets });
  return () => {
    const views = new Map([...kept].map(([type, objects]) => [type, objects.view()]));
    return judge(
      stateOf(views, FLEET_NOW, () => ({ kind: 'seen' })),
      expectation,
      JUDGED_ONCE,
      0,
    );
  };
}
