import { describe, expect, test } from 'vitest';

import { outcomeOf } from '../../../src/gates/loop/gate-outcome.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { namespaceShop, orders, resourceSnapshot } from '../../support/fleets/fleet.ts';
import { diagnosesIn, expectedBy, gate } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';
import { stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

const OLD = [namespaceShop(), orders('v1')];
const NEW = [namespaceShop(), orders('v2')];
const PLACEMENT = 'crp/shop';
const RUN = 'csur/v1';

/** The run has finished its first stage with snapshot 0 and asks for an approval; the deploy came into snapshot 1 meanwhile. */
function edited(change: (run: KubeObject) => KubeObject = (run) => run): readonly KubeObject[] {
  const fleet = stagedFleet();
  const snapshots = [resourceSnapshot(0, OLD, false), resourceSnapshot(1, NEW, true)];
  return stagedObjects({ ...fleet, content: NEW, snapshots, run: change(fleet.run) });
}

interface Look {
  readonly told: string;
  readonly ids: readonly string[];
  readonly first: string;
  readonly explained: string;
  /** The rows of runs, each with its verdict. */
  readonly rows: readonly string[];
}

function look(asked: Asked, objects = edited()): Look {
  const state = gate(asked).look(objects);
  const found = diagnosesIn(state);
  const [cause] = found;
  return {
    told: outcomeOf(state, expectedBy(asked)),
    ids: found.map(({ id }) => id),
    first: cause?.title ?? '',
    explained: cause?.explain ?? '',
    rows: state.runs.flatMap(({ clusters }) => clusters.map(({ name, verdict }) => `${name} ${verdict}`)),
  };
}

describe('a run at work with a snapshot from before the deploy', () => {
  const asked = { targets: [RUN], manifests: [orders('v2')] };

  test.each(['wait', 'fail', 'pass'] as const)('fails at once, and no approval is requested, with --on-approval %s', (onApproval) => {
    const { told, ids, first, rows } = look({ ...asked, options: { onApproval } });
    expect(rows).toEqual(['east notVerified', 'west waiting']);
    expect(told).toBe('failed');
    expect(ids).toContain('run-rolled-out-old-snapshot');
    expect(ids).not.toContain('run-waiting-approval');
    expect(first).toBe('The run rolls out older content');
  });

  test('fails as well before it is started', () => {
    const initialized = edited((run) => {
      const { conditions, ...status } = run['status'] as { conditions: readonly object[] };
      return { ...run, spec: { placementName: 'shop', state: 'Initialize' }, status: { ...status, conditions: conditions.slice(0, 1) } };
    });
    const { told, ids } = look(asked, initialized);
    expect(told).toBe('failed');
    expect(ids).toEqual(['run-rolled-out-old-snapshot']);
  });

  test('is waited for while the hub does not have the deploy, and no approval is requested', () => {
    const { told, ids } = look({ ...asked, manifests: [orders('v3')], options: { onApproval: 'pass' } });
    expect(told).toBe('waiting');
    expect(ids).toEqual([]);
  });

  test('is not copied with its state Stop', () => {
    const last = (state: string): string | undefined =>
      diagnosesIn(gate(asked).look(edited((run) => ({ ...run, spec: { placementName: 'shop', state } }))))[0]?.remedy.at(-1);
    expect(last('Stop')).toContain('spec.state Run');
    expect(last('Run')).not.toContain('spec.state');
  });

  test('is not a failure if no manifests were given', () => {
    const { told, ids } = look({ targets: [RUN] });
    expect(told).toBe('waitingForPerson');
    expect(ids).toEqual(['run-waiting-approval']);
  });

  test('is not a failure if it has the deploy, even if the hub changed later', () => {
    const { told, ids } = look({ targets: [RUN], manifests: [orders('v1')] });
    expect(told).toBe('waitingForPerson');
    expect(ids).toContain('run-waiting-approval');
  });

  test('is not a failure before it is initialized, or if its snapshot cannot be seen', () => {
    const status = { conditions: [], resourceSnapshotIndexUsed: '0' };
    const open = look(
      asked,
      edited((run) => ({ ...run, status })),
    );
    expect(open.ids).not.toContain('run-rolled-out-old-snapshot');
    const unseen = edited().filter(({ kind, metadata }) => kind !== 'ClusterResourceSnapshot' || metadata.name.includes('-1-'));
    expect(look(asked, unseen).ids).not.toContain('run-rolled-out-old-snapshot');
  });

  test('does not serve a followed placement, which needs another run', () => {
    const { told, ids, explained } = look({ targets: [PLACEMENT], manifests: [orders('v2')] });
    expect(told).toBe('waitingForPerson');
    expect(ids).toEqual(['external-run-missing']);
    expect(explained).toContain('ClusterStagedUpdateRun/v1 is active with content from before this deploy');
  });

  test('fails the placement if the run is part of the deploy', () => {
    const run: KubeObject = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: 'v1' },
      spec: { placementName: 'shop', state: 'Run' },
    };
    const { told, ids } = look({ targets: [PLACEMENT], manifests: [orders('v2'), run] });
    expect(told).toBe('failed');
    expect(ids).toEqual(['run-rolled-out-old-snapshot']);
  });
});
