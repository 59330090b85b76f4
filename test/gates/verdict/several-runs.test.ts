/** Several update runs of one placement: which of them brings the deploy, and what one has taken from another. */
import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import {
  badWork,
  binding,
  clusterConditions,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementConditions,
  resourceSnapshot,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import { gate, toldBy } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';
import { finishedFleet, stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';

const OLD = [namespaceShop(), orders('v1')];
const NEW = [namespaceShop(), orders('v2')];
const PLACEMENT = 'crp/shop';
const RUN = 'csur/v1';

/** The content of each snapshot by its index, and the index each cluster is on. */
interface Scene {
  readonly snapshots: readonly (readonly KubeObject[])[];
  readonly hub: readonly KubeObject[];
  readonly east: number;
  readonly west: number;
  readonly runs: readonly KubeObject[];
}

function objectsIn({ snapshots, hub, east, west, runs }: Scene): readonly KubeObject[] {
  const fleet = finishedFleet();
  const [first] = runs;
  const status = { ...(fleet.placement['status'] as object), observedResourceIndex: east === west ? String(east) : '' };
  const staged = stagedObjects({
    ...fleet,
    placement: { ...fleet.placement, status },
    content: hub,
    snapshots: snapshots.map((content, index) => resourceSnapshot(index, content, index === snapshots.length - 1)),
    bindings: [binding('east', east), binding('west', west)],
    works: [work('east', east, snapshots[east] ?? []), work('west', west, snapshots[west] ?? [])],
    run: first ?? fleet.run,
  });
  return [...staged, ...runs.slice(1)];
}

function runAt(run: KubeObject, name: string, index: number, state = 'Run'): KubeObject {
  return {
    ...run,
    metadata: { ...run.metadata, name, uid: `uid-${name}` },
    spec: { placementName: 'shop', state },
    status: { ...(run['status'] as object), resourceSnapshotIndexUsed: String(index) },
  };
}

const FINISHED = finishedFleet().run;
const OPEN = stagedFleet().run;

function withProgress(run: KubeObject, condition: object): KubeObject {
  const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), condition];
  return { ...run, status: { ...(run['status'] as object), conditions } };
}

const STOPPED = withProgress(OPEN, no('Progressing', 'UpdateRunStopped', 1));
const MOVING = withProgress(withoutTasks(OPEN), yes('Progressing', 'UpdateRunProgressing', 1));

function withoutTasks(run: KubeObject): KubeObject {
  const { stagesStatus, ...status } = run['status'] as { readonly stagesStatus: readonly object[] };
  return { ...run, status: { ...status, stagesStatus: stagesStatus.map((stage) => ({ ...stage, beforeStageTaskStatus: [] })) } };
}

/** It took its time for each cluster, as a run does that finds work to do. */
function unhurried(run: KubeObject): KubeObject {
  const text = JSON.stringify(run, (_key, value: unknown) =>
    (value as { readonly type?: unknown } | null)?.type === 'Started'
      ? { ...(value as object), lastTransitionTime: '2026-03-04T08:00:00Z' }
      : value,
  );
  return JSON.parse(text) as KubeObject;
}

function look(scene: Scene, asked: Asked): GateState {
  return gate(asked).look(objectsIn(scene));
}

describe('a run that has succeeded, and from which an older run took a cluster later', () => {
  const scene = { snapshots: [OLD, NEW], hub: NEW, east: 1, west: 0 };
  const undone = { ...scene, runs: [runAt(FINISHED, 'v1', 1), runAt(FINISHED, 'v0', 0)] };
  const manifests = [orders('v2')];

  test('has failed, with or without manifests', () => {
    expect(toldBy(look(undone, { targets: [RUN], manifests }))).toBe('failed run-preempted');
    expect(toldBy(look(undone, { targets: [RUN] }))).toBe('failed run-preempted');
  });

  test('leaves its placement waiting for a person to create another run', () => {
    expect(toldBy(look(undone, { targets: [PLACEMENT], manifests }))).toBe('waitingForPerson external-run-missing');
  });

  test('is waited for while another run brings the same content, or has not chosen its own', () => {
    const again = { ...undone, runs: [...undone.runs, runAt(MOVING, 'again', 1)] };
    expect(look(again, { targets: [RUN], manifests }).outcome).toBe('waiting');
    const unplanned: KubeObject = { ...runAt(MOVING, 'again', 1), status: {} };
    expect(look({ ...undone, runs: [...undone.runs, unplanned] }, { targets: [RUN], manifests }).outcome).toBe('waiting');
    const older = { ...undone, runs: [...undone.runs, runAt(MOVING, 'again', 0)] };
    expect(toldBy(look(older, { targets: [RUN], manifests }))).toBe('failed run-preempted');
  });
});

