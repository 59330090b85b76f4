import { describe, expect, it } from 'vitest';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { NOW } from '../../support/fleets/fleet.ts';
import { availableFleet, Interruption, unavailableFleet } from '../../support/gate/interruption.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

async function play(at: number): Promise<{ readonly report: GateReport; readonly asked: number; readonly members: number }> {
  const clock = new SimClock();
  const by = new Interruption(at);
  let reads = 0;
  const members: MemberReader = {
    clusters: new Set(['east']),
    read: () => (reads++, by.answer(() => Promise.resolve([]))),
  };
  const hub = new ScriptedHub(clock, NOW, [
    { at: 0, objects: unavailableFleet() },
    { at: 20_000, objects: availableFleet() },
  ]);
  const reader = by.reader(() => hub);
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
