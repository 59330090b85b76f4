/** An object that differs from the hub's is read on its member, which knows who wrote it. */
import { describe, expect, test } from 'vitest';

import type { KubeObject, ObjectRef } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import type { Diagnosis } from '../../../src/report.ts';
import {
  badWork,
  binding,
  bindingAt,
  greenFleet,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  placementAt,
} from '../../support/fleets/fleet.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

type Json = Readonly<Record<string, unknown>>;

const CONTENT = [namespaceShop(), orders('v1')] as const;
const IDENTIFIER = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders' };
const REPLICAS = { path: '/spec/replicas', valueInHub: '2', valueInMember: '5' };

/** The Deployment is green on west, with a drift. */
function drifted(): readonly KubeObject[] {
  const fleet = greenFleet(['west'], CONTENT);
  const bound = binding('west', 0);
  const status = { ...(bound['status'] as object), driftedPlacements: [{ ...IDENTIFIER, observedDrifts: [REPLICAS] }] };
  return objectsOf({ ...fleet, bindings: [{ ...bound, status }] });
}

/** Its takeover is refused. */
function differing(): readonly KubeObject[] {
  const fleet = greenFleet(['west'], CONTENT);
  const refusal = no('Applied', 'FailedToTakeOver', 1, 'cannot take over object: configuration differences are found');
  const refused = badWork('west', 0, CONTENT, CONTENT[1], refusal);
  const status = refused['status'] as { readonly manifestConditions: readonly unknown[] };
  const entry = { identifier: { ...IDENTIFIER, ordinal: 1 }, conditions: [refusal], diffDetails: { observedDiffs: [REPLICAS] } };
  return objectsOf({
    ...placementAt(fleet, 'Applied', 'ApplyFailed'),
    bindings: [bindingAt('west', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))],
    works: [{ ...refused, status: { ...status, manifestConditions: [status.manifestConditions[0], entry] } }],
  });
}

async function found(hub: readonly KubeObject[], id: string, onMember: readonly KubeObject[] | undefined): Promise<Diagnosis | undefined> {
  const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects: hub }]);
  const members = {
    clusters: new Set(['west']),
    read: () => Promise.resolve([]),
    find: (_cluster: string, object: ObjectRef) =>
      Promise.resolve(onMember?.filter(({ kind, metadata }) => kind === object.kind && metadata.name === object.name)),
  };
  const { placements } = await diagnose({ reader, expectation: expectationOf({ targets: [parseTarget('crp/shop')] }), members });
  return placements[0]?.diagnoses.find((diagnosis) => diagnosis.id === id);
}

function there(metadata: Json): KubeObject {
  const own = orders('v1', { replicas: 5 });
  return { ...own, metadata: { ...own.metadata, ...metadata } };
}

const byScale = {
  manager: 'kube-controller-manager',
  operation: 'Update',
  subresource: 'scale',
  time: '2026-03-04T09:30:00Z',
  fieldsV1: { 'f:spec': { 'f:replicas': {} } },
};
const ofStatus = { ...byScale, manager: 'other', subresource: 'status' };

describe.each([
  ['drift', 'drift-found', drifted()],
  ['a refused takeover', 'takeover-differs', differing()],
])('%s', (_what, id, hub) => {
  test('has both values and the other writer, even one that scales', async () => {
    const evidence = (await found(hub, id, [there({ managedFields: [byScale, ofStatus] })]))?.evidence.join('\n');
    expect(evidence).toContain('/spec/replicas (2 on the hub, 5 on west)');
    expect(evidence).toContain('/spec/replicas was written there by kube-controller-manager, last 2026-03-04T09:30:00Z');
    expect(evidence).not.toContain('other');
  });

  test('has the last writer of the object if its fields were not kept', async () => {
    const { fieldsV1: _, ...named } = { ...byScale, manager: 'kubectl-edit', subresource: '' };
    const evidence = (await found(hub, id, [there({ managedFields: [named] })]))?.evidence;
    expect(evidence).toContain('Deployment/shop/orders was last written there by kubectl-edit, 2026-03-04T09:30:00Z');
  });

  test('has the controller of the object', async () => {
    const owners = [
      { kind: 'Rollout', name: 'canary', controller: true },
      { kind: 'AppliedWork', name: 'shop-work' },
    ];
    const evidence = (await found(hub, id, [there({ ownerReferences: owners })]))?.evidence ?? [];
    expect(evidence.filter((line) => line.includes('controls'))).toEqual(['Rollout canary controls Deployment/shop/orders there']);
  });

  test('has no writer if the member cannot be read', async () => {
    expect((await found(hub, id, undefined))?.evidence.join()).not.toContain('written there');
  });
});