describe('a run that is open, and from which a newer one took a finished cluster', () => {
  const scene = { snapshots: [OLD, NEW], east: 1, west: 0 };
  const runs = [runAt(STOPPED, 'v1', 0), runAt(FINISHED, 'v2', 1)];
  const targets = [PLACEMENT, RUN];

  test('is superseded, and a person is not asked to resume it', () => {
    const replaced = gate({ targets, manifests: [orders('v1')] }).once(objectsIn({ ...scene, hub: NEW, runs }));
    expect(replaced.outcome).toBe('superseded');
    expect(replaced.placements.map(({ verdict }) => verdict)).toEqual(['superseded']);
    expect(replaced.runs.map(({ verdict }) => verdict)).toEqual(['superseded']);
    expect(replaced.runs[0]?.clusters.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual(['east waiting', 'west waiting']);
    expect(toldBy(look({ ...scene, hub: NEW, runs: runs.map(unhurried) }, { targets: [RUN] }))).toBe('superseded superseded');
  });
});

describe('under External, content that was restored', () => {
  const scene = { snapshots: [OLD, NEW, OLD, NEW], hub: OLD, east: 0, west: 0 };

  test('may be brought by the run of any snapshot that has it', () => {
    const rolledBack = { ...scene, runs: [runAt(FINISHED, 'v1', 0)] };
    expect(look(rolledBack, { targets: [PLACEMENT, RUN], manifests: [orders('v1')] }).outcome).toBe('passed');
    expect(look(rolledBack, { targets: [PLACEMENT] }).outcome).toBe('passed');
    expect(look({ ...rolledBack, east: 1 }, { targets: [PLACEMENT], manifests: [orders('v1')] }).outcome).not.toBe('passed');
  });
});

describe('an open run', () => {
  test('of the followed placement is not to be resumed, started or approved while another one continues', () => {
    for (const other of [STOPPED, OPEN]) {
      const runs = [runAt(other, 'v1', 0), runAt(MOVING, 'v2', 0)];
      const objects = stagedObjects({ ...stagedFleet(), run: runs[0] ?? OPEN });
      const alone = gate({ targets: [PLACEMENT], manifests: [orders('v1')] }).look(objects);
      expect(alone.outcome).toBe('waitingForPerson');
      expect(toldBy(gate({ targets: [PLACEMENT], manifests: [orders('v1')] }).look([...objects, ...runs.slice(1)]))).toBe('waiting');
    }
  });

  test('with other content than the hub needs another run, regardless of who stopped it', () => {
    const scene = { snapshots: [OLD, NEW], hub: NEW, east: 1, west: 0, runs: [runAt(STOPPED, 'v1', 0)] };
    expect(toldBy(look(scene, { targets: [PLACEMENT] }))).toBe('waitingForPerson external-run-missing');
  });
});

describe('a run of an earlier deploy that is still among the manifests', () => {
  const ended = { snapshots: [OLD, NEW], hub: NEW, east: 1, west: 1 };
  const manifestOf = (name: string): KubeObject => ({ ...OPEN, metadata: { name }, status: undefined });
  const madeAt = (run: KubeObject, creationTimestamp: string): KubeObject => ({ ...run, metadata: { ...run.metadata, creationTimestamp } });
  const manifests = [orders('v2'), manifestOf('v1'), manifestOf('v2')];
  const targets = [PLACEMENT, RUN, 'csur/v2'];
  const failed = { ...FINISHED, status: { ...(FINISHED['status'] as object), conditions: [no('Succeeded', 'UpdateRunFailed', 1)] } };

  test.each([FINISHED, failed])('is not checked, because a later one brings the deploy', (before) => {
    const later = madeAt(runAt(FINISHED, 'v2', 1), '2026-03-04T09:30:00Z');
    const state = look({ ...ended, runs: [runAt(before, 'v1', 0), later] }, { targets, manifests });
    expect(toldBy(state)).toBe('passed');
    expect(state.runs.map(({ object, verdict }) => `${object.name} ${verdict}`)).toEqual(['v1 notVerified', 'v2 passed']);
  });

  test('is checked if it may have run beside the later one, or if the later one is not checked', () => {
    const beside = [runAt(FINISHED, 'v1', 0), madeAt(runAt(FINISHED, 'v2', 1), '2026-03-04T08:30:00Z')];
    expect(look({ ...ended, runs: beside }, { targets, manifests }).outcome).toBe('failed');
    const later = [runAt(FINISHED, 'v1', 0), madeAt(runAt(FINISHED, 'v2', 1), '2026-03-04T09:30:00Z')];
    expect(look({ ...ended, runs: later }, { targets: [RUN], manifests }).outcome).toBe('failed');
  });

  test('does not replace the later one while that is on its way', () => {
    const state = look({ ...ended, east: 0, west: 0, runs: [runAt(FINISHED, 'v1', 0)] }, { targets, manifests });
    expect(state.outcome).toBe('waiting');
    expect(toldBy(state)).not.toContain('run-rolled-out-old-snapshot');
  });
});

describe('an override that was created after the run', () => {
  const spec = {
    clusterResourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
    resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
    policy: { overrideRules: [{ clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [] }] },
  };
  const apiVersion = 'placement.kubernetes-fleet.io/v1beta1';
  const override: KubeObject = { apiVersion, kind: 'ResourceOverride', metadata: { name: 'fewer', namespace: 'shop' }, spec };
  const labels = { 'kubernetes-fleet.io/is-latest-snapshot': 'true', 'kubernetes-fleet.io/parent-resource-override': 'fewer' };
  const snapshot: KubeObject = {
    apiVersion,
    kind: 'ResourceOverrideSnapshot',
    metadata: { name: 'fewer-0', namespace: 'shop', labels },
    spec: { overrideSpec: spec },
  };
  const objects = objectsIn({ snapshots: [OLD], hub: OLD, east: 0, west: 0, runs: [FINISHED] });
  const told = (hub: readonly KubeObject[]): string => toldBy(gate({ targets: [RUN], manifests: [orders('v1'), override] }).look(hub));

  test('is not brought by it, nor by anything else', () => {
    expect(told([...objects, override, snapshot])).toBe('failed run-placement-changed');
  });

  const planned = [{ name: 'fewer-0', namespace: 'shop' }];
  /** The run under way, and what its plan has for each cluster. */
  const planning = (overrides: readonly object[]): KubeObject => {
    const status = MOVING['status'] as { readonly stagesStatus: readonly { readonly clusters: readonly object[] }[] };
    const stagesStatus = status.stagesStatus.map((stage) => ({
      ...stage,
      clusters: stage.clusters.map((cluster) => ({ ...cluster, resourceOverrideSnapshots: overrides })),
    }));
    return { ...MOVING, status: { ...status, stagesStatus } };
  };

  test('is waited for until its snapshot is taken, and while another run brings it or is not planned yet', () => {
    expect(told([...objects, override])).toBe('waiting');
    const next = runAt(planning(planned), 'next', 0);
    expect(told([...objects, override, snapshot, next])).toBe('waiting');
    expect(told([...objects, override, snapshot, { ...next, status: {} }])).toBe('waiting');
  });

  test('is not waited for if the only other run is planned without it', () => {
    expect(told([...objects, override, snapshot, runAt(planning([]), 'next', 0)])).toBe('failed run-placement-changed');
    expect(told([...objects, override, snapshot, runAt(planning([]), 'next', 0, 'Initialize')])).toBe('failed run-placement-changed');
  });

  test('does not fail if it was there before the run: clusters match it only since their labels changed', () => {
    const early = { ...snapshot, metadata: { ...snapshot.metadata, creationTimestamp: '2026-03-04T07:00:00Z' } };
    const dated = objects.map((object) =>
      object.metadata.name === 'v1' ? { ...object, metadata: { ...object.metadata, creationTimestamp: '2026-03-04T08:00:00Z' } } : object,
    );
    const state = gate({ targets: [RUN], manifests: [orders('v1'), override] }).look([...dated, override, early]);
    expect([state.outcome, state.runs[0]?.stages.flatMap(({ clusters }) => clusters.map(({ verdict }) => verdict))]).toEqual([
      'passed',
      ['notVerified', 'notVerified'],
    ]);
  });

  describe('while the run is active', () => {
    const underWay = (overrides: readonly object[]): readonly KubeObject[] =>
      objectsIn({ snapshots: [OLD], hub: OLD, east: 0, west: 0, runs: [planning(overrides)] });
    const newer = { ...snapshot, metadata: { ...snapshot.metadata, name: 'fewer-1' }, spec: { overrideSpec: { ...spec, policy: {} } } };
    const former = {
      ...snapshot,
      metadata: { ...snapshot.metadata, labels: { ...labels, 'kubernetes-fleet.io/is-latest-snapshot': 'false' } },
    };

    test('is never brought by that run, because its plan lacks it', () => {
      expect(told([...underWay([]), override, snapshot])).toBe('failed run-placement-changed');
      const state = gate({ targets: [RUN], manifests: [orders('v1'), override] }).look([...underWay([]), override, snapshot]);
      const [found] = state.runs.flatMap(({ diagnoses }) => diagnoses);
      expect(found?.title).toBe('The run was planned with older overrides');
      expect(found?.evidence[0]).toBe('east: override snapshot shop/fewer-0 is not in effect yet');
    });

    test('is brought if the plan has it, even if it is changed afterwards', () => {
      expect(told([...underWay(planned), override, snapshot])).toBe('waiting');
      expect(told([...underWay(planned), override, former, newer])).not.toContain('run-placement-changed');
    });

    test('is waited for until its snapshot is taken', () => {
      expect(told([...underWay([]), override])).toBe('waiting');
    });

    test('is ignored if it is not of the deploy', () => {
      const state = gate({ targets: [RUN], manifests: [orders('v1')] }).look([...underWay([]), override, snapshot]);
      expect(toldBy(state)).toBe('waiting');
    });
  });
});

describe('a cluster that was released and picked again after the run', () => {
  const anew = binding('west', 0, [], { state: 'Scheduled', resourceSnapshotName: '' });
  const objects = objectsIn({ snapshots: [OLD], hub: OLD, east: 0, west: 0, runs: [FINISHED] }).map((object) =>
    object.kind === 'ClusterResourceBinding' && object.metadata.name === anew.metadata.name ? anew : object,
  );

  test('waits for a person to create another run', () => {
    const state = gate({ targets: [PLACEMENT, RUN], manifests: OLD.slice(1) }).look(objects);
    expect(state.outcome).toBe('waitingForPerson');
    expect(state.runs[0]?.diagnoses).toMatchObject([
      { id: 'external-run-missing', outcome: 'human', object: { kind: 'ClusterResourcePlacement' } },
    ]);
    expect(state.runs[0]?.diagnoses[0]?.evidence[0]).toBe('west was picked again after ClusterStagedUpdateRun/v1');
  });

  test('waits for a run that is active', () => {
    const state = gate({ targets: [RUN], manifests: OLD.slice(1) }).look([...objects, runAt(MOVING, 'next', 0)]);
    expect(toldBy(state)).toBe('waiting');
  });
});

describe('a placement with every cluster moved to the deploy', () => {
  const bound = binding('west', 0, [...clusterConditions(3).slice(1, 5), no('Available', 'NotAllWorkAreAvailable', 3)]);
  const fleet = finishedFleet();
  const status = { ...(fleet.placement['status'] as object), conditions: placementConditions(2).slice(0, 5) };
  const told = (west: KubeObject): string => {
    const late = badWork('west', 0, OLD, OLD[1] ?? orders('v1'), no('Available', 'ManifestNotAvailableYet', 1));
    const works = [work('east', 0, OLD), late];
    const objects = objectsOf({ ...fleet, placement: { ...fleet.placement, status }, bindings: [binding('east', 0), west], works });
    return toldBy(gate({ targets: [PLACEMENT], manifests: [orders('v1')] }).look(objects));
  };

  test('does not miss a run, even if the former one is gone, because workloads become available without one', () => {
    expect(told(bound)).toBe('waiting workload-not-available');
  });

  test('misses a run as soon as a binding waits to be started', () => {
    expect(told({ ...bound, status: { conditions: [] } })).toBe('waitingForPerson external-run-missing');
  });
});
