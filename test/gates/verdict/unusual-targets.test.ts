import { describe, expect, test } from 'vitest';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import {
  binding,
  clusterConditions,
  greenFleet,
  namespaceShop,
  objectsOf,
  orders,
  placementConditions,
  withStatus,
} from '../../support/fleets/fleet.ts';
import { causesIn, diagnosesIn, gate, type Asked } from '../../support/gate/gate.ts';

const MINUTE = 60_000;
const { look, later, once } = gate();

describe('a target', () => {
  test.each([
    ['without a message', { status: 'Unknown', message: '' }, 'Available is Unknown (Available)'],
    ['of another generation', { observedGeneration: 0 }, 'Available is not reported yet for generation 1'],
    ['with a message', { status: 'False', message: 'two pods are missing' }, 'two pods are missing'],
  ])('a condition of the placement %s is described as what it is', (_, change, summary) => {
    const conditions = placementConditions(2).map((each) =>
      each['type'] === 'ClusterResourcePlacementAvailable' ? { ...each, reason: 'Available', ...change } : each,
    );
    expect(once(withStatus(greenFleet(), { conditions })).placements[0]).toMatchObject({ verdict: 'waiting', summary });
  });

  test('R10 PickAll that picks no cluster fails after a grace', () => {
    const fleet = withStatus(greenFleet([]), { conditions: placementConditions(0).slice(0, 1), placementStatuses: [] });
    const first = look(fleet);
    expect(first.outcome).toBe('waiting');
    expect(causesIn(later(fleet, first, MINUTE))).toEqual(['scheduled-zero-clusters']);
    expect(look(fleet, { options: { allowEmpty: true } }).outcome).toBe('passed');
  });

  test('R12 an untrackable workload passes as not verified', () => {
    const fleet = greenFleet(['east']);
    const blind = clusterConditions(3)
      .slice(1)
      .map((condition) => (condition['type'] === 'Available' ? { ...condition, reason: 'NotAllWorkAreAvailabilityTrackable' } : condition));
    const state = look({ ...fleet, bindings: [binding('east', 0, blind)] });
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.verdict).toBe('notVerified');
  });

  test('R13 External: a placement that is available on the old index waits for a person', () => {
    const fleet = greenFleet();
    const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } };
    const state = look({ ...fleet, placement, content: [namespaceShop(), orders('v2')] }, { manifests: [orders('v2')] });
    expect(state.outcome).toBe('waitingForPerson');
    expect(causesIn(state)).toContain('external-run-missing');
  });

  test('External: files without a run do not show that no run is active', () => {
    const fleet = greenFleet();
    const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } };
    const hub = { ...fleet, placement, content: [namespaceShop(), orders('v2')] };
    const titleOf = (hidden: Asked['hidden']): string | undefined =>
      diagnosesIn(once(hub, { manifests: [orders('v2')], hidden })).find(({ id }) => id === 'external-run-missing')?.title;
    expect(titleOf({})).toBe('No update run rolls this out');
    expect(titleOf({ ClusterStagedUpdateRun: { kind: 'unread' } })).toBe('No update run that rolls this out was read');
  });

  test('R8 a placement that is deleted and created again is followed from the start', () => {
    const fleet = greenFleet();
    const first = look(fleet);
    const gone = later(objectsOf(fleet).slice(1), first, 1000);
    expect(causesIn(gone)).toEqual(['placement-deleting']);
    expect(gone.complete).toBe(false);
    const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, uid: 'uid-other' } };
    expect(later({ ...fleet, placement }, gone, 2000).outcome).toBe('passed');
  });

  test('a placement that does not exist is named', () => {
    expect(causesIn(look([]))).toEqual(['placement-not-found']);
  });

  test('a placement is not reported as missing on the hub if the files have no placements', () => {
    const told = (asked: Partial<Asked>): readonly string[] =>
      diagnosesIn(once([], asked)).map(({ title, remedy }) => `${title}: ${remedy[0] ?? ''}`);
    const hidden = { ClusterResourcePlacement: { kind: 'unread' } } as const;
    expect(told({ hidden, from: 'files' })[0]).toMatch(/^No object of its kind was read: Add it to the files/);
    expect(told({ hidden })[0]).toMatch(/^No object of its kind was read: See whether the hub answers/);
    expect(told({})[0]).toMatch(/^The placement is not on the hub: Check the name/);
  });

  test('a placement with a similar name is suggested', () => {
    const [placement] = look(greenFleet(), { targets: ['crp/shpo'] }).placements;
    expect(placement?.summary).toBe('ClusterResourcePlacement/shpo is not on the hub; did you mean shop?');
  });

  test('a run that was deleted before the first check is reported as a run', () => {
    const run = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterStagedUpdateRun', metadata: { name: 'shop-1' } };
    const told = (state: GateState): readonly string[] => diagnosesIn(state).map(({ id, outcome, title }) => `${id} ${outcome}: ${title}`);
    expect(told(once([], { targets: ['csur/shop-1'] }))).toEqual(['placement-not-found terminal: The update run is not on the hub']);
    const awaited = look([], { targets: ['csur/shop-1'], manifests: [run] });
    expect(told(awaited)).toEqual(['placement-not-found suspect: The update run is not on the hub']);
    expect(told(look([]))).toEqual(['placement-not-found terminal: The placement is not on the hub']);
  });

  test('a named run that does not exist gets two minutes to be created', () => {
    const targets = ['csur/shop-1'];
    const first = look([], { targets });
    expect(first.outcome).toBe('waiting');
    expect(later([], first, 119_000, { targets }).outcome).toBe('waiting');
    expect(later([], first, 120_000, { targets }).outcome).toBe('failed');
  });

  test('a placement of the deploy that does not exist yet may still be created by a GitOps controller', () => {
    const fleet = greenFleet();
    const manifests = objectsOf(fleet);
    const first = look([], { manifests });
    expect(first.outcome).toBe('waiting');
    expect(first.placements[0]?.verdict).toBe('waiting');
    expect(later([], first, 299_000, { manifests }).outcome).toBe('waiting');
    expect(later(fleet, first, 299_000).outcome).toBe('passed');
    const late = later([], first, 301_000, { manifests });
    expect(late.outcome).toBe('failed');
    expect(causesIn(late)).toEqual(['placement-not-found']);
  });
});
