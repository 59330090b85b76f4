/**
 * A failed rollout on a real API server: what can bring the former content back, that the hub takes the named run, and that nothing is
 * written.
 */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { Rollback } from '../../src/report.ts';
import {
  badWork,
  binding,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  resourceSnapshot,
  work,
  yes,
} from '../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../support/fleets/staged-fleet.ts';
import { isMissing } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { fleetGate, gateOf, kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { withHub } from './suite/pool.ts';
import { writeObjects } from './suite/write-fleet.ts';

const GROUP = '/apis/placement.kubernetes-fleet.io/v1beta1';
const RUNS = `${GROUP}/clusterstagedupdateruns`;
const SNAPSHOTS = `${GROUP}/clusterresourcesnapshots`;
/** What is on the hub of a rollout; `rollbackOf` compares the versions of all of it. */
const LISTS = [
  `${GROUP}/clusterresourceplacements`,
  `${GROUP}/clusterresourcebindings`,
  `${GROUP}/clusterschedulingpolicysnapshots`,
  `${GROUP}/clusterapprovalrequests`,
  `${GROUP}/works`,
  SNAPSHOTS,
  RUNS,
  '/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters',
  '/apis/apps/v1/deployments',
  '/api/v1/namespaces',
  '/api/v1/events',
];

const OLD = [namespaceShop(), orders('v1')];
const NEW = [namespaceShop(), orders('v2')];
const TWO = [resourceSnapshot(0, OLD, false), resourceSnapshot(1, NEW, true)];

describe.skipIf(isMissing('crds')).concurrent('rollback', () => {
  it.each(['v0.3.1', 'main'])('%s takes the run that is named, which has the index of the last run that succeeded', (version) =>
    withHub(version, async (hub) => {
      await writeObjects(hub, failedRun());
      const found = await rollbackOf(hub, 'csur/v2');
      expect(found).toMatchObject([{ by: 'run', index: 0, provenBy: { name: 'v1' }, undoes: { from: 1, to: 0, added: [], removed: [] } }]);
      expect(found[0]?.undoes?.changed).toMatchObject([{ kind: 'Deployment', namespace: 'shop', name: 'orders' }]);
      const run = parse(found[0]?.manifest ?? '') as KubeObject;
      expect(run['spec']).toEqual({
        placementName: 'shop',
        resourceSnapshotIndex: '0',
        stagedRolloutStrategyName: 'rings',
        state: 'Initialize',
      });
      // As the printed `kubectl create` and `kubectl patch` do, so that the hub itself says whether it takes them.
      await hub.api.must('POST', RUNS, { body: run });
      const start = { body: { spec: { state: 'Run' } }, contentType: 'application/merge-patch+json' };
      const { body } = await hub.api.must('PATCH', `${RUNS}/${run.metadata.name}`, start);
      expect((body as KubeObject)['spec']).toMatchObject({ resourceSnapshotIndex: '0', state: 'Run' });
    }),
  );

  it('is only a revert if the snapshot of the last good run is gone', () =>
    withHub('v0.3.1', async (hub) => {
      await writeObjects(hub, failedRun());
      await hub.api.must('DELETE', `${SNAPSHOTS}/shop-0-snapshot`);
      const [found, ...others] = await rollbackOf(hub, 'csur/v2');
      expect([found?.by, found?.provenBy?.name, found?.manifest, others]).toEqual(['revert', 'v1', undefined, []]);
      expect(found?.message).toContain('resource snapshot 0, is not on the hub any more');
    }));

  it('is unknown if no run that succeeded is left on the hub', () =>
    withHub('v0.3.1', async (hub) => {
      await writeObjects(hub, failedRun());
      await hub.api.must('DELETE', `${RUNS}/v1`);
      expect(await rollbackOf(hub, 'csur/v2')).toMatchObject([{ by: 'unknown', steps: [] }]);
      await hub.api.must('DELETE', `${SNAPSHOTS}/shop-0-snapshot`);
      expect(await rollbackOf(hub, 'csur/v2')).toMatchObject([{ by: 'unknown', steps: [] }]);
    }));

  it('is a revert in git under RollingUpdate', () =>
    withHub('v0.3.1', async (hub) => {
      const { placement, ...fleet } = greenFleet(['east', 'west'], NEW);
      const refused = no('Applied', 'ManifestApplyFailed', 1, IMMUTABLE);
      const rollout = {
        ...fleet,
        snapshots: TWO,
        bindings: [binding('east', 1, [...applying(), no('Applied', 'NotAllWorkHaveBeenApplied', 3)]), binding('west', 1)],
        works: [badWork('east', 1, NEW, NEW[1] as KubeObject, refused), work('west', 1, NEW)],
      };
      const status = { ...(placement['status'] as object), observedResourceIndex: '1' };
      await writeObjects(hub, objectsOf({ ...rollout, placement: { ...placement, status } }));
      const [found, ...others] = await rollbackOf(hub, 'crp/shop', [placement, ...NEW]);
      expect([found?.by, found?.index, found?.provenBy, found?.manifest, others]).toEqual(['revert', 0, undefined, undefined, []]);
      expect(found?.undoes?.changed).toMatchObject([{ kind: 'Deployment', name: 'orders' }]);
      expect(found?.steps.join('\n')).toContain('git log --oneline -n 10 -- deploy.json');
      expect(found?.steps.join('\n')).toContain('git revert');
    }));
});

const IMMUTABLE = 'Deployment.apps "orders" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"orders"}}: field is immutable';

/** Under External: the run `v1` rolled out snapshot 0 with success, and the later run `v2` of snapshot 1 failed. */
function failedRun(): readonly KubeObject[] {
  const fleet = finishedFleet();
  const status = fleet.run['status'] as object;
  const spec = { ...(fleet.run['spec'] as object), stagedRolloutStrategyName: 'rings' };
  const created = (name: string, minute: number): KubeObject['metadata'] => ({
    name,
    generation: 1,
    uid: `uid-${name}`,
    creationTimestamp: `2026-03-04T09:0${String(minute)}:00Z`,
  });
  const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Succeeded', 'UpdateRunFailed', 1, 'it failed')];
  const good = { ...fleet.run, spec, metadata: created('v1', 1) };
  const bad = { ...good, metadata: created('v2', 5), status: { ...status, resourceSnapshotIndexUsed: '1', conditions } };
  return [...stagedObjects({ ...fleet, run: bad, snapshots: TWO }), good];
}

function applying(): readonly ReturnType<typeof yes>[] {
  return ['RolloutStarted', 'Overridden', 'WorkSynchronized'].map((type) => yes(type, 'Done', 3));
}

/** What `diagnose` reports of a failed target for a login that may only read; every object of the hub keeps its version. */
async function rollbackOf(hub: Hub, target: string, manifests: readonly KubeObject[] = []): Promise<readonly Rollback[]> {
  const before = await versionsOf(hub);
  const files = manifests.length === 0 ? [] : ['--manifests', 'deploy.json'];
  const argv = ['diagnose', target, ...files, '--format', 'json', '--kubeconfig', kubeconfigOf(hub, 'read-only')];
  const ended = await fleetGate(argv, { hub, cwd: workFolder(hub, manifests) });
  expect(ended.code, `${ended.err}\n${ended.out.slice(0, 2000)}`).toBe(1);
  expect(await versionsOf(hub)).toEqual(before);
  return gateOf(ended).rollback ?? [];
}

async function versionsOf(hub: Hub): Promise<readonly string[]> {
  const lists = await Promise.all(LISTS.map((at) => hub.api.must('GET', at)));
  const objects = lists.flatMap(({ body }, at) =>
    (body as { readonly items: readonly KubeObject[] }).items.map(
      ({ metadata: { namespace = '', name, resourceVersion } }) => `${LISTS[at] ?? ''} ${namespace}/${name} ${String(resourceVersion)}`,
    ),
  );
  for (const needed of ['clusterresourceplacements /shop', 'deployments shop/orders'])
    expect(
      objects.some((each) => each.includes(needed)),
      needed,
    ).toBe(true);
  return objects;
}
