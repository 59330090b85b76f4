/** A selector by name that finds nothing: KubeFleet reports success without a word about it. */
import { expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, objectsOf } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const fleet = greenFleet(['east']);
const ROLE = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'reader' };
const TYPE = { ClusterRole: { kind: 'unread' } } as const;

function withSelector(placement: KubeObject): KubeObject {
  const spec = placement['spec'] as { readonly resourceSelectors: readonly object[] };
  return { ...placement, spec: { ...spec, resourceSelectors: [...spec.resourceSelectors, ROLE] } };
}
const objects = objectsOf({ ...fleet, placement: withSelector(fleet.placement) });
const role = (name: string): KubeObject => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name } });

test('the report says that the hub does not have it', () => {
  for (const manifests of [undefined, fleet.content]) {
    const [found] = gate({ manifests }).once([...objects, role('other')]).placements;
    expect([found?.verdict, found?.summary]).toEqual([
      'passed',
      expect.stringContaining('selectors name ClusterRole reader, and the hub has no such object'),
    ]);
  }
  expect(gate().once(objectsOf(fleet)).placements[0]?.summary).not.toContain('selectors name');
});

test('the content is not verified if the files have nothing of its kind', () => {
  const [found] = gate({ manifests: fleet.content, hidden: TYPE, from: 'files' }).once(objects).placements;
  expect([found?.verdict, found?.freshness]).toEqual(['passed', 'assumed']);
  expect(found?.summary).toContain('selectors name ClusterRole reader, and the files have no object of that kind');
});

test('an object of the hub that the snapshot lacks is waited for', () => {
  const [found] = gate({ manifests: fleet.content }).once([...objects, role('reader')]).placements;
  expect(found?.summary).not.toContain('selectors name');
});

test('the report of a run says the same', () => {
  const staged = finishedFleet();
  const all = stagedObjects({ ...staged, placement: withSelector(staged.placement) });
  const asked = { targets: ['csur/v1'], manifests: staged.content };
  expect(gate(asked).once(all).runs[0]?.summary).toContain('and the hub has no such object');
  expect(gate({ ...asked, hidden: TYPE, from: 'files' }).once(all).runs[0]?.freshness).toBe('assumed');
});
