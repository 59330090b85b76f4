/** `approve` on a hub of this process: what it writes, and when it writes nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedHub, startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { realTime } from '../../src/demo/hub/hub-time.ts';
import { conditionsAt, findCondition } from '../../src/fleet/kubernetes/condition.ts';
import { PLACEMENT_GROUP } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { NOW, no, yes } from '../support/fleet.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { type StagedFleet, stagedFleet, stagedObjects } from '../support/staged-fleet.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let dir = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub({ time: { ...realTime, now: () => NOW.getTime() } });
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

function put(fleet: StagedFleet = stagedFleet()): void {
  for (const object of stagedObjects(fleet)) hub.store.put(object);
}

function approve(...argv: string[]): Promise<CliRun> {
  return runCli(dir, ['approve', ...argv, '--kubeconfig', 'kubeconfig']);
}

function request(): KubeObject | undefined {
  return hub.store.find(PLACEMENT_GROUP, 'ClusterApprovalRequest', undefined, 'v1-before-prod');
}

const approved = (): ReturnType<typeof findCondition> => findCondition(conditionsAt(request(), 'status', 'conditions'), 'Approved');
const writes = (): readonly string[] => hub.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path);

describe('an open approval', () => {
  test('is written with the generation of the request if the stages before are good', async () => {
    put();
    const { exitCode, out, report } = await approve('csur/v1');
    expect(out).toContain('APPROVED');
    expect(exitCode).toBe(0);
    expect(writes()).toEqual([
      '/apis/placement.kubernetes-fleet.io/v1beta1/clusterapprovalrequests/v1-before-prod/status?fieldManager=fleet-gate',
    ]);
    expect(approved()).toMatchObject({ status: 'True', observedGeneration: 1, reason: 'ProvenByFleetGate' });
    expect(approved()?.message).toContain('Available with resource snapshot 0 on east');
    expect(report?.approval?.requests).toMatchObject([{ result: 'approved', stage: 'prod', when: 'before', clusters: ['east'] }]);
  });

  test('stays open, with the cause, if a cluster of a stage before is not good', async () => {
    const fleet = stagedFleet();
    const [east, ...others] = fleet.bindings;
    const status = {
      conditions: [
        ...conditionsAt(east, 'status', 'conditions').filter(({ type }) => type !== 'Available'),
        no('Available', 'NotAvailableYet', 1),
      ],
    };
    put({ ...fleet, bindings: [{ ...(east as KubeObject), status }, ...others] });
    const { exitCode, report, out } = await approve('v1');
    expect(exitCode, out).toBe(1);
    expect(out).toContain('NOT APPROVED');
    expect(report?.approval?.requests[0]?.notProven.join()).toContain('east');
    expect(writes()).toEqual([]);
  });

  test('is only shown with --dry-run', async () => {
    put();
    const { exitCode, out } = await approve('v1', '--dry-run');
    expect(exitCode).toBe(0);
    expect(out).toContain('WOULD APPROVE');
    expect(writes()).toEqual([]);
  });

  test('that was approved before is not written again', async () => {
    put();
    await approve('v1');
    const { exitCode, out } = await approve('v1');
    expect(exitCode).toBe(0);
    expect(out).toContain('APPROVED ALREADY');
    expect(writes()).toHaveLength(1);
  });

  test('that a person denied stays denied', async () => {
    const fleet = stagedFleet();
    put({ ...fleet, request: { ...fleet.request, status: { conditions: [no('Approved', 'No', 1, 'not today')] } } });
    const { exitCode, out } = await approve('v1');
    expect(exitCode).toBe(10);
    expect(out).toContain('not today');
    expect(writes()).toEqual([]);
  });

  test('leaves the other conditions of the request', async () => {
    const fleet = stagedFleet();
    put({ ...fleet, request: { ...fleet.request, status: { conditions: [no('ApprovalAccepted', 'Later', 1)] } } });
    await approve('v1');
    expect(conditionsAt(request(), 'status', 'conditions').map(({ type }) => type)).toEqual(['ApprovalAccepted', 'Approved']);
  });
});

test('a run that is not there has nothing to approve', async () => {
  put();
  const { exitCode, out } = await approve('csur/v2');
  expect(out).toContain('ClusterStagedUpdateRun/v2 is not on the hub');
  expect(exitCode).toBe(3);
});

test('a stopped run is not approved', async () => {
  const fleet = stagedFleet();
  const spec = { ...(fleet.run['spec'] as object), state: 'Stop' };
  put({ ...fleet, run: { ...fleet.run, spec } });
  const { exitCode, out } = await approve('v1');
  expect(out).toContain('is stopped');
  expect(exitCode).toBe(10);
  expect(writes()).toEqual([]);
});

test('without the right to write the exit code says so', async () => {
  put();
  hub.faults.denies = ({ verb }) => verb === 'patch';
  const { exitCode, out } = await approve('v1');
  expect(out).toContain('cannot patch');
  expect(exitCode).toBe(5);
});

test('an approval that changes while it is judged is judged again', async () => {
  put();
  let touched = 0;
  hub.faults.denies = ({ verb }) => {
    const found = request();
    if (verb === 'patch' && touched === 0 && found !== undefined) {
      touched += 1;
      hub.store.put({
        ...found,
        status: { conditions: [yes('ApprovalAccepted', 'Later', 1)].map((each) => ({ ...each, status: 'False' })) },
      });
    }
    return false;
  };
  const { exitCode, out } = await approve('v1');
  expect(exitCode, out).toBe(0);
  expect(writes()).toHaveLength(2);
});
