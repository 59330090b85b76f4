/** Files without the overrides whose snapshots are in force show nothing of a later change of these. */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, objectsOf } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const FLEET = greenFleet(['east']);
const API = 'placement.kubernetes-fleet.io/v1';

/** The hub with one override in force: its snapshot, and the binding that names it. */
function hubWith(kind: 'ResourceOverride' | 'ClusterResourceOverride', field: string): readonly KubeObject[] {
  const namespace = kind === 'ResourceOverride' ? { namespace: 'shop' } : {};
  const labels = { 'kubernetes-fleet.io/parent-resource-override': 'tier', 'kubernetes-fleet.io/is-latest-snapshot': 'true' };
  const selected = { group: '', version: 'v1', kind: 'Namespace', name: 'other' };
  const spec = { [kind === 'ResourceOverride' ? 'resourceSelectors' : 'clusterResourceSelectors']: [selected] };
  const override = { apiVersion: API, kind, metadata: { name: 'tier', ...namespace }, spec };
  const snapshot = {
    apiVersion: API,
    kind: `${kind}Snapshot`,
    metadata: { name: 'tier-0', ...namespace, labels },
    spec: { overrideSpec: spec },
  };
  const named = kind === 'ResourceOverride' ? { namespace: 'shop', name: 'tier-0' } : 'tier-0';
  const bindings = FLEET.bindings.map((binding) => ({ ...binding, spec: { ...(binding['spec'] as object), [field]: [named] } }));
  return [...objectsOf({ ...FLEET, bindings }), override, snapshot];
}

test.each([
  ['ResourceOverride', 'resourceOverrideSnapshots'],
  ['ClusterResourceOverride', 'clusterResourceOverrideSnapshots'],
] as const)('%s', (kind, field) => {
  const judged = (hidden: boolean): readonly unknown[] => {
    const asked = {
      manifests: FLEET.content,
      from: 'files' as const,
      ...(hidden ? { hidden: { [kind]: { kind: 'unread' as const } } } : {}),
    } as const;
    const [found] = gate(asked).once(hubWith(kind, field)).placements;
    return [found?.verdict, found?.freshness, found?.summary.includes(`overrides (${kind}) were not read`)];
  };
  expect(judged(false)).toEqual(['passed', 'proven', false]);
  expect(judged(true)).toEqual(['passed', 'assumed', true]);
});
