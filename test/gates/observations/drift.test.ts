import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../../src/report.ts';
import { badWork, binding, bindingAt, greenFleet, namespaceShop, no, objectsOf, orders, placementAt } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const CONTENT = [namespaceShop(), orders('v1')] as const;
const IDENTIFIER = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders' };
const FILLED_IN = [
  { path: '/spec/clusterIP', valueInMember: '10.0.0.7' },
  { path: '/spec/clusterIPs/0', valueInMember: '10.0.0.7' },
];
const CHANGED = [{ path: '/spec/replicas', valueInHub: '2', valueInMember: '5' }];

type Drifts = readonly Readonly<Record<string, string>>[];

function withStrategy(object: KubeObject, comparisonOption: string): KubeObject {
  return { ...object, spec: { ...(object['spec'] as object), applyStrategy: { comparisonOption, whenToApply: 'IfNotDrifted' } } };
}

function placementWith(placement: KubeObject, comparisonOption: string): KubeObject {
  const spec = placement['spec'] as { readonly strategy: object };
  const strategy = { ...spec.strategy, applyStrategy: { comparisonOption, whenToApply: 'IfNotDrifted' } };
  return { ...placement, spec: { ...spec, strategy } };
}

/** What is said if the apply of the Deployment is refused on east for these drifts, as the Work or only the binding has them. */
function blocked(
  drifts: Drifts,
  comparisonOption: string,
  isInWork: boolean,
  content: readonly [KubeObject, KubeObject] = CONTENT,
): Diagnosis | undefined {
  const fleet = greenFleet(['east'], content);
  const refused = badWork('east', 0, content, content[1], no('Applied', 'FoundDrifts', 1, 'cannot apply manifest: drifts are found'));
  const entry = { identifier: IDENTIFIER, conditions: [no('Applied', 'FoundDrifts', 1)], driftDetails: { observedDrifts: drifts } };
  const status = refused['status'] as { readonly manifestConditions: readonly unknown[] };
  const works = [
    isInWork ? { ...refused, status: { ...status, manifestConditions: [status.manifestConditions[0], entry] } } : refused,
  ] as readonly KubeObject[];
  const bound = withStrategy(bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3)), comparisonOption);
  const listed = isInWork ? {} : { driftedPlacements: [{ ...IDENTIFIER, observedDrifts: drifts }] };
  const bindings = [{ ...bound, status: { ...(bound['status'] as object), ...listed } }];
  const refusing = placementAt(fleet, 'Applied', 'ApplyFailed');
  const hub = objectsOf({ ...refusing, placement: placementWith(refusing.placement, comparisonOption), bindings, works });
  return diagnosesIn(gate({ manifests: [content[1]] }).once(hub)).find(({ id }) => id === 'drift-blocks-apply');
}

describe.each([true, false])('an apply that drift blocks (reported by the Work: %s)', (isInWork) => {
  test('names the fields that drifted', () => {
    const found = blocked(CHANGED, 'PartialComparison', isInWork);
    expect(found?.evidence).toContain('drifted: /spec/replicas (2 on the hub, 5 on east)');
    expect(found?.remedy.join(' ')).not.toContain('PartialComparison');
  });

  test('cannot be undone on the member if its API server only added defaults', () => {
    const found = blocked(FILLED_IN, 'FullComparison', isInWork);
    expect(found?.title).toBe('Fields that the member filled in block the apply');
    expect(found?.evidence).toContain('drifted: /spec/clusterIP (only on east: 10.0.0.7), /spec/clusterIPs/0 (only on east: 10.0.0.7)');
    expect(found?.remedy[0]).toContain('PartialComparison');
    expect(found?.remedy.join(' ')).not.toContain('kubectl edit');
  });

  test('shows the values of a variable only if the object shows that it is not a credential', () => {
    const path = '/spec/template/spec/containers/0/env';
    const env = [
      { name: 'DB_PASSWORD', value: 'of-the-hub' },
      { name: 'LOG_LEVEL', value: 'info' },
    ];
    const template = { metadata: { labels: { app: 'orders' } }, spec: { containers: [{ name: 'main', image: 'v1', env }] } };
    const drifts = [
      { path: `${path}/0/value`, valueInHub: 'of-the-hub', valueInMember: 'of-the-member' },
      { path: `${path}/1/value`, valueInHub: 'info', valueInMember: 'debug' },
      { path: `${path}/2/value`, valueInMember: 'unknown' },
    ];
    const found = blocked(drifts, 'PartialComparison', isInWork, [namespaceShop(), orders('v1', { template })]);
    expect(found?.evidence).toContain(
      `drifted: ${path}/0/value, ${path}/1/value (info on the hub, debug on east), ${path}/2/value (only on east)`,
    );
  });

  test('is a change on the member if the hub has the field as well', () => {
    expect(blocked([...FILLED_IN, ...CHANGED], 'FullComparison', isInWork)?.title).toBe('Drift on the member blocks the apply');
  });
});

test('drift that only a full comparison finds is not reported as a change on the member', () => {
  const fleet = greenFleet(['east'], CONTENT);
  const found = (drifts: Drifts): string => {
    const bound = withStrategy(binding('east', 0), 'FullComparison');
    const bindings = [
      { ...bound, status: { ...(bound['status'] as object), driftedPlacements: [{ ...IDENTIFIER, observedDrifts: drifts }] } },
    ];
    const placement = placementWith(fleet.placement, 'FullComparison');
    const drift = diagnosesIn(gate({ options: { failOnDrift: true } }).once(objectsOf({ ...fleet, placement, bindings }))).find(
      ({ id }) => id === 'drift-found',
    );
    return drift?.remedy[0] ?? '';
  };
  expect(found(FILLED_IN)).toContain('PartialComparison');
  expect(found(CHANGED)).toContain('and who wrote it');
});

test('drift that only a Work shows fails the gate too, if drift is a failure', () => {
  const fleet = greenFleet(['east'], CONTENT);
  const [green = fleet.placement] = fleet.works;
  const status = green['status'] as { readonly manifestConditions: readonly { readonly identifier: { readonly kind: string } }[] };
  const manifestConditions = status.manifestConditions.map((entry) =>
    entry.identifier.kind === 'Deployment' ? { ...entry, driftDetails: { observedDrifts: CHANGED } } : entry,
  );
  const hub = { ...fleet, works: [{ ...green, status: { ...status, manifestConditions } }] };
  const { look } = gate({ manifests: [orders('v1')], options: { failOnDrift: true } });
  expect(look(fleet).outcome).toBe('passed');
  const state = look(hub);
  expect(state.outcome).toBe('failed');
  expect(diagnosesIn(state).map(({ id, cluster }) => `${id} ${cluster ?? ''}`)).toContain('drift-found east');
});
