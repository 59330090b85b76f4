import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, NOW, objectsOf, orders, placementAt } from '../../support/fleets/fleet.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

const NEVER = new Promise<never>(() => undefined);

/** Counts what a gate awaits; from the n-th on nothing is answered any more, and the gate is cancelled. */
class Interruption {
  readonly cancel = new AbortController();
  readonly #at: number;
  asked = 0;

  constructor(at: number) {
    this.#at = at;
  }

  answer<T>(work: () => Promise<T>): Promise<T> {
    if (++this.asked < this.#at) return work();
    queueMicrotask(() => this.cancel.abort());
    return NEVER;
  }
}

function interrupted(hub: HubReader, by: Interruption): HubReader {
  return {
    follow: (interests) => by.answer(() => hub.follow(interests)),
    state: () => hub.state(),
    changed: (signal) => by.answer(() => hub.changed(signal)),
    refresh: () => by.answer(() => hub.refresh()),
    close: () => hub.close(),
  };
}

/** East does not become available, which makes the gate ask the member why; later it is. */
function story(): readonly { readonly at: number; readonly objects: readonly KubeObject[] }[] {
  const content = [namespaceShop(), orders('v1')];
  const notAvailable = no('Available', 'ManifestNotAvailableYet', 0, 'not ready');
  const sick = objectsOf({
    ...placementAt(greenFleet(['east'], content), 'Available', 'NotAllWorkAreAvailable'),
    bindings: [bindingAt('east', 0, no('Available', 'NotAllWorkAreAvailable', 0))],
    works: [badWork('east', 0, content, content[1] ?? namespaceShop(), notAvailable)],
  });
  return [
    { at: 0, objects: sick },
    { at: 20_000, objects: objectsOf(greenFleet(['east'], content)) },
  ];
}

async function play(at: number): Promise<{ readonly report: GateReport; readonly asked: number; readonly members: number }> {
  const clock = new SimClock();
  const by = new Interruption(at);
  let reads = 0;
  const members: MemberReader = {
    clusters: new Set(['east']),
    read: () => (reads++, by.answer(() => Promise.resolve([]))),
  };
  const reader = interrupted(new ScriptedHub(clock, NOW, story()), by);
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: {} });
  const report = await clock.play(wait({ reader, clock, expectation, members, signal: by.cancel.signal }));
  return { report, asked: by.asked, members: reads };
}

describe('a gate that is cancelled', () => {
  it('ends, regardless of what it waits for at that moment and which server does not answer', async () => {
    const whole = await play(Number.POSITIVE_INFINITY);
    expect(whole.report.outcome).toBe('passed');
    expect(whole.members).toBeGreaterThan(0);
    for (let at = 1; at <= whole.asked; at++) {
      const { report } = await play(at);
      expect({ at, outcome: report.outcome }).toEqual({ at, outcome: 'cancelled' });
    }
  });
});
