import { readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { displayName, refOf } from '../../src/fleet/kubernetes/object.ts';
import { removalKey } from '../../src/gates/rollout/removals.ts';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { NO_MEMBER_OBJECTS, memberPlace } from '../../src/gates/view/member-objects.ts';
import { DEFAULT_GRACES } from '../../src/gates/graces.ts';
import type { Graces } from '../../src/gates/graces.ts';
import { HUB_FIXTURES, hubFixture } from '../support/hub-fixture.ts';
import { diagnosesIn, gate, idsIn } from '../support/gate.ts';

/** One hub per failure, as a real one was; the folder is the id. Graces are over at once, so that a single judgement decides. */
describe('hubs with a failure', () => {
  const over = Object.fromEntries(Object.keys(DEFAULT_GRACES).map((name) => [name, 0])) as unknown as Graces;
  const grace = { ...over, heartbeat: DEFAULT_GRACES.heartbeat };
  const folders = readdirSync(HUB_FIXTURES);

  test('there is one for every failure', () => {
    expect(FAILURES.map((failure) => failure.id).toSorted()).toEqual(folders.toSorted());
  });

  test.each(folders)('%s', (folder) => {
    const { id, cluster, object, objects, asked, member } = hubFixture(folder);
    const places = asked.manifests.map((manifest) => memberPlace('m2', manifest.metadata.namespace ?? ''));
    const inMember = (member ?? []).map((found) => [removalKey({ cluster: 'm2', object: refOf(found) }), [found]] as const);
    const members = member === undefined ? NO_MEMBER_OBJECTS : new Map([...places.map((place) => [place, member] as const), ...inMember]);
    const state = gate({ ...asked, grace, members }).once(objects);
    const given = diagnosesIn(state);
    const found = given.find(
      (entry) =>
        entry.id === id &&
        (cluster === undefined || entry.cluster === cluster) &&
        (object === undefined || (entry.object !== undefined && displayName(entry.object) === object)),
    );
    expect(found, `named ${idsIn(state).join(', ')}; src/gates/catalogue/order.ts says which of two is asked first`).toBeDefined();
    expect(found?.evidence.length).toBeGreaterThan(0);
    expect(`${found?.explain ?? ''}${found?.remedy.join('') ?? ''}`).not.toMatch(/\{[a-zA-Z]+\}|undefined/);
    if (found?.outcome === 'info') expect(['passed', 'waiting']).toContain(state.outcome);
    else expect(state.outcome).not.toBe('passed');
  });
});
