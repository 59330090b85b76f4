import { readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import { FAILURES } from '../../../src/gates/catalogue/index.gen.ts';
import { diagnosesIn, idsIn } from '../../support/gate/gate.ts';
import { HUB_FIXTURES, hubFixture, judgedFixture } from '../../support/hubs/hub-fixture.ts';

/** One hub per failure, as a real one was; the folder is the id. Graces are over at once, so that a single judgement decides. */
describe('hubs with a failure', () => {
  const folders = readdirSync(HUB_FIXTURES);

  test('exist for each failure', () => {
    expect(FAILURES.map((failure) => failure.id).toSorted()).toEqual(folders.toSorted());
  });

  test.each(folders)('%s', (folder) => {
    const { id, cluster, object } = hubFixture(folder);
    const state = judgedFixture(folder);
    const given = diagnosesIn(state);
    const found = given.find(
      (entry) =>
        entry.id === id &&
        (cluster === undefined || entry.cluster === cluster) &&
        (object === undefined || (entry.object !== undefined && displayName(entry.object) === object)),
    );
    expect(found, `named ${idsIn(state).join(', ')}; src/gates/catalogue/order.ts says which of two is asked first`).toBeDefined();
    expect(found?.evidence.length).toBeGreaterThan(0);
    expect(`${found?.explain ?? ''}${found?.remedy.join('') ?? ''}`).not.toMatch(/\{(?!end\})[a-zA-Z]+\}|undefined/);
    if (found?.outcome === 'info') expect(['passed', 'waiting']).toContain(state.outcome);
    else expect(state.outcome).not.toBe('passed');
  });
});
