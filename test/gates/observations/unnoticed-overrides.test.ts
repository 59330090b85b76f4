import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { gate, idsIn } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

const { objects, asked } = hubFixture('override-not-rolled-out');
const { targets } = asked;
const SNAPSHOT = 'ResourceOverrideSnapshot';

/** The ids of a single judgement, the manifests of the deploy given or not. */
function judged(
  hub: readonly KubeObject[],
  hubTime = asked.hubTime,
  manifests: readonly KubeObject[] | undefined = asked.manifests,
): string[] {
  return [...new Set(idsIn(gate({ targets, hubTime, ...(manifests === undefined ? {} : { manifests }) }).once(hub)))];
}

test('an override for all placements that was created alone is not rolled out', () => {
  expect(judged(objects)).toEqual(['override-not-rolled-out']);
});

test('an override is only a suspect while the rollout controller may still process it', () => {
  const taken = Date.parse(objects.find(({ kind }) => kind === SNAPSHOT)?.metadata.creationTimestamp ?? '');
  const state = gate({ targets, hubTime: new Date(taken + 60_000), manifests: asked.manifests }).once(objects);
  expect(state.outcome).toBe('waiting');
  expect(state.placements[0]?.diagnoses.map(({ id, outcome }) => `${id} ${outcome}`)).toContain('override-not-rolled-out suspect');
});

test('an override that names its placement is processed, and not reported as unnoticed', () => {
  const named = (spec: unknown): object => ({ ...(spec as object), placement: { name: 'shop', scope: 'Cluster' } });
  const hub = objects.map((object): KubeObject => {
    if (object.kind === 'ResourceOverride') return { ...object, spec: named(object['spec']) };
    if (object.kind !== SNAPSHOT) return object;
    const spec = object['spec'] as { readonly overrideSpec: unknown };
    return { ...object, spec: { ...spec, overrideSpec: named(spec.overrideSpec) } };
  });
  expect(judged(hub)).not.toContain('override-not-rolled-out');
});

test('the effect of a deleted override stays, and is reported after it has lasted', () => {
  const without = objects.filter(({ kind }) => kind !== 'ResourceOverride' && kind !== SNAPSHOT);
  const hub = without.map((object): KubeObject => {
    if (object.kind !== 'ClusterResourceBinding') return object;
    return { ...object, spec: { ...(object['spec'] as object), resourceOverrideSnapshots: [{ name: 'r-0', namespace: 'shop' }] } };
  });
  const follower = gate({ targets, hubTime: asked.hubTime });
  const first = follower.look(hub);
  expect(first.outcome).toBe('waiting');
  const after = follower.later(hub, first, 3 * 60_000);
  expect(after.outcome).toBe('failed');
  expect(after.placements[0]?.diagnoses[0]?.title).toBe('A deleted override is still in effect');
});

describe('an override that is being deleted is still in effect', () => {
  const [override, snapshot] = ['ResourceOverride', SNAPSHOT].map((wanted) => objects.find(({ kind }) => kind === wanted));
  if (override === undefined || snapshot === undefined) throw new Error('the hub has no override');
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const listed = `${override.metadata.name}-0`;
  /** The same hub, where bindings list the override, which the deploy removed 30 seconds before. */
  const hubWith = (scope: 'Cluster' | 'Namespaced', deletionTimestamp?: string): readonly KubeObject[] =>
    objects.map((object): KubeObject => {
      const [isOverride, isSnapshot] = [object === override, object === snapshot];
      const { namespace: home, ...cluster } = object.metadata;
      if (object.kind === 'ClusterResourceBinding') {
        const named = scope === 'Cluster' ? { name: listed } : { name: listed, namespace: override.metadata.namespace };
        return {
          ...object,
          spec: {
            ...(object['spec'] as object),
            resourceOverrideSnapshots: scope === 'Cluster' ? [] : [named],
            clusterResourceOverrideSnapshots: scope === 'Cluster' ? [listed] : [],
          },
        };
      }
      if (!isOverride && !isSnapshot) return object;
      const metadata = {
        ...(scope === 'Cluster' ? cluster : { ...cluster, namespace: home }),
        ...(isSnapshot ? { name: listed } : {}),
      } as KubeObject['metadata'];
      const kind = scope === 'Cluster' ? `Cluster${object.kind}` : object.kind;
      return { ...object, kind, metadata: isOverride && deletionTimestamp !== undefined ? { ...metadata, deletionTimestamp } : metadata };
    });
  const at = (seconds: number): string => new Date(asked.hubTime.getTime() + seconds * 1000).toISOString();

  test.each(['Cluster', 'Namespaced'] as const)('%s: it is a suspect, and a failure once it lasts', (scope) => {
    const hub = hubWith(scope, at(-30));
    for (const manifests of [undefined, [namespace]]) {
      const follower = gate({ targets, hubTime: asked.hubTime, ...(manifests === undefined ? {} : { manifests }) });
      const first = follower.look(hub);
      expect(first.outcome).toBe('waiting');
      expect(first.placements[0]?.diagnoses[0]).toMatchObject({ title: 'A deleted override is still in effect', outcome: 'suspect' });
      expect(follower.later(hub, first, 3 * 60_000).outcome).toBe('failed');
    }
  });

  test('it is no fault of a deploy that brings it again', () => {
    const state = gate({ targets, hubTime: asked.hubTime, manifests: [override] }).once(hubWith('Namespaced', at(-600)));
    expect(state.outcome).toBe('waiting');
    expect(state.placements[0]?.clusters.map(({ verdict }) => verdict)).not.toContain('passed');
  });
});
