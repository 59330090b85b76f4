import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import {
  badWork,
  binding,
  clusterConditions,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementConditions,
  work,
  yes,
  type Fleet,
  withStatus,
} from '../../support/fleets/fleet.ts';
import { causesIn, gate } from '../../support/gate/gate.ts';
import { content, refused, westAt, workload } from '../../support/fleets/west-at.ts';

const MINUTE = 60_000;
const { look, later } = gate();

describe('failures on clusters', () => {
  test('R16 applying is not a failure, however long it takes', () => {
    const fleet = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    const first = look(fleet);
    expect(first.outcome).toBe('waiting');
    expect(later(fleet, first, 20 * MINUTE).outcome).toBe('waiting');
  });

  test.each([
    ['configmaps "a" is forbidden: exceeded quota: team', 'apply-quota-exceeded', 5 * MINUTE],
    ['pods "a" is forbidden: failed quota: team: must specify limits.cpu for: main', 'apply-quota-exceeded', 5 * MINUTE],
    ['pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2', 'apply-quota-exceeded', 5 * MINUTE],
    ['pods "a" is forbidden: [cpu max limit to request ratio per Pod is 2, but provided ratio is 4]', 'apply-quota-exceeded', 5 * MINUTE],
    [
      `deployments.apps "orders" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
      'apply-denied-by-policy',
      5 * MINUTE,
    ],
    ['admission webhook "guard.example.com" denied the request: no', 'apply-denied-by-policy', 5 * MINUTE],
    ['Deployment.apps "orders" is invalid: spec.selector: Invalid value: {}: field is immutable', 'apply-immutable-field', 0],
    ['Deployment.apps "orders" is invalid: spec.replicas: Invalid value: -1: must be greater', 'apply-rejected-invalid', 0],
    ['deployments.apps is forbidden: User "system:serviceaccount:fleet-system:agent" cannot create resource', 'apply-agent-forbidden', 0],
    [
      'deployments.apps "orders" is forbidden: unable to create new content in namespace shop because it is being terminated',
      'apply-namespace-terminating',
      5 * MINUTE,
    ],
    ['namespaces "shop" not found', 'apply-namespace-missing', 5 * MINUTE],
    ['Internal error occurred: failed calling webhook "guard": dial tcp: connection refused', 'apply-transient-error', 5 * MINUTE],
    ['an error of an unknown kind', 'apply-error', 5 * MINUTE],
  ])('%s', (text, id, grace) => {
    const fleet = refused(text);
    const first = look(fleet);
    expect(first.outcome).toBe(grace === 0 ? 'failed' : 'waiting');
    const state = later(fleet, first, grace);
    expect(state.outcome).toBe('failed');
    expect(causesIn(state)).toEqual([`${id} west`]);
    expect(state.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['passed', 'failed']);
  });

  test('the same failure on another cluster that is seen a little later is in the same report', () => {
    const refusedOn = (clusters: readonly string[]): Fleet => {
      const base = refused('exceeded quota: team');
      const denial = no('Applied', 'ManifestApplyFailed', 0, 'Failed to apply the manifest (error: exceeded quota: team)');
      const bad = (cluster: string): KubeObject => badWork(cluster, 0, content, workload, denial);
      const conditions = [...clusterConditions(3).slice(1, 4), no('Applied', 'NotAllWorkHaveBeenApplied', 3)];
      return {
        ...base,
        bindings: ['east', 'west'].map((cluster) => (clusters.includes(cluster) ? binding(cluster, 0, conditions) : binding(cluster, 0))),
        works: ['east', 'west'].map((cluster) => (clusters.includes(cluster) ? bad(cluster) : work(cluster, 0, content))),
      };
    };
    const both = refusedOn(['east', 'west']);
    const first = look(refusedOn(['west']));
    const soon = later(both, later(both, first, 20_000), 5 * MINUTE);
    expect(soon.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['failed', 'failed']);
    const late = later(both, later(both, first, MINUTE), 5 * MINUTE);
    expect(late.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['waiting', 'failed']);
  });

  test('R20 a failure that recovers is forgotten, one that changes its message is not', () => {
    const webhook = refused('failed calling webhook "guard"');
    const quota = refused('exceeded quota: team');
    const first = look(webhook);
    const changed = later(quota, first, 4 * MINUTE);
    expect(later(webhook, changed, 5 * MINUTE).outcome).toBe('failed');
    const healed = later(greenFleet(['east', 'west'], content), first, 4 * MINUTE);
    expect(healed.outcome).toBe('passed');
    expect(later(webhook, healed, 6 * MINUTE).outcome).toBe('waiting');
  });

  test('R19 a moment of "applying" between two failures is not a recovery', () => {
    const webhook = refused('failed calling webhook "guard"');
    const applying = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    const between = later(applying, look(webhook), 2 * MINUTE);
    expect(later(webhook, between, 5 * MINUTE).outcome).toBe('failed');
  });

  test('R21 a cluster that failed is named although the placement only has Unknown', () => {
    const fleet = refused('field is immutable');
    const top = placementConditions(2).slice(0, 4);
    const unknown = { ...yes('ClusterResourcePlacementApplied', 'ApplyPending', 1), status: 'Unknown' };
    expect(causesIn(look(withStatus(fleet, { conditions: [...top, unknown] })))).toEqual(['apply-immutable-field west']);
  });

  test('R23 a failure of the content before this deploy is not a failure of this deploy', () => {
    const fleet = { ...refused('field is immutable'), content: [namespaceShop(), orders('v2')] };
    const state = look(fleet, { manifests: [orders('v2')] });
    expect(state.outcome).toBe('waiting');
    expect(causesIn(state)).toEqual(['snapshot-not-fresh']);
  });

  test('R22 a permanent refusal fails at the first check', () => {
    const state = look(refused('field is immutable'));
    expect(state.outcome).toBe('failed');
    expect(causesIn(state)).toEqual(['apply-immutable-field west']);
  });

  test('R24 a list of failures that ends at a hundred may be incomplete; the Works have the rest', () => {
    const many = Array.from({ length: 101 }, (_, at): KubeObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `c${String(at)}`, namespace: 'shop' },
    }));
    const denial = no('Applied', 'ManifestApplyFailed', 0, 'field is immutable');
    const failedPlacements = many
      .slice(0, 100)
      .map((object) => ({ version: 'v1', kind: object.kind, name: object.metadata.name, namespace: 'shop', condition: denial }));
    const base = westAt('Applied', 'NotAllWorkHaveBeenApplied', undefined, 'Work object shop-work has failed to apply');
    const [east, west] = base.bindings;
    const listed = [east, west && { ...west, status: { ...(west['status'] as object), failedPlacements } }].flatMap((found) => found ?? []);
    const blind = look({ ...base, works: [work('east', 0, content)], bindings: listed });
    expect(causesIn(blind)).toHaveLength(100);
    expect(blind.placements[0]?.diagnoses[0]?.evidence.join(' ')).toContain('there may be more');
    const whole = badWork('west', 0, many, namespaceShop(), denial);
    const manifestConditions = many.map((object, ordinal) => ({
      identifier: { ordinal, version: 'v1', kind: object.kind, name: object.metadata.name, namespace: 'shop' },
      conditions: [denial],
    }));
    const bad = { ...whole, status: { ...(whole['status'] as object), manifestConditions } };
    expect(causesIn(look({ ...base, works: [work('east', 0, content), bad], bindings: listed }))).toHaveLength(101);
  });

  test('R25 a placement that is not followed does not delay the gate', () => {
    const fleet = greenFleet();
    const other = { ...fleet.placement, metadata: { name: 'other', uid: 'u2', generation: 1 }, status: {} };
    expect(look([...objectsOf(fleet), other]).outcome).toBe('passed');
  });

  test('a failure that the placement still reports, but no binding does, is over', () => {
    const fleet = greenFleet(['east', 'west'], content);
    const stale = [...clusterConditions(1).slice(0, 2), no('Overridden', 'OverriddenFailed', 1, 'label key x not found on cluster west')];
    const statuses = [
      { clusterName: 'east', conditions: clusterConditions(1) },
      { clusterName: 'west', conditions: stale },
    ];
    const state = look(withStatus(fleet, { placementStatuses: statuses }));
    expect(state.outcome).toBe('waiting');
    expect(causesIn(state)).toEqual([]);
  });

  test('an unknown reason is quoted, is a suspect, and never passes', () => {
    const fleet = westAt('Applied', 'QuantumEntangled');
    const first = look(fleet);
    expect(first.outcome).toBe('waiting');
    expect(causesIn(later(fleet, first, 5 * MINUTE))).toEqual(['undocumented west']);
  });

  test('an unknown reason is not explained by Works without a failure, nor by a later step in them', () => {
    const unavailable = badWork('west', 0, content, orders('v1'), no('Available', 'ManifestNotAvailableYet'));
    for (const held of [work('west', 0, content), unavailable]) {
      const fleet = westAt('Applied', 'QuantumEntangled', held);
      expect(causesIn(later(fleet, look(fleet), 6 * MINUTE))).toEqual(['undocumented west']);
    }
  });
});
