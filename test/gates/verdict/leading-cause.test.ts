/** The first line names a failure of the deployed content before a member that does not answer. */
import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { gateReport } from '../../../src/gates/loop/gate-report.ts';
import { decisiveStep } from '../../../src/report/facts/gate/decisive-cause.ts';
import { gateCause } from '../../../src/report/facts/gate/gate-cause.ts';
import {
  badWork,
  binding,
  bindingAt,
  type Fleet,
  greenFleet,
  member,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementAt,
  work,
} from '../../support/fleets/fleet.ts';
import { causesIn, gate } from '../../support/gate/gate.ts';

const CLUSTERS = ['m1', 'm2'];
const workload = orders('v1');
const content = [namespaceShop(), workload];

const notOverridden = no('Overridden', 'OverriddenFailed', 3, 'add operation does not apply: doc is missing path: "/metadata/labels/x"');
const notApplied = no('Applied', 'NotAllWorkHaveBeenApplied', 3);
const refused = {
  ...no('Applied', 'ManifestApplyFailed', 1),
  message: 'Deployment.apps "orders" is invalid: spec.selector: Invalid value: {}: field is immutable',
};

/** Everything runs; the silent member sent its last heartbeat 400 s ago. */
function silentFleet(silent: string): Fleet {
  return { ...greenFleet(CLUSTERS, content), members: CLUSTERS.map((cluster) => member(cluster, cluster === silent ? 400 : 10)) };
}

/** The same, with an override that fails on a cluster. */
function failingOverride(silent: string, failing: string): Fleet {
  const bindings = CLUSTERS.map((cluster) => (cluster === failing ? bindingAt(cluster, 0, notOverridden) : binding(cluster, 0)));
  return { ...placementAt(silentFleet(silent), 'Overridden', 'OverriddenFailed'), bindings, works: [work(silent, 0, content)] };
}

/** The same, with an object that a cluster refuses. */
function refusedObject(silent: string, failing: string): Fleet {
  const bindings = CLUSTERS.map((cluster) => (cluster === failing ? bindingAt(cluster, 0, notApplied) : binding(cluster, 0)));
  const works = [work(silent, 0, content), badWork(failing, 0, content, workload, refused)];
  return { ...placementAt(silentFleet(silent), 'Applied', 'ApplyFailed'), bindings, works };
}

describe.each([
  ['an override that fails', failingOverride, 'override-failed'],
  ['an object that is refused', refusedObject, 'apply-immutable-field'],
] as const)('%s', (_, fleetOf, id) => {
  const pairs = [
    ['m1', 'm2'],
    ['m2', 'm1'],
  ] as const;

  test.each(pairs)('leads if %s is silent and it is on %s', (silent, failing) => {
    const state = gate().once(fleetOf(silent, failing));
    expect(causesIn(state)).toEqual([`${id} ${failing}`, `member-silent ${silent}`]);
    const report = gateReport('failed', state);
    const [placement] = report.placements;
    expect(gateCause(report)).toMatch(new RegExp(`^ClusterResourcePlacement/shop on ${failing}: .*and 1 more cause\\)$`));
    expect(decisiveStep(report)).toBe(placement?.diagnoses[0]?.remedy[0]);
    expect(placement?.summary).toContain(placement?.diagnoses[0]?.title);
  });

  test.each(pairs)('leads if %s is silent, it is on %s, and another placement has only the silent member', (silent, failing) => {
    const fleet = fleetOf(silent, failing);
    const hub = [...named('a', { ...silentFleet(silent), members: [] }), ...objectsOf(fleet)];
    const report = gateReport('failed', gate({ targets: ['crp/a', 'crp/shop'] }).once(hub));
    expect(report.placements.map(({ object, verdict }) => [object.name, verdict])).toEqual([
      ['a', 'failed'],
      ['shop', 'failed'],
    ]);
    expect(gateCause(report)).toMatch(new RegExp(`^ClusterResourcePlacement/shop on ${failing}: .* more cause`));
  });
});

/** The objects of the fleet for a placement of another name. */
function named(name: string, fleet: Fleet): readonly KubeObject[] {
  const text = JSON.stringify(objectsOf(fleet)).replaceAll('"shop-', `"${name}-`).replaceAll('parent-CRP":"shop"', `parent-CRP":"${name}"`);
  return (JSON.parse(text) as readonly KubeObject[]).map((object) =>
    object.kind === 'ClusterResourcePlacement' ? { ...object, metadata: { ...object.metadata, name, uid: `uid-${name}` } } : object,
  );
}
