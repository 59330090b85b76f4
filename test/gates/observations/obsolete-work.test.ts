import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { binding, bindingAt, greenFleet, member, no, objectsOf, placementAt, work } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';

const BEHIND =
  'Failed to synchronize the work to the latest: object is being deleted: works.placement.kubernetes-fleet.io "shop-work" already exists';

/** A placement that is back on west, where its Work from before waits for the member agent. */
function behind(message: string, heartbeatAge: number, deletionTimestamp?: string): readonly KubeObject[] {
  const fleet = greenFleet(['east', 'west']);
  const old = work('west', 0, fleet.content);
  const labels = { ...old.metadata.labels, 'kubernetes-fleet.io/parent-resource-binding': 'shop-west-ffffffff' };
  const works = deletionTimestamp === undefined ? [] : [{ ...old, metadata: { ...old.metadata, labels, deletionTimestamp } }];
  return objectsOf({
    ...placementAt(fleet, 'WorkSynchronized', 'WorkNotSynchronizedYet'),
    bindings: [binding('east', 0), bindingAt('west', 0, no('WorkSynchronized', 'SyncWorkFailed', 3, message))],
    works: [work('east', 0, fleet.content), ...works],
    members: [member('east', 5), member('west', heartbeatAge)],
  });
}

function told(...hub: Parameters<typeof behind>): ReturnType<typeof diagnosesIn> {
  const { look } = gate();
  return diagnosesIn(look(behind(...hub)));
}

describe('an old Work that blocks the new one', () => {
  test('is the reported cause, with its age and the heartbeat of the member that must release it', () => {
    const [found, ...others] = told(BEHIND, 42, '2026-03-04T09:58:00Z');
    expect(found).toMatchObject({
      id: 'work-sync-error',
      outcome: 'suspect',
      cluster: 'west',
      title: 'An old Work is still being deleted',
    });
    expect(found?.evidence).toContain('Work fleet-member-west/shop-work is being deleted since 2026-03-04T09:58:00Z');
    expect(found?.evidence).toContain("last heartbeat 42 s ago by the hub's clock");
    expect(found?.remedy.join(' ')).not.toContain('too large');
    expect(others).toEqual([]);
  });

  test('is reported if Works cannot be seen', () => {
    expect(told(BEHIND, 42)).toMatchObject([{ id: 'work-sync-error', title: 'An old Work is still being deleted' }]);
  });

  test('makes a silent member the cause', () => {
    const found = told(BEHIND, 400, '2026-03-04T09:58:00Z');
    expect(found.map(({ id, outcome, cluster }) => `${id} ${outcome} ${cluster ?? ''}`)).toContain('member-silent terminal west');
  });

  test('is not reported for other errors, and these do not wait for a member', () => {
    for (const message of [
      'context deadline exceeded',
      'configmaps "shop-work" already exists',
      BEHIND.replace('object is being deleted: ', ''),
    ]) {
      const found = told(message, 400, '2026-03-04T09:58:00Z');
      expect(found).toMatchObject([{ id: 'work-sync-error', title: 'The Works cannot be written' }]);
      expect(found[0]?.evidence.join(' ')).not.toMatch(/heartbeat|being deleted since/);
    }
  });
});
