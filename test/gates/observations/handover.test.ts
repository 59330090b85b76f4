import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Diagnosis } from '../../../src/report.ts';
import {
  badWork,
  bindingAt,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementAt,
  resourceSnapshot,
} from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const REFUSED = 'Failed to apply the manifest (error: failed to take over a pre-existing object: the object is already owned by ';

function ownedBy(work: string): string {
  return `${REFUSED}some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{APIVersion:placement.kubernetes-fleet.io/v1beta1 Kind:AppliedWork Name:${work} UID:1 Controller:<nil> BlockOwnerDeletion:0xc000}]))`;
}

/** The Deployment is refused on east, and fine on west. */
function refusedOnEast(message: string, content: readonly KubeObject[] = [namespaceShop(), orders('v1')]): readonly KubeObject[] {
  const fleet = placementAt(greenFleet(['east', 'west'], content), 'Applied', 'ApplyFailed');
  const [, west] = fleet.bindings;
  const [, workOnWest] = fleet.works;
  const refusal = no('Applied', 'FailedToTakeOver', 1, message);
  const refused = content.find(({ kind }) => kind === 'Deployment') ?? orders('v1');
  const held = content.includes(refused) ? content : [...content, refused];
  return objectsOf({
    ...fleet,
    bindings: [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3)), ...(west === undefined ? [] : [west])],
    works: [badWork('east', 0, held, refused, refusal), ...(workOnWest === undefined ? [] : [workOnWest])],
  });
}

/** Another placement with its snapshot, its bindings and its Works. */
function other(selector: object, { held = [] as readonly KubeObject[], clusters = ['east'], more = {} } = {}): readonly KubeObject[] {
  const rename = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll('shop-', 'former-').replaceAll('parent-CRP":"shop"', 'parent-CRP":"former"')) as T;
  const { placement, bindings, works } = greenFleet(clusters, held);
  const spec = { ...(placement['spec'] as object), resourceSelectors: [selector] };
  return [
    { ...placement, metadata: { ...placement.metadata, name: 'former', uid: 'uid-former', ...more }, spec },
    ...[resourceSnapshot(0, held, true), ...bindings, ...works].map((object) => rename(object)),
  ];
}

function causesOf(objects: readonly KubeObject[]): readonly Diagnosis[] {
  const state = gate({ manifests: [namespaceShop(), orders('v1')] }).once(objects);
  return state.placements.flatMap(({ diagnoses }) => diagnoses);
}

function outcomeOf(objects: readonly KubeObject[], id: string): string | undefined {
  return causesOf(objects).find((cause) => cause.id === id)?.outcome;
}

const SAME = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
const OTHER = { group: '', version: 'v1', kind: 'Namespace', name: 'elsewhere' };
const ID = 'apply-owned-by-other-placement';

describe('an object that another placement has on a cluster', () => {
  const refused = refusedOnEast(ownedBy('former-work'));

  test('is explained by its owner reference, not by a selection, if its owner is gone', () => {
    const cause = causesOf(refused).find(({ id }) => id === ID);
    expect(cause).toMatchObject({ outcome: 'suspect', title: 'The object still belongs to another placement that lets it go' });
    expect(cause?.evidence[0]).toBe('ClusterResourcePlacement/former is not among the placements that were read');
    expect(cause?.remedy.join(' ')).toContain('ownerReferences');
    expect(cause?.remedy.join(' ')).not.toContain('selection');
  });

  // covers: overlap-is-unpredictable
  test('is a failure if the owner selects it as well', () => {
    const [cause] = causesOf([...refused, ...other(SAME, { held: [namespaceShop(), orders('v1')], clusters: ['east', 'west'] })]);
    expect(cause).toMatchObject({ id: ID, outcome: 'terminal', cluster: 'east' });
    expect(cause?.explain).toContain('belongs to ClusterResourcePlacement/former');
    expect(cause?.evidence).toContain('ClusterResourcePlacement/former selects it as well; both are on east, west');
  });

  test.each([
    ['does not select it any more, and its snapshot does not show that yet', other(OTHER, { held: [namespaceShop(), orders('v1')] })],
    ['does not select it any more, and its snapshot shows that', other(OTHER)],
    ['is being deleted', other(SAME, { held: [orders('v1')], more: { deletionTimestamp: '2026-03-04T09:59:00Z' } })],
    ['was deleted', []],
    ['does not place on the cluster any more', other(SAME, { held: [orders('v1')], clusters: ['west'] })],
  ])('is a suspect if the owner %s', (_why, owner) => {
    expect(outcomeOf([...refused, ...owner], ID)).toBe('suspect');
  });

  test('is a failure if the owner cannot be read', () => {
    const rp = refusedOnEast(ownedBy('shop.former-work'));
    const hidden = { ResourcePlacement: { kind: 'denied', message: 'forbidden' } } as const;
    const state = gate({ hidden }).once(rp);
    expect(state.placements[0]?.diagnoses.find(({ id }) => id === ID)?.outcome).toBe('terminal');
  });

  test('is found from the Works if the message does not name an owner', () => {
    const nameless = refusedOnEast(`${REFUSED}another Fleet AppliedWork object)`);
    const owner = other(SAME, { held: [namespaceShop(), orders('v1')] });
    expect(causesOf([...nameless, ...owner])[0]?.explain).toContain('belongs to ClusterResourcePlacement/former');
    expect(outcomeOf([...nameless, ...owner], ID)).toBe('terminal');
    const gone = other(OTHER, { held: [namespaceShop(), orders('v1')] });
    expect(outcomeOf([...nameless, ...gone], ID)).toBe('suspect');
  });
});

describe('an object that another Work of the same placement has', () => {
  const envelope = (...objects: readonly KubeObject[]): KubeObject => ({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name: 'bundle', namespace: 'shop' },
    data: Object.fromEntries(objects.map((object, at) => [`object-${String(at)}`, object])),
  });

  test.each([
    ['occurs twice', 'terminal', [namespaceShop(), orders('v1'), envelope(orders('v1'))]],
    ['occurs twice in one envelope', 'terminal', [namespaceShop(), envelope(orders('v1'), orders('v1'))]],
    ['was moved into an envelope', 'suspect', [namespaceShop(), envelope(orders('v1'))]],
    ['was moved out of an envelope', 'suspect', [namespaceShop(), orders('v1'), envelope()]],
  ])('%s: %s', (_what, outcome, content) => {
    const objects = refusedOnEast(ownedBy('shop-work-envelope-1'), content);
    const state = gate().once(objects);
    const cause = state.placements[0]?.diagnoses.find(({ id }) => id === 'apply-duplicate-manifest');
    expect(cause?.outcome).toBe(outcome);
  });
});
